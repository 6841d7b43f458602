// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package export

import (
	"bytes"
	"encoding/csv"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/scorer"
)

var update = flag.Bool("update", false, "rewrite the golden file")

func ptr[T any](v T) *T { return &v }

// sample has a judged mistake, a text that is a formula, a failure and a case
// nothing is known of.
func sample(t *testing.T) []scorer.Outcome {
	t.Helper()
	one := func(id, category, risk string, majority *bool) cases.Case {
		return cases.Case{ID: id, Category: category, Question: "What, \"in short\",\nis it?", GroundTruth: "-1", MajorityCorrect: majority, ExpectedRisk: risk,
			Answers: []cases.Answer{{AgentID: "a", Output: "=HYPERLINK(1) one two three"}, {AgentID: "b", Output: "short"}}, Tags: []string{"x", "y"}}
	}
	in := scorer.Input{
		Cases: []cases.Case{one("a", cases.MajorityWrongFact, "high", ptr(false)), one("b", cases.GenuineAgreementCorrect, "low", ptr(true)), one("c", cases.GenuineDisagreement, "low", nil)},
		Predictions: []predictions.Prediction{
			{CaseID: "a", Status: predictions.OK, FalseConsensusRisk: ptr("low"), ConsensusAnswer: ptr("=HYPERLINK(1) one two three"), Engine: ptr("@llm"),
				HTTPStatus: ptr(200), Attempts: 1, LatencyMS: ptr(-0.5), StartedAt: ptr("2026-11-02T10:00:00.000Z"), RequestSHA256: "ab",
				Response: []byte(`{"agreement_score":0.60}`), Judge: &predictions.Judge{Status: predictions.OK, Verdict: ptr("fail")}},
			{CaseID: "b", Status: predictions.Failed, Attempts: 3, Error: &predictions.Error{Kind: "not_json", Message: "\tbad \x1b[2J\u202e reply\r\nmore"}},
		},
		Run: scorer.Run{Judge: true},
	}
	out, err := scorer.Outcomes(in)
	require.NoError(t, err)
	return out
}

func written(t *testing.T, format string, rows []Row) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, Write(&b, format, rows))
	return b.Bytes()
}

func TestCSVGolden(t *testing.T) {
	got := written(t, "csv", Rows(sample(t)))
	if *update {
		require.NoError(t, os.WriteFile("testdata/sample.csv", got, 0o644))
	}
	want, err := os.ReadFile("testdata/sample.csv")
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got))
}

func TestCSVCells(t *testing.T) {
	records, err := csv.NewReader(bytes.NewReader(written(t, "csv", Rows(sample(t))))).ReadAll()
	require.NoError(t, err)
	require.Len(t, records, 4)
	at := map[string]int{}
	for i, name := range records[0] {
		at[name] = i
	}
	for column, want := range map[string]string{
		"case_id": "a", "repeat": "", "tags": "x;y", "answers": "2", "thin_answers": "true", "majority_correct": "false", "expected_risk": "high",
		"engine": "'@llm", "false_consensus_risk": "low", "exact_match": "false", "flagged": "false", "effect": "missed",
		"consensus_answer": "'=HYPERLINK(1) one two three", "consensus_match": "exact", "consensus_correct": "false", "agreement_score": "0.6",
		"judge_verdict": "fail", "pipeline_risk": "medium", "latency_ms": "-0.5", "ground_truth": "'-1", "question": "What, \"in short\",\nis it?",
	} {
		assert.Equal(t, want, records[1][at[column]], column)
	}
	assert.Equal(t, "'\tbad \\x1b[2J\\u202e reply\nmore", records[2][at["error_message"]], "the reader of CSV turns CRLF into LF")
	for _, column := range []string{"engine", "false_consensus_risk", "exact_match", "flagged", "consensus_match", "consensus_correct", "http_status"} {
		assert.Empty(t, records[2][at[column]], column)
		assert.Empty(t, records[3][at[column]], column)
	}
	assert.Equal(t, []string{"unattempted", "0", ""}, []string{records[3][at["status"]], records[3][at["attempts"]], records[3][at["majority_correct"]]})
}

// No cell of untrusted text begins like a formula.
func TestNoCellIsAFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[ \t\r\n=+\-@＝a']{0,6}`).Draw(t, "text")
		var b bytes.Buffer
		if err := Write(&b, "csv", []Row{{Question: text}}); err != nil {
			t.Fatal(err)
		}
		records, err := csv.NewReader(&b).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		got := records[1][len(records[1])-2]
		if s := strings.TrimLeft(got, " \t\r\n"); s != "" && strings.ContainsRune("=+-@＝", []rune(s)[0]) {
			t.Fatalf("%q became %q", text, got)
		}
	})
}

func TestParquetComesBack(t *testing.T) {
	rows := Rows(sample(t))
	b := written(t, "parquet", rows)
	assert.Equal(t, b, written(t, "parquet", rows), "the same rows, the same bytes")
	back, err := parquet.Read[Row](bytes.NewReader(b), int64(len(b)))
	require.NoError(t, err)
	assert.Equal(t, rows, back)
	f, err := parquet.OpenFile(bytes.NewReader(b), int64(len(b)))
	require.NoError(t, err)
	var names []string
	for _, field := range f.Schema().Fields() {
		names = append(names, field.Name())
	}
	assert.Equal(t, Columns(), names, "columns of both formats, in one order")
	v, ok := f.Lookup("fcb.format")
	assert.True(t, ok)
	assert.Equal(t, Format, v)
}

func TestAgreement(t *testing.T) {
	for in, want := range map[string]*float64{`{"agreement_score":0.5}`: ptr(0.5), `{"agreement_score":"0.5"}`: nil, `{"agreement_score":null}`: nil,
		`{"agreement_score":1e999}`: nil, `[]`: nil, ``: nil, `{}`: nil} {
		assert.Equal(t, want, agreement([]byte(in)), in)
	}
}

func TestUnknownFormat(t *testing.T) {
	assert.EqualError(t, Write(&bytes.Buffer{}, "xlsx", nil), `no export format "xlsx"`)
	assert.Equal(t, strings.Join(Columns(), ",")+"\n", string(written(t, "csv", nil)))
}

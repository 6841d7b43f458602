// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package predictions_test

import (
	"os"
	"strings"
	"testing"

	"github.com/false-consensus/fcb/predictions"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadMinimalForeignFile(t *testing.T) {
	f, err := predictions.Read(strings.NewReader("\xEF\xBB\xBF"+`{"case_id":"a","false_consensus_risk":"low"}`+"\r\n\n"+
		`{"case_id":"b","status":"failed","false_consensus_risk":"high","engine":"llm"}`+"\n"+
		`{"case_id":"c","false_consensus_risk":"medium","engine":"llm","consensus_answer":"x","other":[1]}`), "p.jsonl")
	require.NoError(t, err)
	require.Len(t, f.Rows, 3)
	assert.Equal(t, []int{1, 3, 4}, f.Lines)
	assert.Equal(t, predictions.OK, f.Rows[0].Status)
	assert.Equal(t, predictions.Unstated, *f.Rows[0].Engine)
	assert.Nil(t, f.Rows[1].Engine, "a row that is not ok belongs to no engine")
	assert.Nil(t, f.Rows[1].FalseConsensusRisk)
	assert.Equal(t, "llm", *f.Rows[2].Engine)
	assert.Len(t, f.Warnings, 3)
}

// One column a fault: the place a message begins with.
func TestReadRefusesWithThePlace(t *testing.T) {
	for _, c := range []struct{ name, in, place, says string }{
		{"broken", "{\"case_id\":\"a\",\"false_consensus_risk\":\"low\"}\n{\"case_id\":", "p:2:12:", ""},
		{"no id", `{"false_consensus_risk":"low"}`, "p:1:1:", "case_id"},
		{"bad risk", `{"case_id":"a","false_consensus_risk":"none"}`, "p:1:39:", "low, medium or high"},
		{"no risk", `{"case_id":"a"}`, "p:1:1:", "false_consensus_risk is missing"},
		{"bad status", `{"case_id":"a","status":"fine"}`, "p:1:25:", "status"},
		{"case of a key", `{"case_id":"a","False_consensus_risk":"low"}`, "p:1:16:", "false_consensus_risk"},
		{"doubled key", `{"case_id":"a","case_id":"b"}`, "p:1:16:", ""},
		{"array", "[\n{}\n]", "p:1:", "JSON array"},
		{"judge", `{"case_id":"a","false_consensus_risk":"low","judge":{"status":"zz","verdict":null,"response":null}}`, "p:1:63:", "judge.status"},
		{"negative repeat", `{"case_id":"a","repeat":-1,"false_consensus_risk":"low"}`, "p:1:25:", "repeat"},
	} {
		_, err := predictions.Read(strings.NewReader(c.in), "p")
		if assert.Error(t, err, c.name) {
			assert.True(t, strings.HasPrefix(err.Error(), c.place), "%s: %s", c.name, err)
			assert.Contains(t, err.Error(), c.says, c.name)
		}
	}
}

func TestReadSameIDTwice(t *testing.T) {
	f, err := predictions.Read(strings.NewReader(`{"case_id":"a","false_consensus_risk":"low"}
{"false_consensus_risk": "low", "case_id": "a"}`), "p")
	require.NoError(t, err)
	assert.Len(t, f.Rows, 1)
	assert.Equal(t, []string{`p:2: case "a" repeats line 1 and is counted once`}, f.Warnings)

	_, err = predictions.Read(strings.NewReader(`{"case_id":"a","false_consensus_risk":"low"}
{"case_id":"b","false_consensus_risk":"low"}
{"case_id":"a","false_consensus_risk":"high"}
{"case_id":"b","false_consensus_risk":"high"}`), "p")
	require.Error(t, err)
	assert.Equal(t, "p:3: case \"a\" was already predicted, differently, on line 1\np:4: case \"b\" was already predicted, differently, on line 2", err.Error())
}

func TestReadKeepsRepeatsApart(t *testing.T) {
	f, err := predictions.Read(strings.NewReader(`{"case_id":"a","repeat":0,"false_consensus_risk":"low"}
{"case_id":"a","repeat":1,"false_consensus_risk":"high"}`), "p")
	require.NoError(t, err)
	assert.Len(t, f.Rows, 2)
}

// What Encode writes is what Read reads, and writing it again gives the same bytes.
func TestEncodeAndReadAgree(t *testing.T) {
	risk, answer, engine, code, started, ms := "high", "a<b & \u2028é", "llm", 200, "2026-11-29T00:00:00.000Z", 1.25
	rows := []predictions.Prediction{
		{CaseID: "a", Status: predictions.OK, FalseConsensusRisk: &risk, ConsensusAnswer: &answer, Engine: &engine, RequestSHA256: strings.Repeat("0", 64),
			HTTPStatus: &code, Attempts: 1, LatencyMS: &ms, StartedAt: &started, Response: []byte(`{"n":9223372036854775808,"s":"\u00e9\/"}`), Redacted: true,
			Judge: &predictions.Judge{Status: predictions.Skipped}},
		{CaseID: "b", Status: predictions.Unattempted, Error: &predictions.Error{Kind: "dns", Message: "no host"}},
	}
	b, err := predictions.Encode(rows)
	require.NoError(t, err)
	assert.Contains(t, string(b), `"response":{"n":9223372036854775808,"s":"\u00e9\/"}`)
	assert.Contains(t, string(b), "a<b & \u2028é")
	assert.Contains(t, string(b), `"judge":null,"error":{"kind":"dns","message":"no host"}}`)
	f, err := predictions.Read(strings.NewReader(string(b)), "p")
	require.NoError(t, err)
	again, err := predictions.Encode(f.Rows)
	require.NoError(t, err)
	assert.Equal(t, string(b), string(again))
}

func TestManifestRoundTrip(t *testing.T) {
	dir := t.TempDir()
	assert.False(t, predictions.HasManifest(dir))
	limit := 0
	m := predictions.Manifest{Format: predictions.RunFormat, Selection: predictions.Selection{Limit: &limit}, GitReason: "none"}
	require.NoError(t, predictions.WriteManifest(dir, &m))
	assert.True(t, predictions.HasManifest(dir))
	got, err := predictions.ReadManifest(dir)
	require.NoError(t, err)
	assert.Equal(t, &m, got)
	assert.Equal(t, 0, *got.Selection.Limit, "zero is a value")

	require.NoError(t, os.WriteFile(dir+"/manifest.json", []byte("{\n \"format\": \"fcb-run/1\",\n \"format\": 1}"), 0o644))
	_, err = predictions.ReadManifest(dir)
	assert.ErrorContains(t, err, "manifest.json:3:2: ")
	require.NoError(t, os.WriteFile(dir+"/manifest.json", []byte(`{"format":"fcb-run/2"}`), 0o644))
	_, err = predictions.ReadManifest(dir)
	assert.ErrorContains(t, err, `"fcb-run/2"`)
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/scorer"
)

// fixture is a run over the small set of testdata/report, one case of which
// attacks whoever shows it.
func fixture(t testing.TB, name string, judge bool) Run {
	t.Helper()
	raw, err := os.ReadFile("testdata/report/cases.jsonl")
	require.NoError(t, err)
	file, err := cases.Read(bytes.NewReader(raw), "cases.jsonl")
	require.NoError(t, err)
	p, err := os.Open(filepath.Join("testdata/report", name))
	require.NoError(t, err)
	defer p.Close()
	rows, err := predictions.Read(p, name)
	require.NoError(t, err)
	b, err := os.ReadFile("testdata/report/manifest.json")
	require.NoError(t, err)
	var m predictions.Manifest
	require.NoError(t, json.Unmarshal(b, &m))
	m.Dataset.SHA256, m.Task.Judge = api.SHA256(raw), judge
	in := scorer.Input{Cases: file.Cases, Predictions: rows.Rows, Dataset: scorer.Dataset{Name: &m.Dataset.Name, SHA256: m.Dataset.SHA256, Cases: len(file.Cases)},
		Run: scorer.Run{Endpoint: &m.Endpoint.Name, Evidence: &m.Task.Evidence, Judge: judge}, Seed: 1, Bootstrap: 200}
	return scoredRun(t, in, &m)
}

func scoredRun(t testing.TB, in scorer.Input, m *predictions.Manifest) Run {
	t.Helper()
	metrics, err := scorer.Score(in)
	require.NoError(t, err)
	outcomes, err := scorer.Outcomes(in)
	require.NoError(t, err)
	return Run{Manifest: m, Metrics: metrics, Outcomes: outcomes,
		Books: Books{Known: true, Sent: 9, Answered: 8, Failed: 1, Spent: "0.045", Days: []Day{
			{Date: "2026-11-02", Sent: 7, Spent: "0.035", Engines: map[string]int{"llm": 5}}, {Date: "2026-11-03", Sent: 2, Spent: "0.01"}}},
		Standards: Standards{Attached: true, Journal: true}}
}

// embeddedRun is a run over n cases, the dataset of fcb over and over, with
// answers that follow a fixed pattern.
func embeddedRun(t testing.TB, n int) Run {
	t.Helper()
	file, err := cases.Read(bytes.NewReader(cases.Embedded()), "cases.jsonl")
	require.NoError(t, err)
	name, version, engine := cases.DatasetName, cases.DatasetVersion, "deterministic"
	in := scorer.Input{Dataset: scorer.Dataset{Name: &name, Version: &version, SHA256: api.SHA256(cases.Embedded()), Cases: n}, Seed: 1, Bootstrap: 1000}
	for i := range n {
		c := file.Cases[i%len(file.Cases)]
		if i >= len(file.Cases) {
			c.ID = fmt.Sprintf("%s-%d", c.ID, i/len(file.Cases))
		}
		in.Cases = append(in.Cases, c)
		risk, answer := scorer.Risks()[(i*7+i/5)%3], c.Answers[i%len(c.Answers)].Output
		reply, err := json.Marshal(map[string]any{"false_consensus_risk": risk, "consensus_answer": answer, "agreement_score": 0.6,
			"reasons": []string{"3 of 5 answers fall in one cluster (0.6).", "The largest cluster shares its wording."}})
		require.NoError(t, err)
		in.Predictions = append(in.Predictions, predictions.Prediction{CaseID: c.ID, Status: predictions.OK, FalseConsensusRisk: &risk,
			ConsensusAnswer: &answer, Engine: &engine, Attempts: 1, Response: reply})
	}
	b, err := os.ReadFile("testdata/report/manifest.json")
	require.NoError(t, err)
	var m predictions.Manifest
	require.NoError(t, json.Unmarshal(b, &m))
	m.Dataset = predictions.Dataset{Name: name, Version: &version, SHA256: in.Dataset.SHA256, Cases: n}
	m.Endpoint = predictions.Endpoint{Name: "reference", BaseURL: "http://127.0.0.1:8787"}
	m.Task.Judge = false
	return scoredRun(t, in, &m)
}

func htmlOf(t testing.TB, runs ...Run) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, HTML(&b, runs))
	return b.Bytes()
}

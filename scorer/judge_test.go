// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/false-consensus/fcb/predictions"
)

// Judge: what is not a verdict leaves the risk and is counted; a failed call
// that somehow has a judge stays failed.
func TestJudgePipeline(t *testing.T) {
	c := selfTestCases()[:1] // expected high
	run := func(j *predictions.Judge, risk, answer string) (*M, string) {
		m := mustScore(t, Input{Cases: c, Run: Run{Judge: true}, Predictions: []predictions.Prediction{
			{CaseID: c[0].ID, Status: predictions.OK, FalseConsensusRisk: &risk, ConsensusAnswer: &answer, Judge: j},
		}})
		p := m.Pipelines.Judge[predictions.Unstated]
		for i, n := range p.Confusion.Counts[high] {
			if n == 1 {
				return p, riskNames[i]
			}
		}
		return p, ""
	}
	ok := func(v string) *predictions.Judge { return &predictions.Judge{Status: predictions.OK, Verdict: &v} }
	for _, tt := range []struct {
		judge           *predictions.Judge
		risk, answer    string
		want            string
		failed, skipped int
	}{
		{ok("fail"), "low", "x", "medium", 0, 0}, {ok("retry"), "low", "x", "medium", 0, 0}, {ok("fail"), "high", "x", "high", 0, 0},
		{ok("pass"), "low", "x", "low", 0, 0}, {ok("PASS"), "low", "x", "low", 1, 0}, {ok("fail "), "low", "x", "low", 1, 0},
		{nil, "low", "x", "low", 1, 0}, {nil, "low", " ", "low", 0, 1},
		{&predictions.Judge{Status: predictions.Skipped}, "low", "x", "low", 0, 1},
		{&predictions.Judge{Status: predictions.Failed, Verdict: ptr("fail")}, "low", "x", "low", 1, 0},
		{&predictions.Judge{Status: predictions.OK}, "medium", "x", "medium", 1, 0},
		{&predictions.Judge{Status: predictions.Unknown}, "low", "x", "low", 1, 0},
	} {
		p, got := run(tt.judge, tt.risk, tt.answer)
		assert.Equal(t, tt.want, got, "%+v", tt)
		assert.Equal(t, [2]int{tt.failed, tt.skipped}, [2]int{*p.JudgeFailed, *p.JudgeSkipped}, "%+v", tt)
	}
	m := mustScore(t, Input{Cases: selfTestCases()[:2], Run: Run{Judge: true}, Predictions: []predictions.Prediction{
		{CaseID: "mwf-1", Status: predictions.Failed, Judge: ok("fail")}, // cannot be, and must not turn into medium
		{CaseID: "mwf-2", Status: predictions.OK, FalseConsensusRisk: ptr("low"), Judge: ok("pass"), ConsensusAnswer: ptr("x")},
	}})
	assert.Equal(t, 0, m.Pipelines.Judge[predictions.Unstated].Scheduled.CatchRate.K)
	m = mustScore(t, Input{Cases: selfTestCases()[:1], Predictions: lowWith(ok("fail"))})
	assert.Empty(t, m.Pipelines.Judge, "a run that was not judged has no pipeline")
}

func lowWith(j *predictions.Judge) []predictions.Prediction {
	return []predictions.Prediction{{CaseID: "mwf-1", Status: predictions.OK, FalseConsensusRisk: ptr("low"), Judge: j}}
}

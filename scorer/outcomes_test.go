// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
)

// Counted over outcomes, the figures are those of the metrics.
func TestOutcomesAddUpToTheMetrics(t *testing.T) {
	in := plantedInput()
	in.Run.Judge = true
	m := mustScore(t, in)
	outcomes, err := Outcomes(in)
	require.NoError(t, err)
	require.Len(t, outcomes, m.Coverage.Scheduled)
	count := func(keep func(Outcome) bool) (n int) {
		for _, o := range outcomes {
			if keep(o) {
				n++
			}
		}
		return n
	}
	require.Len(t, m.Engines, 1)
	for engine, x := range m.Engines {
		ok := func(o Outcome) bool { return o.Status == predictions.OK && o.Engine == engine }
		missed := func(o Outcome) bool { return o.Effect == EffectMissed }
		assert.Equal(t, x.N, count(ok))
		assert.Equal(t, x.Accuracy.K, count(func(o Outcome) bool { return o.Effect == EffectRight }))
		assert.Equal(t, x.CatchRate.N-x.CatchRate.K, count(missed))
		assert.Positive(t, count(missed))
		assert.Equal(t, x.FalseAlarmRate.K, count(func(o Outcome) bool { return o.Effect == EffectFalseAlarm }))
		assert.Positive(t, x.FalseAlarmRate.K)
		assert.Equal(t, x.N-x.Accuracy.K-count(missed)-x.FalseAlarmRate.K, count(func(o Outcome) bool { return o.Effect == EffectOff }))
		assert.Equal(t, x.ConsensusAnswer.NeedsReview, count(func(o Outcome) bool { return o.Match.Status == MatchReview && o.Case.MajorityCorrect != nil }))
		p := m.Pipelines.Judge[engine]
		assert.Equal(t, p.CatchRate.K, count(func(o Outcome) bool {
			return ok(o) && wrongMajority(o.Case) && o.PipelineRisk != "low"
		}))
		assert.Greater(t, p.CatchRate.K, x.CatchRate.K)
	}
	for _, status := range []struct {
		name string
		want int
	}{{predictions.Failed, m.Coverage.Failed}, {predictions.Unknown, m.Coverage.Unknown}, {predictions.Unattempted, m.Coverage.Unattempted}} {
		assert.Equal(t, status.want, count(func(o Outcome) bool { return o.Status == status.name }), status.name)
	}
}

func TestOutcomesKeepTheirOrderAndPlace(t *testing.T) {
	c := []cases.Case{{ID: "b", ExpectedRisk: "low"}, {ID: "a", ExpectedRisk: "high", Category: cases.EchoCascade}}
	in := Input{Cases: c, Repeats: 2, Predictions: []predictions.Prediction{
		{CaseID: "a", Repeat: ptr(1), Status: predictions.OK, FalseConsensusRisk: ptr("medium")},
		{CaseID: "b", Repeat: ptr(0), Status: predictions.Failed},
	}}
	got, err := Outcomes(in)
	require.NoError(t, err)
	require.Len(t, got, 4)
	for i, want := range []struct {
		id, status, effect, pipeline string
		repeat                       int
		known                        bool
	}{{"b", "failed", "", "", 0, true}, {"b", "unattempted", "", "", 1, false}, {"a", "unattempted", "", "", 0, false}, {"a", "ok", EffectOff, "", 1, true}} {
		assert.Equal(t, want.id, got[i].Case.ID)
		assert.Equal(t, want.status, got[i].Status)
		assert.Equal(t, want.effect, got[i].Effect)
		assert.Equal(t, want.repeat, got[i].Repeat)
		assert.Equal(t, want.known, got[i].Prediction != nil)
		assert.Empty(t, got[i].PipelineRisk, "the run was not judged")
	}
	assert.Equal(t, predictions.Unstated, got[3].Engine)
	_, err = Outcomes(Input{Predictions: in.Predictions})
	assert.ErrorContains(t, err, "no selected case")
}

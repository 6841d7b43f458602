// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/false-consensus/fcb/predictions"
)

// repeated asks every case r times; the later repeats answer one class lower,
// round about.
func repeated(in Input, r int) Input {
	once := in.Predictions
	in.Predictions = nil
	for _, p := range once {
		for i := range r {
			q := p
			q.Repeat = ptr(i)
			if p.Status == predictions.OK && i > 0 {
				q.FalseConsensusRisk = ptr(riskNames[(riskClass(*p.FalseConsensusRisk)+2)%3])
			}
			in.Predictions = append(in.Predictions, q)
		}
	}
	return in
}

func TestRepeats(t *testing.T) {
	in := plantedInput()
	once := mustScore(t, in)
	assert.Nil(t, once.Engines["test"].Repeats)

	// The same answers three times: same values, three times the counts, and the
	// intervals of the cases, because repeats are no new evidence.
	same := in
	same.Predictions = nil
	for i := range 3 {
		for _, p := range in.Predictions {
			p.Repeat = ptr(i)
			same.Predictions = append(same.Predictions, p)
		}
	}
	three := mustScore(t, same)
	a, b := once.Engines["test"], three.Engines["test"]
	assert.Equal(t, 63, b.N)
	assert.Equal(t, a.CatchRate.Value, b.CatchRate.Value)
	assert.Equal(t, 27, b.CatchRate.K)
	assert.Equal(t, a.CatchRate.CI95, b.CatchRate.CI95)
	assert.Equal(t, MethodWilsonCases, b.CatchRate.Method)
	assert.Equal(t, a.MacroF1.CI95, b.MacroF1.CI95, "the bootstrap resamples cases")
	assert.Equal(t, &Repeats{3, newRate(0, 21, 21, "")}, b.Repeats)
	assert.Equal(t, 72, three.Coverage.Scheduled)
	assert.Equal(t, once.Baselines.AlwaysHigh, three.Baselines.AlwaysHigh, "a baseline answers each case once")
	assert.Equal(t, 0, *b.ConsensusAnswer.Review[0].Repeat)
	assert.Equal(t, 2, *b.ConsensusAnswer.Review[2].Repeat)

	flipped := mustScore(t, repeated(in, 2)).Engines["test"]
	assert.Equal(t, 21, flipped.Repeats.FlipRate.K)

	// One repeat of one case differs, and one case has a single ok prediction.
	mixed := same
	mixed.Predictions = slices.Clone(same.Predictions)
	mixed.Predictions[24].FalseConsensusRisk = ptr("low") // mwf-1, repeat 1
	mixed.Predictions[24+1].Status, mixed.Predictions[48+1].Status = predictions.Failed, predictions.Unknown
	flips := mustScore(t, mixed).Engines["test"].Repeats.FlipRate
	assert.Equal(t, [2]int{1, 20}, [2]int{flips.K, flips.N})
}

// Repeats that were asked for but not made are scheduled.
func TestRepeatsAskedFor(t *testing.T) {
	in := plantedInput()
	in.Repeats = 2
	m := mustScore(t, in)
	assert.Equal(t, 48, m.Coverage.Scheduled)
	assert.Equal(t, 25, m.Coverage.Unattempted)
	assert.Equal(t, 48, m.Engines["test"].Scheduled.Accuracy.N)
	assert.Equal(t, 24, m.Baselines.AlwaysLow.N)
}

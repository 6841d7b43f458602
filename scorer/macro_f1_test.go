// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
)

// The interval of macro-F1 has the coverage of its exact law: two strata of
// binary outcomes whose resampled macro-F1 can be enumerated.
func TestMacroF1BootstrapAgainstExactLaw(t *testing.T) {
	// Four wrong-majority cases (high), of which 3 are answered high and 1 low; two
	// agreements (low) answered low. Resampled hits h ~ Bin(4, 3/4):
	// F1 high is 2h/(h+4); F1 low is 4/(8-h), with 2 low cases and 6-h answered low.
	list := selfTestCases()
	in := Input{Cases: []cases.Case{list[0], list[1], list[2], list[3], list[11], list[12]}, Seed: 4, Bootstrap: 20000}
	for i, risk := range []string{"high", "high", "high", "low", "low", "low"} {
		in.Predictions = append(in.Predictions, predictions.Prediction{CaseID: in.Cases[i].ID, Status: predictions.OK, FalseConsensusRisk: ptr(risk)})
	}
	value := func(h float64) float64 { return (2*h/(h+4) + 4/(4+4-h)) / 3 }
	got := mustScore(t, in).Engines[predictions.Unstated].MacroF1
	assert.InDelta(t, value(3), got.Value.Value, 1e-12)
	// P[h <= 0] = 0.0039, P[h <= 1] = 0.0508: the 0.025 quantile is h = 1; P[h = 4] = 0.316.
	require.NotNil(t, got.CI95)
	assert.InDelta(t, value(1), got.CI95.Lo, 1e-12)
	assert.InDelta(t, value(4), got.CI95.Hi, 1e-12)
	other := in
	other.Seed = 5
	assert.Equal(t, got.CI95, mustScore(t, other).Engines[predictions.Unstated].MacroF1.CI95)
}

// The constant answers on our own data, whose figures follow from the published
// totals of the categories alone: 74 high, 22 medium, 48 low; 74 wrong
// majorities; 28 genuine agreements and 20 disagreements; F1 of the one
// predicted class 2s/(144+s) for support s.
func TestBaselinesOfTheEmbeddedData(t *testing.T) {
	f, err := cases.Read(bytes.NewReader(cases.Embedded()), "cases.jsonl")
	require.NoError(t, err)
	b := mustScore(t, Input{Cases: f.Cases, Seed: 1, Bootstrap: 2000}).Baselines
	for class, m := range []*M{b.AlwaysLow, b.AlwaysMedium, b.AlwaysHigh} {
		support := []int{48, 22, 74}[class]
		assert.Equal(t, [2]int{support, 144}, [2]int{m.Accuracy.K, m.Accuracy.N})
		assert.InDelta(t, 2*float64(support)/float64(144+support)/3, m.MacroF1.Value.Value, 1e-12)
		flags := [2]int{0, 1}[min(class, 1)]
		assert.Equal(t, [2]int{74 * flags, 74}, [2]int{m.CatchRate.K, m.CatchRate.N})
		assert.Equal(t, [2]int{28 * flags, 28}, [2]int{m.FalseAlarmRate.K, m.FalseAlarmRate.N})
		assert.Equal(t, [2]int{20 * flags, 20}, [2]int{m.DisagreementFlagRate.K, m.DisagreementFlagRate.N})
		assert.Equal(t, 74*(class/2), m.CatchRateStrict.K)
		assert.Nil(t, m.ConsensusAnswer)
		assert.Equal(t, []string{}, m.MacroF1.Absent)
		if class == low { // no category mixes low with another risk
			assert.Equal(t, "all resamples agree", m.MacroF1.Reason)
		} else { // the echo cascades do: 10 high and 6 medium of 16
			require.NotNil(t, m.MacroF1.CI95)
			assert.True(t, m.MacroF1.CI95.Lo < m.MacroF1.Value.Value && m.MacroF1.Value.Value < m.MacroF1.CI95.Hi)
		}
	}
	assert.Equal(t, map[string]int{"original": 95, "TruthfulQA": 27, "GSM8K": 22}, func() map[string]int {
		n := map[string]int{}
		for name, s := range b.AlwaysLow.PerSource {
			n[name] = s.N
		}
		return n
	}())
	assert.Equal(t, 6, b.AlwaysLow.PerTag["noisy_dissent"].N)
}

// Over data sets drawn from a known detector, the interval of macro-F1 holds
// the macro-F1 of that detector about as often as it says, and a detector
// planted well above another one is told from it.
func TestMacroF1IntervalCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	base := bigInput(144)
	base.Bootstrap = 400
	// Probability of the expected risk; the rest is shared by the two others.
	sample := func(right float64) Input {
		in := base
		in.Predictions = slices.Clone(base.Predictions)
		for i, c := range in.Cases {
			class := riskClass(c.ExpectedRisk)
			if r.Float64() >= right {
				class = (class + 1 + r.IntN(2)) % classes
			}
			in.Predictions[i].FalseConsensusRisk = &riskNames[class]
		}
		return in
	}
	// Macro-F1 of the detector itself, from its expected confusion: 36 low, 18 medium, 90 high.
	truth := func(right float64) float64 {
		support := [classes]float64{36, 18, 90}
		sum := 0.0
		for i, n := range support {
			predicted := n * right
			for j, m := range support {
				if i != j {
					predicted += m * (1 - right) / 2
				}
			}
			sum += 2 * n * right / (n + predicted)
		}
		return sum / classes
	}
	const sets = 300
	covered, apart := 0, 0
	for range sets {
		a := mustScore(t, sample(0.7)).Engines[predictions.Unstated].MacroF1
		if a.CI95.Lo <= truth(0.7) && truth(0.7) <= a.CI95.Hi {
			covered++
		}
		if a.CI95.Hi < truth(0.9) {
			apart++
		}
	}
	// 0.95 nominal, within 3.5 standard errors and the known optimism of percentiles at this size.
	assert.InDelta(t, 0.95, float64(covered)/sets, 0.05)
	assert.Greater(t, apart, sets*95/100)
}

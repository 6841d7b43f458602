// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/scorer/stats"
)

// side answers the first len(risks) cases of the self-test's set; an empty risk
// is a failed prediction.
func side(risks ...string) Side {
	s := Side{Cases: selfTestCases()}
	for i, r := range risks {
		p := okPrediction(r, "test")
		if r == "" {
			p = predictions.Prediction{Status: predictions.Failed}
		}
		p.CaseID = s.Cases[i].ID
		s.Predictions = append(s.Predictions, p)
	}
	return s
}

// Ten cases checked by hand. Expected: mwf 1..4 high, echo-1, echo-2 high,
// echo-3 medium, anchor-1, anchor-2, lone-1 high.
func TestCompareByHand(t *testing.T) {
	a := side("high", "high", "low", "", "high", "medium", "medium", "low", "high", "low")
	b := side("high", "low", "high", "high", "high", "low", "low", "high", "", "medium", "high")
	c, err := Compare(a, b, CompareOptions{Seed: 1, Bootstrap: 2000})
	require.NoError(t, err)
	assert.Equal(t, 8, c.NShared) // mwf 1-3, echo 1-3, anchor-1, lone-1
	assert.Equal(t, []string{"anchor-2"}, c.OnlyA)
	assert.Equal(t, []string{"mwf-4", "lone-2"}, c.OnlyB)
	assert.Equal(t, 2, c.B) // mwf-2, echo-3
	assert.Equal(t, 2, c.C) // mwf-3, anchor-1
	assert.Equal(t, Defined(1), c.PExact)
	assert.Equal(t, []Change{
		{"mwf-2", "majority_wrong_fact", "high", "high", "low", "broken"},
		{"mwf-3", "majority_wrong_fact", "high", "low", "high", "fixed"},
		{"echo-2", "echo_cascade", "high", "medium", "low", "still_wrong"},
		{"echo-3", "echo_cascade", "medium", "medium", "low", "broken"},
		{"anchor-1", "anchoring_injected_premise", "high", "low", "high", "fixed"},
		{"lone-1", "lone_correct_dissenter", "high", "low", "medium", "still_wrong"},
	}, c.Changed)
	d := c.Differences
	assert.Equal(t, 8, d["accuracy"].N)
	assert.InDelta(t, 4.0/8, d["accuracy"].A.Value, 1e-12)
	assert.InDelta(t, 0, d["accuracy"].Diff.Value, 1e-12)
	// Seven of the eight have a wrong majority; A flags mwf-1, mwf-2, echo-1, echo-2 and B mwf-1, mwf-3, echo-1, anchor-1, lone-1.
	assert.Equal(t, 7, d["catch_rate"].N)
	assert.InDelta(t, 4.0/7, d["catch_rate"].A.Value, 1e-12)
	assert.InDelta(t, 5.0/7, d["catch_rate"].B.Value, 1e-12)
	assert.InDelta(t, 1.0/7, d["catch_rate"].Diff.Value, 1e-12)
	assert.InDelta(t, 3.0/7, d["catch_rate_strict"].A.Value, 1e-12)
	assert.InDelta(t, 4.0/7, d["catch_rate_strict"].B.Value, 1e-12)
	assert.Equal(t, Difference{Method: MethodBootstrap, Better: "lower", Reason: "no shared case was scored for a genuine_agreement_correct case"}, d["false_alarm_rate"])
	// A: high 3 of 7 found, 3 predicted: 6/10; medium 1 of 1, 2 predicted: 2/3; low 0.
	assert.InDelta(t, (6.0/10+2.0/3)/3, d["macro_f1"].A.Value, 1e-12)
	// B: high 4 of 7, 4 predicted: 8/11; medium 0 of 1; low 0.
	assert.InDelta(t, 8.0/11/3, d["macro_f1"].B.Value, 1e-12)
	assert.Len(t, d, len(Table()))
	assert.Equal(t, []string{
		"A: cases without an ok prediction of this engine are left out: 1 of 10",
		"B: cases without an ok prediction of this engine are left out: 1 of 11",
		"cases scored on one side only are left out: 1 by A, 2 by B",
		"cases on which only one side is right: 4; with fewer than 6 no difference is significant",
	}, c.Warnings)
	assert.Nil(t, c.Detectable.Cases)
	assert.Equal(t, string(c.JSON()), string(c.JSON()))
	assert.NotContains(t, string(c.JSON()), "NaN")
}

// Swapping the sides mirrors everything.
func TestCompareIsAntisymmetric(t *testing.T) {
	a := side("high", "high", "low", "high", "high", "medium", "medium", "low", "high", "low", "high", "low", "low", "medium")
	b := side("high", "low", "high", "high", "low", "low", "low", "high", "high", "medium", "high", "low", "high", "low")
	o := CompareOptions{Seed: 3, Bootstrap: 4000}
	x, err := Compare(a, b, o)
	require.NoError(t, err)
	y, err := Compare(b, a, o)
	require.NoError(t, err)
	assert.Equal(t, [2]int{x.B, x.C}, [2]int{y.C, y.B})
	assert.Equal(t, x.PExact, y.PExact)
	for name, d := range x.Differences {
		e := y.Differences[name]
		assert.Equal(t, d.A, e.B)
		assert.InDelta(t, d.Diff.Value, -e.Diff.Value, 1e-12)
		if d.CI95 != nil {
			// The kinds are drawn in another order, so the ends agree up to Monte Carlo noise.
			assert.InDelta(t, d.CI95.Lo, -e.CI95.Hi, 0.06, name)
			assert.InDelta(t, d.CI95.Hi, -e.CI95.Lo, 0.06, name)
		}
	}
}

func TestCompareRunWithItself(t *testing.T) {
	a := Side{Cases: selfTestCases(), Predictions: plantedInput().Predictions}
	c, err := Compare(a, a, CompareOptions{Seed: 1, Bootstrap: 100})
	require.NoError(t, err)
	assert.Equal(t, [3]int{21, 0, 0}, [3]int{c.NShared, c.B, c.C})
	assert.Equal(t, Defined(1), c.PExact)
	assert.Empty(t, c.Changed)
	assert.Equal(t, Difference{A: Defined(2.0 / 3), B: Defined(2.0 / 3), Diff: Defined(0), N: 21, Method: MethodBootstrap, Better: "higher", Reason: "all resamples agree"},
		c.Differences["accuracy"])
	assert.Equal(t, Number{}, c.Detectable.Power80)
	c, err = Compare(a, a, CompareOptions{})
	require.NoError(t, err)
	assert.Equal(t, "no resamples were asked for", c.Differences["accuracy"].Reason)
}

// Nine only A right and one only B right of 144: p 0.0215, and the interval of
// the difference excludes 0.
func TestCompareFindsADifference(t *testing.T) {
	in := bigInput(144)
	a := Side{Cases: in.Cases}
	for _, c := range in.Cases {
		a.Predictions = append(a.Predictions, predictions.Prediction{CaseID: c.ID, Status: predictions.OK, FalseConsensusRisk: ptr(c.ExpectedRisk)})
	}
	b := Side{Cases: in.Cases, Predictions: slices.Clone(a.Predictions)}
	a.Predictions[143].FalseConsensusRisk = ptr("medium")
	for i := range 9 {
		b.Predictions[8*i].FalseConsensusRisk = ptr("medium")
	}
	c, err := Compare(a, b, CompareOptions{Seed: 1, Bootstrap: 10000})
	require.NoError(t, err)
	assert.Equal(t, [3]int{144, 9, 1}, [3]int{c.NShared, c.B, c.C})
	assert.InDelta(t, 0.021484375, c.PExact.Value, 1e-12)
	d := c.Differences["accuracy"]
	assert.InDelta(t, -8.0/144, d.Diff.Value, 1e-12)
	require.NotNil(t, d.CI95)
	assert.Less(t, d.CI95.Hi, 0.0)
	// Exact law: the strata that differ hold 9 of 18 and 1 of 18, so the difference is
	// (Bin(18,1/18) - Bin(18,1/2))/144, whose 0.025 and 0.975 quantiles are -12/144 and -3/144.
	assert.InDelta(t, -12.0/144, d.CI95.Lo, 0.5/144)
	assert.InDelta(t, -3.0/144, d.CI95.Hi, 0.5/144)
	assert.Equal(t, 8, *c.Detectable.Cases) // of ten differing, 9 to 1 and no less
	assert.InDelta(t, 8.0/144, c.Detectable.Difference.Value, 1e-12)
	assert.Empty(t, c.Warnings)
}

func TestCompareRefuses(t *testing.T) {
	a := side("high", "high")
	reasons := func(b Side, o CompareOptions) []string {
		t.Helper()
		_, err := Compare(a, b, o)
		var r *RefusedError
		require.ErrorAs(t, err, &r)
		assert.NotEmpty(t, r.Error())
		return r.Reasons
	}
	b := side("high", "high", "high")
	b.Cases[0].Answers[0].Output += "!"
	b.Cases[1].ExpectedRisk = "low"
	b.Cases[1].Answers = slices.Clone(b.Cases[1].Answers)
	b.Cases[1].Answers[0].Correct = true
	b.Cases[2].Question = "another?" // not selected in A, but its request differs all the same
	assert.Equal(t, []string{
		`case "mwf-1": answers differs`, `case "mwf-2": answers' correct differs`, `case "mwf-2": expected_risk differs`, `case "mwf-3": question differs`,
	}, reasons(b, CompareOptions{}))
	b = side("high", "high")
	b.Cases[0].Evidence, b.Cases[0].Category, b.Cases[0].MajorityCorrect = []string{"e"}, "echo_cascade", nil
	assert.Equal(t, []string{`case "mwf-1": evidence differs`, `case "mwf-1": category differs`, `case "mwf-1": majority_correct differs`}, reasons(b, CompareOptions{}))
	b = side("high")
	b.Cases = b.Cases[:1]
	assert.Equal(t, []string{`case "mwf-2" is not in the case file of B`}, reasons(b, CompareOptions{}))
	b = side("high", "high")
	slices.Reverse(b.Cases)
	_, err := Compare(a, b, CompareOptions{})
	assert.NoError(t, err, "the order of a case file does not count")

	assert.Equal(t, []string{"no case has an ok prediction on both sides"}, reasons(side("", "", "high"), CompareOptions{}))
	assert.Equal(t, []string{"no case has an ok prediction on both sides"}, reasons(side("", "", ""), CompareOptions{}), "and not that nobody is another engine")
	b = side("high", "high")
	b.Predictions[0].Engine, b.Predictions[1].Engine = ptr("llm"), ptr("llm")
	assert.Equal(t, []string{`A is of the engine "test" and B of "llm": engines are not compared unless asked for`}, reasons(b, CompareOptions{}))
	c, err := Compare(a, b, CompareOptions{AcrossEngines: true})
	require.NoError(t, err)
	assert.Contains(t, c.Warnings, `A is of the engine "test" and B of "llm"`)
	assert.Equal(t, ComparedEngines{"test", "llm"}, c.Engines)

	b.Predictions[0].Engine = ptr("test")
	_, err = Compare(a, b, CompareOptions{})
	assert.EqualError(t, err, `B has predictions of several engines ("llm", "test"), which are never pooled`)
	_, err = Compare(a, b, CompareOptions{Engine: "llm"})
	assert.EqualError(t, err, `A has no ok prediction of the engine "llm", only of "test"`)
	c, err = Compare(a, b, CompareOptions{Engine: "test"})
	require.NoError(t, err)
	assert.Equal(t, 1, c.NShared)
	c, err = Compare(a, b, CompareOptions{Engine: "llm", AcrossEngines: true})
	require.NoError(t, err)
	assert.Equal(t, ComparedEngines{"test", "llm"}, c.Engines)

	b.Predictions[0].CaseID = "nobody"
	_, err = Compare(a, b, CompareOptions{})
	assert.EqualError(t, err, `B: prediction for "nobody": no selected case has this id`)
}

func TestCompareWarnsOfRepeatsAndRequests(t *testing.T) {
	a, b := side("high", "low"), side("high", "low")
	for i := range 2 {
		p := okPrediction("low", "test")
		p.CaseID, p.Repeat = a.Cases[i].ID, ptr(1)
		a.Predictions = append(a.Predictions, p)
		a.Predictions[i].RequestSHA256, b.Predictions[i].RequestSHA256 = "x", "y"
	}
	a.Predictions[2].RequestSHA256 = ""
	c, err := Compare(a, b, CompareOptions{})
	require.NoError(t, err)
	assert.Empty(t, c.Changed, "the first prediction of a case counts")
	assert.Contains(t, c.Warnings, "A asked cases several times: the first ok prediction of each counts here")
	assert.Contains(t, c.Warnings, "cases sent with different requests, as when evidence is inlined on one side and omitted on the other: 2")
}

// Every metric's own direction; worse by exactly the tolerance passes.
func TestRegressionGates(t *testing.T) {
	diff := func(v Number) *Comparison {
		c := &Comparison{Differences: map[string]Difference{}}
		for _, m := range Table() {
			c.Differences[m.Name] = Difference{Diff: v, Reason: "it is so"}
		}
		return c
	}
	for _, tt := range []struct {
		text   string
		diff   Number
		passed bool
	}{
		{"accuracy=0.05", Defined(-0.05), true}, {"accuracy=0.05", Defined(0.7 - 0.75), true}, {"accuracy=0.05", Defined(-0.051), false}, {"accuracy=0", Defined(0.2), true},
		{"false_alarm_rate=0.05", Defined(0.05), true}, {"false_alarm_rate=0.05", Defined(0.051), false}, {"false_alarm_rate=0", Defined(-0.3), true},
		{"disagreement_flag_rate=0", Defined(0.01), false}, {"catch_rate=0", Defined(-0.01), false}, {"catch_rate_strict=0", Defined(-0.01), false},
		{"macro_f1=0", Defined(-0.01), false}, {"macro_f1=0", Defined(0), true}, {"macro_f1=1", Number{}, false},
	} {
		g, err := ParseRegression(tt.text)
		require.NoError(t, err)
		assert.Equal(t, tt.passed, g.Check(diff(tt.diff)).Passed, "%s with %v", tt.text, tt.diff)
	}
	g, _ := ParseRegression("false_alarm_rate=0.05")
	assert.Equal(t, "gate false_alarm_rate not worse by more than 0.05 (lower is better): failed: B minus A is 0.1", g.Check(diff(Defined(0.1))).String())
	assert.Equal(t, "gate false_alarm_rate not worse by more than 0.05 (lower is better): failed: B minus A is n/a (it is so)", g.Check(diff(Number{})).String())
	g, _ = ParseRegression("accuracy=0.05")
	assert.Equal(t, "gate accuracy not worse by more than 0.05 (higher is better): passed: B minus A is -0.01", g.Check(diff(Defined(-0.01))).String())
	for text, message := range map[string]string{
		"accuracy": `"accuracy" is not of the form METRIC=TOLERANCE`, "accuracy=-1": `"-1" is not a tolerance of 0 or more`, "accuracy=NaN": `"NaN" is not a tolerance of 0 or more`,
		"n=1": `no metric to compare is called "n"; there are accuracy, macro_f1, catch_rate, catch_rate_strict, false_alarm_rate, disagreement_flag_rate`,
	} {
		_, err := ParseRegression(text)
		assert.EqualError(t, err, message)
	}
}

func TestSurprising(t *testing.T) {
	m := mustScore(t, selfTestSets()[1].input).Engines["test"] // always low: right on 9 of 24
	s := m.Surprising(2)
	require.Len(t, s, 2)
	assert.Equal(t, "genuine_agreement_correct", s[0].Category)
	assert.Equal(t, [3]int{5, 5, 0}, [3]int{s[0].Exact, s[0].N, s[0].Flagged})
	assert.InDelta(t, 4.0/19, s[0].Elsewhere.Value, 1e-12)
	assert.Equal(t, "genuine_disagreement", s[1].Category)
	assert.Empty(t, mustScore(t, selfTestSets()[0].input).Engines["test"].Surprising(3), "nothing surprises in a perfect result")
	assert.Equal(t, []int{0, 0, 6, 6}, []int{FewestSignificant(0), FewestSignificant(5), FewestSignificant(6), FewestSignificant(144)})
	assert.Equal(t, stats.McNemar(0, 6).PExact <= 0.05, true)
}

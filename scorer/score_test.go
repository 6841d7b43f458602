// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/schema"
)

func ptr[T any](v T) *T { return &v }

// The planted set of the self-test, whose figures are known.
func plantedInput() Input { return selfTestSets()[3].input }

func mustScore(t require.TestingT, in Input) *Metrics {
	m, err := Score(in)
	require.NoError(t, err)
	return m
}

// check holds the bytes of a result to the published schema.
func check(t *testing.T, m *Metrics) {
	t.Helper()
	s := schema.Compile(schema.Metrics)
	m.Dataset.SHA256 = strings.Repeat("0", 64)
	for _, f := range s.Check(m.JSON()) {
		t.Errorf("%+v", f)
	}
}

func TestResultsFitTheSchema(t *testing.T) {
	for _, set := range selfTestSets() {
		t.Run(set.name, func(t *testing.T) { check(t, mustScore(t, set.input)) })
	}
	t.Run("nothing selected", func(t *testing.T) {
		m := mustScore(t, Input{Seed: 1, Bootstrap: 10})
		check(t, m)
		assert.Empty(t, m.Engines)
		assert.Equal(t, Number{}, m.Baselines.AlwaysHigh.MacroF1.Value)
		assert.Equal(t, "no prediction was scored", m.Baselines.AlwaysHigh.MacroF1.Reason)
		assert.Equal(t, Coverage{ByEngine: map[string]int{}}, m.Coverage)
	})
	t.Run("nothing answered", func(t *testing.T) {
		m := mustScore(t, Input{Cases: selfTestCases(), Run: Run{Judge: true}})
		check(t, m)
		assert.Empty(t, m.Engines)
		assert.Empty(t, m.Pipelines.Judge)
		assert.Equal(t, 24, m.Coverage.Unattempted)
		assert.Equal(t, "no resamples were asked for", m.Baselines.AlwaysHigh.MacroF1.Reason)
	})
	t.Run("repeats", func(t *testing.T) { check(t, mustScore(t, repeated(plantedInput(), 3))) })
}

// The JSON never changes for the same input, whatever the order of the
// predictions, and reading it back loses nothing.
func TestSameInputSameBytes(t *testing.T) {
	in := plantedInput()
	in.Bootstrap = 100
	want := mustScore(t, in).JSON()
	assert.True(t, bytes.HasSuffix(want, []byte("}\n")))
	assert.True(t, bytes.HasPrefix(want, []byte("{\n  \"format\": \"fcb-metrics/1\",\n  \"dataset\"")))
	rapid.Check(t, func(t *rapid.T) {
		shuffled := in
		shuffled.Predictions = rapid.Permutation(in.Predictions).Draw(t, "order")
		assert.Equal(t, string(want), string(mustScore(t, shuffled).JSON()))
	})
	again, err := ReadMetrics(want)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(again.JSON()))
	_, err = ReadMetrics([]byte("{"))
	assert.Error(t, err)
}

// Reordering the cases changes the order of the review list and nothing else.
func TestCaseOrderDoesNotCount(t *testing.T) {
	in := plantedInput()
	want := mustScore(t, in)
	in.Cases = slices.Clone(in.Cases)
	slices.Reverse(in.Cases)
	got := mustScore(t, in)
	for _, m := range []*Metrics{want, got} {
		for _, e := range m.Engines {
			slices.SortFunc(e.ConsensusAnswer.Review, func(a, b Review) int { return strings.Compare(a.CaseID, b.CaseID) })
		}
	}
	assert.Equal(t, string(want.JSON()), string(got.JSON()))
}

// However the predictions are shared out among engines, each engine's M is the
// one it has when it is alone with its own answers and the same failures.
func TestEnginesAreNeverPooled(t *testing.T) {
	in := plantedInput()
	in.Bootstrap = 50
	rapid.Check(t, func(t *rapid.T) {
		mixed := in
		mixed.Predictions = slices.Clone(in.Predictions)
		names := []string{"llm", "deterministic", "a/b.c"}
		for i := range mixed.Predictions {
			if mixed.Predictions[i].Status == predictions.OK {
				mixed.Predictions[i].Engine = ptr(rapid.SampledFrom(names).Draw(t, "engine"))
			}
		}
		all := mustScore(t, mixed)
		ok := 0
		for name, m := range all.Engines {
			alone := mixed
			alone.Predictions = nil
			alone.Cases = nil
			for i, p := range mixed.Predictions {
				if p.Status != predictions.OK || *p.Engine == name {
					if p.Status == predictions.OK {
						p.Engine = ptr("alone") // the name itself must not matter
					}
					alone.Predictions = append(alone.Predictions, p)
					alone.Cases = append(alone.Cases, mixed.Cases[i])
				}
			}
			one := mustScore(t, alone).Engines["alone"]
			one.PerCategory, one.PerSource, one.PerTag = m.PerCategory, m.PerSource, m.PerTag // names of other selected cases
			assert.Equal(t, string(marshal(one)), string(marshal(m)))
			ok += m.N
		}
		assert.Equal(t, all.Coverage.OK, ok)
	})
}

func TestScoreRefuses(t *testing.T) {
	for want, change := range map[string]func(*Input){
		`prediction for "nobody": no selected case has this id`:                    func(in *Input) { in.Predictions[0].CaseID = "nobody" },
		`prediction for "mwf-1", repeat 0: given twice`:                            func(in *Input) { in.Predictions[1].CaseID = "mwf-1" },
		`prediction for "mwf-1": ok, but its risk is not one of low, medium, high`: func(in *Input) { in.Predictions[0].FalseConsensusRisk = ptr("High") },
		`prediction for "mwf-2": ok, but its risk is not one of low, medium, high`: func(in *Input) { in.Predictions[1].FalseConsensusRisk = nil },
		`prediction for "mwf-1": status is "done"`:                                 func(in *Input) { in.Predictions[0].Status = "done" },
		`prediction for "mwf-1": repeat -1, with 1 a case`:                         func(in *Input) { in.Predictions[0].Repeat = ptr(-1) },
		`prediction for "mwf-1": repeat 2, with 2 a case`:                          func(in *Input) { in.Repeats = 2; in.Predictions[0].Repeat = ptr(2) },
		`case "mwf-1": expected_risk is "none"`:                                    func(in *Input) { in.Cases[0].ExpectedRisk = "none" },
		`case "mwf-1": id given twice`:                                             func(in *Input) { in.Cases[1].ID = "mwf-1" },
	} {
		in := plantedInput()
		change(&in)
		_, err := Score(in)
		assert.EqualError(t, err, want)
	}
}

// A foreign case without claims, metadata, evidence, tags or answers, in a
// category of its own, is scored like any other.
func TestForeignCase(t *testing.T) {
	c := cases.Case{ID: "x", Category: "something_else", ExpectedRisk: "low"}
	m := mustScore(t, Input{Cases: []cases.Case{c}, Bootstrap: 10, Predictions: []predictions.Prediction{
		{CaseID: "x", Status: predictions.OK, FalseConsensusRisk: ptr("high"), ConsensusAnswer: ptr("text")},
	}})
	e := m.Engines[predictions.Unstated]
	require.NotNil(t, e)
	assert.Equal(t, 1, e.PerCategory["something_else"].FlagRate.K)
	assert.Equal(t, Rate{Method: "wilson", Reason: "no prediction was scored for a case with majority_correct false"}, e.CatchRate)
	assert.Equal(t, []string{"medium", "high"}, e.MacroF1.Absent)
	assert.Equal(t, ClassMeasures{Precision: Defined(0), Recall: Defined(0), F1: Defined(0), Predicted: 1, Undefined: true}, e.PerClass.High)
	check(t, m)
	// An engine of the empty name is unstated too.
	m = mustScore(t, Input{Cases: []cases.Case{c}, Predictions: []predictions.Prediction{
		{CaseID: "x", Status: predictions.OK, FalseConsensusRisk: ptr("low"), Engine: ptr("")},
	}})
	assert.Contains(t, m.Engines, predictions.Unstated)
}

func TestNumberJSON(t *testing.T) {
	for want, v := range map[string]float64{
		"0.333333333333": 1.0 / 3, "0": 0, "1": 1, "-0.0416666666667": -1.0 / 24, "1e-09": 1e-9, "100000": 100000, "0.000001": 1e-6,
	} {
		b, err := json.Marshal(Defined(v))
		require.NoError(t, err)
		assert.Equal(t, want, string(b))
	}
	b, err := json.Marshal([]any{Number{}, Interval{0, 1}, (*Interval)(nil)})
	require.NoError(t, err)
	assert.Equal(t, "[null,[0,1],null]", string(b))
	assert.False(t, Defined(0.0/zero()).Defined)
	assert.False(t, Defined(1/zero()).Defined)
	assert.Panics(t, func() { appendNumber(nil, 1/zero()) })
	var i Interval
	assert.Error(t, json.Unmarshal([]byte("[1]"), &i))
	assert.Error(t, json.Unmarshal([]byte(`"x"`), &i))
	var n Number
	assert.Error(t, json.Unmarshal([]byte(`"x"`), &n))
}

func zero() float64 { return 0 }

func TestTableCoversM(t *testing.T) {
	m := &M{}
	names := map[string]bool{}
	for _, metric := range Table() {
		assert.False(t, names[metric.Name])
		names[metric.Name] = true
		assert.NotEmpty(t, metric.Label)
		assert.NotEmpty(t, metric.Definition)
		assert.NotEmpty(t, metric.Undefined)
		assert.NotEqual(t, Neither, metric.Better)
		assert.Equal(t, metric.Counts == nil, m.field(metric.Name) == nil)
		_, err := ParsePath(metric.Name)
		assert.NoError(t, err)
	}
	assert.Equal(t, []string{"neither", "higher", "lower"}, []string{Neither.String(), Higher.String(), Lower.String()})
}

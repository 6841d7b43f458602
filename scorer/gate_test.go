// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/predictions"
)

func TestLookup(t *testing.T) {
	planted := mustScore(t, plantedInput())
	for path, want := range map[string]string{
		"catch_rate": "0.818181818182", "catch_rate.value": "0.818181818182", "catch_rate.k": "9", "catch_rate.n": "11",
		"catch_rate.ci95.0": "0.523019438039", "catch_rate.ci95.1": "0.948632310254", "n": "21",
		"macro_f1": "0.62962962963", "per_class.medium.recall": "0.666666666667", "per_class.high.support": "11",
		"consensus_answer.correct": "0.388888888889", "consensus_answer.needs_review": "2",
		"per_category.majority_wrong_fact.exact_match": "0.666666666667", "per_source.TruthfulQA.n": "2", "per_tag.noisy_dissent.flag_rate.k": "1",
		"thin_answers.thin.exact_match": "1", "scheduled.false_alarm_rate.high": "0.4", "scheduled.accuracy.k": "14",
		"pipelines.judge.catch_rate": "1", "pipelines.judge.judge_failed": "2", "test/catch_rate.k": "9", "test/pipelines.judge.accuracy.k": "13",
		"coverage.failed": "1", "coverage.scheduled": "24",
	} {
		f, err := planted.Lookup(path)
		require.NoError(t, err, path)
		require.Len(t, f, 1, path)
		require.True(t, f[0].Value.Defined, "%s: %s", path, f[0].Reason)
		assert.Equal(t, want, string(appendNumber(nil, f[0].Value.Value)), path)
	}
	for path, reason := range map[string]string{
		"per_tag.nobody.flag_rate":                       `the result has no "nobody"`,
		"per_category.genuine_agreement_correct.n.extra": "",
		"other/catch_rate":                               `no prediction of the engine "other" was scored`,
		"repeats.flip_rate":                              `the result has no "repeats"`,
		"judge_failed":                                   `the result has no "judge_failed"`,
	} {
		f, err := planted.Lookup(path)
		if reason == "" {
			assert.Error(t, err)
			continue
		}
		require.NoError(t, err, path)
		assert.False(t, f[0].Value.Defined)
		assert.Equal(t, reason, f[0].Reason)
	}
	for _, path := range []string{"", "catch", "catch_rate.ci95", "catch_rate.ci95.2", "per_class.high", "per_class.none.f1", "per_category", "per_category.typo.n",
		"per_category.echo_cascade", "confusion", "confusion.counts", "engines.test.catch_rate", "coverage", "coverage.by_engine", "coverage.typo", "test/", "/typo", "consensus_answer.review", "catch_rate.", ".catch_rate"} {
		_, err := ParsePath(path)
		assert.EqualError(t, err, fmt.Sprintf("no metric is called %q", path))
	}
}

// Engine names, sources and tags may hold the separators of a path.
func TestLookupOfAwkwardNames(t *testing.T) {
	in := plantedInput()
	in.Cases[0].Source.Dataset = "a/b.c.n"
	for i := range in.Predictions {
		if in.Predictions[i].Engine != nil {
			in.Predictions[i].Engine = ptr("org/model.v1")
		}
	}
	m := mustScore(t, in)
	for _, path := range []string{"org/model.v1/catch_rate.k", "per_source.a/b.c.n.n", "org/model.v1/per_source.a/b.c.n.exact_match.k"} {
		f, err := m.Lookup(path)
		require.NoError(t, err, path)
		require.Len(t, f, 1)
		assert.Equal(t, "org/model.v1", f[0].Engine, path)
		assert.True(t, f[0].Value.Defined, "%s: %s", path, f[0].Reason)
	}
}

// A 0 by convention is no measurement.
func TestLookupOfUndefined(t *testing.T) {
	m := mustScore(t, selfTestSets()[1].input) // always low
	for path, reason := range map[string]string{
		"per_class.high.precision": "its denominator is 0", "macro_f1.ci95.0": "all resamples agree",
	} {
		f, err := m.Lookup(path)
		require.NoError(t, err)
		assert.Equal(t, []Found{{Engine: "test", Reason: reason}}, f, path)
	}
	for _, path := range []string{"per_class.high.recall", "per_class.high.f1", "per_class.low.precision"} {
		f, _ := m.Lookup(path)
		assert.True(t, f[0].Value.Defined, path)
	}
	// high is neither expected nor predicted, low is predicted and not expected.
	in := Input{Cases: selfTestCases()[6:7], Predictions: []predictions.Prediction{{CaseID: "echo-3", Status: predictions.OK, FalseConsensusRisk: ptr("low")}}}
	m = mustScore(t, in)
	for path, defined := range map[string]bool{"per_class.high.f1": false, "per_class.high.recall": false, "per_class.low.recall": false, "per_class.low.f1": true,
		"per_class.medium.precision": false, "per_class.medium.recall": true, "false_alarm_rate": false} {
		f, _ := m.Lookup(path)
		assert.Equal(t, defined, f[0].Value.Defined, path)
	}
	f, _ := m.Lookup("false_alarm_rate")
	assert.Equal(t, "no prediction was scored for a genuine_agreement_correct case", f[0].Reason)
	f, _ = m.Lookup("false_alarm_rate.ci95.0")
	assert.Equal(t, f[0].Reason, "no prediction was scored for a genuine_agreement_correct case")
	f, _ = m.Lookup("pipelines.judge.accuracy")
	assert.Equal(t, []Found{{Reason: "the run was not judged"}}, f)
	f, _ = m.Lookup("unstated/pipelines.judge.accuracy")
	assert.Equal(t, []Found{{Engine: "unstated", Reason: "the run was not judged"}}, f)
	f, _ = mustScore(t, Input{}).Lookup("accuracy")
	assert.Equal(t, []Found{{Reason: "no prediction was scored"}}, f)
}

// Equal passes, undefined fails, and every engine has to hold.
func TestGates(t *testing.T) {
	rate := func(k, n int) *Metrics { // accuracy k/n
		in := Input{}
		for i, c := range bigInput(n).Cases {
			risk := c.ExpectedRisk
			if i >= k {
				risk = riskNames[(riskClass(risk)+1)%3]
			}
			in.Cases = append(in.Cases, c)
			in.Predictions = append(in.Predictions, predictions.Prediction{CaseID: c.ID, Status: predictions.OK, FalseConsensusRisk: &risk})
		}
		return mustScore(t, in)
	}
	for _, tt := range []struct {
		text   string
		under  bool
		m      *Metrics
		passed bool
		line   string
	}{
		{"accuracy=0.8", true, rate(8, 10), true, `gate accuracy >= 0.8: passed: "unstated" has 0.8`},
		{"accuracy=0.8", true, rate(7999, 10000), false, `gate accuracy >= 0.8: failed: "unstated" has 0.7999`},
		{"accuracy=0.8", false, rate(8, 10), true, `gate accuracy <= 0.8: passed: "unstated" has 0.8`},
		{"accuracy=0.7998", false, rate(7999, 10000), false, `gate accuracy <= 0.7998: failed: "unstated" has 0.7999`},
		{"accuracy=0.6666666666666666", true, rate(2, 3), true, `gate accuracy >= 0.666666666667: passed: "unstated" has 0.666666666667`},
		{"accuracy=0.6666666666666666", false, rate(2, 3), true, `gate accuracy <= 0.666666666667: passed: "unstated" has 0.666666666667`},
		{"accuracy=0", true, mustScore(t, Input{}), false, `gate accuracy >= 0: failed: the run has n/a (no prediction was scored)`},
		{"accuracy=1", false, mustScore(t, Input{}), false, `gate accuracy <= 1: failed: the run has n/a (no prediction was scored)`},
		{"coverage.failed=0", false, rate(1, 1), true, `gate coverage.failed <= 0: passed: the run has 0`},
		{"llm/accuracy=0", true, rate(1, 1), false, `gate llm/accuracy >= 0: failed: "llm" has n/a (no prediction of the engine "llm" was scored)`},
	} {
		g, err := ParseGate(tt.text, tt.under)
		require.NoError(t, err)
		r := g.Check(tt.m)
		require.Len(t, r, 1)
		assert.Equal(t, tt.passed, r[0].Passed, tt.line)
		assert.Equal(t, tt.line, r[0].String())
	}
	// Two engines: 15 of 15 and 4 of 9.
	two := mustScore(t, selfTestSets()[4].input)
	g, err := ParseGate("accuracy=0.5", true)
	require.NoError(t, err)
	r := g.Check(two)
	require.Len(t, r, 2)
	assert.Equal(t, []bool{false, true}, []bool{r[0].Passed, r[1].Passed})
	g, _ = ParseGate("test/accuracy=0.5", true)
	assert.Len(t, g.Check(two), 1)
	for text, message := range map[string]string{
		"accuracy": `"accuracy" is not of the form METRIC=VALUE`, "accuracy=x": `"x" is not a number`, "accuracy=NaN": `"NaN" is not a number`,
		"accuracy=inf": `"inf" is not a number`, "acuracy=1": `no metric is called "acuracy"`,
	} {
		_, err := ParseGate(text, true)
		assert.EqualError(t, err, message)
	}
}

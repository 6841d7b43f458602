// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/scorer"
)

// sideOf takes a fixture apart again.
func sideOf(r Run) scorer.Side {
	var s scorer.Side
	for _, o := range r.Outcomes {
		s.Cases = append(s.Cases, *o.Case)
		s.Predictions = append(s.Predictions, *o.Prediction)
	}
	return s
}

func comparedPage(t testing.TB) []byte {
	t.Helper()
	a, b := fixture(t, "judged.jsonl", true), fixture(t, "two_engines.jsonl", false)
	c, err := scorer.Compare(sideOf(a), sideOf(b), scorer.CompareOptions{Engine: "llm", Seed: 1, Bootstrap: 200})
	require.NoError(t, err)
	var page bytes.Buffer
	require.NoError(t, ComparisonPage(&page, Compared{Comparison: c, RunA: a, RunB: b}))
	return page.Bytes()
}

func TestComparisonPageGolden(t *testing.T) {
	page := comparedPage(t)
	golden(t, "testdata/report/compared.html", withoutAssets(page))
	assert.Equal(t, page, comparedPage(t))
	checkMarkup(t, page)
}

func TestComparisonOfEqualRuns(t *testing.T) {
	a := embeddedRun(t, 144)
	c, err := scorer.Compare(sideOf(a), sideOf(a), scorer.CompareOptions{Seed: 1, Bootstrap: 100})
	require.NoError(t, err)
	var page bytes.Buffer
	require.NoError(t, ComparisonPage(&page, Compared{Comparison: c, RunA: a, RunB: a}))
	assert.Contains(t, page.String(), "No case got another risk.")
	assert.NotContains(t, page.String(), "<details")
	assert.Contains(t, page.String(), "p = 1")
}

func TestSign(t *testing.T) {
	ci := func(lo, hi float64) *scorer.Interval { return &scorer.Interval{Lo: lo, Hi: hi} }
	for _, c := range []struct {
		better scorer.Better
		diff   float64
		ci     *scorer.Interval
		want   string
	}{
		{scorer.Higher, 0.1, ci(0.05, 0.2), "B is better"}, {scorer.Higher, 0.1, ci(0, 0.2), "B is better, perhaps by chance"},
		{scorer.Lower, 0.1, ci(0.05, 0.2), "B is worse"}, {scorer.Lower, -0.1, ci(-0.2, 0.01), "B is better, perhaps by chance"},
		{scorer.Higher, -0.1, nil, "B is worse"}, {scorer.Lower, 0, nil, "the same"},
	} {
		assert.Equal(t, c.want, sign(c.better, scorer.Difference{Diff: scorer.Defined(c.diff), CI95: c.ci}))
	}
}

// Cases of one id and other content are kept apart in a report.
func TestContentKey(t *testing.T) {
	a := fixture(t, "judged.jsonl", true)
	one := *a.Outcomes[0].Case
	other := one
	other.Answers = append([]cases.Answer{}, one.Answers...)
	assert.Equal(t, contentKey(&one), contentKey(&other))
	other.Answers[0].Correct = true
	assert.NotEqual(t, contentKey(&one), contentKey(&other))
	b := a
	name := "other"
	m := *a.Metrics
	m.Dataset.SHA256, m.Dataset.Name = "ff", &name
	b.Metrics, b.Outcomes = &m, append([]scorer.Outcome{}, a.Outcomes...)
	b.Outcomes[0].Case = &other
	b.Outcomes[0].Prediction = &predictions.Prediction{Status: predictions.Unknown}
	page := string(htmlOf(t, a, b))
	assert.Contains(t, page, `id="case-plums-in-a-bowl"`)
	assert.Contains(t, page, `id="case-plums-in-a-bowl.2"`)
	assert.NotContains(t, page, `id="case-legs-of-a-spider.2"`)
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/scorer/stats"
)

// Methods of an interval, as they stand in the JSON.
const (
	// MethodWilson: 95 percent score interval of independent predictions.
	MethodWilson = "wilson"
	// MethodWilsonCases: the same with the width of as many trials as there are
	// cases, where a case was asked several times: repeats of a case are no
	// independent evidence, and this takes them for none at all.
	MethodWilsonCases = "wilson_cases"
	// MethodBootstrap: percentile bootstrap that resamples cases within their
	// category, 0.025 and 0.975 type-7 quantiles.
	MethodBootstrap = "stratified_bootstrap"
)

// A Rate is K of N predictions with its 95 percent interval. Value and CI95 are
// undefined and Reason says why when N is 0.
type Rate struct {
	Value  Number    `json:"value"` // K/N, 0..1
	K      int       `json:"k"`
	N      int       `json:"n"`
	CI95   *Interval `json:"ci95"`
	Method string    `json:"method"`
	Reason string    `json:"reason,omitempty"`
}

// newRate is k of n predictions about distinct cases; reason is used when n is 0.
func newRate(k, n, distinct int, reason string) Rate {
	r := Rate{K: k, N: n, Method: MethodWilson}
	if n == 0 {
		r.Reason = reason
		return r
	}
	r.Value = Defined(float64(k) / float64(n))
	if distinct < n {
		r.Method = MethodWilsonCases
	}
	if i, ok := stats.WilsonEffective(k, n, float64(distinct)); ok {
		ci := Interval(i)
		r.CI95 = &ci
	}
	return r
}

// A tally counts predictions on their way to a Rate. Repeats of a case must come
// one after another.
type tally struct {
	k, n, distinct int
	last           *cases.Case
}

// add counts the predictions that a row stands for.
func (t *tally) add(r *row, hit bool) {
	t.n += r.times
	if r.c != t.last {
		t.distinct += r.times
		t.last = r.c
	}
	if hit {
		t.k += r.times
	}
}

func (t *tally) rate(reason string) Rate { return newRate(t.k, t.n, t.distinct, reason) }

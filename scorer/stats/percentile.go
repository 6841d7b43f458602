// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import (
	"math"
	"slices"
)

// Quantile is the type-7 quantile (Hyndman and Fan 1996; the default of R and
// NumPy) of values sorted in ascending order: linear between the order
// statistics around (len-1)q, 0 <= q <= 1. NaN for no values.
func Quantile(sorted []float64, q float64) float64 {
	if !(q >= 0 && q <= 1) {
		panic("stats: a quantile outside 0..1")
	}
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := float64(len(sorted)-1) * q
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	lo, hi := sorted[i], sorted[i+1]
	return lo + (at-float64(i))*(hi-lo)
}

// Percentile95 is the percentile interval of bootstrap replicates: the type-7
// quantiles at 0.025 and 0.975. Replicates that are NaN (the statistic did not
// exist in that resample) are left out and counted in dropped. ok is false when
// none is left.
func Percentile95(replicates []float64) (i Interval, dropped int, ok bool) {
	s := make([]float64, 0, len(replicates))
	for _, v := range replicates {
		if !math.IsNaN(v) {
			s = append(s, v)
		}
	}
	dropped = len(replicates) - len(s)
	if len(s) == 0 {
		return Interval{}, dropped, false
	}
	slices.Sort(s)
	return Interval{Quantile(s, 0.025), Quantile(s, 0.975)}, dropped, true
}

// Agree says whether all replicates that exist are the same number, up to
// rounding residue: an interval of such replicates has no width and says
// nothing about uncertainty. True for no replicates.
func Agree(replicates []float64) bool {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range replicates {
		if !math.IsNaN(v) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return hi-lo <= 1e-12 || lo > hi
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import "math"

// Standardise turns column j of the rows in x (width numbers each, row i seen
// n[i] times) into z-scores with the population standard deviation (ddof 0), in
// place, and returns mean and deviation. ok is false, and the column untouched,
// when it is constant up to rounding.
func Standardise(x []float64, width, j int, n []float64) (mean, sd float64, ok bool) {
	total, top := 0.0, 0.0
	for i, c := range n {
		mean += c * x[i*width+j]
		total += c
		top = max(top, math.Abs(x[i*width+j]))
	}
	mean /= total
	for i, c := range n {
		v := x[i*width+j] - mean
		sd += c * v * v
	}
	sd = math.Sqrt(sd / total)
	if !(sd > 1e-12*max(top, 1e-300)) {
		return mean, sd, false
	}
	for i := range n {
		x[i*width+j] = (x[i*width+j] - mean) / sd
	}
	return mean, sd, true
}

// NormalP is the two-sided p of a standard normal statistic.
func NormalP(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// McNemarResult compares two runs on the same items by the items on which they
// differ.
type McNemarResult struct {
	B, C   int     // first right and second wrong; first wrong and second right
	PExact float64 // two-sided exact p, 1 when B+C is 0
	PMid   float64 // two-sided mid-p, 1 when B+C is 0
	Chi2CC float64 // continuity-corrected statistic; NaN when B+C is 0
	PCC    float64 // its p with one degree of freedom; NaN when B+C is 0
}

// McNemar tests whether two paired runs are right equally often, given b items
// that only the first and c items that only the second got right. With
// X ~ Binomial(b+c, 1/2) and m = min(b, c):
//
//	PExact = min(1, 2 P[X <= m])
//	PMid   = min(1, 2 P[X <= m] - P[X = m])
//	Chi2CC = max(0, |b-c| - 1)² / (b+c)
//
// The exact p is the one to publish: the numbers of differing items here are
// small. The mid-p is less conservative (Fagerland, Lydersen and Laake 2013).
func McNemar(b, c int) McNemarResult {
	if b < 0 || c < 0 {
		panic(fmt.Sprintf("stats: McNemar of %d and %d", b, c))
	}
	r := McNemarResult{B: b, C: c, PExact: 1, PMid: 1, Chi2CC: math.NaN(), PCC: math.NaN()}
	n, m := b+c, min(b, c)
	if n == 0 {
		return r
	}
	tail := binomialHalfCDF(m, n)
	r.PExact = min(1, 2*tail)
	r.PMid = min(1, 2*tail-math.Exp(logChoose(n, m)-float64(n)*math.Ln2))
	d := max(0, math.Abs(float64(b-c))-1)
	r.Chi2CC = d * d / float64(n)
	r.PCC = distuv.ChiSquared{K: 1}.Survival(r.Chi2CC)
	return r
}

// binomialHalfCDF is P[Binomial(n, 1/2) <= m] for 0 <= m < n or m = n.
func binomialHalfCDF(m, n int) float64 {
	if m >= n {
		return 1
	}
	return mathext.RegIncBeta(float64(n-m), float64(m+1), 0.5)
}

// logChoose is the natural logarithm of n over k.
func logChoose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

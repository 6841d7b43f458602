// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import "math"

// A CoveragePoint says what is left when only rows with confidence >= Threshold
// are accepted. Accuracy is NaN when nothing is left.
type CoveragePoint struct {
	Threshold, N, Coverage, Accuracy float64
}

// RiskCoverage gives one point per distinct confidence that occurs, highest
// first. Risk is 1 - Accuracy.
func (g Grades) RiskCoverage() []CoveragePoint {
	total, n, k := sum(g.N), 0.0, 0.0
	var out []CoveragePoint
	for i := len(g.Value) - 1; i >= 0; i-- {
		if g.N[i] == 0 {
			continue
		}
		n += g.N[i]
		k += g.K[i]
		out = append(out, CoveragePoint{g.Value[i], n, n / total, k / n})
	}
	return out
}

// AtThreshold is the point of an arbitrary threshold.
func (g Grades) AtThreshold(t float64) CoveragePoint {
	n, k := 0.0, 0.0
	for i, v := range g.Value {
		if v >= t {
			n += g.N[i]
			k += g.K[i]
		}
	}
	return CoveragePoint{t, n, n / sum(g.N), k / n}
}

// AUARC is the area under the accuracy-rejection curve: the mean over k = 1..n
// of the expected accuracy of the k most confident rows, ties in random order.
// For a block of w tied rows, r of them correct, behind m rows with s correct,
// the expected accuracy of the top k is (s + (k-m)r/w)/k. NaN for no rows. N
// must be whole numbers.
func (g Grades) AUARC() float64 {
	area, m, s := 0.0, 0.0, 0.0
	for i := len(g.Value) - 1; i >= 0; i-- {
		w, r := g.N[i], g.K[i]
		if w == 0 {
			continue
		}
		h := 0.0 // the sum of 1/k over the block
		if w <= 8 {
			for k := 1.0; k <= w; k++ {
				h += 1 / (m + k)
			}
		} else {
			h = harmonic(m+w) - harmonic(m)
		}
		area += (s-m*r/w)*h + r
		m += w
		s += r
	}
	return area / m
}

// AccuracyAtCoverage is the expected accuracy of the ceil(n*coverage) most
// confident rows, ties in random order; NaN for no rows.
func (g Grades) AccuracyAtCoverage(coverage float64) float64 {
	keep := math.Ceil(sum(g.N)*coverage - 1e-9)
	n, k := 0.0, 0.0
	for i := len(g.Value) - 1; i >= 0 && n < keep; i-- {
		if take := min(g.N[i], keep-n); take > 0 {
			k += g.K[i] * take / g.N[i]
			n += take
		}
	}
	return k / n
}

var harmonics = func() (h [257]float64) {
	for i := 1; i < len(h); i++ {
		h[i] = h[i-1] + 1/float64(i)
	}
	return h
}()

// harmonic is 1 + 1/2 + ... + 1/n for a whole n >= 0; above 256 the asymptotic
// series, whose error there is below 1e-17.
func harmonic(n float64) float64 {
	if n < float64(len(harmonics)) {
		return harmonics[int(n)]
	}
	const euler = 0.57721566490153286060651209008240243
	i2 := 1 / (n * n)
	return math.Log(n) + euler + 1/(2*n) - i2/12 + i2*i2/120
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// A Surprise is a category in which an engine does much better or worse than in
// the others together.
type Surprise struct {
	Category      string
	Exact, N      int     // risks exactly right, of predictions scored in the category
	Elsewhere     Number  // exact-match rate over all other categories
	Flagged       int     // of N, flagged medium or high
	StandardError float64 // size of the difference in pooled standard errors; orders the list and is no test
}

// Surprising lists the categories whose exact-match rate is furthest from the
// rate of the other categories together, largest first, at most limit of them
// and none that equals the rest. Furthest is by the pooled z of two proportions,
// so that three cases of three do not outrank twenty of twenty-eight.
func (m *M) Surprising(limit int) []Surprise {
	var out []Surprise
	for _, name := range slices.Sorted(maps.Keys(m.PerCategory)) {
		s := m.PerCategory[name]
		k, n := m.Accuracy.K-s.ExactMatch.K, m.N-s.N
		if s.N == 0 || n == 0 {
			continue
		}
		here, there := float64(s.ExactMatch.K)/float64(s.N), float64(k)/float64(n)
		pooled := float64(m.Accuracy.K) / float64(m.N)
		variance := pooled * (1 - pooled) * (1/float64(s.N) + 1/float64(n))
		if variance == 0 || here == there {
			continue
		}
		out = append(out, Surprise{name, s.ExactMatch.K, s.N, Defined(there), s.FlagRate.K, math.Abs(here-there) / math.Sqrt(variance)})
	}
	slices.SortStableFunc(out, func(a, b Surprise) int { return cmp.Compare(b.StandardError, a.StandardError) })
	return out[:min(limit, len(out))]
}

// FewestSignificant is the smallest number of cases by which one of two
// detectors must be ahead on n cases for the exact McNemar test at 5 percent to
// tell them apart, were the other never right where it is wrong; 0 when n is too
// small for any difference. Real detectors differ both ways and need more.
func FewestSignificant(n int) int {
	for d := 1; d <= min(n, 64); d++ {
		if 2*math.Pow(0.5, float64(d)) <= 0.05 {
			return d
		}
	}
	return 0
}

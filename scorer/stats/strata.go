// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import (
	"math/rand/v2"
	"slices"
)

// Strata holds, for each stratum, how often each distinct kind of row occurs in
// it. Resampling n rows of a stratum with replacement changes only these
// counts, and their law is multinomial with n trials and the observed shares.
// Drawing the counts from that law is therefore the same bootstrap as drawing
// rows, and costs the same for a hundred rows as for a hundred million.
//
// A kind is whatever the statistic can tell apart: a confusion cell, a pair of
// cells of two detectors, or the cells of all repeats of one case.
type Strata struct {
	counts [][]int
	kinds  int
}

// NewStrata takes the counts of each stratum's kinds; strata may differ in
// their number of kinds. A negative count panics.
func NewStrata(counts [][]int) *Strata {
	s := &Strata{counts: make([][]int, len(counts))}
	for i, stratum := range counts {
		s.counts[i] = append([]int(nil), stratum...)
		s.kinds += len(stratum)
		for _, c := range stratum {
			if c < 0 {
				panic("stats: a negative count")
			}
		}
	}
	return s
}

// Kinds is the number of kinds over all strata: the length of what Draw fills.
func (s *Strata) Kinds() int { return s.kinds }

// Observed is the counts as they were given, stratum after stratum.
func (s *Strata) Observed() []int { return slices.Concat(s.counts...) }

// Draw fills out with the counts of one resample, stratum after stratum in the
// order given; every stratum keeps its number of rows. A multinomial is drawn
// as binomials, each conditional on the trials that the kinds before it left.
func (s *Strata) Draw(r *rand.Rand, out []int) {
	needRand(r)
	if len(out) != s.kinds {
		panic("stats: the resample and its strata differ in length")
	}
	at := 0
	for _, stratum := range s.counts {
		rest := 0 // observed rows of the kinds still to draw
		for _, c := range stratum {
			rest += c
		}
		trials := rest
		for _, c := range stratum {
			switch {
			case c == 0 || trials == 0:
				out[at] = 0
			case c == rest: // the last kind that occurs takes what is left
				out[at] = trials
			default:
				out[at] = Binomial(r, trials, float64(c)/float64(rest))
			}
			trials -= out[at]
			rest -= c
			at++
		}
	}
}

// Bootstrap draws b resamples and returns the statistic of each. The slice that
// statistic receives is reused: it must not be kept.
func (s *Strata) Bootstrap(b int, r *rand.Rand, statistic func(counts []int) float64) []float64 {
	needRand(r)
	out, counts := make([]float64, b), make([]int, s.kinds)
	for i := range out {
		s.Draw(r, counts)
		out[i] = statistic(counts)
	}
	return out
}

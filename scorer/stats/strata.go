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
	shares [][]binomial // of each kind among itself and the kinds after it
	kinds  int
}

// NewStrata takes the counts of each stratum's kinds; strata may differ in
// their number of kinds. A negative count panics.
func NewStrata(counts [][]int) *Strata {
	s := &Strata{counts: make([][]int, len(counts)), shares: make([][]binomial, len(counts))}
	for i, stratum := range counts {
		s.counts[i] = slices.Clone(stratum)
		s.kinds += len(stratum)
		s.shares[i] = make([]binomial, len(stratum))
		rest := 0
		for j, c := range slices.Backward(stratum) {
			if c < 0 {
				panic("stats: a negative count")
			}
			if rest += c; rest > 0 {
				s.shares[i][j] = newBinomial(float64(c) / float64(rest))
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
	for i, stratum := range s.counts {
		trials := 0
		for _, c := range stratum {
			trials += c
		}
		for j := range stratum {
			// The share is 1 for the last kind that occurs, which takes what is left.
			out[at] = s.shares[i][j].draw(r, trials)
			trials -= out[at]
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

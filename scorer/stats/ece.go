// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import (
	"math"
	"sort"
)

// A Bin is one bin of a reliability diagram. Mean confidence and accuracy are
// NaN when it is empty.
type Bin struct {
	Lo, Hi               float64 // the bin is (Lo, Hi], the first [Lo, Hi]
	N                    float64
	MeanConf, MeanActual float64
}

// WidthBin is the bin of v among k equal ones: bin b is (b/k, (b+1)/k], with 0
// in the first and 1 in the last. Edges are single float64 divisions j/k.
func WidthBin(v float64, k int) int {
	b := min(max(int(v*float64(k))-1, 0), k-1) // at or one or two below the answer
	for b < k-1 && v > float64(b+1)/float64(k) {
		b++
	}
	return b
}

// WidthBins gives k bins of equal width.
func (g Grades) WidthBins(k int) []Bin {
	index := make([]int, len(g.Value))
	for i, v := range g.Value {
		index[i] = WidthBin(v, k)
	}
	bins := g.bins(index, k)
	for b := range bins {
		bins[b].Lo, bins[b].Hi = float64(b)/float64(k), float64(b+1)/float64(k)
	}
	return bins
}

// MassBins gives k bins of about equal numbers of rows, equal confidences
// staying together: with x the sorted confidences of all n rows, cut j is
// x[floor((n-1)j/k)], and the bin of v is the number of cuts strictly below v.
// Equal cuts leave bins empty.
func (g Grades) MassBins(k int) []Bin {
	index := make([]int, len(g.Value))
	g.massIndex(k, index)
	return g.bins(index, k)
}

// massIndex fills index with the equal-mass bin of every value.
func (g Grades) massIndex(k int, index []int) {
	n := int(sum(g.N))
	// Walk the values once; a cut at j lies at the value that holds row (n-1)j/k.
	j, before := 1, 0.0 // next cut; rows before value i
	bin := 0
	for i := range g.Value {
		index[i] = bin // cuts strictly below Value[i]
		end := before + g.N[i]
		for ; j < k && n > 0 && float64((n-1)*j/k) < end; j++ {
			bin = j
		}
		before = end
	}
}

func (g Grades) bins(index []int, k int) []Bin {
	bins := make([]Bin, k)
	for b := range bins {
		bins[b].Lo, bins[b].Hi = math.NaN(), math.NaN()
	}
	for i, b := range index {
		bins[b].N += g.N[i]
		bins[b].MeanConf += g.N[i] * g.Value[i]
		bins[b].MeanActual += g.K[i]
	}
	for b := range bins {
		bins[b].MeanConf /= bins[b].N // 0/0 is NaN
		bins[b].MeanActual /= bins[b].N
	}
	return bins
}

// ECE is the expected calibration error of bins (Naeini et al. 2015): the mean
// over rows of |mean confidence - accuracy| of the row's bin; NaN for no rows.
func ECE(bins []Bin) float64 {
	s, n := 0.0, 0.0
	for _, b := range bins {
		if b.N > 0 {
			s += b.N * math.Abs(b.MeanConf-b.MeanActual)
			n += b.N
		}
	}
	return s / n
}

// MCE is the largest gap of a non-empty bin; NaN when all are empty.
func MCE(bins []Bin) float64 {
	worst := math.NaN()
	for _, b := range bins {
		if gap := math.Abs(b.MeanConf - b.MeanActual); b.N > 0 && !(gap <= worst) {
			worst = gap
		}
	}
	return worst
}

// A RankECE collects rows in input order and splits them by rank: a stable sort
// by confidence cut into k consecutive chunks, the first n mod k holding one row
// more. Ties are split in input order, which makes the figure depend on that
// order; it is here for comparison with tools that split this way.
type RankECE struct {
	value []float64
	next  []int // rank of the next row of each value
	n, k  int
	conf  []float64
	hits  []float64
}

// NewRankECE prepares for the rows that g counts.
func NewRankECE(g Grades, k int) *RankECE {
	r := &RankECE{value: g.Value, next: make([]int, len(g.Value)), k: k, conf: make([]float64, k), hits: make([]float64, k)}
	for i, c := range g.N {
		r.next[i] = r.n
		r.n += int(c)
	}
	return r
}

// Add takes the next row in input order. The confidence must be one of g's values.
func (r *RankECE) Add(confidence float64, outcome bool) {
	i := sort.SearchFloat64s(r.value, confidence)
	rank := r.next[i]
	r.next[i]++
	size, more := r.n/r.k, r.n%r.k // the first more chunks have size+1 rows
	chunk := 0
	if rank < more*(size+1) {
		chunk = rank / (size + 1)
	} else {
		chunk = more + (rank-more*(size+1))/size
	}
	r.conf[chunk] += confidence
	if outcome {
		r.hits[chunk]++
	}
}

// Value is the error; NaN for no rows.
func (r *RankECE) Value() float64 {
	s := 0.0
	for i := range r.conf {
		s += math.Abs(r.conf[i] - r.hits[i])
	}
	return s / float64(r.n)
}

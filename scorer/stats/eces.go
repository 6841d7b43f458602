// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import "math"

// ECEs computes the calibration errors of many Grades over the same values: the
// equal-width bin of each value is looked up once. Not safe for concurrent use;
// see [ECEs.Clone].
type ECEs struct {
	width      map[int][]int32
	conf, hits []float64
}

// NewECEs prepares for values and the given numbers of equal-width bins.
func NewECEs(value []float64, bins ...int) *ECEs {
	e := &ECEs{width: map[int][]int32{}}
	for _, k := range bins {
		index := make([]int32, len(value))
		for i, v := range value {
			index[i] = int32(WidthBin(v, k))
		}
		e.width[k] = index
	}
	return e
}

// Clone shares the tables and not the working space.
func (e *ECEs) Clone() *ECEs { return &ECEs{width: e.width} }

// Width is the equal-width error with k bins, k being one of those prepared.
func (e *ECEs) Width(g *Grades, k int) float64 {
	e.reset(k)
	n := 0.0
	for i, b := range e.width[k] {
		e.conf[b] += g.N[i] * g.Value[i]
		e.hits[b] += g.K[i]
		n += g.N[i]
	}
	return e.total(n)
}

// Mass is the equal-mass error with k bins, cut at the quantiles of g itself as
// [Grades.MassBins] does.
func (e *ECEs) Mass(g *Grades, k int) float64 {
	e.reset(k)
	total := 0.0
	for _, c := range g.N {
		total += c
	}
	n, j, before, bin := int(total), 1, 0.0, 0
	cut := float64((n - 1) / k) // the row that cut j lies at
	for i, c := range g.N {
		e.conf[bin] += c * g.Value[i]
		e.hits[bin] += g.K[i]
		before += c
		for ; j < k && cut < before; cut = float64((n - 1) * j / k) {
			bin = j
			j++
		}
	}
	return e.total(total)
}

func (e *ECEs) reset(k int) {
	if cap(e.conf) < k {
		e.conf, e.hits = make([]float64, k), make([]float64, k)
	}
	e.conf, e.hits = e.conf[:k], e.hits[:k]
	clear(e.conf)
	clear(e.hits)
}

func (e *ECEs) total(n float64) float64 {
	s := 0.0
	for b := range e.conf {
		s += math.Abs(e.conf[b] - e.hits[b])
	}
	return s / n
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import (
	"math"
	"sort"
)

// A Monotone is a nondecreasing map fitted to data: Y[i] at X[i], X ascending.
type Monotone struct{ X, Y []float64 }

// Isotonic is the nondecreasing least-squares fit of the success rate on the
// confidence by pooling adjacent violators (Ayer et al. 1955); rows of equal
// confidence count as one point with their mean and number. Values with N = 0
// are left out. It has no points when there are no rows.
func Isotonic(g Grades) Monotone {
	type pool struct {
		n, k float64
		upto int // index of its last point, exclusive
	}
	var m Monotone
	var pools []pool
	for i, v := range g.Value {
		if g.N[i] == 0 {
			continue
		}
		m.X = append(m.X, v)
		pools = append(pools, pool{g.N[i], g.K[i], len(m.X)})
		for last := len(pools) - 1; last > 0; last-- {
			a, b := pools[last-1], pools[last]
			if a.k*b.n < b.k*a.n { // rates ascend
				break
			}
			pools[last-1] = pool{a.n + b.n, a.k + b.k, b.upto}
			pools = pools[:last]
		}
	}
	m.Y = make([]float64, 0, len(m.X))
	for _, p := range pools {
		for len(m.Y) < p.upto {
			m.Y = append(m.Y, p.k/p.n)
		}
	}
	return m
}

// Linear reads the map at x: linear between neighbouring points, constant
// outside (what scikit-learn's IsotonicRegression does when told to clip). NaN
// for a map without points.
func (m Monotone) Linear(x float64) float64 {
	n := len(m.X)
	switch i := sort.SearchFloat64s(m.X, x); {
	case n == 0:
		return math.NaN()
	case i == 0:
		return m.Y[0]
	case i == n:
		return m.Y[n-1]
	case m.X[i] == x || m.Y[i] == m.Y[i-1]:
		return m.Y[i]
	default:
		share := (x - m.X[i-1]) / (m.X[i] - m.X[i-1])
		return m.Y[i-1] + share*(m.Y[i]-m.Y[i-1])
	}
}

// Step reads the map as a right-continuous step function: the value of the
// largest point at or below x, the lowest value below all. NaN for a map
// without points.
func (m Monotone) Step(x float64) float64 {
	if len(m.X) == 0 {
		return math.NaN()
	}
	i := sort.Search(len(m.X), func(i int) bool { return m.X[i] > x })
	return m.Y[max(i-1, 0)]
}

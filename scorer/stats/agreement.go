// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import "math"

// MCC is the multi-class Matthews correlation (Gorodkin 2004) over the rows
// with a prediction: 0 when a margin is constant, NaN for no such row.
func (c *Confusion) MCC() float64 {
	s := float64(c.Valid())
	if s == 0 {
		return math.NaN()
	}
	var agree, tt, pp float64 // sums of t_k p_k, t_k², p_k²
	for i := range c.Counts {
		t, p := float64(c.Support(i)-c.Missing[i]), float64(c.Predicted(i))
		agree += t * p
		tt += t * t
		pp += p * p
	}
	d := (s*s - pp) * (s*s - tt)
	if d == 0 {
		return 0
	}
	return (float64(c.Correct())*s - agree) / math.Sqrt(d)
}

// Kappa is Cohen's unweighted kappa over the rows with a prediction; NaN when
// the expected disagreement is 0 or there is no such row.
func (c *Confusion) Kappa() float64 {
	return c.kappa(func(i, j int) float64 {
		if i == j {
			return 0
		}
		return 1
	})
}

// KappaQuadratic is Cohen's kappa with weights (i-j)², i and j being positions
// in the declared order of the classes; undefined as [Confusion.Kappa] is.
func (c *Confusion) KappaQuadratic() float64 {
	return c.kappa(func(i, j int) float64 { return float64((i - j) * (i - j)) })
}

// kappa is 1 - (weighted observed disagreement) / (weighted expected one).
func (c *Confusion) kappa(weight func(i, j int) float64) float64 {
	n := float64(c.Valid())
	var observed, expected float64
	for i := range c.Counts {
		for j, v := range c.Counts[i] {
			w := weight(i, j)
			observed += w * float64(v)
			expected += w * float64(c.Support(i)-c.Missing[i]) * float64(c.Predicted(j))
		}
	}
	if expected == 0 {
		return math.NaN()
	}
	return 1 - observed*n/expected
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import "math"

// Phi holds the correlation of right and wrong for every pair of models, over
// the questions both answered (Pearson's r of two 0/1 columns).
type Phi struct {
	Models    int
	values    []float64 // upper triangle, row by row; NaN where undefined
	Mean      float64   // of the defined pairs; NaN for none
	Defined   int
	Undefined int // one of the two is constant on the common questions, or fewer than 2 are common
}

// At is the phi of two different models, NaN where it is undefined.
func (p *Phi) At(i, j int) float64 {
	if i > j {
		i, j = j, i
	}
	return p.values[p.index(i, j)]
}

// index places the pair i < j in the upper triangle.
func (p *Phi) index(i, j int) int { return i*(2*p.Models-i-1)/2 + j - i - 1 }

// Phi correlates every pair of models. Models without an answer are passed over
// and their pairs counted nowhere.
func (t *Table) Phi() *Phi {
	n := len(t.Models)
	p := &Phi{Models: n, values: make([]float64, n*(n-1)/2)}
	questions := t.asked()
	answers, right := make([]int, n), make([]int, n)
	for i := range t.Models {
		answers[i], right[i] = t.answered[i].count(), t.right[i].count()
	}
	sum, at := 0.0, 0
	for i := range n {
		for j := i + 1; j < n; j++ {
			var v float64
			if answers[i] == questions && answers[j] == questions {
				v = phi(questions, right[i], right[j], t.right[i].countAnd(t.right[j]))
			} else {
				common := t.answered[i].countAnd(t.answered[j])
				v = phi(common, t.right[i].countAnd(t.answered[j]), t.right[j].countAnd(t.answered[i]), t.right[i].countAnd(t.right[j]))
			}
			p.values[at] = v
			at++
			switch {
			case answers[i] == 0 || answers[j] == 0:
			case math.IsNaN(v):
				p.Undefined++
			default:
				p.Defined++
				sum += v
			}
		}
	}
	p.Mean = sum / float64(p.Defined) // 0/0 is NaN
	return p
}

// asked is the number of questions with an answer.
func (t *Table) asked() int {
	any := newBitset(len(t.Questions))
	for _, a := range t.answered {
		for w := range any {
			any[w] |= a[w]
		}
	}
	return any.count()
}

// phi is the correlation of two 0/1 columns of n rows with a and b ones, both
// of them one; NaN when either is constant.
func phi(n, a, b, both int) float64 {
	d := float64(a) * float64(n-a) * float64(b) * float64(n-b)
	if d == 0 {
		return math.NaN()
	}
	return (float64(n)*float64(both) - float64(a)*float64(b)) / math.Sqrt(d)
}

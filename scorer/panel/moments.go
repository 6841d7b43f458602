// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import "math"

// Moments is the first route: how much more the number of right answers varies
// from question to question than it would if the models erred independently.
//
// With p_i the share right of model i over the questions it answered, A_q the
// models that answered question q and X_q the number of them that were right,
//
//	T = sum_q (X_q - sum_{i in A_q} p_i)² / sum_q sum_{i in A_q} p_i (1 - p_i)
//
// a ratio of sums. If each model's own answers are shuffled over the questions
// it answered, the mean of T over all shuffles is exactly 1, for every panel;
// the design effect deff is therefore T itself (Kish 1965 for the idea). With n
// the mean number of models that answer a question,
//
//	deff = 1 + (n - 1) rho,    n_eff = n / deff
//
// Neither is clipped: rho may be negative and n_eff above n. All numbers are
// NaN where the variance is 0; n_eff where deff is 0; rho where n <= 1.
type Moments struct {
	Models    int // with at least one answer
	Questions int // with at least one answer
	Answers   int
	Right     int
	Varying   int // models with 0 < p < 1

	N         float64 // mean number answering: Answers / Questions
	NVarying  float64 // the same, counting the varying models only
	Numerator float64
	Variance  float64 // the denominator
	T         float64
	Rho, NEff float64

	RhoVarying, NEffVarying float64 // from the same T with NVarying for n

	q questionMoments
}

// questionMoments holds, by question, the answers, those right, and the mean
// and variance of their number if the models were independent.
type questionMoments struct {
	answers, right     []int
	expected, variance []float64
}

// zeroT is where a T counts as 0: all that lies below is rounding residue.
const zeroT = 1e-12

// Moments computes the first route on the table.
func (t *Table) Moments() Moments {
	n := len(t.Questions)
	m := Moments{q: questionMoments{make([]int, n), make([]int, n), make([]float64, n), make([]float64, n)}}
	varyingAnswers := 0
	for i, answered := range t.answered {
		a, s := answered.count(), t.right[i].count()
		if a == 0 {
			continue
		}
		m.Models++
		m.Answers += a
		m.Right += s
		p := float64(s) / float64(a)
		if s > 0 && s < a {
			m.Varying++
			varyingAnswers += a
			m.Variance += float64(s) * float64(a-s) / float64(a)
		}
		answered.each(func(q int) {
			m.q.answers[q]++
			m.q.expected[q] += p
			m.q.variance[q] += p * (1 - p)
		})
		t.right[i].each(func(q int) { m.q.right[q]++ })
	}
	for q, a := range m.q.answers {
		if a == 0 {
			continue
		}
		m.Questions++
		d := float64(m.q.right[q]) - m.q.expected[q]
		m.Numerator += d * d
	}
	m.N = float64(m.Answers) / float64(m.Questions)
	m.NVarying = float64(varyingAnswers) / float64(m.Questions)
	m.T = designEffect(m.Numerator, m.Variance)
	m.Rho, m.NEff = fromDesignEffect(m.N, m.T)
	m.RhoVarying, m.NEffVarying = fromDesignEffect(m.NVarying, m.T)
	return m
}

// designEffect is numerator over denominator, NaN for no variance, and exactly
// 0 where only rounding residue is left of the numerator.
func designEffect(numerator, denominator float64) float64 {
	switch {
	case denominator == 0:
		return math.NaN()
	case numerator < zeroT*denominator:
		return 0
	}
	return numerator / denominator
}

// fromDesignEffect inverts deff = 1 + (n-1) rho and gives n/deff.
func fromDesignEffect(n, deff float64) (rho, neff float64) {
	rho, neff = math.NaN(), math.NaN()
	if n > 1 {
		rho = (deff - 1) / (n - 1)
	}
	if deff > 0 {
		neff = n / deff
	}
	return rho, neff
}

// dispersion is a single question's share of T, (X - E)²/V; NaN where V is 0.
func (q *questionMoments) dispersion(i int) float64 {
	if q.variance[i] == 0 {
		return math.NaN()
	}
	d := float64(q.right[i]) - q.expected[i]
	return d * d / q.variance[i]
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"context"
	"math"
)

// shuffleBlock is how many shuffles share a generator.
const shuffleBlock = 50

// A Null is the Monte Carlo law of T when each model's own answers are shuffled
// over the questions it answered: rates, answered sets and gaps stay as they are.
type Null struct {
	Shuffles int
	Mean     float64 // of T over the shuffles; its exact value is 1
	SD       float64 // of T over the shuffles
	P        float64 // (1 + #{T of a shuffle >= T}) / (1 + Shuffles), ties counted
}

// Shuffle draws the null of the panel's T. The numbers depend on the seed and
// not on the number of workers. All are NaN for no shuffles or no variance.
func (t *Table) Shuffle(ctx context.Context, m *Moments, shuffles int, seed uint64, workers int) (Null, error) {
	null := Null{Shuffles: shuffles, Mean: math.NaN(), SD: math.NaN(), P: math.NaN()}
	if shuffles == 0 || m.Variance == 0 {
		return null, nil
	}
	ts, err := t.shuffles(ctx, m, shuffles, seed, workers)
	if err != nil {
		return null, err
	}
	sum, squares, above := 0.0, 0.0, 0
	threshold := m.T - 1e-9*math.Max(1, m.T)
	for _, v := range ts {
		sum += v
		squares += (v - 1) * (v - 1)
		if v >= threshold {
			above++
		}
	}
	null.Mean = sum / float64(shuffles)
	null.SD = math.Sqrt(math.Max(0, squares/float64(shuffles)-(null.Mean-1)*(null.Mean-1)))
	null.P = float64(1+above) / float64(1+shuffles)
	return null, nil
}

// shuffles gives T of every shuffle. Models that are always right or always
// wrong look the same in every shuffle; they are taken off the expectation once.
func (t *Table) shuffles(ctx context.Context, m *Moments, shuffles int, seed uint64, workers int) ([]float64, error) {
	n := len(t.Questions)
	expected := append([]float64(nil), m.q.expected...)
	var plans []subsetPlan
	for i, answered := range t.answered {
		a, s := answered.count(), t.right[i].count()
		switch {
		case s == 0:
		case s == a:
			answered.each(func(q int) { expected[q]-- })
		default:
			plans = append(plans, planSubset(answered, n, s))
		}
	}
	for q, a := range m.q.answers {
		if a == 0 {
			expected[q] = 0
		}
	}
	out := make([]float64, shuffles)
	seeds := blockSeeds(seed, "panel: shuffles", (shuffles+shuffleBlock-1)/shuffleBlock)
	err := inBlocks(ctx, shuffles, shuffleBlock, workers, func() func(b, from, to int) {
		c := newCounters((n+63)/64, len(plans))
		return func(b, from, to int) {
			g := seeds[b]
			for s := from; s < to; s++ {
				c.reset()
				for i := range plans {
					plans[i].draw(&g, c.next())
					c.add()
				}
				c.flush()
				out[s] = c.departure(expected) / m.Variance
			}
		}
	})
	return out, err
}

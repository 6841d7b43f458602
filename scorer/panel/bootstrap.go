// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"github.com/false-consensus/fcb/scorer/stats"
)

// resampleBlock is how many resamples share a generator.
const resampleBlock = 25

// A Replicate is the first route on one resample of the questions. T is NaN
// where the resample has no variance.
type Replicate struct{ N, T, Rho, NEff float64 }

// Kept says whether the resample enters the interval: it has variance and a
// positive design effect.
func (r Replicate) Kept() bool { return r.T > 0 }

// A Bootstrap holds the resamples of the questions, in the order drawn.
type Bootstrap struct {
	Replicates  []Replicate
	HasHardest  []bool // whether the resample holds the hardest question
	HardestName string
}

// Bootstrap draws b resamples of as many questions as there are, with
// replacement; a question drawn twice counts as two questions, and every rate
// is computed anew. The numbers do not depend on the number of workers.
func (t *Table) Bootstrap(ctx context.Context, b int, seed uint64, workers int) (*Bootstrap, error) {
	n := len(t.Questions)
	order := t.hardestFirst()
	boot := &Bootstrap{Replicates: make([]Replicate, b), HasHardest: make([]bool, b), HardestName: t.Questions[order[0]]}
	seeds := blockSeeds(seed, "panel: bootstrap", (b+resampleBlock-1)/resampleBlock)
	shared := newResampler(t)
	err := inBlocks(ctx, b, resampleBlock, workers, func() func(block, from, to int) {
		times, r := make([]uint32, n), shared.worker()
		return func(block, from, to int) {
			g := seeds[block]
			for i := from; i < to; i++ {
				clear(times)
				for range n {
					times[g.below(n)]++
				}
				boot.Replicates[i] = r.compute(times)
				boot.HasHardest[i] = times[order[0]] > 0
			}
		}
	})
	return boot, err
}

// Replicate computes the first route with question q counted times[q] times.
func (t *Table) Replicate(times []uint32) Replicate { return newResampler(t).worker().compute(times) }

// Intervals are the percentile intervals over the kept replicates, with the
// number of those dropped; nil where none is kept or none has the number.
func (b *Bootstrap) Intervals() (deff, rho, neff *Interval, dropped int) {
	of := func(f func(Replicate) float64) *Interval {
		var xs []float64
		for _, r := range b.Replicates {
			if r.Kept() {
				xs = append(xs, f(r))
			}
		}
		if i, _, ok := stats.Percentile95(xs); ok {
			return newInterval(i)
		}
		return nil
	}
	for _, r := range b.Replicates {
		if !r.Kept() {
			dropped++
		}
	}
	return of(func(r Replicate) float64 { return r.T }), of(func(r Replicate) float64 { return r.Rho }),
		of(func(r Replicate) float64 { return r.NEff }), dropped
}

// MedianNEff is the median effective size of the kept resamples that hold the
// hardest question, or of those that do not; NaN for none.
func (b *Bootstrap) MedianNEff(withHardest bool) float64 {
	var xs []float64
	for i, r := range b.Replicates {
		if r.Kept() && b.HasHardest[i] == withHardest {
			xs = append(xs, r.NEff)
		}
	}
	slices.Sort(xs)
	return stats.Quantile(xs, 0.5)
}

// A resampler computes replicates. The multiplicities are cut into binary
// digits, so that a model's answers among the resample are counted 64 questions
// at a time; the models' rates are then summed by question over whichever are
// fewer, the models that answered it or the others.
type resampler struct {
	t     *Table
	right []int    // by question
	few   []bitset // by question, over models
	in    []bool   // by question: few lists the models that answered it
}

func newResampler(t *Table) *resampler {
	n := len(t.Questions)
	r := &resampler{t: t, right: make([]int, n), few: make([]bitset, n), in: make([]bool, n)}
	for q := range n {
		r.few[q] = newBitset(len(t.Models))
	}
	for m := range t.Models {
		t.answered[m].each(func(q int) { r.few[q].set(m) })
		t.right[m].each(func(q int) { r.right[q]++ })
	}
	for q, few := range r.few {
		if r.in[q] = 2*few.count() <= len(t.Models); !r.in[q] {
			for w := range few {
				few[w] = ^few[w]
			}
			if last := len(t.Models) % 64; last != 0 {
				few[len(few)-1] &= 1<<last - 1
			}
		}
	}
	return r
}

// A resampleWorker adds the scratch memory of one worker.
type resampleWorker struct {
	*resampler
	rates  []float64
	digits []bitset
}

func (r *resampler) worker() *resampleWorker {
	return &resampleWorker{resampler: r, rates: make([]float64, len(r.t.Models))}
}

// compute is the first route with multiplicities.
func (r *resampleWorker) compute(times []uint32) Replicate {
	digits := r.split(times)
	var answers, questions int
	var allRates, variance float64
	for m := range r.t.Models {
		a, s := 0, 0
		for d, digit := range digits {
			a += r.t.answered[m].countAnd(digit) << d
			s += r.t.right[m].countAnd(digit) << d
		}
		r.rates[m] = 0
		if a > 0 {
			r.rates[m] = float64(s) / float64(a)
			variance += float64(s) * float64(a-s) / float64(a)
		}
		answers += a
		allRates += r.rates[m]
	}
	numerator := 0.0
	for q, k := range times {
		if k == 0 {
			continue
		}
		expected := 0.0
		for w, word := range r.few[q] {
			for ; word != 0; word &= word - 1 {
				expected += r.rates[w<<6+bits.TrailingZeros64(word)]
			}
		}
		if !r.in[q] {
			expected = allRates - expected
		}
		questions += int(k)
		d := float64(r.right[q]) - expected
		numerator += float64(k) * d * d
	}
	out := Replicate{N: float64(answers) / float64(questions), T: designEffect(numerator, variance)}
	if out.Rho, out.NEff = fromDesignEffect(out.N, out.T); math.IsNaN(out.T) {
		out.Rho, out.NEff = math.NaN(), math.NaN()
	}
	return out
}

// split gives the binary digits of the multiplicities as bitsets.
func (r *resampleWorker) split(times []uint32) []bitset {
	n := 0
	for _, k := range times {
		n = max(n, bits.Len32(k))
	}
	for len(r.digits) < n {
		r.digits = append(r.digits, newBitset(len(times)))
	}
	for d := range n {
		clear(r.digits[d])
	}
	for q, k := range times {
		for d := 0; k != 0; k >>= 1 {
			if k&1 != 0 {
				r.digits[d].set(q)
			}
			d++
		}
	}
	return r.digits[:n]
}

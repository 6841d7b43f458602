// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"context"
	"math"
	"slices"

	"github.com/false-consensus/fcb/scorer/stats"
)

// exactArrangements is the most arrangements of maker labels that are all
// visited; above it as many are drawn at random as the options say.
const exactArrangements = 50_000

// sameStatistic is the difference below which two statistics tie.
const sameStatistic = 1e-12

// detectableSDs is the 0.95 plus the 0.80 quantile of the standard normal law.
const detectableSDs = 1.6448536269514722 + 0.8416212335729143

// null fills in the p-values: over all arrangements where they are few, else
// (1+#)/(1+draws).
func (e *makerPairs) null(ctx context.Context, out *Makers, draws int, seed uint64) error {
	if arrangements(e.sizes) <= exactArrangements {
		return e.enumerate(ctx, out)
	}
	return e.draw(ctx, out, draws, seed)
}

func (e *makerPairs) enumerate(ctx context.Context, out *Makers) error {
	out.Method = "exact"
	tally, trial := makerTally{observed: float64(out.Statistic)}, e.relabelled()
	slices.Sort(trial.label)
	for more := true; more; more = nextArrangement(trial.label) {
		if tally.add(trial.compare()); ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	tally.fill(out, 0)
	return nil
}

func (e *makerPairs) draw(ctx context.Context, out *Makers, draws int, seed uint64) error {
	out.Method = "monte_carlo"
	if draws == 0 {
		out.Reason = "no permutations were asked for"
		return nil
	}
	tally, trial := makerTally{observed: float64(out.Statistic)}, e.relabelled()
	r := stats.NewRand(seed, "panel: makers")
	for range draws {
		r.Shuffle(len(trial.label), func(i, j int) { trial.label[i], trial.label[j] = trial.label[j], trial.label[i] })
		if tally.add(trial.compare()); ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	tally.fill(out, 1)
	return nil
}

// relabelled is a copy whose labels may be moved.
func (e *makerPairs) relabelled() *makerPairs {
	c := *e
	c.label = slices.Clone(e.label)
	return &c
}

// A makerTally counts arrangements against the observed statistic.
type makerTally struct {
	observed                float64
	visited, excluded, kept int
	greater, twoSided       int
	sum, squares            float64
}

func (t *makerTally) add(c makerComparison) {
	t.visited++
	if c.nWithin == 0 || c.nAcross == 0 {
		t.excluded++
		return
	}
	s := c.within - c.across
	t.kept++
	t.sum += s
	t.squares += s * s
	if s >= t.observed-sameStatistic {
		t.greater++
	}
	if math.Abs(s) >= math.Abs(t.observed)-sameStatistic {
		t.twoSided++
	}
}

// fill writes the p-values; one is 1 for random draws, among which the observed
// arrangement is counted as well, and 0 where all were visited.
func (t *makerTally) fill(out *Makers, one int) {
	out.Arrangement, out.Excluded = t.visited, t.excluded
	out.PGreater = Number(float64(one+t.greater) / float64(one+t.kept))
	out.PTwoSided = Number(float64(one+t.twoSided) / float64(one+t.kept))
	mean := t.sum / float64(t.kept)
	sd := math.Sqrt(math.Max(0, t.squares/float64(t.kept)-mean*mean))
	out.NullSD, out.Detectable = Number(sd), Number(detectableSDs*sd)
}

// arrangements is the number of distinct ways to deal out the labels, or some
// number above exactArrangements.
func arrangements(sizes []int) int {
	total, placed := 1.0, 0
	for _, n := range sizes {
		for i := 1; i <= n; i++ {
			placed++
			total *= float64(placed) / float64(i)
			if total > 1e6*exactArrangements {
				return exactArrangements + 1
			}
		}
	}
	if total > exactArrangements {
		return exactArrangements + 1
	}
	return int(math.Round(total))
}

// nextArrangement moves to the next distinct permutation in lexicographic
// order; false after the last.
func nextArrangement(a []int) bool {
	i := len(a) - 2
	for i >= 0 && a[i] >= a[i+1] {
		i--
	}
	if i < 0 {
		return false
	}
	j := len(a) - 1
	for a[j] <= a[i] {
		j--
	}
	a[i], a[j] = a[j], a[i]
	slices.Reverse(a[i+1:])
	return true
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"cmp"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/false-consensus/fcb/scorer/stats"
)

// Two sides of a comparison; a single result has only sideA.
const (
	sideA = iota
	sideB
)

// A kind is all that a metric can tell about a case: its label, the
// denominators it enters, and how often each side predicted each class for it.
// Cases of one kind are exchangeable in a resample.
type kind struct {
	truth  int32
	counts uint32 // bit i: the case enters the denominator of Table()[i]
	risks  [2][classes]int32
}

func compareKinds(a, b kind) int {
	if c := cmp.Or(cmp.Compare(a.truth, b.truth), cmp.Compare(a.counts, b.counts)); c != 0 {
		return c
	}
	return cmp.Or(slices.Compare(a.risks[sideA][:], b.risks[sideA][:]), slices.Compare(a.risks[sideB][:], b.risks[sideB][:]))
}

// kinds are the cases of one or two results, counted by category and kind.
// Categories and kinds are sorted, so that the order of the input cannot
// change what a seed draws.
type kinds struct {
	list   []kind // one an entry of the resample
	strata *stats.Strata
	table  []Metric
}

// newKinds groups rows by case; b may be nil, else it holds the same cases as a
// in the same order.
func newKinds(a, b []row) *kinds {
	k := &kinds{table: Table()}
	byCategory := map[string]map[kind]int{}
	var category string
	var found map[kind]int
	for len(a) > 0 {
		c := a[0].c
		kd := kind{truth: int32(a[0].truth), counts: a[0].f.counts}
		times := a[0].times
		for ; len(a) > 0 && a[0].c == c; a = a[1:] {
			kd.risks[sideA][a[0].risk]++
		}
		for ; len(b) > 0 && b[0].c == c; b = b[1:] {
			kd.risks[sideB][b[0].risk]++
		}
		if found == nil || c.Category != category {
			if category, found = c.Category, byCategory[c.Category]; found == nil {
				found = map[kind]int{}
				byCategory[category] = found
			}
		}
		found[kd] += times
	}
	var counts [][]int
	for _, category := range slices.Sorted(maps.Keys(byCategory)) {
		found := byCategory[category]
		sorted := slices.SortedFunc(maps.Keys(found), compareKinds)
		stratum := make([]int, len(sorted))
		for i, kd := range sorted {
			stratum[i] = found[kd]
		}
		k.list = append(k.list, sorted...)
		counts = append(counts, stratum)
	}
	k.strata = stats.NewStrata(counts)
	return k
}

func (k *kinds) bootstrap(b int, r *rand.Rand, statistic func([]int) float64) []float64 {
	return k.strata.Bootstrap(b, r, statistic)
}

// macroF1 is the statistic of one side, given how often each kind was drawn.
func (k *kinds) macroF1(side int) func([]int) float64 {
	return func(drawn []int) float64 {
		var hit, support, predicted [classes]int
		n := 0
		for i, times := range drawn {
			if times == 0 {
				continue
			}
			kd := &k.list[i]
			for class, c := range kd.risks[side] {
				cells := int(c) * times
				n += cells
				support[kd.truth] += cells
				predicted[class] += cells
				if class == int(kd.truth) {
					hit[class] += cells
				}
			}
		}
		if n == 0 {
			return math.NaN()
		}
		sum := 0.0
		for i := range hit {
			if d := support[i] + predicted[i]; d > 0 {
				sum += float64(2*hit[i]) / float64(d)
			}
		}
		return sum / classes
	}
}

// rate is the statistic of one side for the metric at a position of the table;
// NaN where the denominator is 0.
func (k *kinds) rate(metric, side int) func([]int) float64 {
	m := k.table[metric]
	return func(drawn []int) float64 {
		hits, n := 0, 0
		for i, times := range drawn {
			kd := &k.list[i]
			if times == 0 || kd.counts&(1<<metric) == 0 {
				continue
			}
			for class, c := range kd.risks[side] {
				n += times * int(c)
				if m.Hit(int(kd.truth), class) {
					hits += times * int(c)
				}
			}
		}
		if n == 0 {
			return math.NaN()
		}
		return float64(hits) / float64(n)
	}
}

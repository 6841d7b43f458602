// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/false-consensus/fcb/scorer/stats"
)

// levels are the graded polls (valid, with a number, correctness known) counted
// by cluster, distinct confidence and fold. Everything calibration needs is in
// these counts: with confidences in whole percents they are a small fraction of
// the polls.
type levels struct {
	value []float64         // distinct confidences, ascending
	cells *stats.GradeCells // places are 2*value+fold; clusters without graded polls left out
	n, k  []float64         // totals, by 2*value+fold
}

// lookup finds the position of a confidence by hash while there are few
// distinct ones, by search above.
type lookup struct {
	value []float64
	index map[float64]uint32
}

const maxHashed = 1 << 16

func (l lookup) of(x float64) uint32 {
	if l.index != nil {
		return l.index[x]
	}
	return uint32(sort.SearchFloat64s(l.value, x))
}

func graded(c *Corpus, i int) bool {
	return c.flags.at(i)&flagKnown != 0 && !math.IsNaN(c.conf.at(i))
}

// distinct lists the confidences of graded polls.
func distinct(c *Corpus) lookup {
	seen := map[float64]uint32{}
	last := math.NaN()
	for i := range c.conf.len() {
		x := c.conf.at(i)
		if x == last || !graded(c, i) {
			continue
		}
		last = x
		seen[x] = 0
		if len(seen) > maxHashed {
			seen = nil
			break
		}
	}
	var l lookup
	if seen == nil {
		for i := range c.conf.len() {
			if graded(c, i) {
				l.value = append(l.value, c.conf.at(i))
			}
		}
		slices.Sort(l.value)
		l.value = slices.Compact(l.value)
		return l
	}
	for x := range seen {
		l.value = append(l.value, x)
	}
	slices.Sort(l.value)
	for i, x := range l.value {
		seen[x] = uint32(i)
	}
	l.index = seen
	return l
}

// byCluster orders the blocks by cluster, file order within each.
func byCluster(c *Corpus) (order []int32, start []int32) {
	start = make([]int32, c.nClusters+1)
	for b := range c.blocks() {
		start[c.clusterOf(b)+1]++
	}
	for g := range c.nClusters {
		start[g+1] += start[g]
	}
	order = make([]int32, c.blocks())
	next := slices.Clone(start)
	for b := range c.blocks() {
		g := c.clusterOf(b)
		order[next[g]] = int32(b)
		next[g]++
	}
	return order, start
}

func newLevels(c *Corpus, fold []uint8) *levels {
	look := distinct(c)
	l := &levels{value: look.value, n: make([]float64, 2*len(look.value)), k: make([]float64, 2*len(look.value))}
	l.cells = stats.NewGradeCells(make([]float64, len(l.n))) // only places matter: readings give them values
	order, start := byCluster(c)
	type row struct {
		at uint32
		y  uint32
	}
	var rows []row
	for g := range c.nClusters {
		rows = rows[:0]
		for _, b := range order[start[g]:start[g+1]] {
			from, to := c.span(int(b))
			f := uint32(fold[c.problem.at(int(b))])
			for i := from; i < to; i++ {
				if graded(c, i) {
					y := uint32(0)
					if c.flags.at(i)&flagCorrect != 0 {
						y = 1
					}
					rows = append(rows, row{2*look.of(c.conf.at(i)) + f, y})
				}
			}
		}
		if len(rows) == 0 {
			continue
		}
		slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.at, b.at) })
		for i := 0; i < len(rows); {
			at, n, k := rows[i].at, uint32(0), uint32(0)
			for ; i < len(rows) && rows[i].at == at; i++ {
				n++
				k += rows[i].y
			}
			l.cells.Cell(at, n, k)
			l.n[at] += float64(n)
			l.k[at] += float64(k)
		}
		l.cells.EndCluster()
	}
	return l
}

// grades are the totals of both folds.
func (l *levels) grades() stats.Grades {
	g := stats.Grades{Value: l.value, N: make([]float64, len(l.value)), K: make([]float64, len(l.value))}
	for i := range l.n {
		g.N[i/2] += l.n[i]
		g.K[i/2] += l.k[i]
	}
	return g
}

// foldGrades are the totals of one fold.
func (l *levels) foldGrades(fold int) stats.Grades {
	g := stats.Grades{Value: l.value, N: make([]float64, len(l.value)), K: make([]float64, len(l.value))}
	for i := range l.value {
		g.N[i], g.K[i] = l.n[2*i+fold], l.k[2*i+fold]
	}
	return g
}

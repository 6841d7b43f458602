// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"math"
	"slices"

	"github.com/false-consensus/fcb/scorer/stats"
)

// levels are the graded polls (valid, with a number, correctness known) counted
// by cluster, distinct confidence and fold. Everything calibration needs is in
// these counts: with confidences in whole percents they are a small fraction of
// the polls.
type levels struct {
	value []float64 // distinct confidences, ascending
	cells *cells    // places are 2*value+fold; clusters without graded polls left out
	n, k  []float64 // totals, by 2*value+fold
}

func graded(c *Corpus, i int) bool {
	return c.flags.at(i)&flagKnown != 0 && !math.IsNaN(c.conf.at(i))
}

// success is 1 for a correct candidate, 0 for any other.
func (c *Corpus) success(i int) uint32 { return uint32(c.flags.at(i) & flagCorrect / flagCorrect) }

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
	conf := newPlaces(&c.conf, func(i int) bool { return graded(c, i) })
	n := 2 * len(conf.value)
	l := &levels{value: conf.value, n: make([]float64, n), k: make([]float64, n)}
	l.cells = newCells(n, nil)
	order, start := byCluster(c)
	var rows []uint32 // twice the place, plus one for a success
	for g := range c.nClusters {
		rows = rows[:0]
		for _, b := range order[start[g]:start[g+1]] {
			from, to := c.span(int(b))
			f := uint32(fold[c.problem.at(int(b))])
			for i := from; i < to; i++ {
				if graded(c, i) {
					at, y := 2*conf.of(i)+f, c.success(i)
					rows = append(rows, 2*at+y)
					l.n[at]++
					l.k[at] += float64(y)
				}
			}
		}
		if len(rows) > 0 {
			slices.Sort(rows)
			l.cells.cluster(rows)
		}
	}
	l.cells.endRun()
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

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import (
	"math/rand/v2"
	"strconv"
	"sync"
)

// DrawWeights fills w with how often each of len(w) clusters is drawn when
// len(w) of them are drawn with replacement.
func DrawWeights(r *rand.Rand, w []int32) {
	needRand(r)
	clear(w)
	g := uint64(len(w))
	for range w {
		w[r.Uint64N(g)]++
	}
}

// drawsPerSeed is how many resamples share a generator. Generators belong to
// blocks of draws, not to workers, so that results do not depend on how many
// workers there are.
const drawsPerSeed = 50

// ClusterDraws calls use for b resamples of g clusters, on as many goroutines
// as workers says. use gets the number of the resample, from 0, the worker that
// computes it, and the weights, which it must not keep. name is the use of the
// seed, as in [NewRand]. Nothing is drawn when g is 0.
func ClusterDraws(g, b, workers int, seed uint64, name string, use func(draw, worker int, weights []int32)) {
	if g == 0 || b <= 0 {
		return
	}
	blocks := make(chan int)
	var wait sync.WaitGroup
	for worker := range max(workers, 1) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			w := make([]int32, g)
			for block := range blocks {
				r := NewRand(seed, name+"/"+strconv.Itoa(block))
				for i := block * drawsPerSeed; i < min((block+1)*drawsPerSeed, b); i++ {
					DrawWeights(r, w)
					use(i, worker, w)
				}
			}
		}()
	}
	for block := 0; block*drawsPerSeed < b; block++ {
		blocks <- block
	}
	close(blocks)
	wait.Wait()
}

// GradeCells holds [Grades] by cluster: a cell says how many rows of a cluster
// stated one value, and how many of them were successes. Resampling clusters adds
// up cells rather than rows: when confidences are round numbers a cluster has far
// fewer cells than rows; when they are continuous it has as many, and the saving
// is lost.
type GradeCells struct {
	value []float64
	start []int    // first cell of each cluster, and the end
	at    []uint32 // place in value
	count []uint64 // successes in the upper 32 bits, rows in the lower
}

// NewGradeCells prepares for cells over values, which ascend strictly.
func NewGradeCells(value []float64) *GradeCells {
	return &GradeCells{value: value, start: []int{0}}
}

// Cell adds a cell to the current cluster. Cells of the same place may repeat.
func (c *GradeCells) Cell(at uint32, rows, successes uint32) {
	c.at = append(c.at, at)
	c.count = append(c.count, uint64(successes)<<32|uint64(rows))
}

// EndCluster closes the current cluster, which may be empty.
func (c *GradeCells) EndCluster() { c.start = append(c.start, len(c.at)) }

// Clusters is the number of closed clusters.
func (c *GradeCells) Clusters() int { return len(c.start) - 1 }

// Values are the values that cells refer to.
func (c *GradeCells) Values() []float64 { return c.value }

// A Resampled holds the counts of a resample.
type Resampled struct {
	Grades
	packed []uint64
}

// Room makes room for resamples; each goroutine needs its own.
func (c *GradeCells) Room() *Resampled {
	n := len(c.value)
	return &Resampled{Grades{c.value, make([]float64, n), make([]float64, n)}, make([]uint64, n)}
}

// Resample fills r with the counts of the clusters weighted by how often each
// was drawn. Rows and successes are added in one 64-bit word: a resample must
// hold fewer than 2^32 rows.
func (c *GradeCells) Resample(weights []int32, r *Resampled) {
	packed := r.packed
	clear(packed)
	for cluster, w := range weights {
		if w == 0 {
			continue
		}
		from, to := c.start[cluster], c.start[cluster+1]
		at, count, f := c.at[from:to], c.count[from:to], uint64(w)
		for i, p := range at {
			packed[p] += f * count[i]
		}
	}
	for i, v := range packed {
		r.N[i], r.K[i] = float64(uint32(v)), float64(v>>32)
	}
}

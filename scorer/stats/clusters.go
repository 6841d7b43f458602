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

// GradeCells holds [Grades] by cluster: cell c of cluster g, for
// Start[g] <= c < Start[g+1], says that N[c] rows of the cluster, K[c] of them
// successes, stated Value[At[c]]. Resampling clusters adds up cells rather than
// rows: when confidences are round numbers a cluster has far fewer cells than
// rows; when they are continuous it has as many, and the saving is lost.
type GradeCells struct {
	Value []float64
	Start []int
	At    []uint32
	N, K  []uint32
}

// Clusters is the number of clusters.
func (c *GradeCells) Clusters() int { return max(len(c.Start)-1, 0) }

// Resample fills g, whose N and K have the length of Value, with the counts of
// the clusters weighted by how often each was drawn.
func (c *GradeCells) Resample(weights []int32, g *Grades) {
	g.Value = c.Value
	clear(g.N)
	clear(g.K)
	for cluster, w := range weights {
		if w == 0 {
			continue
		}
		f := float64(w)
		for i := c.Start[cluster]; i < c.Start[cluster+1]; i++ {
			at := c.At[i]
			g.N[at] += f * float64(c.N[i])
			g.K[at] += f * float64(c.K[i])
		}
	}
}

// NewGrades makes room for resamples.
func (c *GradeCells) NewGrades() *Grades {
	return &Grades{Value: c.Value, N: make([]float64, len(c.Value)), K: make([]float64, len(c.Value))}
}

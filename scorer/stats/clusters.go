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

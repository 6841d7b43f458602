// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"context"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/false-consensus/fcb/scorer/stats"
)

// A splitmix is the generator SplitMix64 (Steele, Lea and Flood 2014): small
// enough to be inlined where a resampling spends its time. It is only ever
// seeded by [blockSeeds].
type splitmix uint64

func (g *splitmix) next() uint64 {
	*g += 0x9e3779b97f4a7c15
	z := uint64(*g)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below draws a whole number from 0 to n-1. The multiplication favours some
// numbers by a share of at most n/2^64, which no resampling can see.
func (g *splitmix) below(n int) int {
	hi, _ := bits.Mul64(g.next(), uint64(n))
	return int(hi)
}

// unit draws from [0, 1).
func (g *splitmix) unit() float64 { return float64(g.next()>>11) / (1 << 53) }

// blockSeeds gives every block of a named resampling its own seed, so that the
// result does not depend on which worker takes which block.
func blockSeeds(seed uint64, name string, blocks int) []splitmix {
	r := stats.NewRand(seed, name)
	out := make([]splitmix, blocks)
	for i := range out {
		out[i] = splitmix(r.Uint64())
	}
	return out
}

// inBlocks cuts total repetitions into blocks of the given size and lets the
// workers take them; newWorker makes one worker's function, with its own
// scratch memory, which does the repetitions from..to-1 of block b. It returns
// the context's error if the context ends first.
func inBlocks(ctx context.Context, total, size, workers int, newWorker func() func(b, from, to int)) error {
	blocks := (total + size - 1) / size
	workers = max(1, min(workers, blocks))
	var next atomic.Int64
	var all sync.WaitGroup
	for range workers {
		all.Add(1)
		go func() {
			defer all.Done()
			do := newWorker()
			for ctx.Err() == nil {
				b := int(next.Add(1)) - 1
				if b >= blocks {
					return
				}
				do(b, b*size, min(total, (b+1)*size))
			}
		}()
	}
	all.Wait()
	return context.Cause(ctx)
}

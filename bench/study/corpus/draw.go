// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package corpus

import (
	"fmt"
	"hash/fnv"
	"math/bits"
	"math/rand/v2"
)

// A draw makes the random choices of one task. It uses the PCG generator alone,
// whose sequence is part of its definition, and its own reduction to ranges, so
// that the same seed gives the same text with every Go release and machine.
type draw struct{ src *rand.PCG }

// newDraw is the generator for one named use of a seed: a name of its own for
// each task keeps a task's text independent of all others.
func newDraw(seed uint64, name string) *draw {
	h := fnv.New64a()
	h.Write([]byte(name))
	return &draw{rand.NewPCG(seed, h.Sum64())}
}

// below gives a uniform number in [0, n).
func (d *draw) below(n int) int {
	if n <= 0 {
		panic(fmt.Sprintf("corpus: draw below %d", n))
	}
	// Lemire's multiplication with rejection: exact uniformity.
	hi, lo := bits.Mul64(d.src.Uint64(), uint64(n))
	if lo < uint64(n) {
		for threshold := -uint64(n) % uint64(n); lo < threshold; {
			hi, lo = bits.Mul64(d.src.Uint64(), uint64(n))
		}
	}
	return int(hi)
}

// between gives a uniform number in [lo, hi].
func (d *draw) between(lo, hi int) int { return lo + d.below(hi-lo+1) }

// chance is true in k of n cases.
func (d *draw) chance(k, n int) bool { return d.below(n) < k }

// order gives a random permutation of 0..n-1.
func (d *draw) order(n int) []int {
	p := make([]int, n)
	for i := range p {
		j := d.below(i + 1)
		p[i] = p[j]
		p[j] = i
	}
	return p
}

func pick[T any](d *draw, list []T) T { return list[d.below(len(list))] }

// some gives k different entries of list in random order.
func some[T any](d *draw, list []T, k int) []T {
	out := make([]T, k)
	for i, j := range d.order(len(list))[:k] {
		out[i] = list[j]
	}
	return out
}

func shuffle[T any](d *draw, list []T) []T { return some(d, list, len(list)) }

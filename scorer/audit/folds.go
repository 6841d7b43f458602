// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"cmp"
	"slices"
)

// folds deals every problem to fold 0 or 1: within each tier the problems are
// ordered by a hash of their id and the seed and dealt alternately, tier after
// tier going on where the last one stopped. The hash is FNV-1a (64 bit) of the
// id, mixed with the seed as SplitMix64 does. Anyone who has the ids can
// recompute it; the result lists it while there are at most maxNamedProblems.
func folds(c *Corpus, seed uint64) []uint8 {
	out := make([]uint8, c.nProblems)
	order := make([]int32, c.nProblems)
	for i := range order {
		order[i] = int32(i)
	}
	key := func(p int32) uint64 { return mix(c.problemFold.at(int(p)) + seed*0x9e3779b97f4a7c15) }
	slices.SortFunc(order, func(a, b int32) int {
		if d := cmp.Compare(c.tierName(c.problemTier.at(int(a))), c.tierName(c.problemTier.at(int(b)))); d != 0 {
			return d
		}
		if d := cmp.Compare(key(a), key(b)); d != 0 {
			return d
		}
		return cmp.Compare(a, b)
	})
	for at, p := range order {
		out[p] = uint8(at & 1)
	}
	return out
}

func (c *Corpus) tierName(t int32) string {
	if t < 0 {
		return ""
	}
	return c.tiers[t]
}

// mix is the finaliser of SplitMix64 (Steele, Lea and Flood 2014).
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

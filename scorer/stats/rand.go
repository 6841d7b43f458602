// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import (
	"hash/fnv"
	"math/rand/v2"
)

// NewRand is the generator for one named use of a seed: PCG with the seed as
// its first word and the FNV-1a hash of the name as its second. A name per use
// keeps results independent of the order in which they are computed: adding a
// metric does not move the interval of another.
func NewRand(seed uint64, name string) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name)) // never fails
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// needRand refuses a missing generator: a result without a seed cannot be repeated.
func needRand(r *rand.Rand) {
	if r == nil {
		panic("stats: resampling needs a generator")
	}
}

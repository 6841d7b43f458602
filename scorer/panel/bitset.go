// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"math/bits"
	"slices"
)

// A bitset holds one bit a question (or, transposed, one a model).
type bitset []uint64

func newBitset(n int) bitset    { return make(bitset, (n+63)/64) }
func (b bitset) has(i int) bool { return b[i>>6]>>(i&63)&1 != 0 }
func (b bitset) set(i int)      { b[i>>6] |= 1 << (i & 63) }
func (b bitset) clone() bitset  { return slices.Clone(b) }
func (b bitset) grow(i int) bitset {
	for len(b) <= i>>6 {
		b = append(b, 0)
	}
	return b
}

// count is the number of set bits.
func (b bitset) count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// countAnd is the number of bits set in both.
func (b bitset) countAnd(c bitset) int {
	n := 0
	for i, w := range b {
		n += bits.OnesCount64(w & c[i])
	}
	return n
}

// each calls f with the index of every set bit, ascending.
func (b bitset) each(f func(i int)) {
	for w, word := range b {
		for ; word != 0; word &= word - 1 {
			f(w<<6 + bits.TrailingZeros64(word))
		}
	}
}

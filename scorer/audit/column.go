// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import "hash/maphash"

const (
	chunkBits = 14
	chunkSize = 1 << chunkBits
)

// A column is a growing list in chunks: growing never copies, so that reading
// ten million candidates needs no second copy of anything.
type column[T any] struct {
	chunks [][]T
	n      int
}

func (c *column[T]) add(v T) {
	if c.n>>chunkBits == len(c.chunks) {
		c.chunks = append(c.chunks, make([]T, 0, chunkSize))
	}
	last := &c.chunks[c.n>>chunkBits]
	*last = append(*last, v)
	c.n++
}

func (c *column[T]) at(i int) T     { return c.chunks[i>>chunkBits][i&(chunkSize-1)] }
func (c *column[T]) set(i int, v T) { c.chunks[i>>chunkBits][i&(chunkSize-1)] = v }
func (c *column[T]) ref(i int) *T   { return &c.chunks[i>>chunkBits][i&(chunkSize-1)] }

// permute reorders the column so that its new element i is the old order[i].
func (c *column[T]) permute(order []int32) {
	var out column[T]
	for _, i := range order {
		out.add(c.at(int(i)))
	}
	*c = out
}

// A table numbers texts from 0 in order of first sight without keeping them: it
// holds 128 bits of two independently seeded hashes each. Numbers depend on the
// order alone, never on the seeds.
type table struct {
	a, b  maphash.Seed
	slots []uint32 // number + 1; 0 is free
	hash  column[[2]uint64]
}

func newTable() *table {
	return &table{a: maphash.MakeSeed(), b: maphash.MakeSeed(), slots: make([]uint32, 1<<10)}
}

// number gives the number of text and whether it is new.
func (t *table) number(text []byte) (id int32, fresh bool) {
	return t.numberOf([2]uint64{maphash.Bytes(t.a, text), maphash.Bytes(t.b, text)})
}

func (t *table) numberOf(h [2]uint64) (id int32, fresh bool) {
	mask := uint64(len(t.slots) - 1)
	for at := h[0] & mask; ; at = (at + 1) & mask {
		s := t.slots[at]
		if s == 0 {
			id = int32(t.hash.n)
			t.slots[at] = uint32(id) + 1
			t.hash.add(h)
			if t.hash.n*4 > len(t.slots)*3 {
				t.grow()
			}
			return id, true
		}
		if t.hash.at(int(s-1)) == h {
			return int32(s - 1), false
		}
	}
}

func (t *table) grow() {
	t.slots = make([]uint32, 2*len(t.slots))
	mask := uint64(len(t.slots) - 1)
	for i := range t.hash.n {
		at := t.hash.at(i)[0] & mask
		for t.slots[at] != 0 {
			at = (at + 1) & mask
		}
		t.slots[at] = uint32(i) + 1
	}
}

func (t *table) len() int { return t.hash.n }

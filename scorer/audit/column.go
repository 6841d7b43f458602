// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"hash/maphash"
	"math"
)

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
// holds 96 bits of two independently seeded hashes each, which confuses two of ten
// million texts once in 10^15 files. Numbers depend on the order alone, never on
// the seeds.
type table struct {
	a, b  maphash.Seed
	slots []uint32 // number + 1; 0 is free
	hash  column[[3]uint32]
}

func newTable() *table {
	return &table{a: maphash.MakeSeed(), b: maphash.MakeSeed(), slots: make([]uint32, 1<<10)}
}

// number gives the number of text and whether it is new.
func (t *table) number(text []byte) (id int32, fresh bool) {
	a, b := maphash.Bytes(t.a, text), maphash.Bytes(t.b, text)
	return t.numberOf([3]uint32{uint32(a), uint32(a >> 32), uint32(b)})
}

func (t *table) numberOf(h [3]uint32) (id int32, fresh bool) {
	mask := uint32(len(t.slots) - 1)
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
	mask := uint32(len(t.slots) - 1)
	for i := range t.hash.n {
		at := t.hash.at(i)[0] & mask
		for t.slots[at] != 0 {
			at = (at + 1) & mask
		}
		t.slots[at] = uint32(i) + 1
	}
}

func (t *table) len() int { return t.hash.n }

// A levelColumn holds numbers. While there are fewer than 65,536 distinct ones,
// which is always so for confidences in whole percents, it keeps two bytes each.
type levelColumn struct {
	level []float64 // distinct numbers; NaN is level 0
	index map[float64]uint16
	small column[uint16]
	wide  *column[float64] // instead, from the 65,536th distinct number on
}

func (c *levelColumn) add(v float64) {
	if c.wide != nil {
		c.wide.add(v)
		return
	}
	if c.index == nil {
		c.index, c.level = map[float64]uint16{}, []float64{math.NaN()}
	}
	at, ok := uint16(0), math.IsNaN(v)
	if !ok {
		at, ok = c.index[v]
	}
	if !ok {
		if len(c.level) == 1<<16 {
			c.widen()
			c.wide.add(v)
			return
		}
		at = uint16(len(c.level))
		c.index[v] = at
		c.level = append(c.level, v)
	}
	c.small.add(at)
}

func (c *levelColumn) widen() {
	wide := &column[float64]{}
	for i := range c.small.n {
		wide.add(c.level[c.small.at(i)])
	}
	*c = levelColumn{wide: wide}
}

func (c *levelColumn) at(i int) float64 {
	if c.wide != nil {
		return c.wide.at(i)
	}
	return c.level[c.small.at(i)]
}

func (c *levelColumn) len() int {
	if c.wide != nil {
		return c.wide.n
	}
	return c.small.n
}

func (c *levelColumn) permute(order []int32) {
	if c.wide != nil {
		c.wide.permute(order)
		return
	}
	c.small.permute(order)
}

// A sparse column answers with a default beyond its end and grows when it is
// first needed: what a file does not use costs nothing.
type sparse[T any] struct {
	column[T]
	empty T
}

func (s *sparse[T]) at(i int) T {
	if i >= s.n {
		return s.empty
	}
	return s.column.at(i)
}

func (s *sparse[T]) set(i int, v T) {
	for s.n <= i {
		s.add(s.empty)
	}
	s.column.set(i, v)
}

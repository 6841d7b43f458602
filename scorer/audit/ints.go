// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

const (
	intBits = 12
	intSize = 1 << intBits
)

// ints is a column of whole numbers in chunks. A chunk keeps how far its numbers
// are from its first one, in as many bytes (one, two or four) as the farthest
// takes. Where a file goes trace by trace, numbers given in order of first sight
// hardly move within a chunk, so that one or two bytes do.
type ints struct {
	chunks []intChunk
	n      int
}

// An intChunk has one of its three lists.
type intChunk struct {
	base int32
	one  []int8
	two  []int16
	four []int32
}

func (c *ints) add(v int32) {
	if c.n>>intBits == len(c.chunks) {
		c.chunks = append(c.chunks, intChunk{base: v, one: make([]int8, 0, intSize)})
	}
	k := &c.chunks[c.n>>intBits]
	d := k.fit(v)
	switch {
	case k.one != nil:
		k.one = append(k.one, int8(d))
	case k.two != nil:
		k.two = append(k.two, int16(d))
	default:
		k.four = append(k.four, d)
	}
	c.n++
}

func (c *ints) at(i int) int32 {
	k := &c.chunks[i>>intBits]
	i &= intSize - 1
	switch {
	case k.one != nil:
		return k.base + int32(k.one[i])
	case k.two != nil:
		return k.base + int32(k.two[i])
	}
	return k.base + k.four[i]
}

func (c *ints) set(i int, v int32) {
	k := &c.chunks[i>>intBits]
	i &= intSize - 1
	d := k.fit(v)
	switch {
	case k.one != nil:
		k.one[i] = int8(d)
	case k.two != nil:
		k.two[i] = int16(d)
	default:
		k.four[i] = d
	}
}

// fit widens the chunk until v has room and gives its distance from the first.
// A distance beyond 32 bits wraps around, and back when it is added again.
func (k *intChunk) fit(v int32) int32 {
	d := v - k.base
	if k.one != nil && d != int32(int8(d)) {
		k.one, k.two = nil, widened[int16](k.one)
	}
	if k.two != nil && d != int32(int16(d)) {
		k.two, k.four = nil, widened[int32](k.two)
	}
	return d
}

func widened[B, A int8 | int16 | int32](a []A) []B {
	out := make([]B, len(a), intSize)
	for i, v := range a {
		out[i] = B(v)
	}
	return out
}

// permute reorders the column so that its new element i is the old order[i].
func (c *ints) permute(order []int32) {
	var out ints
	for _, i := range order {
		out.add(c.at(int(i)))
	}
	*c = out
}

// A sparse column answers with a default beyond its end and grows when it is
// first needed: what a file does not use costs nothing.
type sparse struct {
	ints
	empty int32
}

func (s *sparse) at(i int) int32 {
	if i >= s.n {
		return s.empty
	}
	return s.ints.at(i)
}

func (s *sparse) set(i int, v int32) {
	for s.n < i {
		s.add(s.empty)
	}
	if s.n == i {
		s.add(v)
		return
	}
	s.ints.set(i, v)
}

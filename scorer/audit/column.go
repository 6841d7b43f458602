// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

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

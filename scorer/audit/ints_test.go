// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The column answers like a plain list, however far numbers jump.
func TestIntsKeepAnyNumber(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var c ints
	var want []int32
	number := func(at int) int32 {
		switch at >> intBits {
		case 0:
			return int32(at) % 100
		case 1:
			return int32(at) * 3
		case 2:
			return int32(at) * 70_000
		}
		return []int32{-1, math.MinInt32, math.MaxInt32, r.Int32()}[r.IntN(4)]
	}
	for i := range 4*intSize + 10 {
		v := number(i)
		c.add(v)
		want = append(want, v)
	}
	assert.NotNil(t, c.chunks[0].one)
	assert.NotNil(t, c.chunks[1].two)
	assert.NotNil(t, c.chunks[2].four)
	for range 2000 {
		i, v := r.IntN(len(want)), number(r.IntN(len(want)))
		c.set(i, v)
		want[i] = v
	}
	order := make([]int32, len(want))
	for i, at := range r.Perm(len(want)) {
		order[i] = int32(at)
	}
	for i := range want {
		if c.at(i) != want[i] {
			t.Fatalf("number %d: %d, not %d", i, c.at(i), want[i])
		}
	}
	c.permute(order)
	for i, at := range order {
		if c.at(i) != want[at] {
			t.Fatalf("number %d after reordering: %d, not %d", i, c.at(i), want[at])
		}
	}
}

func TestSparse(t *testing.T) {
	s := sparse{empty: -1}
	s.set(5, 7)
	s.set(2, 9)
	assert.Equal(t, []int32{-1, -1, 9, -1, -1, 7, -1}, []int32{s.at(0), s.at(1), s.at(2), s.at(3), s.at(4), s.at(5), s.at(1000)})
	assert.Equal(t, 6, s.n)
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package schema

import (
	"slices"
	"strings"
)

// A keyTable finds the number of a key. Where a multiplier without collisions
// exists, one comparison decides; it is looked for once, when the table is made.
type keyTable struct {
	names []string
	nodes []*node
	mul   uint32
	slots [64]int8 // number of the key + 1; 0 for none
	hash  bool
}

// newKeyTable numbers the names: those in order first, the others by name.
func newKeyTable(names, order []string) keyTable {
	slices.SortFunc(names, func(a, b string) int {
		i, j := slices.Index(order, a), slices.Index(order, b)
		switch {
		case i >= 0 && j >= 0:
			return i - j
		case i >= 0:
			return -1
		case j >= 0:
			return 1
		}
		return strings.Compare(a, b)
	})
	t := keyTable{names: names, nodes: make([]*node, len(names))}
	for t.mul = 1; t.mul < 10000 && !t.hash; {
		t.mul += 2
		t.hash = t.place()
	}
	return t
}

func (t *keyTable) place() bool {
	t.slots = [64]int8{}
	for i, n := range t.names {
		if n == "" {
			return false
		}
		s := t.slot([]byte(n))
		if t.slots[s] != 0 {
			return false
		}
		t.slots[s] = int8(i + 1)
	}
	return true
}

// slot mixes length, first, middle and last byte of a key that is not empty.
func (t *keyTable) slot(k []byte) uint32 {
	x := uint32(k[0]) | uint32(k[len(k)-1])<<8 | uint32(k[len(k)/2])<<16 | uint32(len(k))<<24
	return (x * t.mul) >> 26
}

// find gives the number of a key, -1 for an unknown one.
func (t *keyTable) find(k []byte) int {
	if t.hash {
		if len(k) == 0 {
			return -1
		}
		if i := int(t.slots[t.slot(k)]) - 1; i >= 0 && string(k) == t.names[i] {
			return i
		}
		return -1
	}
	for i, n := range t.names {
		if string(k) == n {
			return i
		}
	}
	return -1
}

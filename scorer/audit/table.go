// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import "hash/maphash"

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

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import "hash/maphash"

// A textHash stands for a text in the tables of uniqueness. At a hundred million
// cases the odds that two texts share one are below 10^-12.
type textHash struct {
	a uint64
	b uint32
}

var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

func hashText(b []byte) textHash {
	return textHash{maphash.Bytes(seeds[0], b), uint32(maphash.Bytes(seeds[1], b))}
}

// firstLines remembers on which line each text stood first: an open-addressed
// table of 16 bytes a slot, so that a look-up costs one cache line where a map
// costs two or three. The zero value is empty.
type firstLines struct {
	slots []firstLine // a power of two, at most seven eighths full
	n     int
}

type firstLine struct {
	a    uint64
	b    uint32
	line uint32 // from 1; 0: the slot is free
}

// add gives the line on which the text stood before, or remembers this one and
// gives 0.
func (t *firstLines) add(h textHash, line int) int {
	if 8*(t.n+1) > 7*len(t.slots) {
		t.grow()
	}
	s := t.find(h)
	if s.line != 0 {
		return int(s.line)
	}
	*s = firstLine{h.a, h.b, uint32(line)}
	t.n++
	return 0
}

// find is the slot of h, or the free one where it belongs.
func (t *firstLines) find(h textHash) *firstLine {
	mask := uint64(len(t.slots) - 1)
	for i := h.a & mask; ; i = (i + 1) & mask {
		if s := &t.slots[i]; s.line == 0 || s.a == h.a && s.b == h.b {
			return s
		}
	}
}

func (t *firstLines) grow() {
	old := t.slots
	t.slots = make([]firstLine, max(256, 2*len(old)))
	for _, s := range old {
		if s.line != 0 {
			*t.find(textHash{s.a, s.b}) = s
		}
	}
}

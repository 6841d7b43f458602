// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

// Counters count, for every question, how many of the bitsets added have its
// bit set: bit by bit down the binary digits, so that one machine operation
// counts for 64 questions. words x digits, the digits of a word side by side.
type counters struct {
	digits  int
	cells   []uint64
	waiting []bitset // up to three sets not yet counted in
	n       int
}

// newCounters counts up to most sets of the given number of words.
func newCounters(words, most int) *counters {
	digits := 1
	for 1<<digits <= most {
		digits++
	}
	c := &counters{digits: digits, cells: make([]uint64, words*digits), waiting: make([]bitset, 3)}
	for i := range c.waiting {
		c.waiting[i] = make(bitset, words)
	}
	return c
}

func (c *counters) reset() {
	clear(c.cells)
	c.n = 0
}

// next is the set to fill before the next call of add.
func (c *counters) next() bitset { return c.waiting[c.n] }

// add counts in the set that next gave. Three at a time first add up to two
// binary digits, which saves a walk through the counters for two of them.
func (c *counters) add() {
	if c.n++; c.n == len(c.waiting) {
		c.flush()
	}
}

// flush counts in what is waiting.
func (c *counters) flush() {
	if c.n == 0 {
		return
	}
	for ; c.n < len(c.waiting); c.n++ {
		clear(c.waiting[c.n])
	}
	x, y, z := c.waiting[0], c.waiting[1], c.waiting[2]
	for w := range x {
		xy := x[w] ^ y[w]
		ones, twos := xy^z[w], x[w]&y[w]|xy&z[w]
		cell := c.cells[w*c.digits : (w+1)*c.digits]
		carry := cell[0] & ones
		cell[0] ^= ones
		for d := 1; d < len(cell); d++ {
			half := cell[d] ^ twos
			cell[d], carry = half^carry, cell[d]&twos|half&carry
			if twos = 0; carry == 0 {
				break
			}
		}
	}
	c.n = 0
}

// departure is the sum over n questions of the squared difference between the
// count and what was expected. Call flush first.
func (c *counters) departure(expected []float64) float64 {
	sum := 0.0
	var count [64]int32
	for w := 0; w*64 < len(expected); w++ {
		e := expected[w*64 : min(len(expected), w*64+64)]
		clear(count[:])
		for d, digit := range c.cells[w*c.digits : (w+1)*c.digits] {
			for j := range count[:len(e)] {
				count[j] += int32(digit>>j&1) << d
			}
		}
		for j, x := range e {
			diff := float64(count[j]) - x
			sum += diff * diff
		}
	}
	return sum
}

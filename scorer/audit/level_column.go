// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import "math"

// A levelColumn holds numbers. While there are fewer than 65,536 distinct ones and
// they repeat, as confidences in whole percents do, it keeps the place of each in
// the list of them: one byte or two. Otherwise it keeps the numbers.
type levelColumn struct {
	level []float64 // distinct numbers; NaN is level 0
	index map[float64]uint16
	small ints
	wide  *column[float64] // instead, where there are too many distinct ones
}

// fewLevels is how many distinct numbers are kept as levels even where hardly any
// repeats.
const fewLevels = 4096

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
		if n := len(c.level); n == 1<<16 || n > fewLevels && 2*n > c.small.n {
			c.widen()
			c.wide.add(v)
			return
		}
		at = uint16(len(c.level))
		c.index[v] = at
		c.level = append(c.level, v)
	}
	c.small.add(int32(at))
}

func (c *levelColumn) widen() {
	wide := &column[float64]{}
	for i := range c.small.n {
		wide.add(c.level[c.small.at(i)])
	}
	*c = levelColumn{wide: wide}
}

// close drops what only adding needs.
func (c *levelColumn) close() { c.index = nil }

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

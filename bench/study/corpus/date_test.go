// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package corpus

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestCalendarAgreesWithTheStandardLibrary(t *testing.T) {
	for d := on(1899, 12, 1); d < on(2105, 1, 1); d++ {
		y, m, day := d.civil()
		u := time.Unix(int64(d)*86400, 0).UTC()
		if u.Year() != y || int(u.Month()) != m || u.Day() != day || on(y, m, day) != d {
			t.Fatalf("%d: %s, the library says %s", d, d.iso(), u)
		}
		if u.Weekday().String() != d.weekdayName() || u.Format("2 January 2006") != d.String() || u.Format("2006-01-02") != d.iso() {
			t.Fatalf("%s is no %s", u, d.weekdayName())
		}
	}
}

func TestMonthsSince(t *testing.T) {
	for _, c := range []struct {
		from, to date
		want     int
	}{
		{on(2024, 3, 5), on(2024, 4, 4), 0}, {on(2024, 3, 5), on(2024, 4, 5), 1}, {on(2000, 2, 28), on(2018, 2, 27), 215}, {on(2000, 2, 28), on(2018, 2, 28), 216},
		{on(2024, 12, 10), on(2025, 1, 9), 0},
	} {
		assert.Equal(t, c.want, c.to.monthsSince(c.from), "%s to %s", c.from, c.to)
	}
	assert.Equal(t, on(2025, 3, 11), on(2025, 3, 6).workdays(3), "Thursday and three working days is Tuesday")
}

// The sequence of PCG and its reduction are fixed here, so that a change in
// either is noticed before a corpus changes.
func TestDrawIsFixed(t *testing.T) {
	d := newDraw(1, "x")
	var got []int
	for range 8 {
		got = append(got, d.below(10))
	}
	again := newDraw(1, "x")
	for _, n := range got {
		assert.Equal(t, n, again.below(10))
	}
	assert.Equal(t, []int{4, 5, 6, 7, 5, 6, 3, 5}, got)
	assert.Equal(t, []int{0, 4, 1, 2, 3}, newDraw(1, "y").order(5))
	assert.Panics(t, func() { d.below(0) })
	assert.Equal(t, uint64(0xc4f5a58656eef510), rand.NewPCG(1, 2).Uint64())
}

func TestDrawIsUniform(t *testing.T) {
	d := newDraw(3, "uniform")
	var counts [7]int
	const n = 70_000
	for range n {
		counts[d.below(7)]++
	}
	for i, c := range counts {
		assert.InDelta(t, n/7, c, 5*93, i) // five standard deviations of 92.6
	}
}

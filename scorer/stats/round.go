// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import (
	"math"
	"strconv"
)

// Digits is how many significant digits a published number keeps. Twelve is
// less than the 15 to 17 a float64 carries, so that platforms whose last bits
// differ (fused multiply-add, another log) print the same text.
const Digits = 12

// Round12 rounds x to [Digits] significant decimal digits, halves as the
// shortest correctly rounded decimal has them. Zero keeps no sign, so that a
// difference of -0 and one of 0 print alike. NaN and infinities are returned as
// they are: a writer must turn them into null before JSON.
func Round12(x float64) float64 {
	if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
		return x + 0
	}
	// Twelve digits of the largest float64 round downwards, so nothing overflows.
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', Digits-1, 64), 64)
	if err != nil {
		panic("stats: rounding: " + err.Error())
	}
	return y
}

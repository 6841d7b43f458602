// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"

	"github.com/false-consensus/fcb/scorer/stats"
)

// A Number is a real number; NaN and infinities are undefined. In JSON it has
// 12 significant digits, or is null.
type Number float64

// undefined is the Number of something that does not exist.
var undefined = Number(math.NaN())

// Defined says whether the number exists.
func (n Number) Defined() bool { return !math.IsNaN(float64(n)) && !math.IsInf(float64(n), 0) }

// MarshalJSON writes the rounded number or null.
func (n Number) MarshalJSON() ([]byte, error) {
	if !n.Defined() {
		return []byte("null"), nil
	}
	v := stats.Round12(float64(n))
	format := byte('f')
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e21) {
		format = 'e'
	}
	return strconv.AppendFloat(nil, v, format, -1, 64), nil
}

// UnmarshalJSON reads a number or null.
func (n *Number) UnmarshalJSON(b []byte) error {
	if bytes.Equal(bytes.TrimSpace(b), []byte("null")) {
		*n = undefined
		return nil
	}
	return json.Unmarshal(b, (*float64)(n))
}

// An Interval is a 95 percent interval, low end first. A nil *Interval is undefined.
type Interval [2]Number

func newInterval(i stats.Interval) *Interval { return &Interval{Number(i.Lo), Number(i.Hi)} }

// numbers converts a slice.
func numbers(xs []float64) []Number {
	out := make([]Number, len(xs))
	for i, x := range xs {
		out[i] = Number(x)
	}
	return out
}

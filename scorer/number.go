// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/false-consensus/fcb/scorer/stats"
)

// A Number is a real number or undefined. The zero value is undefined, so that
// a number nobody computed cannot be taken for 0. In JSON it is a number of 12
// significant digits, or null.
type Number struct {
	Value   float64
	Defined bool
}

// Defined is a Number holding v; NaN and infinities are undefined.
func Defined(v float64) Number {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Number{}
	}
	return Number{v, true}
}

// MarshalJSON writes the rounded number or null.
func (n Number) MarshalJSON() ([]byte, error) {
	if !n.Defined {
		return []byte("null"), nil
	}
	return appendNumber(nil, n.Value), nil
}

// UnmarshalJSON reads a number or null.
func (n *Number) UnmarshalJSON(b []byte) error {
	if bytes.Equal(bytes.TrimSpace(b), []byte("null")) {
		*n = Number{}
		return nil
	}
	n.Defined = true
	return json.Unmarshal(b, &n.Value)
}

// An Interval is a 95 percent interval, in JSON an array of two numbers.
type Interval stats.Interval

// MarshalJSON writes [lo,hi], both rounded.
func (i Interval) MarshalJSON() ([]byte, error) {
	b := appendNumber([]byte{'['}, i.Lo)
	b = appendNumber(append(b, ','), i.Hi)
	return append(b, ']'), nil
}

// UnmarshalJSON reads [lo,hi].
func (i *Interval) UnmarshalJSON(b []byte) error {
	var ends []float64
	if err := json.Unmarshal(b, &ends); err != nil {
		return err
	}
	if len(ends) != 2 {
		return fmt.Errorf("an interval has two ends, not %d", len(ends))
	}
	i.Lo, i.Hi = ends[0], ends[1]
	return nil
}

// appendNumber writes v with 12 significant digits as a JSON number. It panics
// on NaN and infinities, which every caller has turned into null.
func appendNumber(b []byte, v float64) []byte {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		panic("scorer: NaN or infinity on its way into JSON")
	}
	v = stats.Round12(v)
	format := byte('f')
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e21) {
		format = 'e'
	}
	return strconv.AppendFloat(b, v, format, -1, 64)
}

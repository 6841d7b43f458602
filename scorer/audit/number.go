// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"github.com/false-consensus/fcb/scorer/stats"
)

// A Number is a float64 whose NaN is JSON's null. In JSON it has 12 significant digits.
type Number float64

// Defined says whether there is a number.
func (n Number) Defined() bool { return !math.IsNaN(float64(n)) && !math.IsInf(float64(n), 0) }

// MarshalJSON writes the rounded number or null.
func (n Number) MarshalJSON() ([]byte, error) { return appendNumber(nil, float64(n)), nil }

// UnmarshalJSON reads a number or null.
func (n *Number) UnmarshalJSON(b []byte) error {
	if bytes.Equal(bytes.TrimSpace(b), []byte("null")) {
		*n = Number(math.NaN())
		return nil
	}
	return json.Unmarshal(b, (*float64)(n))
}

// An Interval is a 95 percent interval; null in JSON unless OK.
type Interval struct {
	Lo, Hi float64
	OK     bool
}

// MarshalJSON writes [lo,hi] or null.
func (i Interval) MarshalJSON() ([]byte, error) {
	if !i.OK {
		return []byte("null"), nil
	}
	b := appendNumber([]byte{'['}, i.Lo)
	return append(appendNumber(append(b, ','), i.Hi), ']'), nil
}

// UnmarshalJSON reads [lo,hi] or null.
func (i *Interval) UnmarshalJSON(b []byte) error {
	*i = Interval{}
	if bytes.Equal(bytes.TrimSpace(b), []byte("null")) {
		return nil
	}
	var ends []float64
	if err := json.Unmarshal(b, &ends); err != nil {
		return err
	}
	if len(ends) != 2 {
		return fmt.Errorf("an interval has two ends, not %d", len(ends))
	}
	*i = Interval{ends[0], ends[1], true}
	return nil
}

// Contains says whether x lies in the interval; false when there is none.
func (i Interval) Contains(x float64) bool { return i.OK && i.Lo <= x && x <= i.Hi }

func appendNumber(b []byte, v float64) []byte {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return append(b, "null"...)
	}
	v = stats.Round12(v)
	format := byte('f')
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e21) {
		format = 'e'
	}
	return strconv.AppendFloat(b, v, format, -1, 64)
}

// percentile is the interval of replicates; none when they all agree, because
// such an interval has no width and says nothing.
func percentile(replicates []float64) Interval {
	i, _, ok := stats.Percentile95(replicates)
	if !ok || stats.Agree(replicates) {
		return Interval{}
	}
	return Interval{i.Lo, i.Hi, true}
}

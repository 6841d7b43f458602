// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"cmp"
	"fmt"
	"math/big"
	"math/bits"
	"strings"
)

// Money is an exact amount of US dollars; the zero value is nothing. Sums of
// prices never drift past a cap as they would in floating point.
type Money struct {
	units int64    // of 1/perUSD; where an amount fits it is kept so, since the books add on every call
	r     *big.Rat // any other amount; nil for one in units
}

// perUSD is the number of units in a US dollar: a price of 0.000001 a million
// tokens is one unit a token.
const perUSD = 1_000_000_000_000

// ParseMoney reads a decimal number such as 0.005; negative amounts and anything
// else are errors.
func ParseMoney(s string) (Money, error) {
	t := strings.TrimSpace(s)
	if strings.Trim(t, "0123456789.+-") != "" { // big.Rat reads other bases, fractions and exponents too
		return Money{}, fmt.Errorf("%q is not an amount in US dollars", s)
	}
	r, ok := new(big.Rat).SetString(t)
	if !ok || r.Sign() < 0 {
		return Money{}, fmt.Errorf("%q is not an amount in US dollars", s)
	}
	return exactly(r), nil
}

// exactly keeps r, in units if it is a whole number of them.
func exactly(r *big.Rat) Money {
	n := new(big.Rat).Mul(r, new(big.Rat).SetInt64(perUSD))
	if n.IsInt() && n.Num().IsInt64() {
		return Money{units: n.Num().Int64()}
	}
	return Money{r: r}
}

func (m Money) rat() *big.Rat {
	if m.r == nil {
		return big.NewRat(m.units, perUSD)
	}
	return m.r
}

// Add is m + n.
func (m Money) Add(n Money) Money {
	if m.r == nil && n.r == nil {
		if sum := m.units + n.units; (sum > m.units) == (n.units > 0) { // no overflow
			return Money{units: sum}
		}
	}
	return exactly(new(big.Rat).Add(m.rat(), n.rat()))
}

// Sub is m - n.
func (m Money) Sub(n Money) Money {
	if m.r == nil && n.r == nil {
		if diff := m.units - n.units; (diff < m.units) == (n.units > 0) { // no overflow
			return Money{units: diff}
		}
	}
	return exactly(new(big.Rat).Sub(m.rat(), n.rat()))
}

// Times is n times m.
func (m Money) Times(n int) Money {
	if m.r == nil && m.units >= 0 && n >= 0 {
		if high, low := bits.Mul64(uint64(m.units), uint64(n)); high == 0 && low < 1<<63 {
			return Money{units: int64(low)}
		}
	}
	return exactly(new(big.Rat).Mul(m.rat(), new(big.Rat).SetInt64(int64(n))))
}

// over is m divided by n, which must not be 0.
func (m Money) over(n int64) Money {
	return exactly(new(big.Rat).Quo(m.rat(), new(big.Rat).SetInt64(n)))
}

// Cmp is -1, 0 or +1 as m is less than, equal to or more than n.
func (m Money) Cmp(n Money) int {
	if m.r == nil && n.r == nil {
		return cmp.Compare(m.units, n.units)
	}
	return m.rat().Cmp(n.rat())
}

// Sign is -1, 0 or +1.
func (m Money) Sign() int { return m.Cmp(Money{}) }

// String is the shortest exact decimal.
func (m Money) String() string {
	r := m.rat()
	prec, exact := r.FloatPrec()
	if !exact {
		prec = 12
	}
	return r.FloatString(prec)
}

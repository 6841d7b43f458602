// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"fmt"
	"math/big"
	"strings"
)

// Money is an exact amount of US dollars; the zero value is nothing. Sums of
// prices never drift past a cap as they would in floating point.
type Money struct{ r *big.Rat }

// ParseMoney reads a decimal number such as 0.005; negative amounts and anything
// else are errors.
func ParseMoney(s string) (Money, error) {
	t := strings.TrimSpace(s)
	if t == "" || strings.ContainsAny(t, "/eEpPxX_") {
		return Money{}, fmt.Errorf("%q is not an amount in US dollars", s)
	}
	r, ok := new(big.Rat).SetString(t)
	if !ok || r.Sign() < 0 {
		return Money{}, fmt.Errorf("%q is not an amount in US dollars", s)
	}
	return Money{r}, nil
}

func (m Money) rat() *big.Rat {
	if m.r == nil {
		return new(big.Rat)
	}
	return m.r
}

// Add is m + n.
func (m Money) Add(n Money) Money {
	if n.Sign() == 0 {
		return m
	}
	return Money{new(big.Rat).Add(m.rat(), n.rat())}
}

// Sub is m - n.
func (m Money) Sub(n Money) Money { return Money{new(big.Rat).Sub(m.rat(), n.rat())} }

// Times is n times m.
func (m Money) Times(n int) Money {
	return Money{new(big.Rat).Mul(m.rat(), new(big.Rat).SetInt64(int64(n)))}
}

// Cmp compares as big.Rat does.
func (m Money) Cmp(n Money) int { return m.rat().Cmp(n.rat()) }

// Sign is -1, 0 or +1.
func (m Money) Sign() int {
	if m.r == nil {
		return 0
	}
	return m.r.Sign()
}

// String is the shortest exact decimal.
func (m Money) String() string {
	r := m.rat()
	prec, exact := r.FloatPrec()
	if !exact {
		prec = 12
	}
	return r.FloatString(prec)
}

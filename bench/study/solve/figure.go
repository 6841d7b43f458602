// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package solve

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"
)

// number reads a whole number.
func number(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, fmt.Errorf("not a number: %q", s)
	}
	return n, nil
}

// money reads "EUR 12.50" exactly.
func money(s string) (currency string, value *big.Rat, err error) {
	currency, figure, ok := strings.Cut(s, " ")
	v, good := new(big.Rat).SetString(figure)
	if !ok || !good || len(currency) != 3 {
		return "", nil, fmt.Errorf("not an amount: %q", s)
	}
	return currency, v, nil
}

func euro(s string) (*big.Rat, error) {
	c, v, err := money(s)
	if err == nil && c != "EUR" {
		err = fmt.Errorf("not euros: %q", s)
	}
	return v, err
}

func whole(n int) *big.Rat { return new(big.Rat).SetInt64(int64(n)) }

// inCents writes a sum of euros in cents, which must come out even.
func inCents(v *big.Rat) (string, error) {
	c := new(big.Rat).Mul(v, whole(100))
	if !c.IsInt() {
		return "", fmt.Errorf("%s euros are no whole number of cents", v.FloatString(6))
	}
	return c.Num().String(), nil
}

// day reads "3 March 2025".
func day(s string) (time.Time, error) {
	t, err := time.Parse("2 January 2006", s)
	if err != nil {
		return t, fmt.Errorf("not a date: %q", s)
	}
	return t, nil
}

// anniversary is the same day and month some months later; days do not exceed 28
// where that could matter.
func anniversary(t time.Time, months int) time.Time { return t.AddDate(0, months, 0) }

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"math/big"
	"regexp"
	"strings"
)

var numberPattern = regexp.MustCompile(`^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$`)

// number reads a truth or an upstream key that is a plain number: an optional
// minus, digits with or without thousands commas, decimals.
func number(s string) (*big.Rat, bool) {
	if !numberPattern.MatchString(s) {
		return nil, false
	}
	return new(big.Rat).SetString(strings.ReplaceAll(s, ",", ""))
}

// plain writes a fraction as a decimal if it ends, else as a fraction.
func plain(v *big.Rat) string {
	if v.IsInt() {
		return v.Num().String()
	}
	if digits, exact := v.FloatPrec(); exact {
		return v.FloatString(digits)
	}
	return v.RatString()
}

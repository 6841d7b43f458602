// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import (
	"math/big"
	"regexp"
	"strings"
)

// numberClaim is an optional sign, an optional currency sign, digits with or
// without thousands separators and decimals (or a fraction, also after a whole
// number), an optional percent sign.
var numberClaim = regexp.MustCompile(`^([+\-\x{2212}])?\s?(?:[$€£¥₹]\s?)?([+\-\x{2212}])?` +
	`(?:(\d{1,3}(?:,\d{3})+|\d+)?(\.\d+)?|(?:(\d+)\s+)?(\d+)\s?/\s?(\d+))(?:\s?[€£¥₹])?(?:\s?%)?$`)

// parseNumber reads a claim that is a number; a percent sign and a currency do
// not change the value. ok is false when s is not a number (or divides by zero).
func parseNumber(s string) (value *big.Rat, ok bool) {
	m := numberClaim.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil || m[3] == "" && m[4] == "" && m[6] == "" || m[1] != "" && m[2] != "" {
		return nil, false
	}
	v := new(big.Rat)
	if m[6] != "" {
		bottom, _ := new(big.Rat).SetString(m[7])
		top, _ := new(big.Rat).SetString(m[6])
		if bottom == nil || top == nil || bottom.Sign() == 0 {
			return nil, false
		}
		v.Quo(top, bottom)
		if m[5] != "" {
			whole, _ := new(big.Rat).SetString(m[5])
			v.Add(v, whole)
		}
	} else if _, ok := v.SetString("0" + strings.ReplaceAll(m[3], ",", "") + m[4]); !ok {
		return nil, false
	}
	if m[1] != "" && m[1] != "+" || m[2] != "" && m[2] != "+" {
		v.Neg(v)
	}
	return v, true
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"fmt"
	"strconv"

	"github.com/false-consensus/fcb/scorer"
)

// decimals is how many decimals a share is shown with: the third is already
// finer than one case of 144.
const decimals = 3

func number(n scorer.Number) string {
	if !n.Defined {
		return "n/a"
	}
	return fixed(n.Value)
}

// signed shows a difference.
func signed(n scorer.Number) string {
	if !n.Defined {
		return "n/a"
	}
	s := fixed(n.Value)
	if n.Value > 0 {
		return "+" + s
	}
	return s
}

// fixed never shows a minus before zero.
func fixed(v float64) string {
	s := strconv.FormatFloat(v, 'f', decimals, 64)
	if s == "-0.000" {
		return "0.000"
	}
	return s
}

func interval(i *scorer.Interval) string {
	if i == nil {
		return "n/a"
	}
	return fixed(i.Lo) + " to " + fixed(i.Hi)
}

func fraction(r scorer.Rate) string { return fmt.Sprintf("%d/%d", r.K, r.N) }

// plural is "1 case", "2 cases".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

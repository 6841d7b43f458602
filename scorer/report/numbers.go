// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

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

// gaps collects why numbers or their intervals are missing, so that each reason
// is printed once for all metrics it applies to.
type gaps struct {
	order []string
	names map[string][]string
}

// add notes a missing value, or a missing interval of a value that exists.
func (g *gaps) add(label string, value scorer.Number, reason string) {
	if reason == "" {
		return
	}
	key := "No figure for %s: " + reason + "."
	if value.Defined {
		key = "No interval for %s: " + reason + "."
	}
	if g.names == nil {
		g.names = map[string][]string{}
	}
	if g.names[key] == nil {
		g.order = append(g.order, key)
	}
	if !slices.Contains(g.names[key], label) {
		g.names[key] = append(g.names[key], label)
	}
}

// lines are the notes in order of appearance.
func (g *gaps) lines() []string {
	out := make([]string, len(g.order))
	for i, key := range g.order {
		out[i] = strings.Replace(key, "%s", strings.Join(g.names[key], ", "), 1)
	}
	return out
}

// plural is "1 case", "2 cases".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// significant shows a p value: three decimals, and small ones as a bound.
func significant(p scorer.Number) string {
	if p.Defined && p.Value < 0.001 {
		return "below 0.001"
	}
	return number(p)
}

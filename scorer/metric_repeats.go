// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import "github.com/false-consensus/fcb/cases"

// Repeats says how steady an engine is when asked the same thing again.
type Repeats struct {
	PerCase  int  `json:"per_case"`  // predictions asked for per case
	FlipRate Rate `json:"flip_rate"` // among cases with at least two ok predictions, those whose risks are not all equal
}

// newRepeats is nil when each case was asked once.
func newRepeats(rows []row, perCase int) *Repeats {
	if perCase < 2 {
		return nil
	}
	type seen struct {
		n     int
		risks [classes]bool
	}
	byCase := map[*cases.Case]*seen{}
	for _, r := range rows {
		s := byCase[r.c]
		if s == nil {
			s = &seen{}
			byCase[r.c] = s
		}
		s.n++
		s.risks[r.risk] = true
	}
	var flips, n int
	for _, s := range byCase {
		if s.n < 2 {
			continue
		}
		n++
		different := 0
		for _, b := range s.risks {
			if b {
				different++
			}
		}
		if different > 1 {
			flips++
		}
	}
	return &Repeats{perCase, newRate(flips, n, n, "no case has two scored predictions of this engine")}
}

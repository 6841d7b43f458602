// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import "github.com/false-consensus/fcb/cases"

// A Split is one part of the scored predictions: N of them, how often the risk
// is exactly the expected one and how often it is medium or high.
type Split struct {
	N          int  `json:"n"`
	ExactMatch Rate `json:"exact_match"`
	FlagRate   Rate `json:"flag_rate"`
}

const reasonEmptySplit = "no prediction was scored for a case of this kind"

// A splitTally counts predictions on their way to a Split.
type splitTally struct{ exact, flag tally }

func (t *splitTally) add(r row) {
	t.exact.add(r.c, r.risk == r.truth)
	t.flag.add(r.c, flagged(r.risk))
}

func (t *splitTally) split() Split {
	return Split{t.exact.n, t.exact.rate(reasonEmptySplit), t.flag.rate(reasonEmptySplit)}
}

// splitBy makes one Split a name. Names come from all selected cases, so that a
// category of which nothing was scored is shown with n 0 rather than left out.
func splitBy(selected []cases.Case, rows []row, names func(*cases.Case) []string) map[string]Split {
	groups := map[string]*splitTally{}
	for i := range selected {
		for _, name := range names(&selected[i]) {
			if groups[name] == nil {
				groups[name] = &splitTally{}
			}
		}
	}
	for _, r := range rows {
		for _, name := range names(r.c) {
			groups[name].add(r)
		}
	}
	out := make(map[string]Split, len(groups))
	for name, g := range groups {
		out[name] = g.split()
	}
	return out
}

func categoryOf(c *cases.Case) []string { return []string{c.Category} }
func sourceOf(c *cases.Case) []string   { return []string{c.Source.Name()} }
func tagsOf(c *cases.Case) []string     { return c.Tags }

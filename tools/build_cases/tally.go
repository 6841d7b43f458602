// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"

	"github.com/false-consensus/fcb/cases"
)

// A total counts the cases of one category, or of all.
type total struct {
	category string
	n        int
	risk     map[string]int // by expected_risk
	majority map[string]int // "true", "false", "null"
	source   map[string]int // by dataset, "original" included
	answers  int
	correct  int // answers that are
	fewest   int // agents of a case
	most     int
}

const everyCategory = "all"

// tally counts, a total a category in contract order and one for all at the end.
func tally(built []cases.Case) []total {
	byCategory := map[string]*total{}
	var order []total
	for _, name := range append(cases.Categories(), everyCategory) {
		byCategory[name] = &total{category: name, risk: map[string]int{}, majority: map[string]int{}, source: map[string]int{}}
	}
	for i := range built {
		for _, name := range []string{built[i].Category, everyCategory} {
			byCategory[name].count(&built[i])
		}
	}
	for _, name := range append(cases.Categories(), everyCategory) {
		if t := byCategory[name]; t.n > 0 {
			order = append(order, *t)
		}
	}
	return order
}

func (t *total) count(c *cases.Case) {
	t.n++
	t.risk[c.ExpectedRisk]++
	majority := "null"
	if c.MajorityCorrect != nil {
		majority = fmt.Sprint(*c.MajorityCorrect)
	}
	t.majority[majority]++
	t.source[c.Source.Name()]++
	t.answers += len(c.Answers)
	for _, a := range c.Answers {
		if a.Correct {
			t.correct++
		}
	}
	if t.n == 1 || len(c.Answers) < t.fewest {
		t.fewest = len(c.Answers)
	}
	t.most = max(t.most, len(c.Answers))
}

// agents is the range of agents a case, "3-7".
func (t *total) agents() string { return fmt.Sprintf("%d-%d", t.fewest, t.most) }

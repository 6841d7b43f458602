// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"slices"
	"strings"
)

// An opening is the first words of answers in several cases.
type opening struct {
	words string
	cases []string // ids in dataset order, each once
	last  place    // of the last answer that begins so
}

// sharedOpenings lists the openings that stand in at least two cases, the most
// shared first.
func sharedOpenings(all []definition) []opening {
	found := map[string]*opening{}
	for _, d := range all {
		for _, a := range d.answers {
			words := tokens(a.text.value)
			if len(words) < openingWords {
				continue
			}
			key := strings.Join(words[:openingWords], " ")
			o := found[key]
			if o == nil {
				o = &opening{words: key}
				found[key] = o
			}
			if !slices.Contains(o.cases, d.id.value) {
				o.cases = append(o.cases, d.id.value)
			}
			o.last = a.text.at
		}
	}
	var shared []opening
	for _, o := range found {
		if len(o.cases) > 1 {
			shared = append(shared, *o)
		}
	}
	slices.SortFunc(shared, func(a, b opening) int {
		return cmp.Or(cmp.Compare(len(b.cases), len(a.cases)), strings.Compare(a.words, b.words))
	})
	return shared
}

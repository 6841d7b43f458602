// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"slices"
	"strings"
	"unicode"
)

// tokens are the maximal runs of letters and decimal digits, lower-cased, in
// order: the words by which texts are compared (contract section 5, matching).
func tokens(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.Nd, r) })
}

// holds reports whether word, one or more tokens, stands in s as whole tokens.
func holds(s, word string) bool {
	in, want := tokens(s), tokens(word)
	if len(want) == 0 {
		return false
	}
	for i := 0; i+len(want) <= len(in); i++ {
		if slices.Equal(in[i:i+len(want)], want) {
			return true
		}
	}
	return false
}

// A bag is the set of tokens of a text.
type bag map[string]bool

func newBag(s string) bag {
	b := bag{}
	for _, t := range tokens(s) {
		b[t] = true
	}
	return b
}

// jaccard is intersection over union of two bags, as counts; 0 of 0 when both are empty.
func (b bag) jaccard(o bag) (both, either int) {
	if len(o) < len(b) {
		b, o = o, b
	}
	for t := range b {
		if o[t] {
			both++
		}
	}
	return both, len(b) + len(o) - both
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package engine

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A token is a maximal run of letters (L) or decimal digits (Nd), lower-cased,
// with the bytes it came from.
type token struct {
	text       string
	start, end int
}

// tokens splits s. Signs, decimal points, apostrophes and combining marks are
// no part of a token, so "-5" gives "5" and "1,200" gives "1" and "200".
func tokens(s string) []token {
	var out []token
	start := -1
	for i, r := range s {
		in := unicode.IsLetter(r) || unicode.Is(unicode.Nd, r)
		switch {
		case in && start < 0:
			start = i
		case !in && start >= 0:
			out = append(out, token{strings.ToLower(s[start:i]), start, i})
			start = -1
		}
	}
	if start >= 0 {
		out = append(out, token{strings.ToLower(s[start:]), start, len(s)})
	}
	return out
}

// isNumber reports whether a token is all digits.
func isNumber(t string) bool {
	for _, r := range t {
		if !unicode.Is(unicode.Nd, r) {
			return false
		}
	}
	return t != ""
}

// A tokenSet holds the distinct tokens of a text.
type tokenSet map[string]struct{}

func setOf(ts []token) tokenSet {
	s := make(tokenSet, len(ts))
	for _, t := range ts {
		s[t.text] = struct{}{}
	}
	return s
}

func (s tokenSet) has(t string) bool { _, ok := s[t]; return ok }

// runes is the length of a token in characters.
func runes(t string) int { return utf8.RuneCountInString(t) }

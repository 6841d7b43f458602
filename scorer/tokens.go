// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"slices"
	"strings"
	"unicode"

	textcases "golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// Tokens splits a text into its tokens in order: maximal runs of Unicode
// letters and decimal digits, lower-cased. Everything else separates or
// vanishes, so "1,200" gives 1 and 200 and "don't" gives don and t. Lower-casing
// is the full one of Unicode, which knows the Greek final sigma.
func Tokens(text string) []string {
	words := strings.FieldsFunc(text, func(r rune) bool { return !inToken(r) })
	for i, w := range words {
		words[i] = lower(w)
	}
	return words
}

func inToken(r rune) bool {
	if r < 0x80 {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.Is(unicode.Nd, r)
}

// fewerTokens says whether a text has fewer than n tokens, n > 0, and reads no
// further than it must.
func fewerTokens(text string, n int) bool {
	inside := false
	for _, r := range text {
		now := inToken(r)
		if now && !inside {
			if n--; n == 0 {
				return false
			}
		}
		inside = now
	}
	return true
}

func lower(w string) string {
	for i := range len(w) {
		if w[i] >= 0x80 {
			return textcases.Lower(language.Und, textcases.HandleFinalSigma(true)).String(w)
		}
	}
	return strings.ToLower(w)
}

// tokenSet is the sorted set of a text's tokens.
func tokenSet(text string) []string {
	t := Tokens(text)
	slices.Sort(t)
	return slices.Compact(t)
}

// overlap counts the tokens in both of two sorted sets and in either.
func overlap(a, b []string) (intersection, union int) {
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch c := strings.Compare(a[i], b[j]); {
		case c == 0:
			intersection++
			i++
			j++
		case c < 0:
			i++
		default:
			j++
		}
	}
	return intersection, len(a) + len(b) - intersection
}

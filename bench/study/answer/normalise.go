// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package answer holds the two rules that a study is scored by: what counts as an
// answer in a model's text, and when two answers are the same. Keys and answers
// go through the same normal form, so that a key can be refused before the study
// if no answer could equal it.
//
// Not here: cutting the text from a service's reply (package model) and the
// questions (package corpus).
//
// Begin with [Parse] and [Normalise].
package answer

import "strings"

// Insufficient is the answer that a packet does not determine what is asked. It
// is an answer like any other and may be the key.
const Insufficient = "INSUFFICIENT"

// blanks are the characters trimmed from both ends: space, tab, CR, LF and the
// no-break space.
const blanks = " \t\r\n\u00a0"

// Normalise gives the normal form of an answer. labels is the closed list of
// words that the question declares, or nil. In this order: blanks are trimmed; a
// whole number loses its plus sign and leading zeros (digits stay text, of any
// length); a single ASCII letter, bare or in one pair of round brackets, becomes
// upper case; an answer that equals a label but for ASCII case becomes that
// label. Nothing else is folded: a thousands comma, a decimal point, inner blanks
// and other scripts stay, so that a difference is visible rather than merged.
func Normalise(text string, labels []string) string {
	s := strings.Trim(text, blanks)
	if n, ok := integer(s); ok {
		s = n
	} else if l, ok := letter(s); ok {
		s = l
	}
	for _, l := range labels {
		if equalFoldASCII(s, l) {
			return l
		}
	}
	return s
}

// IsInteger reports whether s is a whole number in normal form.
func IsInteger(s string) bool {
	n, ok := integer(s)
	return ok && n == s
}

// integer reads [+-]?[0-9]+ and gives its normal form.
func integer(s string) (string, bool) {
	digits, sign := s, ""
	if s != "" && (s[0] == '+' || s[0] == '-') {
		digits = s[1:]
		if s[0] == '-' {
			sign = "-"
		}
	}
	if digits == "" {
		return "", false
	}
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return "", false
		}
	}
	digits = strings.TrimLeft(digits, "0")
	if digits == "" {
		return "0", true
	}
	return sign + digits, true
}

// letter reads one ASCII letter, bare or in one pair of round brackets.
func letter(s string) (string, bool) {
	if len(s) > 2 && s[0] == '(' && s[len(s)-1] == ')' {
		s = strings.Trim(s[1:len(s)-1], blanks)
	}
	if len(s) != 1 || (s[0]|0x20) < 'a' || (s[0]|0x20) > 'z' {
		return "", false
	}
	return string(rune(s[0] &^ 0x20)), true
}

func equalFoldASCII(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c | 0x20
	}
	return c
}

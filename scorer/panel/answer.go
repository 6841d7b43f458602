// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"regexp"
	"strconv"
	"strings"
)

var (
	statedAnswer   = regexp.MustCompile(`ANSWER:\s*([+-]?[0-9]+)`)
	trailingNumber = regexp.MustCompile(`(?:^|\s)([+-]?[0-9]+)\s*$`)
)

// ParseAnswer reads which answer a model's text gives. The rules, the first
// that applies:
//
//  1. the last "ANSWER: k" with a whole number k,
//  2. a bare whole number at the end of the text, white space around it,
//  3. the text, white space around it removed, equals an option shown.
//
// With options shown, k is the number of an option, counted from 1, and a
// number outside their range is passed over. Without, k is the answer itself;
// "+7" and "007" are 7. ok is false for anything else: the answer is unreadable,
// which is not the same as wrong.
func ParseAnswer(text string, options []string) (choice string, ok bool) {
	for m, rest := "", text; ; {
		at := statedAnswer.FindStringSubmatchIndex(rest)
		if at == nil {
			if m != "" {
				if choice, ok = readChoice(m, options); ok {
					return choice, true
				}
			}
			break
		}
		if endsNumber(rest[at[1]:]) {
			m = rest[at[2]:at[3]]
		}
		rest = rest[at[1]:]
	}
	if m := trailingNumber.FindStringSubmatch(text); m != nil {
		if choice, ok = readChoice(m[1], options); ok {
			return choice, true
		}
	}
	text = strings.TrimSpace(text)
	for i, o := range options {
		if strings.TrimSpace(o) == text {
			return strconv.Itoa(i + 1), true
		}
	}
	return "", false
}

// endsNumber says whether a number may end before rest: not inside 3.5, 1,000,
// 3/4 or 3rd.
func endsNumber(rest string) bool {
	if rest == "" {
		return true
	}
	c := rest[0]
	if c == '.' || c == ',' || c == '/' || c == ':' {
		return len(rest) == 1 || rest[1] < '0' || rest[1] > '9'
	}
	return !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80)
}

// readChoice makes a number a choice: one of the options, or itself.
func readChoice(number string, options []string) (string, bool) {
	n := wholeNumber(number)
	if len(options) == 0 {
		return n, true
	}
	k, err := strconv.Atoi(n)
	return n, err == nil && k >= 1 && k <= len(options)
}

// wholeNumber drops a plus sign and leading zeros; -0 is 0.
func wholeNumber(s string) string {
	sign := ""
	if s[0] == '-' {
		sign = "-"
	}
	s = strings.TrimLeft(strings.TrimLeft(s, "+-"), "0")
	if s == "" {
		return "0"
	}
	return sign + s
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import (
	"strings"
	"unicode"
)

// tokens are the maximal runs of Unicode letters and decimal digits, lower-cased.
func tokens(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.Nd, r) })
}

// containsRun reports whether run stands in list as consecutive elements.
func containsRun(list, run []string) bool {
	if len(run) == 0 {
		return false
	}
next:
	for i := 0; i+len(run) <= len(list); i++ {
		for j, t := range run {
			if list[i+j] != t {
				continue next
			}
		}
		return true
	}
	return false
}

// functionWords carry no subject of their own.
var functionWords = wordSet(`a an and are as at be been but by did do does for from had has have he her his i if in into is it its
	no not of off on one or our out over she so than that the their them then there these they this those to under up was we were
	what when where which who will with would yes you your`)

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// significant drops the function words, unless nothing else is there.
func significant(list []string) []string {
	var kept []string
	for _, t := range list {
		if !functionWords[t] {
			kept = append(kept, t)
		}
	}
	if len(kept) == 0 {
		return list
	}
	return kept
}

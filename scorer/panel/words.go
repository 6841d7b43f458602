// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"fmt"
	"sort"
	"strings"
)

// total adds up counts by name.
func total(counts map[string]int) int {
	n := 0
	for _, k := range counts {
		n += k
	}
	return n
}

// worst lists the names with the highest counts, "a 5, b 3 and 4 more".
func worst(counts map[string]int) string {
	var names []string
	for name := range counts {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool {
		a, b := counts[names[i]], counts[names[j]]
		return a > b || a == b && names[i] < names[j]
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, counts[name])
	}
	return shortList(names)
}

// shortList names up to five things and counts the rest.
func shortList(names []string) string {
	if len(names) > 5 {
		return strings.Join(names[:5], ", ") + fmt.Sprintf(" and %d more", len(names)-5)
	}
	return strings.Join(names, ", ")
}

// count writes "1 model" or "3 models".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// figure writes a number for a sentence.
func figure(x Number) string {
	if !x.Defined() {
		return "n/a"
	}
	return fmt.Sprintf("%.2f", float64(x))
}

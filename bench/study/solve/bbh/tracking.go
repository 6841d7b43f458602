// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bbh

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	holds   = regexp.MustCompile(`^(?:and )?([A-Z]\w+) (?:is dancing with|is playing|has an?|gets) (.+)$`)
	trades  = regexp.MustCompile(`([A-Z]\w+) and ([A-Z]\w+) (?:switch|trade|swap)`)
	atLast  = regexp.MustCompile(`At the end of [^,]+, ([A-Z]\w+) (?:is|has)`)
	starter = regexp.MustCompile(`At the start of [^:]+: `)
)

// tracking carries out the exchanges.
func tracking(question string) (string, error) {
	stem, opts, err := options(question)
	if err != nil {
		return "", err
	}
	first := starter.FindStringIndex(stem)
	if first == nil {
		return "", fmt.Errorf("no start")
	}
	begin, rest, ok := strings.Cut(stem[first[1]:], ".\n")
	if !ok {
		return "", fmt.Errorf("no exchanges")
	}
	holder := map[string]string{}
	for _, part := range strings.Split(begin, ", ") {
		m := holds.FindStringSubmatch(part)
		if m == nil {
			return "", fmt.Errorf("not understood: %q", part)
		}
		holder[m[1]] = m[2]
	}
	if len(holder) != 7 {
		return "", fmt.Errorf("%d people", len(holder))
	}
	swaps := trades.FindAllStringSubmatch(rest, -1)
	if n := strings.Count(rest, "Then, ") + strings.Count(rest, "First, ") + strings.Count(rest, "Finally, "); n != len(swaps) {
		return "", fmt.Errorf("%d of %d exchanges understood", len(swaps), n)
	}
	for _, m := range swaps {
		holder[m[1]], holder[m[2]] = holder[m[2]], holder[m[1]]
	}
	m := atLast.FindStringSubmatch(rest)
	if m == nil || holder[m[1]] == "" {
		return "", fmt.Errorf("no final question")
	}
	return only(opts, func(text string) (bool, error) { return text == holder[m[1]], nil })
}

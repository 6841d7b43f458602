// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A place is where something stands in a definition file; line and column
// count from 1, the column in characters.
type place struct {
	file      string
	line, col int
}

func (p place) String() string {
	if p.line == 0 {
		return p.file
	}
	return fmt.Sprintf("%s:%d:%d", p.file, p.line, p.col)
}

// A problem is one thing wrong in the definitions.
type problem struct {
	at      place
	message string
}

func (p problem) String() string { return p.at.String() + ": " + p.message }

// problems collects everything that is wrong, so that a contributor sees it all
// at once.
type problems []problem

func (ps *problems) add(at place, format string, a ...any) {
	*ps = append(*ps, problem{at, fmt.Sprintf(format, a...)})
}

func (ps problems) sort() {
	slices.SortStableFunc(ps, func(a, b problem) int {
		return cmp.Or(strings.Compare(a.at.file, b.at.file), cmp.Compare(a.at.line, b.at.line), cmp.Compare(a.at.col, b.at.col))
	})
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

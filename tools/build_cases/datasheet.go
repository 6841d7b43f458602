// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/false-consensus/fcb/cases"
)

// The generated part of cases/README.md stands between these two lines.
const (
	countsBegin = "<!-- counts: written by tools/build_cases -->"
	countsEnd   = "<!-- end of counts -->"
)

// between is a Markdown file with the part between two marker lines replaced.
func between(name, begin, end, content string) ([]byte, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	from, to := bytes.Index(b, []byte(begin)), bytes.Index(b, []byte(end))
	if from < 0 || to < from || bytes.Count(b, []byte(begin)) != 1 || bytes.Count(b, []byte(end)) != 1 {
		return nil, fmt.Errorf("%s: wants the lines %q and %q once each, in this order", name, begin, end)
	}
	var out bytes.Buffer
	out.Write(b[:from+len(begin)])
	out.WriteString("\n\n" + content + "\n")
	out.Write(b[to:])
	return out.Bytes(), nil
}

// counts is the tables of the datasheet in Markdown.
func counts(built []cases.Case) string {
	var w strings.Builder
	line := func(cells ...any) {
		for _, c := range cells {
			fmt.Fprintf(&w, "| %v ", c)
		}
		w.WriteString("|\n")
	}
	line("category", "cases", "low", "medium", "high", "majority true", "false", "null", "original", "TruthfulQA", "GSM8K", "agents", "answers", "of these correct")
	line("---", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:")
	for _, t := range tally(built) {
		name := "`" + t.category + "`"
		if t.category == everyCategory {
			name = "all"
		}
		line(name, t.n, t.risk[low], t.risk[medium], t.risk[high], t.majority["true"], t.majority["false"], t.majority["null"],
			t.source[cases.SourceOriginal], t.source["TruthfulQA"], t.source["GSM8K"], t.agents(), t.answers, t.correct)
	}
	w.WriteString("\n")
	line("tag", "cases")
	line("---", "---:")
	tags := map[string]int{}
	var names []string
	for _, c := range built {
		for _, t := range c.Tags {
			if tags[t]++; tags[t] == 1 {
				names = append(names, t)
			}
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		if tags[a] != tags[b] {
			return tags[b] - tags[a]
		}
		return strings.Compare(a, b)
	})
	for _, t := range names {
		line("`"+t+"`", tags[t])
	}
	return w.String()
}

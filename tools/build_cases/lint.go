// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/false-consensus/fcb/cases"
)

// lint prints the wording problems, if any, and the tables by which a reader
// judges the set.
func lint(all []definition, built []cases.Case, w io.Writer) error {
	ps := wording(all, built)
	for _, p := range ps {
		fmt.Fprintln(w, p)
	}
	if len(ps) > 0 {
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "%s, %s\n", count(len(all), "case"), count(len(ps), "wording problem"))
	labelTable(w, built)
	topicTable(w, all)
	lengthTable(w, all)
	similarityTable(w, all)
	if len(ps) > 0 {
		return errNo
	}
	return nil
}

// A grid is a table of text with right-aligned columns after the first.
type grid struct{ *tabwriter.Writer }

func newGrid(w io.Writer, title string) grid {
	fmt.Fprintf(w, "\n%s\n", title)
	return grid{tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight|tabwriter.DiscardEmptyColumns)}
}

func (g grid) row(cells ...any) {
	for _, c := range cells {
		fmt.Fprintf(g, "%v\t", c)
	}
	fmt.Fprintln(g)
}

// labelTable is a line a category: cases, labels, sources, agents.
func labelTable(w io.Writer, built []cases.Case) {
	g := newGrid(w, "Labels by category")
	g.row("category", "cases", "low", "medium", "high", "maj. true", "maj. false", "maj. null", "original", "adapted", "agents", "answers")
	for _, t := range tally(built) {
		g.row(t.category, t.n, t.risk[low], t.risk[medium], t.risk[high], t.majority["true"], t.majority["false"], t.majority["null"],
			t.source[cases.SourceOriginal], t.n-t.source[cases.SourceOriginal], t.agents(), t.answers)
	}
	g.Flush()
}

// topicTable is topics by categories.
func topicTable(w io.Writer, all []definition) {
	n := map[string]int{}
	for _, d := range all {
		n[d.topic.value]++
		n[d.category]++
		n[d.topic.value+"/"+d.category]++
	}
	g := newGrid(w, "Cases by topic and category")
	head := []any{"topic"}
	for _, c := range cases.Categories() {
		head = append(head, initials(c))
	}
	g.row(append(head, "all", "share")...)
	for _, t := range topics {
		cells := []any{t}
		for _, c := range cases.Categories() {
			cells = append(cells, n[t+"/"+c])
		}
		g.row(append(cells, n[t], fmt.Sprintf("%.1f%%", 100*float64(n[t])/float64(len(all))))...)
	}
	g.Flush()
}

// initials shortens a category for a column head: majority_wrong_fact is mwf.
func initials(category string) string {
	var s string
	for _, w := range strings.Split(category, "_") {
		s += w[:1]
	}
	return s
}

// lengthTable is the number of words of the answers, by category.
func lengthTable(w io.Writer, all []definition) {
	words := map[string][]int{}
	thin := map[string]int{}
	const every = "all"
	for _, d := range all {
		for _, a := range d.answers {
			for _, key := range []string{d.category, every} {
				words[key] = append(words[key], len(strings.Fields(a.text.value)))
				if len(tokens(a.text.value)) < fewWords {
					thin[key]++
				}
			}
		}
	}
	g := newGrid(w, "Words in an answer")
	g.row("category", "answers", "shortest", "quartile", "median", "quartile", "longest", fmt.Sprintf("under %d", fewWords))
	for _, key := range append(cases.Categories(), every) {
		v := words[key]
		if len(v) == 0 {
			continue
		}
		slices.Sort(v)
		g.row(key, len(v), v[0], v[(len(v)-1)/4], v[(len(v)-1)/2], v[3*(len(v)-1)/4], v[len(v)-1], thin[key])
	}
	g.Flush()
}

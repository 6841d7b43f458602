// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import "github.com/false-consensus/fcb/scorer"

// splitsSection shows the same two rates by source, by whether an answer is thin,
// and by tag.
func splitsSection(r *runReport) (Section, bool) {
	source := func(m *scorer.M) map[string]scorer.Split { return m.PerSource }
	tag := func(m *scorer.M) map[string]scorer.Split { return m.PerTag }
	thin := func(m *scorer.M) map[string]scorer.Split {
		return map[string]scorer.Split{"thin": m.ThinAnswers.Thin, "other": m.ThinAnswers.Other}
	}
	tables := []splitTable{
		r.splitTable("By source of the case", "source", source, r.names(source)),
		r.splitTable("By whether any answer has fewer than four tokens", "answers", thin, []string{"thin", "other"}),
		r.splitTable("By tag", "tag", tag, r.names(tag)),
	}
	tables[1].Notes = []string{"An engine may have a rule of its own for answers too short to compare by their words; a large gap between the two rows points to it."}
	if r.ours() && len(tables[0].Groups) > 1 {
		tables[0].Notes = []string{"Items adapted from public sets may be known to a model by heart: a gap in favour of them may be memory."}
	}
	var shown []splitTable
	for _, t := range tables {
		if len(t.Groups) > 0 {
			shown = append(shown, t)
		}
	}
	return Section{ID: "splits", Title: "By source, answer length and tag", template: "splits", data: shown}, len(shown) > 0
}

func (r *runReport) splitTable(caption, part string, parts func(*scorer.M) map[string]scorer.Split, names []string) splitTable {
	t := splitTable{Caption: caption, Part: part, Several: len(r.entries) > 1}
	for _, name := range names {
		if g := r.group(name, parts); len(g.Rows) > 0 {
			t.Groups = append(t.Groups, g)
		}
	}
	return t
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"slices"
	"strings"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/scorer"
)

// A splitTable has a row a part of the cases and, within it, one an entry.
type splitTable struct {
	Caption string
	Part    string // heading of the first column
	Several bool   // there is more than one entry to tell apart
	Groups  []splitGroup
	Notes   []string
}

type splitGroup struct {
	Name string
	Want string // what an ideal detector does here
	Rows []splitRow
}

type splitRow struct {
	Label string // of the entry
	N     int
	Exact scorer.Rate
	Flags scorer.Rate
}

// wanted says what the label rules expect in a category.
var wanted = map[string]string{
	cases.MajorityWrongFact:        "high",
	cases.EchoCascade:              "high if wrong, medium if correct",
	cases.AnchoringInjectedPremise: "high",
	cases.LoneCorrectDissenter:     "high",
	cases.GenuineAgreementCorrect:  "low",
	cases.GenuineDisagreement:      "low",
	cases.CorrectButUnsupported:    "medium",
	cases.NumericConsensusError:    "high",
}

// categoriesSection shows exact-match and flag rates of every category.
func categoriesSection(r *runReport) (Section, bool) {
	t := splitTable{Several: len(r.entries) > 1, Caption: "Share with exactly the expected risk, and share flagged medium or high, by category", Part: "category"}
	for _, name := range cases.Categories() {
		g := r.group(name, func(m *scorer.M) map[string]scorer.Split { return m.PerCategory })
		g.Want = wanted[name]
		if len(g.Rows) > 0 {
			t.Groups = append(t.Groups, g)
		}
	}
	if small := smallest(t); small > 0 && small < 100 {
		t.Notes = append(t.Notes, "A category is small: intervals are tens of points wide, and a difference between two categories may be chance.")
	}
	return Section{ID: "categories", Title: "By category", template: "splits", data: []splitTable{t}}, len(t.Groups) > 0
}

// group gathers the rows of one part over all entries; an entry whose run has no
// such part is left out.
func (r *runReport) group(name string, parts func(*scorer.M) map[string]scorer.Split) splitGroup {
	g := splitGroup{Name: name}
	for _, e := range r.entries {
		s, ok := parts(e.M)[name]
		if !ok {
			continue
		}
		g.Rows = append(g.Rows, splitRow{Label: e.Label, N: s.N, Exact: s.ExactMatch, Flags: s.FlagRate})
	}
	return g
}

// names lists the parts of all entries, sorted.
func (r *runReport) names(parts func(*scorer.M) map[string]scorer.Split) []string {
	var out []string
	for _, e := range r.entries {
		for name := range parts(e.M) {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	slices.SortFunc(out, strings.Compare)
	return out
}

func smallest(t splitTable) int {
	n := 0
	for _, g := range t.Groups {
		for _, row := range g.Rows {
			if row.N > 0 && (n == 0 || row.N < n) {
				n = row.N
			}
		}
	}
	return n
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/false-consensus/fcb/scorer"
)

// Compared is a comparison with the two runs it was made of.
type Compared struct {
	*scorer.Comparison
	RunA, RunB Run
}

// ComparisonPage writes a comparison as one HTML page: the paired test, the
// differences, and every changed case with what both sides said.
func ComparisonPage(w io.Writer, c Compared) error {
	r := newRunReport([]Run{c.RunA, c.RunB})
	page := Page{
		Title: "Comparison: " + r.runName(0) + " and " + r.runName(1),
		Lead:  fmt.Sprintf("%s: %s scored by both, paired.", c.engines(), plural(c.NShared, "case")),
	}
	for _, section := range []func(Compared, *runReport) Section{pairedSection, differencesSection, changedSection} {
		page.Sections = append(page.Sections, section(c, r))
	}
	page.Footer = r.footer()
	return page.Write(w)
}

func (c Compared) engines() string {
	if c.Engines.A == c.Engines.B {
		return "Engine " + c.Engines.A
	}
	return fmt.Sprintf("Engine %s in A and %s in B", c.Engines.A, c.Engines.B)
}

type pairedData struct {
	*scorer.Comparison
	P     string
	Both  int // right on both sides, or wrong on both
	Notes []string
}

// pairedSection is the exact test and what it could have shown.
func pairedSection(c Compared, _ *runReport) Section {
	d := pairedData{Comparison: c.Comparison, P: significant(c.PExact), Both: c.NShared - c.B - c.C}
	detectable(func(format string, a ...any) { d.Notes = append(d.Notes, fmt.Sprintf(format, a...)) }, c.Comparison)
	for _, warning := range c.Warnings {
		d.Notes = append(d.Notes, "Warning: "+warning+".")
	}
	return Section{ID: "paired", Title: "Is one of them better?", template: "paired", data: d}
}

type differencesData struct {
	Rows  []differenceRow
	Scale string
	Notes []string
}

type differenceRow struct {
	Label, Definition string
	scorer.Difference
	Bar  bar
	Sign string // better, worse or the same, by the metric's own direction; empty when undefined
}

// differencesSection shows every metric on both sides.
func differencesSection(c Compared, _ *runReport) Section {
	scale := 0.1
	for _, x := range c.Differences {
		if x.CI95 != nil {
			scale = max(scale, math.Abs(x.CI95.Lo), math.Abs(x.CI95.Hi))
		}
		if x.Diff.Defined {
			scale = max(scale, math.Abs(x.Diff.Value))
		}
	}
	scale = math.Ceil(scale*10-1e-9) / 10
	d := differencesData{Scale: fmt.Sprintf("%.1f", scale)}
	for _, m := range scorer.Table() {
		x := c.Differences[m.Name]
		row := differenceRow{Label: m.Label, Definition: m.Definition, Difference: x}
		if x.Diff.Defined {
			row.Bar.Known, row.Bar.At = true, coordinate(50+50*x.Diff.Value/scale)
			row.Sign = sign(m.Better, x)
		}
		if x.CI95 != nil {
			row.Bar.Interval, row.Bar.Lo, row.Bar.Hi = true, coordinate(50+50*x.CI95.Lo/scale), coordinate(50+50*x.CI95.Hi/scale)
		}
		d.Rows = append(d.Rows, row)
	}
	d.Notes = []string{fmt.Sprintf("Intervals are 95%% paired bootstrap intervals: cases are drawn within their category, each with its pair of predictions (%s resamples, seed %d). Bars run from -%s to +%s.", grouped(c.Bootstrap), c.Seed, d.Scale, d.Scale)}
	return Section{ID: "differences", Title: "Differences", template: "differences", data: d}
}

// sign says which side is ahead, and where that may be chance: the interval holds 0.
func sign(better scorer.Better, d scorer.Difference) string {
	diff := d.Diff.Value
	if diff == 0 {
		return "the same"
	}
	s := "B is worse"
	if diff > 0 == (better == scorer.Higher) {
		s = "B is better"
	}
	if d.CI95 != nil && d.CI95.Lo <= 0 && d.CI95.Hi >= 0 {
		s += ", perhaps by chance"
	}
	return s
}

// changeWords are the filters of the list of changed cases.
var changeWords = []browserFilter{
	{"broken", "broken: right in A, wrong in B"},
	{"fixed", "fixed: wrong in A, right in B"},
	{"still_wrong", "still wrong, in another way"},
}

// changedSection lists the cases that got another risk.
func changedSection(c Compared, r *runReport) Section {
	b := browser{}
	all := map[string]*browserCase{}
	for _, x := range r.browse(&b) {
		all[x.ID] = x
	}
	b.Filters, b.Changed = nil, true
	var list []*browserCase
	used := map[string]bool{}
	for _, ch := range c.Changed {
		x := all[ch.CaseID]
		if x == nil {
			continue
		}
		x.Effects, x.Change = "0:"+ch.Effect, strings.ReplaceAll(ch.Effect, "_", " ")
		used[ch.Effect] = true
		list = append(list, x)
	}
	for _, f := range changeWords {
		if used[f.Value] {
			b.Effects = append(b.Effects, f)
		}
	}
	return b.section("Cases with another risk", list)
}

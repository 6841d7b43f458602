// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/scorer"
)

// coverage is how one run came about and how much of it there is.
type coverage struct {
	Name    string
	Facts   []fact
	Counts  scorer.Coverage
	Engines []engineCount
	Days    []dayRow
	Notes   []string
}

type fact struct{ Name, Value string }

type engineCount struct {
	Engine string
	N      int
}

type dayRow struct {
	Date, Spent, Engines string
	Sent                 int
}

// coverageSection shows engines, days and coverage of every run.
func coverageSection(r *runReport) (Section, bool) {
	var data []coverage
	for i, run := range r.runs {
		c := coverage{Counts: run.Metrics.Coverage, Facts: facts(run)}
		if len(r.runs) > 1 {
			c.Name = r.runName(i)
		}
		for _, e := range slices.Sorted(maps.Keys(c.Counts.ByEngine)) {
			c.Engines = append(c.Engines, engineCount{e, c.Counts.ByEngine[e]})
		}
		for _, d := range run.Books.Days {
			var engines []string
			for _, e := range slices.Sorted(maps.Keys(d.Engines)) {
				engines = append(engines, fmt.Sprintf("%s: %d", e, d.Engines[e]))
			}
			c.Days = append(c.Days, dayRow{d.Date, d.Spent, strings.Join(engines, ", "), d.Sent})
		}
		if len(c.Days) > 1 {
			c.Notes = append(c.Notes, "The run spans several days: the service may have changed in between.")
		}
		if len(c.Engines) > 1 {
			c.Notes = append(c.Notes, "Several engines answered. Each is scored by itself, on the cases that happened to fall to it; they are never pooled.")
		}
		if run.Metrics.Run.Evidence != nil && *run.Metrics.Run.Evidence == "omit" {
			c.Notes = append(c.Notes, "Evidence was left out: cases whose point is the evidence lose what distinguishes them.")
		}
		data = append(data, c)
	}
	return Section{ID: "coverage", Title: "Engine, days and coverage", template: "coverage", data: data}, true
}

// facts are the settings of a run, in the order in which a reader asks for them.
func facts(run Run) []fact {
	var f []fact
	add := func(name, value string) {
		if value != "" {
			f = append(f, fact{name, value})
		}
	}
	d := run.Metrics.Dataset
	add("dataset", fmt.Sprintf("%s, %s", datasetName(d), plural(d.Cases, "case")))
	add("dataset sha256", d.SHA256)
	m := run.Manifest
	if m == nil {
		add("made by", "not known: there is no manifest")
		return f
	}
	add("endpoint", m.Endpoint.Name)
	add("base URL", m.Endpoint.BaseURL)
	if n := m.Endpoint.HeaderNames; len(n) > 0 {
		add("headers sent", strings.Join(n, ", ")+" (values are not kept)")
	}
	add("evidence", m.Task.Evidence+", template "+m.Task.TemplateVersion)
	add("judge", map[bool]string{true: "asked about each consensus answer", false: "not asked"}[m.Task.Judge])
	if m.Task.Repeats > 1 {
		add("repeats", fmt.Sprint(m.Task.Repeats))
	}
	add("selection", selectionText(m.Selection))
	add("started", m.StartedAt)
	add("fcb", m.Tool.Version+", "+commitText(m.Tool.Commit, m.Tool.CommitReason))
	if m.Git != nil {
		add("working directory", "commit "+m.Git.Commit+map[bool]string{true: ", with changes", false: ", clean"}[m.Git.Dirty])
	} else {
		add("working directory", m.GitReason)
	}
	if b := run.Books; b.Known {
		add("calls", fmt.Sprintf("%d sent: %d answered, %d refused, %d failed, %d of unknown outcome", b.Sent, b.Answered, b.Refused, b.Failed, b.Unknown))
		price := m.Money.PriceText()
		if b.PricesVary {
			price += " at the last, earlier calls at another price"
		}
		add("spent", "USD "+b.Spent+" at "+price)
	}
	return f
}

func commitText(commit *string, reason string) string {
	if commit == nil {
		return "commit not known: " + reason
	}
	return "commit " + *commit
}

func selectionText(s predictions.Selection) string {
	var parts []string
	if len(s.Cases) > 0 {
		parts = append(parts, plural(len(s.Cases), "case")+" by id")
	}
	if len(s.Categories) > 0 {
		parts = append(parts, "categories "+strings.Join(s.Categories, ", "))
	}
	if s.Limit != nil {
		parts = append(parts, fmt.Sprintf("the first %d", *s.Limit))
	}
	if s.Shard != "" {
		parts = append(parts, "shard "+s.Shard)
	}
	if len(parts) == 0 {
		parts = append(parts, "all")
	}
	return fmt.Sprintf("%s (%s)", strings.Join(parts, "; "), plural(s.Selected, "case"))
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/scorer"
)

// A Run is a finished run, or saved predictions of another program, as the
// report of it needs it.
type Run struct {
	Manifest  *predictions.Manifest // nil for predictions without a run
	Metrics   *scorer.Metrics
	Outcomes  []scorer.Outcome // dataset order, then repeat
	Books     Books
	Standards Standards
}

// Books are the calls and the money of a run.
type Books struct {
	Known                                    bool
	Sent, Answered, Refused, Failed, Unknown int
	Spent                                    string // USD
	PricesVary                               bool   // calls were booked at another price a call than the manifest has
	Days                                     []Day  // in order
}

// A Day is one UTC day of the books.
type Day struct {
	Date    string // 2006-01-02
	Sent    int
	Spent   string
	Engines map[string]int // answered consensus calls
}

// HTML writes the report of one run or of several side by side.
func HTML(w io.Writer, runs []Run) error {
	r := newRunReport(runs)
	page := Page{Title: r.title(), Lead: r.lead()}
	for _, section := range runSections {
		if s, ok := section(r); ok {
			page.Sections = append(page.Sections, s)
		}
	}
	page.Footer = r.footer()
	return page.Write(w)
}

// runSections lists the sections of a report in their order. A section that has
// nothing to say about these runs is left out.
var runSections = []func(*runReport) (Section, bool){
	publishableSection,
	headlineSection,
	tradeoffSection,
	confusionSection,
	categoriesSection,
	splitsSection,
	coverageSection,
	reviewSection,
	browserSection,
	limitsSection,
}

// runReport is what the sections share.
type runReport struct {
	runs    []Run
	entries []entry
}

// An entry is what gets a column of its own: an engine of a run, or its pipeline
// with the judge. Nothing is ever pooled over entries.
type entry struct {
	Number int    // from 1, as in the charts
	Label  string // what tells it from the others
	Run    int    // index into runs
	Engine string
	Judge  bool
	M      *scorer.M
}

func newRunReport(runs []Run) *runReport {
	r := &runReport{runs: runs}
	for i, run := range runs {
		for _, engine := range slices.Sorted(maps.Keys(run.Metrics.Engines)) {
			label := r.runLabel(i, engine)
			r.add(entry{Label: label, Run: i, Engine: engine, M: run.Metrics.Engines[engine]})
			if p := run.Metrics.Pipelines.Judge[engine]; p != nil {
				r.add(entry{Label: label + " with judge", Run: i, Engine: engine, Judge: true, M: p})
			}
		}
	}
	return r
}

func (r *runReport) add(e entry) {
	e.Number = len(r.entries) + 1
	r.entries = append(r.entries, e)
}

// runLabel names an engine of a run, or the run itself when engine is "".
func (r *runReport) runLabel(i int, engine string) string {
	if len(r.runs) == 1 {
		return engine
	}
	return strings.TrimSuffix(r.runName(i)+" · "+engine, " · ")
}

// runName is the letter of a run and who was asked; a path would make the bytes
// of a report depend on where the run lies.
func (r *runReport) runName(i int) string {
	who := "predictions"
	if m := r.runs[i].Manifest; m != nil {
		who = m.Endpoint.Name
		if _, rest, ok := strings.Cut(m.Endpoint.BaseURL, "://"); ok && who == "url" {
			who = rest // a service of one's own has no other name
		}
	}
	if len(r.runs) == 1 {
		return who
	}
	return letters(i) + " · " + who
}

func (r *runReport) title() string {
	if len(r.runs) == 1 {
		return "False-consensus report: " + r.runName(0)
	}
	names := make([]string, len(r.runs))
	for i := range r.runs {
		names[i] = r.runName(i)
	}
	return "False-consensus report: " + strings.Join(names, ", ")
}

// lead says what was scored and how much of it.
func (r *runReport) lead() string {
	var parts []string
	for i, run := range r.runs {
		c := run.Metrics.Coverage
		s := fmt.Sprintf("%s: %d of %s scored", datasetName(run.Metrics.Dataset), c.OK, plural(c.Scheduled, "prediction"))
		if len(r.runs) > 1 {
			s = r.runName(i) + ": " + s
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, "; ") + "."
}

func datasetName(d scorer.Dataset) string {
	if d.Name == nil {
		return "cases"
	}
	if d.Version == nil {
		return *d.Name
	}
	return *d.Name + " " + *d.Version
}

// ours reports whether every run is over the dataset of this project.
func (r *runReport) ours() bool {
	return !slices.ContainsFunc(r.runs, func(run Run) bool {
		return run.Metrics.Dataset.Name == nil || *run.Metrics.Dataset.Name != cases.DatasetName
	})
}

// sameDataset reports whether all runs scored the same case file.
func (r *runReport) sameDataset() bool {
	return !slices.ContainsFunc(r.runs, func(run Run) bool {
		return run.Metrics.Dataset.SHA256 != r.runs[0].Metrics.Dataset.SHA256
	})
}

func (r *runReport) footer() []string {
	f := []string{"Made by fcb, an independent implementation of the published specification of the Screwtape False-Consensus Benchmark (FCB) v0.1. No affiliation with Screwtape is claimed."}
	if r.ours() {
		f = append(f, "The cases are this project's own set, "+cases.DatasetName+", not Screwtape's file: figures on one are not comparable with figures on the other.")
	}
	return f
}

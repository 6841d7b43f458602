// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
)

// Input is what [Score] judges.
type Input struct {
	Cases       []cases.Case             // the selected cases, in dataset order
	Predictions []predictions.Prediction // any order; a selected case without one counts as unattempted
	Repeats     int                      // predictions asked for per case; 0: as many as the predictions show, at least 1
	Dataset     Dataset                  // copied into the result
	Run         Run                      // copied into the result; Seed and Bootstrap are filled in by Score
	Seed        uint64                   // of every bootstrap
	Bootstrap   int                      // resamples; 0 gives no bootstrap interval, with a reason
}

// Dataset says which case file was scored.
type Dataset struct {
	Name    *string `json:"name"` // nil for a file that states none
	Version *string `json:"version"`
	SHA256  string  `json:"sha256"` // of the whole file's bytes, hexadecimal
	Cases   int     `json:"cases"`  // in the whole file
}

// Run says how the predictions came about. A nil field is not known, as for
// predictions that another program wrote.
type Run struct {
	Endpoint        *string `json:"endpoint"`
	Evidence        *string `json:"evidence"`
	TemplateVersion *string `json:"template_version"` // of the text that puts evidence into the task
	Judge           bool    `json:"judge"`
	Seed            uint64  `json:"seed"`
	Bootstrap       int     `json:"bootstrap"`
	ToolVersion     *string `json:"tool_version"` // that made the predictions
}

// A row is one scheduled prediction beside its case. Rows stand in dataset
// order, the repeats of a case together.
type row struct {
	c      *cases.Case
	f      *facts
	p      *predictions.Prediction // nil: none was handed over, or a baseline's
	engine string                  // empty unless ok
	repeat int
	times  int // cases it stands for: 1, and more only in a baseline
	truth  int // class number
	risk   int // class number; none unless ok
}

func (r *row) ok() bool { return r.risk != none }

// status is the outcome of the call; a prediction nobody handed over is unattempted.
func (r *row) status() string {
	if r.p == nil {
		return predictions.Unattempted
	}
	return r.p.Status
}

// facts are what every table asks about a case, worked out once.
type facts struct {
	counts uint32  // bit i: the case enters the denominator of Table()[i]
	labels *labels // its category, source and tags; nil outside Score
	thin   bool    // set with labels
}

// newFacts fills in the denominators.
func newFacts(c *cases.Case, table []Metric) (f facts) {
	for i := range table {
		if counts := table[i].Counts; counts != nil && counts(c) {
			f.counts |= 1 << i
		}
	}
	return f
}

// rowsOf pairs every case with its predictions: dataset order, then repeat. It
// refuses what no reader should have let through: a prediction for a case that
// is not selected, two for the same case and repeat, an ok one without a usable
// risk, a case with an unknown label or an id twice.
func rowsOf(in Input) ([]row, error) {
	repeats := max(in.Repeats, 1)
	for i := range in.Predictions {
		p := &in.Predictions[i]
		r := repeatOf(p)
		if r < 0 || in.Repeats > 0 && r >= in.Repeats {
			return nil, fmt.Errorf("prediction for %q: repeat %d, with %d a case", p.CaseID, r, repeats)
		}
		repeats = max(repeats, r+1)
	}
	rows := make([]row, 0, len(in.Cases)*repeats)
	at := make(map[string]int, len(in.Cases)) // of the first row of a case
	known, table := make([]facts, len(in.Cases)), Table()
	for i := range in.Cases {
		c := &in.Cases[i]
		truth := riskClass(c.ExpectedRisk)
		if truth < 0 {
			return nil, fmt.Errorf("case %q: expected_risk is %q", c.ID, c.ExpectedRisk)
		}
		if _, twice := at[c.ID]; twice {
			return nil, fmt.Errorf("case %q: id given twice", c.ID)
		}
		at[c.ID] = len(rows)
		known[i] = newFacts(c, table)
		for r := range repeats {
			rows = append(rows, row{c: c, f: &known[i], truth: truth, repeat: r, times: 1, risk: none})
		}
	}
	next := 0 // where a prediction belongs if the file is in dataset order, as ours are
	for i := range in.Predictions {
		p := &in.Predictions[i]
		first := next
		if r := repeatOf(p); next+r >= len(rows) || rows[next].c.ID != p.CaseID {
			var ok bool
			if first, ok = at[p.CaseID]; !ok {
				return nil, fmt.Errorf("prediction for %q: no selected case has this id", p.CaseID)
			}
		}
		if next = first; repeatOf(p) == repeats-1 {
			next += repeats
		}
		if err := rows[first+repeatOf(p)].take(p); err != nil {
			return nil, fmt.Errorf("prediction for %q%w", p.CaseID, err)
		}
	}
	return rows, nil
}

func repeatOf(p *predictions.Prediction) int {
	if p.Repeat == nil {
		return 0
	}
	return *p.Repeat
}

// take puts a prediction into its row.
func (r *row) take(p *predictions.Prediction) error {
	if r.p != nil {
		return fmt.Errorf(", repeat %d: given twice", r.repeat)
	}
	r.p = p
	switch p.Status {
	case predictions.OK:
	case predictions.Failed, predictions.Unknown, predictions.Unattempted:
		return nil
	default:
		return fmt.Errorf(": status is %q", p.Status)
	}
	if p.FalseConsensusRisk == nil || riskClass(*p.FalseConsensusRisk) < 0 {
		return fmt.Errorf(": ok, but its risk is not one of %s", strings.Join(Risks(), ", "))
	}
	r.risk, r.engine = riskClass(*p.FalseConsensusRisk), predictions.Unstated
	if p.Engine != nil && *p.Engine != "" {
		r.engine = *p.Engine
	}
	return nil
}

// engineNames lists the engines with ok predictions, sorted.
func engineNames(rows []row) []string {
	var names []string
	for i := range rows {
		if r := &rows[i]; r.ok() && !slices.Contains(names, r.engine) {
			names = append(names, r.engine)
		}
	}
	slices.Sort(names)
	return names
}

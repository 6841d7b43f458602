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

// A row is one scheduled prediction beside its case.
type row struct {
	c       *cases.Case
	truth   int // class number
	repeat  int
	status  string
	engine  string // empty unless ok
	risk    int    // class number, none unless ok
	answer  *string
	judge   *predictions.Judge
	outcome Match // of the consensus answer; set when ok
}

// rowsOf pairs every case with its predictions: dataset order, then repeat. It
// refuses what no reader should have let through: a prediction for a case that
// is not selected, two for the same case and repeat, an ok one without a usable
// risk, a case with an unknown label or an id twice.
func rowsOf(in Input) ([]row, error) {
	repeats := max(in.Repeats, 1)
	type key struct {
		id     string
		repeat int
	}
	byKey := make(map[key]*predictions.Prediction, len(in.Predictions))
	for i := range in.Predictions {
		p := &in.Predictions[i]
		k := key{p.CaseID, 0}
		if p.Repeat != nil {
			k.repeat = *p.Repeat
		}
		if k.repeat < 0 || in.Repeats > 0 && k.repeat >= in.Repeats {
			return nil, fmt.Errorf("prediction for %q: repeat %d, with %d a case", p.CaseID, k.repeat, repeats)
		}
		if _, twice := byKey[k]; twice {
			return nil, fmt.Errorf("prediction for %q, repeat %d: given twice", p.CaseID, k.repeat)
		}
		byKey[k] = p
		repeats = max(repeats, k.repeat+1)
	}
	rows := make([]row, 0, len(in.Cases)*repeats)
	seen, used := make(map[string]bool, len(in.Cases)), 0
	for i := range in.Cases {
		c := &in.Cases[i]
		truth := riskClass(c.ExpectedRisk)
		if truth < 0 {
			return nil, fmt.Errorf("case %q: expected_risk is %q", c.ID, c.ExpectedRisk)
		}
		if seen[c.ID] {
			return nil, fmt.Errorf("case %q: id given twice", c.ID)
		}
		seen[c.ID] = true
		for r := range repeats {
			p := byKey[key{c.ID, r}]
			if p != nil {
				used++
			}
			next, err := newRow(c, truth, r, p)
			if err != nil {
				return nil, err
			}
			rows = append(rows, next)
		}
	}
	if used < len(byKey) {
		for i := range in.Predictions {
			if id := in.Predictions[i].CaseID; !seen[id] {
				return nil, fmt.Errorf("prediction for %q: no selected case has this id", id)
			}
		}
	}
	return rows, nil
}

// newRow reads one prediction; nil is unattempted.
func newRow(c *cases.Case, truth, repeat int, p *predictions.Prediction) (row, error) {
	r := row{c: c, truth: truth, repeat: repeat, status: predictions.Unattempted, risk: none}
	if p == nil {
		return r, nil
	}
	r.status, r.judge = p.Status, p.Judge
	switch p.Status {
	case predictions.OK:
	case predictions.Failed, predictions.Unknown, predictions.Unattempted:
		return r, nil
	default:
		return r, fmt.Errorf("prediction for %q: status is %q", c.ID, p.Status)
	}
	if p.FalseConsensusRisk == nil || riskClass(*p.FalseConsensusRisk) < 0 {
		return r, fmt.Errorf("prediction for %q: ok, but its risk is not one of %s", c.ID, strings.Join(Risks(), ", "))
	}
	r.risk, r.answer, r.engine = riskClass(*p.FalseConsensusRisk), p.ConsensusAnswer, predictions.Unstated
	if p.Engine != nil && *p.Engine != "" {
		r.engine = *p.Engine
	}
	r.outcome = MatchAnswer(p.ConsensusAnswer, c.Answers)
	return r, nil
}

// engineNames lists the engines with ok predictions, sorted.
func engineNames(rows []row) []string {
	var names []string
	for _, r := range rows {
		if r.status == predictions.OK && !slices.Contains(names, r.engine) {
			names = append(names, r.engine)
		}
	}
	slices.Sort(names)
	return names
}

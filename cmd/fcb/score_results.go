// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/scorer"
	"github.com/false-consensus/fcb/scorer/report"
)

// conclude writes predictions and metrics of a run and ends the verb: the stop,
// if any, then coverage, then the gates decide the exit code.
func (s *scoring) conclude(run *bench.Run, d *dataset, stop *bench.Stop) error {
	set, err := s.sessionSettings(&run.Manifest)
	if err != nil {
		return err
	}
	state := run.State()
	rows := state.Predictions(run.Plan)
	if stop != nil && stop.Kind == bench.KindJournal {
		state, rows = s.asRecorded(run, rows)
	}
	m, err := scoreRun(&run.Manifest, d, run.Plan, rows)
	if err != nil {
		return failedf("%w", err)
	}
	if err := writeResults(run.Dir, rows, m); err != nil {
		if stop != nil { // the reason before the consequence
			s.errorLine("", err.Error())
			return stopError(s.c.Context, stop)
		}
		return failedf("%w", err).withHint("every reply is in the journal; make room and: %s", resumeCommand(run.Dir, &run.Manifest, retryFlags(set.RetryFailed, set.RetryUnknown)...))
	}
	complete := isComplete(rows)
	s.noteErrors(rows)
	if stop == nil { // what was to be asked again was
		set.RetryFailed, set.RetryUnknown = false, false
	}
	o := onwardOf(run.Dir, &run.Manifest, run.Plan, state, rows, set, s.now())
	if run.Manifest.Distrusted == "" {
		for _, line := range o.lines() {
			s.note("%s", line)
		}
	}
	saved := report.Saved{Dir: run.Dir, Sent: state.Books.Sent, Spent: state.Books.Spent.String()}
	if run.Manifest.Distrusted == "" {
		if saved.Next = o.next(); saved.Next != "" && !o.resumeAt.IsZero() {
			saved.At = rfc3339(o.resumeAt)
		}
	}
	err = s.print(m, saved, complete)
	if stop != nil {
		return stopError(s.c.Context, stop)
	}
	return err
}

// reasonsShown is for how many reasons an example is shown.
const reasonsShown = 10

// noteErrors says what the cases without a result have in common, the commonest
// reasons first.
func (s *scoring) noteErrors(rows []predictions.Prediction) {
	type reason struct{ status, kind string }
	count, example := map[reason]int{}, map[reason]string{}
	note := func(caseID, status string, e *predictions.Error) {
		if e == nil || status == predictions.Unattempted {
			return
		}
		r := reason{status, e.Kind}
		if count[r]++; count[r] == 1 {
			example[r] = caseID + ": " + e.Message
		}
	}
	for _, r := range rows {
		note(r.CaseID, r.Status, r.Error)
		if r.Judge != nil {
			note(r.CaseID, "judge "+r.Judge.Status, r.Judge.Error)
		}
	}
	reasons := slices.SortedFunc(maps.Keys(count), func(a, b reason) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a.status, b.status), cmp.Compare(a.kind, b.kind))
	})
	for i, r := range reasons {
		if i == reasonsShown && i < len(reasons)-1 {
			left := 0
			for _, r := range reasons[i:] {
				left += count[r]
			}
			s.note("%d more, for %d other reasons, are in %s", left, len(reasons)-i, predictions.PredictionsFile)
			break
		}
		s.note("%d %s (%s), such as %s", count[r], r.status, r.kind, example[r])
	}
}

// writeResults writes what is derived from the journal.
func writeResults(dir string, rows []predictions.Prediction, m *scorer.Metrics) error {
	lines, err := predictions.Encode(rows)
	if err != nil {
		return err
	}
	if err := predictions.WriteFile(filepath.Join(dir, predictions.PredictionsFile), lines); err != nil {
		return err
	}
	return predictions.WriteFile(filepath.Join(dir, predictions.MetricsFile), m.JSON())
}

// scoreRun computes the metrics of saved predictions under the settings of their run.
func scoreRun(m *predictions.Manifest, d *dataset, p *bench.Plan, rows []predictions.Prediction) (*scorer.Metrics, error) {
	return scorer.Score(scorer.Input{
		Cases:       selected(p),
		Predictions: rows,
		Repeats:     p.Repeats,
		Dataset:     scoredDataset(d.identity()),
		Run: scorer.Run{Endpoint: &m.Endpoint.Name, Evidence: &m.Task.Evidence, TemplateVersion: &m.Task.TemplateVersion,
			Judge: m.Task.Judge, ToolVersion: &m.Tool.Version},
		Seed:      m.Results.Seed,
		Bootstrap: m.Results.Bootstrap,
	})
}

func scoredDataset(id predictions.Dataset) scorer.Dataset {
	return scorer.Dataset{Name: &id.Name, Version: id.Version, SHA256: id.SHA256, Cases: id.Cases}
}

func selected(p *bench.Plan) []cases.Case {
	out := make([]cases.Case, len(p.Selected))
	for i, c := range p.Selected {
		out[i] = *c
	}
	return out
}

// isComplete reports whether every scheduled prediction is ok and, where a judge
// was asked for, judged or without an answer to judge.
func isComplete(rows []predictions.Prediction) bool {
	for _, r := range rows {
		if r.Status != predictions.OK {
			return false
		}
		if j := r.Judge; j != nil && j.Status != predictions.OK && j.Status != predictions.Skipped {
			return false
		}
	}
	return true
}

// print writes the result to stdout and the gates to stderr, and says with which
// code the verb ends.
func (s *scoring) print(m *scorer.Metrics, saved report.Saved, complete bool) error {
	if s.c.String("format") == "json" {
		s.stdout.Write(m.JSON())
	} else {
		report.Summary(s.stdout, m, saved)
	}
	gates, err := s.gates()
	if err != nil {
		return err
	}
	missed := false
	for _, g := range gates {
		for _, r := range g.Check(m) {
			s.note("%s", r)
			missed = missed || !r.Passed
		}
	}
	switch {
	case !complete:
		return done(exitIncomplete)
	case missed:
		return done(exitNo)
	}
	return nil
}

// gates reads --fail-under and --fail-over.
func (s *scoring) gates() ([]scorer.Gate, error) {
	var out []scorer.Gate
	for _, f := range []struct {
		flag  string
		under bool
	}{{"fail-under", true}, {"fail-over", false}} {
		for _, text := range listOf(s.c, f.flag) {
			g, err := scorer.ParseGate(text, f.under)
			if err != nil {
				return nil, usagef("--%s: %w", f.flag, err)
			}
			out = append(out, g)
		}
	}
	return out, nil
}

// selfTest checks the metric code.
func (s *scoring) selfTest() error {
	checks := scorer.SelfTest()
	failed := 0
	if s.c.String("format") == "json" {
		off := []scorer.Check{}
		for _, c := range checks {
			if !c.OK {
				off = append(off, c)
			}
		}
		failed = len(off)
		if err := writeJSON(s.stdout, struct {
			Format  string         `json:"format"`
			Checked int            `json:"checked"`
			Off     []scorer.Check `json:"off"`
		}{"fcb-self-test/1", len(checks), off}); err != nil {
			return failedf("%w", err)
		}
		checks = nil
	}
	for _, c := range checks {
		if !c.OK {
			failed++
			fmt.Fprintf(s.stdout, "FAILED %s %s: want %s, got %s\n", c.Set, c.Path, c.Want, c.Got)
		}
	}
	if s.c.String("format") == "text" {
		fmt.Fprintf(s.stdout, "self-test: %d figures checked, %d off\n", len(checks), failed)
	}
	if failed > 0 {
		return done(exitNo)
	}
	return nil
}

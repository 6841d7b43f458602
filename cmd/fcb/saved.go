// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/schema/jsonl"
	"github.com/false-consensus/fcb/scorer"
)

// saved is a set of predictions with what they belong to.
type saved struct {
	path     string                // as given
	dir      string                // of the run; empty for predictions without one
	manifest *predictions.Manifest // nil for predictions without a run
	file     *predictions.File
	data     *dataset
	plan     *bench.Plan
	run      scorer.Run
	results  predictions.Results
	repeats  int // 0: not known
}

// A scored is saved predictions with what the metrics make of them.
type scored struct {
	*saved
	input   scorer.Input
	metrics *scorer.Metrics
	missing int // scheduled predictions that the file has no line for
}

// scoreSaved loads predictions and scores them, with the warnings that a reader
// of the result needs.
func (s *scoring) scoreSaved(path string) (*scored, error) {
	v, err := s.savedPredictions(path)
	if err != nil {
		return nil, err
	}
	for _, w := range v.file.Warnings {
		s.warn("%s", w)
	}
	rows, missing := s.scheduledRows(v)
	r := &scored{saved: v, missing: missing, input: scorer.Input{Cases: selected(v.plan), Predictions: rows, Repeats: v.repeats,
		Dataset: scoredDataset(v.data.identity()), Run: v.run, Seed: v.results.Seed, Bootstrap: v.results.Bootstrap}}
	if r.metrics, err = scorer.Score(r.input); err != nil {
		return nil, failedf("%s: %w", path, err)
	}
	if missing > 0 {
		s.note("%s: %d of %d scheduled predictions are missing", path, missing, len(v.plan.Selected)*v.repeats)
	}
	return r, nil
}

// savedPredictions finds predictions, their cases and their settings: a run
// directory or a file beside a manifest brings its own, any other file is scored
// against --cases.
func (s *scoring) savedPredictions(path string) (*saved, error) {
	info, err := os.Stat(path)
	dir := ""
	switch {
	case path == "-":
	case err != nil:
		var perr *os.PathError
		errors.As(err, &perr)
		return nil, failedf("%s: %w", path, perr.Err)
	case info.IsDir():
		dir = path
		if !predictions.HasManifest(dir) {
			return nil, failedf("%s holds no run: there is no %s", dir, predictions.ManifestFile)
		}
	case predictions.HasManifest(filepath.Dir(path)):
		dir = filepath.Dir(path)
	}
	v := &saved{path: path, dir: dir}
	if dir == "" {
		err = s.foreign(v)
	} else {
		err = s.ofRun(v, dir)
	}
	if err != nil {
		return nil, err
	}
	if info != nil && info.IsDir() {
		path = filepath.Join(dir, predictions.PredictionsFile)
		if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
			return v, s.rebuilt(v, dir)
		}
	}
	r, err := jsonl.Open(path, s.stdin)
	if err != nil {
		return nil, failedf("%w", err)
	}
	defer r.Close()
	if v.file, err = predictions.Read(r, path); err != nil {
		return nil, failedf("%w", err)
	}
	return v, nil
}

// rebuilt makes the predictions of a run that did not come to write them.
func (s *scoring) rebuilt(v *saved, dir string) error {
	state, err := bench.Load(dir)
	if err != nil {
		return openError(dir, err)
	}
	s.note("%s has no %s; it is rebuilt from the journal", dir, predictions.PredictionsFile)
	if v.manifest.Distrusted == "" {
		markBabble(v.manifest, state)
		s.warnDistrusted(dir, v.manifest)
	}
	v.file = &predictions.File{Rows: state.Predictions(v.plan)}
	return nil
}

// ofRun takes cases, selection and settings from a run; explicit ones may narrow
// the selection and change seed and resamples, but not name another dataset.
func (s *scoring) ofRun(v *saved, dir string) error {
	m, d, err := s.openRun(dir)
	if err != nil {
		return err
	}
	if s.c.IsSet("cases") {
		other, err := s.loadDataset(s.c.String("cases"))
		if err != nil {
			return err
		}
		diffs, err := datasetDifferences(d, other, m)
		if err != nil {
			return err
		}
		if len(diffs) > 0 {
			return refusedf("%s was made with other cases than %s:\n%s", dir, other.place, strings.Join(diffs, "\n"))
		}
	}
	sel, err := s.selection()
	if err != nil {
		return err
	}
	if len(sel.Cases) == 0 && len(sel.Categories) == 0 && sel.Limit == nil && sel.Shard == "" {
		sel = m.Selection
	}
	s.warnDistrusted(dir, m)
	v.manifest, v.data, v.repeats, v.results = m, d, m.Task.Repeats, s.results(&m.Results)
	v.run = scorer.Run{Endpoint: &m.Endpoint.Name, Evidence: &m.Task.Evidence, TemplateVersion: &m.Task.TemplateVersion,
		Judge: m.Task.Judge, ToolVersion: &m.Tool.Version}
	v.plan, err = d.plan(m.Task, sel)
	return err
}

// foreign takes cases and selection from the flags; how the predictions were
// made is not known.
func (s *scoring) foreign(v *saved) error {
	sel, err := s.selection()
	if err != nil {
		return err
	}
	if v.data, err = s.loadDataset(s.c.String("cases")); err != nil {
		return err
	}
	v.results = s.results(nil)
	task := predictions.Task{Evidence: cmp.Or(s.c.String("evidence"), api.EvidenceInline), Repeats: 1}
	if s.c.IsSet("evidence") {
		v.run.Evidence = &task.Evidence
	}
	if s.c.IsSet("repeats") {
		v.repeats = s.c.Int("repeats")
	}
	v.plan, err = v.data.plan(task, sel)
	return err
}

// scheduledRows leaves out rows of cases that are not scheduled, with a warning
// for ids that the dataset does not have, and counts what is missing.
func (s *scoring) scheduledRows(v *saved) (rows []predictions.Prediction, missing int) {
	chosen, known := map[string]bool{}, map[string]bool{}
	for _, c := range v.plan.Selected {
		chosen[c.ID] = true
	}
	for i := range v.data.file.Cases {
		known[v.data.file.Cases[i].ID] = true
	}
	var unknown []string
	repeats := max(v.repeats, 1)
	for _, r := range v.file.Rows {
		switch {
		case chosen[r.CaseID]:
			rows = append(rows, r)
			if r.Judge != nil {
				v.run.Judge = true
			}
			if r.Repeat != nil {
				repeats = max(repeats, *r.Repeat+1)
			}
		case !known[r.CaseID]:
			unknown = append(unknown, r.CaseID)
		}
	}
	if len(unknown) > 0 {
		sort.Strings(unknown)
		s.warn("%d predictions of unknown cases are left out: %s", len(unknown), someOf(unknown, 20))
	}
	v.repeats = repeats
	return rows, max(0, len(chosen)*repeats-len(rows))
}

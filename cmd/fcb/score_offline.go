// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/predictions/journal"
	"github.com/false-consensus/fcb/scorer"
	"github.com/false-consensus/fcb/scorer/report"
)

// offline scores saved predictions. It writes a file only with --out.
func (s *scoring) offline() error {
	r, err := s.scoreSaved(s.c.String("from-predictions"))
	if err != nil {
		return err
	}
	if s.c.IsSet("out") {
		if err := s.writeRescored(r.metrics); err != nil {
			return err
		}
	}
	complete := s.c.Bool("allow-partial") || r.missing == 0 && isComplete(r.input.Predictions)
	return s.print(r.metrics, report.Saved{Offline: true}, complete)
}

func (s *scoring) writeRescored(m *scorer.Metrics) error {
	dir := s.c.String("out")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return failedf("%w", err)
	}
	path := filepath.Join(dir, predictions.MetricsFile)
	if isThere(path) {
		return refusedf("%s exists and is not overwritten", path)
	}
	if err := predictions.WriteFile(path, m.JSON()); err != nil {
		return failedf("%w", err)
	}
	return nil
}

// status prints the books of a run; it locks and changes nothing.
func (s *scoring) status() error {
	dir := s.c.String("status")
	m, d, err := s.openRun(dir)
	if err != nil {
		return err
	}
	plan, err := d.plan(m.Task, m.Selection)
	if err != nil {
		return err
	}
	set, err := settings(m)
	if err != nil {
		return err
	}
	holder := journal.Holder(dir) // before the journal is read: what is under way then may be over since
	saved, err := savedRows(dir)
	if err != nil {
		return err
	}
	state, err := bench.Load(dir)
	if err != nil {
		return openError(dir, err)
	}
	if err := journalWhole(dir, state, saved); err != nil {
		return err
	}
	markBabble(m, state)
	rows := state.Predictions(plan)
	l := ledger{onwardOf(dir, m, plan, state, rows, set, s.now()), rows, holder}
	var out bytes.Buffer
	if s.c.String("format") == "json" {
		err = l.writeJSON(&out)
	} else {
		l.writeText(&out)
	}
	if err != nil {
		return failedf("%w", err)
	}
	_, err = io.Copy(s.stdout, &out)
	return err
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/predictions"
)

// unrecordedFile names the file of a run directory with the predictions whose outcome
// came while the journal could not be written, the nth such file of the run.
func unrecordedFile(n int) string {
	if n == 1 {
		return "unrecorded.jsonl"
	}
	return fmt.Sprintf("unrecorded-%d.jsonl", n)
}

// asRecorded is what the journal on disk holds of a run whose journal could not be
// written: predictions are never ahead of it. What is known beyond it is kept apart.
func (s *scoring) asRecorded(run *bench.Run, known []predictions.Prediction) (*bench.State, []predictions.Prediction) {
	state, err := bench.Load(run.Dir)
	if err != nil {
		s.warn("what the journal holds cannot be told: %v", err)
		return run.State(), known
	}
	rows := state.Predictions(run.Plan)
	beyond := state.Behind(known)
	if len(beyond) == 0 {
		return state, rows
	}
	path := filepath.Join(run.Dir, unrecordedFile(1))
	for n := 2; isThere(path); n++ { // of an earlier session
		path = filepath.Join(run.Dir, unrecordedFile(n))
	}
	lines, err := predictions.Encode(beyond)
	if err == nil {
		err = predictions.WriteFile(path, lines)
	}
	if err != nil {
		s.warn("the replies about %s could not be recorded: %v", someOf(idsOf(beyond), 5), err)
		return state, rows
	}
	s.warn("the replies about %s could not be recorded in the journal and are kept in %s; to a resume they are unknown", someOf(idsOf(beyond), 5), path)
	return state, rows
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

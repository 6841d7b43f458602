// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/predictions"
)

// journalWhole refuses a run whose predictions, saved before the journal was read,
// know more than the journal: it has lost its end, which its own lines cannot tell.
func journalWhole(dir string, state *bench.State, saved []predictions.Prediction) error {
	lost := state.Behind(saved)
	if len(lost) == 0 {
		return nil
	}
	path := filepath.Join(dir, predictions.JournalFile)
	return failedf("%s: its end is missing: %s has calls of it that the journal has not, about %s", path, predictions.PredictionsFile, someOf(idsOf(lost), 5)).
		withHint("the journal is the only record of what was sent; restore the file from a copy, nothing was sent")
}

// idsOf lists the cases of rows that stand in dataset order, each once.
func idsOf(rows []predictions.Prediction) []string {
	out := make([]string, len(rows))
	for i, r := range rows {
		out[i] = r.CaseID
	}
	return slices.Compact(out)
}

// savedRows are the rows of a run's predictions file; none where there is no file.
func savedRows(dir string) ([]predictions.Prediction, error) {
	path := filepath.Join(dir, predictions.PredictionsFile)
	b, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, failedf("%w", err)
	}
	file, err := predictions.Read(bytes.NewReader(b), path)
	if err != nil {
		return nil, failedf("%w", err).withHint("nothing was sent or written; %s is derived from the journal: move it away and resume to have it made again", path)
	}
	return file.Rows, nil
}

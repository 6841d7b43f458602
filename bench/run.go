// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/predictions/journal"
)

// A Run is a run directory held by this process: locked, its journal open.
type Run struct {
	Dir      string
	Manifest predictions.Manifest
	Plan     *Plan
	TornTail string // file to which a torn last record was moved, "" for none

	state   *State
	journal *journal.Journal
	unlock  func()
}

// ErrExists is returned by Create for a directory that already holds something.
var ErrExists = errors.New("the directory is not empty")

// Create makes a run directory: lock, case file, journal and, last and at once,
// the manifest. Nothing in an existing directory is overwritten.
func Create(dir string, m predictions.Manifest, caseFile []byte, p *Plan, now time.Time) (*Run, error) {
	return create(dir, m, caseFile, p, nil, newState(), now)
}

func create(dir string, m predictions.Manifest, caseFile []byte, p *Plan, lines []journal.Record, state *State, now time.Time) (*Run, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	unlock, err := journal.Lock(dir, now)
	if err != nil {
		return nil, err
	}
	r := &Run{Dir: dir, Manifest: m, Plan: p, state: state, unlock: unlock}
	if err := r.fill(caseFile, lines); err != nil {
		unlock()
		return nil, err
	}
	return r, nil
}

func (r *Run) fill(caseFile []byte, lines []journal.Record) error {
	entries, err := os.ReadDir(r.Dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() != journal.LockName {
			return fmt.Errorf("%s: %w", r.Dir, ErrExists)
		}
	}
	if err := predictions.WriteFile(filepath.Join(r.Dir, predictions.CasesFile), caseFile); err != nil {
		return err
	}
	if r.journal, err = journal.Create(filepath.Join(r.Dir, predictions.JournalFile)); err != nil {
		return err
	}
	if err := r.append(lines); err != nil {
		r.journal.Close()
		return err
	}
	if err := predictions.WriteManifest(r.Dir, &r.Manifest); err != nil {
		r.journal.Close()
		return err
	}
	if err := journal.SyncDir(r.Dir); err != nil {
		return err
	}
	return journal.SyncDir(filepath.Dir(r.Dir))
}

// append writes records, and returns when all are on disk.
func (r *Run) append(lines []journal.Record) error {
	for _, l := range lines {
		if err := r.journal.EnqueueJSON(l.Bytes).Written(); err != nil {
			return err
		}
	}
	return r.journal.Flush()
}

// Open locks an existing run for resuming and replays its journal. Calls that
// were under way when the program last ended are settled as unknown.
func Open(dir string, m predictions.Manifest, p *Plan, now time.Time) (*Run, error) {
	unlock, err := journal.Lock(dir, now)
	if err != nil {
		return nil, err
	}
	r := &Run{Dir: dir, Manifest: m, Plan: p, unlock: unlock}
	if err := r.reopen(now); err != nil {
		if r.journal != nil {
			r.journal.Close()
		}
		unlock()
		return nil, err
	}
	return r, nil
}

func (r *Run) reopen(now time.Time) error {
	path := filepath.Join(r.Dir, predictions.JournalFile)
	j, lines, torn, err := journal.Open(path)
	if err != nil {
		return err
	}
	r.journal, r.TornTail = j, torn
	if r.state, err = fold(path, lines); err != nil {
		return err
	}
	for n := 1; n <= r.state.calls; n++ {
		if _, open := r.state.open[n]; !open {
			continue
		}
		out := Record{Type: typeOutcome, Call: n, Time: stamp(now), Class: Unknown, Status: predictions.Unknown, Error: interrupted()}
		line, err := out.AppendJSON(nil)
		if err != nil {
			return err
		}
		if err := r.state.outcome(&out, line); err != nil {
			return err
		}
		if err := r.journal.EnqueueJSON(line).Synced(); err != nil {
			return err
		}
	}
	return nil
}

// Load reads the state of a run without locking or changing it.
func Load(dir string) (*State, error) {
	path := filepath.Join(dir, predictions.JournalFile)
	lines, _, err := journal.Read(path)
	if err != nil {
		return nil, err
	}
	return fold(path, lines)
}

// State is what the run knows now. It must not be used while Ask is running.
func (r *Run) State() *State { return r.state }

// Close ends the journal and releases the directory.
func (r *Run) Close() error {
	err := r.journal.Close()
	r.unlock()
	return err
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/predictions/journal"
)

// A Part is the journal of one shard of a run.
type Part struct {
	Dir     string
	Records []Record
	State   *State // what they come to
	Torn    bool   // its last record was cut off and is left out
}

// ReadPart reads the journal of a shard without changing it.
func ReadPart(dir string) (Part, error) {
	path := filepath.Join(dir, predictions.JournalFile)
	lines, torn, err := journal.Read(path)
	if err != nil {
		return Part{}, err
	}
	state, err := fold(path, lines)
	if err != nil {
		return Part{}, err
	}
	records := make([]Record, len(lines))
	for i, l := range lines {
		if err := records[i].decode(path, l); err != nil {
			return Part{}, err
		}
	}
	return Part{dir, records, state, len(torn.Bytes) > 0}, nil
}

// Strangers lists, in order of appearance, the cases that a journal asks about
// and a plan does not have.
func (p Part) Strangers(plan *Plan) []string {
	known := map[string]bool{}
	for _, c := range plan.Selected {
		known[c.ID] = true
	}
	var out []string
	for i := range p.Records {
		if r := &p.Records[i]; r.Type == typeIntent && !known[r.CaseID] {
			known[r.CaseID] = true
			out = append(out, r.CaseID)
		}
	}
	return out
}

// MergeRecords makes one journal of several: by time, the order within each kept
// whatever its clock said, calls numbered anew in the order of reservation. What
// a call was, what came of it and what it cost stay as they are.
func MergeRecords(parts []Part) []Record {
	total := 0
	for _, p := range parts {
		total += len(p.Records)
	}
	out := make([]Record, 0, total)
	next := make([]int, len(parts))
	number := make([]map[int]int, len(parts)) // old call numbers to new
	for i := range number {
		number[i] = map[int]int{}
	}
	calls := 0
	for len(out) < total {
		best := -1
		for i, p := range parts {
			if next[i] < len(p.Records) && (best < 0 || p.Records[next[i]].Time < parts[best].Records[next[best]].Time) {
				best = i
			}
		}
		r := parts[best].Records[next[best]]
		next[best]++
		if r.Type == typeIntent {
			calls++
			number[best][r.Call] = calls
		}
		r.Call = number[best][r.Call]
		out = append(out, r)
	}
	return out
}

// CreateMerged makes a run directory whose journal is already written. The
// manifest is the last of all: a directory without it is no run, so that
// nothing that was asked is ever asked again for want of a record.
func CreateMerged(dir string, m predictions.Manifest, caseFile []byte, p *Plan, records []Record, now time.Time) (*Run, error) {
	lines, err := encodeRecords(records)
	if err != nil {
		return nil, fmt.Errorf("merging: %w", err)
	}
	state, err := fold(filepath.Join(dir, predictions.JournalFile), lines)
	if err != nil {
		return nil, fmt.Errorf("merging: %w", err)
	}
	return create(dir, m, caseFile, p, lines, state, now)
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package predictions

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/false-consensus/fcb/schema/jsonl"
	"github.com/go-json-experiment/json/jsontext"
)

// A File is a predictions file as read.
type File struct {
	Rows     []Prediction // in file order, repeats of an identical row left out
	Lines    []int        // of each row, 1-based
	Warnings []string     // each begins with its place
}

// Read reads a predictions file: one of ours, or a minimal foreign one with
// case_id, and false_consensus_risk where the status is ok (the default).
// consensus_answer, engine and every other key of a prediction may follow; other
// keys are ignored. A row that is not ok belongs to no engine. The same id (and
// repeat) twice is one row and a warning when the lines are equal, else an error
// that names both lines. Every error begins with name and line; all of them are
// joined.
func Read(r io.Reader, name string) (*File, error) {
	f := &File{}
	var errs []error
	type key struct {
		id     string
		repeat int
	}
	first := map[key]int{}       // index into Rows
	var sums [][sha256.Size]byte // of each row's compact line
	reader := jsonl.NewReader(r)
	for {
		line, err := reader.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if jsonl.IsBlank(line.Bytes) {
			continue
		}
		if len(f.Rows) == 0 && len(errs) == 0 && bytes.TrimSpace(line.Bytes)[0] == '[' {
			return nil, fmt.Errorf("%s:%d: looks like a JSON array, not JSON Lines: one prediction a line is wanted", name, line.Number)
		}
		row, p := decode(line.Bytes)
		if p != nil {
			errs = append(errs, fmt.Errorf("%s:%d:%d: %w", name, line.Number, p.Offset+1, p))
			continue
		}
		k := key{row.CaseID, 0}
		if row.Repeat != nil {
			k.repeat = *row.Repeat
		}
		sum := sha256.Sum256(sorted(line.Bytes))
		if i, seen := first[k]; seen {
			if sums[i] != sum {
				errs = append(errs, fmt.Errorf("%s:%d: case %q was already predicted, differently, on line %d", name, line.Number, row.CaseID, f.Lines[i]))
			} else {
				f.Warnings = append(f.Warnings, fmt.Sprintf("%s:%d: case %q repeats line %d and is counted once", name, line.Number, row.CaseID, f.Lines[i]))
			}
			continue
		}
		first[k] = len(f.Rows)
		sums = append(sums, sum)
		f.Rows, f.Lines = append(f.Rows, *row), append(f.Lines, line.Number)
	}
	s := reader.Stats()
	if s.BOM {
		f.Warnings = append(f.Warnings, name+":1: a byte-order mark stands in front of the first line")
	}
	if s.CRLF > 0 {
		f.Warnings = append(f.Warnings, fmt.Sprintf("%s: %d lines end in CR LF", name, s.CRLF))
	}
	if s.Blank > 0 {
		f.Warnings = append(f.Warnings, fmt.Sprintf("%s: %d blank lines skipped", name, s.Blank))
	}
	return f, errors.Join(errs...)
}

// sorted is a JSON value with its keys in order and no white space between
// tokens, so that equal values have equal bytes. b was read strictly.
func sorted(b []byte) []byte {
	out, err := jsontext.AppendFormat(nil, b, jsontext.ReorderRawObjects(true))
	if err != nil {
		return b
	}
	return out
}

// decode reads one line and checks what a prediction must have.
func decode(b []byte) (*Prediction, *jsonl.Problem) {
	row := &Prediction{Status: OK}
	if p := jsonl.Unmarshal(b, row); p != nil {
		return nil, p
	}
	fault := func(pointer, format string, a ...any) *jsonl.Problem {
		at := 0
		if place, ok := jsonl.Place(b, pointer); ok {
			at = place.Value
		}
		return &jsonl.Problem{Offset: at, Pointer: pointer, Kind: jsonl.KindType, Message: fmt.Sprintf(format, a...)}
	}
	switch {
	case row.CaseID == "":
		return nil, fault("/case_id", "case_id is missing or empty")
	case !slices.Contains([]string{OK, Failed, Unknown, Unattempted}, row.Status):
		return nil, fault("/status", "status must be ok, failed, unknown or unattempted, not %q", row.Status)
	case row.Repeat != nil && *row.Repeat < 0:
		return nil, fault("/repeat", "repeat must not be negative")
	}
	if j := row.Judge; j != nil && !slices.Contains([]string{OK, Failed, Unknown, Unattempted, Skipped}, j.Status) {
		return nil, fault("/judge/status", "judge.status must be ok, failed, unknown, unattempted or skipped, not %q", j.Status)
	}
	if row.Status != OK {
		row.FalseConsensusRisk, row.ConsensusAnswer, row.Engine = nil, nil, nil
		return row, nil
	}
	if row.FalseConsensusRisk == nil {
		return nil, fault("/false_consensus_risk", "false_consensus_risk is missing")
	}
	if !slices.Contains([]string{"low", "medium", "high"}, *row.FalseConsensusRisk) {
		return nil, fault("/false_consensus_risk", "false_consensus_risk must be low, medium or high, not %q", *row.FalseConsensusRisk)
	}
	if row.Engine == nil || *row.Engine == "" {
		unstated := Unstated
		row.Engine = &unstated
	}
	return row, nil
}

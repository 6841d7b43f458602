// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"slices"

	"github.com/false-consensus/fcb/schema"
	"github.com/false-consensus/fcb/schema/jsonl"
)

// Options say how a file is validated.
type Options struct {
	Profile string         // ProfileFCB or ProfileOpen; required
	Schema  *schema.Schema // nil: the embedded case schema
	Workers int            // goroutines that check lines; 0: one for each processor
	NoHash  bool           // leave Summary.SHA256 empty, where nobody shows it
}

// A Summary counts what a file holds.
type Summary struct {
	Path       string `json:"path"`
	SHA256     string `json:"sha256"` // of the bytes that were read; "" with NoHash
	Lines      int    `json:"lines"`  // physical
	BlankLines int    `json:"blank_lines"`
	Cases      int    `json:"cases"` // lines that were read as a JSON object
}

// An ArrayError says that a file is one JSON array instead of lines.
type ArrayError struct{ Path string }

func (e *ArrayError) Error() string {
	return e.Path + ": looks like a JSON array, not JSON Lines: one case a line is wanted, without [ ] around and , between"
}

// Validate checks a case file and hands every finding to emit: those of a line
// in the order of their bytes, lines in order, then those of the whole file. It
// streams: memory does not grow with the file but for about a hundred bytes a
// case for uniqueness, and the findings do not depend on the number of workers.
// The error is about the input, not the cases: it cannot be read, or is an
// [ArrayError]; findings emitted before it are incomplete.
func Validate(r io.Reader, path string, o Options, emit func(Finding)) (Summary, Balance, error) {
	v := &validator{path: path, schema: o.Schema, strict: o.Profile == ProfileFCB, emit: emit, census: newCensus()}
	if v.schema == nil {
		v.schema = schema.Compile(schema.Case)
		v.tagged, _ = v.schema.Tagged(quickPaths...)
	}
	for _, rule := range Rules() {
		if rule.check != nil && (v.strict || !rule.Strict) {
			v.rules = append(v.rules, rule)
			if !slices.Contains(quickKnows, rule.Code) {
				v.tagged = nil
			}
		}
	}
	workers := o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	blocks := newBlocks(r, !o.NoHash)
	err := v.run(blocks, workers)
	s := Summary{Path: path, SHA256: blocks.hash(), Lines: v.lines, BlankLines: v.blank, Cases: v.census.Cases}
	if err != nil {
		return s, v.census.Balance, err
	}
	if v.array && v.lines-v.blank == 1 {
		return s, v.census.Balance, &ArrayError{path}
	}
	v.whole()
	return s, v.census.Balance, nil
}

type validator struct {
	path   string
	schema *schema.Schema
	strict bool
	rules  []Rule
	emit   func(Finding)

	tagged *schema.Tagged // for quick, where the rules are those it knows: profile open, the embedded schema

	// Of the ordered consumer.
	census       *census
	lines, blank int
	sawCRLF      bool
	sawBlank     bool
	array        bool // the first line that is not blank begins with [
}

// run checks blocks on the workers and takes their results in file order.
func (v *validator) run(in *blocks, workers int) error {
	type job struct {
		b    *block
		done chan struct{}
	}
	todo := make(chan job)
	ordered := make(chan job, 2*workers)
	stop := make(chan struct{})
	finished := make(chan error, 1)
	for range workers {
		go func() {
			for j := range todo {
				v.check(j.b)
				close(j.done)
			}
		}()
	}
	go func() {
		defer close(todo)
		defer close(ordered)
		for {
			b, err := in.next()
			if err != nil {
				if err == io.EOF {
					err = nil
				}
				finished <- err
				return
			}
			j := job{b, make(chan struct{})}
			select {
			case ordered <- j:
			case <-stop:
				finished <- nil
				return
			}
			todo <- j
		}
	}()
	var failed error
	for j := range ordered {
		<-j.done
		if failed == nil {
			if failed = v.take(j.b); failed != nil {
				close(stop)
			}
		}
		in.free(j.b)
	}
	if err := <-finished; err != nil && failed == nil {
		failed = err
	}
	return failed
}

// check examines every line of a block. It runs on a worker and touches
// nothing but the block.
func (v *validator) check(b *block) {
	var notes []schema.Note
	b.facts = b.facts[:0]
	for start := 0; start < len(b.data); {
		end := bytes.IndexByte(b.data[start:], '\n')
		line, torn := b.data[start:], end < 0
		if !torn {
			line = b.data[start : start+end]
		}
		start += len(line) + 1
		f := facts{}
		if n := len(line); !torn && n > 0 && line[n-1] == '\r' {
			line, f.crlf = line[:n-1], true
		}
		if b.first && len(b.facts) == 0 && bytes.HasPrefix(line, jsonl.BOM) {
			line, f.bom = line[len(jsonl.BOM):], true
		}
		f.line = line
		if jsonl.IsBlank(line) {
			f.blank = true
		} else {
			v.line(line, &f, &notes)
		}
		b.facts = append(b.facts, f)
	}
}

// take receives the lines of a block in file order.
func (v *validator) take(b *block) error {
	for i := range b.facts {
		f := &b.facts[i]
		v.lines++
		if f.bom {
			v.warn(ruleByteOrderMark, "the file begins with a byte-order mark (read over)")
		}
		if f.blank {
			v.blank++
			if !v.sawBlank {
				v.sawBlank = true
				v.warn(ruleBlankLines, "a blank line (read over; the summary counts them)")
			}
		}
		if f.crlf && !v.sawCRLF {
			v.sawCRLF = true
			v.warn(ruleLineEnds, "lines end in CR LF (read like LF)")
		}
		if f.blank {
			continue
		}
		if v.lines-v.blank == 1 {
			if v.array = f.arrayStart; v.array && f.unfinished {
				return &ArrayError{v.path}
			}
		}
		if f.isCase {
			v.unique(f)
			v.census.count(f)
		}
		for _, p := range f.findings {
			v.emit(p.at(v.path, v.lines, f.line, f.id))
		}
	}
	return nil
}

func (v *validator) warn(r Rule, message string) {
	v.emit(Finding{File: v.path, Line: v.lines, Column: 1, Char: 1, Rule: r.Code, Severity: r.Severity, Message: message})
}

// unique adds the findings about id and question that repeat an earlier line.
func (v *validator) unique(f *facts) {
	before := len(f.findings)
	if f.hasID {
		if first := v.census.ids.add(f.idHash, v.lines); first > 0 {
			f.add(ruleUniqueID, "/id", fmt.Sprintf("the id stands on line %d already", first))
		}
	}
	if f.hasQuestion {
		if first := v.census.questions.add(f.questionHash, v.lines); first > 0 {
			f.add(ruleUniqueQuestion, "/question", fmt.Sprintf("the question stands on line %d already", first))
		} else {
			v.compare(f)
		}
	}
	if len(f.findings) > before {
		if f.id == "" {
			f.id = readID(f.line)
		}
		f.sort()
	}
}

// compare looks for near-duplicates and collects openings (profile fcb-0.1).
func (v *validator) compare(f *facts) {
	if f.words == nil || len(v.census.words) >= comparedCases {
		return
	}
	if o, ok := v.census.near(f.words); ok {
		f.add(ruleNearDuplicate, "/question", fmt.Sprintf("shares nearly all of its words with the question on line %d (%s)", o.line, o.id))
	}
	v.census.words = append(v.census.words, wordsOf{v.lines, f.id, f.words})
	for _, o := range f.openings {
		v.census.openings[o] = append(v.census.openings[o], f.id)
	}
}

// whole applies the rules about the file as a whole.
func (v *validator) whole() {
	if v.lines == v.blank {
		v.emit(Finding{File: v.path, Rule: ruleNoCases, Severity: SeverityError, Message: "0 cases"})
		return
	}
	for _, r := range Rules() {
		if r.file != nil && (v.strict || !r.Strict) {
			r.file(v.census, func(message string) {
				v.emit(Finding{File: v.path, Rule: r.Code, Severity: r.Severity, Message: message})
			})
		}
	}
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"strings"

	"github.com/false-consensus/fcb/schema"
	"github.com/false-consensus/fcb/schema/jsonl"
)

// Name and version of the dataset that is embedded in the program.
const (
	DatasetName    = "fcb-open"
	DatasetVersion = "0.1.0"
)

//go:embed cases.jsonl
var embedded []byte

// Embedded is the dataset inside the program. It must not be modified.
func Embedded() []byte { return embedded }

// A File is a case file that was read.
type File struct {
	Name   string
	Cases  []Case // in file order
	Lines  []int  // physical line of each case, from 1
	SHA256 string // of Raw, lower-case hex
	Raw    []byte // the (decompressed) bytes as they are

	// Warnings say what was read over: a byte-order mark, CRLF, blank lines.
	Warnings []string
}

// An Unreadable file holds lines that are no cases. Findings lists every one.
type Unreadable struct{ Findings []Finding }

// Error lists every place, one a line.
func (e *Unreadable) Error() string {
	lines := make([]string, len(e.Findings))
	for i, f := range e.Findings {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// Read reads a case file that is to be used: every line must satisfy the schema
// and ids must be unique, else the error is an *[Unreadable] with every place.
// Labels are not judged (see [Validate]), nor are the limits of the service,
// which depend on what is sent. A file without a case is an error.
func Read(r io.Reader, name string) (*File, error) {
	var raw bytes.Buffer
	in := jsonl.NewReader(io.TeeReader(r, &raw))
	f := &File{Name: name}
	v := &validator{path: name, schema: schema.Compile(schema.Case)}
	ids := map[string]int{}
	filled, array := 0, false
	var bad []Finding
	for {
		l, err := in.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("reading cases: %w", err)
		}
		if jsonl.IsBlank(l.Bytes) {
			continue
		}
		facts := facts{line: l.Bytes}
		v.line(l.Bytes, &facts, nil)
		if filled++; filled == 1 && facts.arrayStart {
			if array = true; facts.unfinished {
				return nil, &ArrayError{name}
			}
		}
		if first, ok := ids[facts.id]; ok && facts.hasID {
			facts.add(ruleUniqueID, "/id", fmt.Sprintf("the id stands on line %d already", first))
		} else if facts.hasID {
			ids[facts.id] = l.Number
		}
		if len(facts.findings) > 0 {
			for _, p := range facts.findings {
				bad = append(bad, p.at(name, l.Number, l.Bytes, facts.id))
			}
			continue
		}
		var c Case
		if p := jsonl.Unmarshal(l.Bytes, &c); p != nil {
			bad = append(bad, pending{p.Offset, schemaRules[schema.KindType], SeverityError, p.Pointer, p.Message}.at(name, l.Number, l.Bytes, facts.id))
			continue
		}
		f.Cases = append(f.Cases, c)
		f.Lines = append(f.Lines, l.Number)
	}
	if array && filled == 1 {
		return nil, &ArrayError{name}
	}
	if len(bad) > 0 {
		return nil, &Unreadable{bad}
	}
	if len(f.Cases) == 0 {
		return nil, &Unreadable{[]Finding{{File: name, Rule: ruleNoCases, Severity: SeverityError, Message: "0 cases"}}}
	}
	st := in.Stats()
	f.Raw, f.SHA256 = raw.Bytes(), st.SHA256
	if st.BOM {
		f.Warnings = append(f.Warnings, name+":1: begins with a byte-order mark (read over)")
	}
	if st.CRLF > 0 {
		f.Warnings = append(f.Warnings, fmt.Sprintf("%s: %d of %d lines end in CR LF (read like LF)", name, st.CRLF, st.Lines))
	}
	if st.Blank > 0 {
		f.Warnings = append(f.Warnings, fmt.Sprintf("%s: %d of %d lines are blank (read over)", name, st.Blank, st.Lines))
	}
	return f, nil
}

// ReadEmbedded reads the dataset inside the program.
func ReadEmbedded() (*File, error) {
	return Read(bytes.NewReader(embedded), "cases/cases.jsonl (embedded)")
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package findings renders what the validator found: for people, for programs
// (JSON, SARIF), for continuous integration (GitHub annotations, JUnit).
//
// Text from a case file is untrusted; each renderer escapes it for where it
// goes. Not here: finding anything (package cases), exit codes (cmd/fcb).
//
// Begin with [Result] and [Render].
package findings

import (
	"fmt"
	"io"
	"slices"

	"github.com/false-consensus/fcb/cases"
)

// Formats lists the names Render knows, the default first.
func Formats() []string { return []string{"text", "json", "sarif", "github", "junit"} }

// ShowsHashes reports whether a format prints the SHA-256 of the files.
func ShowsHashes(format string, quiet bool) bool {
	return format == "json" || format == "sarif" || format == "text" && !quiet
}

// A Result is what validating one or more files gave.
type Result struct {
	Files    []cases.Summary // in the order in which they were given
	Findings []cases.Finding // in file order; those shown
	Balance  cases.Balance   // over all files
	Errors   int             // of all findings, shown or not
	Warnings int
	Strict   bool   // warnings count as failures
	Version  string // of the program
	Color    bool   // text only
	Quiet    bool   // text only: errors and nothing else
}

// Add appends a finding to those shown unless there are max already (max < 0:
// all), and counts it.
func (r *Result) Add(f cases.Finding, most int) {
	if f.Severity == cases.SeverityError {
		r.Errors++
	} else {
		r.Warnings++
	}
	if most < 0 || len(r.Findings) < most {
		r.Findings = append(r.Findings, f)
	}
}

// Omitted is how many findings are counted but not shown.
func (r *Result) Omitted() int { return r.Errors + r.Warnings - len(r.Findings) }

// Failed reports whether the answer is no.
func (r *Result) Failed() bool { return r.Errors > 0 || r.Strict && r.Warnings > 0 }

// Render writes r in one of the [Formats].
func Render(w io.Writer, format string, r *Result) error {
	switch format {
	case "text":
		return writeText(w, r)
	case "json":
		return writeJSON(w, r)
	case "sarif":
		return writeSARIF(w, r)
	case "github":
		return writeGitHub(w, r)
	case "junit":
		return writeJUnit(w, r)
	}
	return fmt.Errorf("no format %q", format)
}

// count is "1 error" or "3 errors".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func sortedKeys(m map[string]int) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

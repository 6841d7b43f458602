// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package findings

import (
	"bufio"
	"fmt"
	"io"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/scorer/report/visible"
)

// writeText prints a line a finding, a line a file, and the balance.
func writeText(w io.Writer, r *Result) error {
	b := bufio.NewWriter(w)
	for _, f := range r.Findings {
		if !r.Quiet || f.Severity == cases.SeverityError {
			fmt.Fprintln(b, line(f, r.Color))
		}
	}
	if r.Quiet {
		return b.Flush()
	}
	if n := r.Omitted(); n > 0 {
		fmt.Fprintf(b, "%s not shown (--max-problems)\n", count(n, "more problem"))
	}
	if len(r.Findings) > 0 {
		fmt.Fprintln(b)
	}
	for _, s := range r.Files {
		fmt.Fprintf(b, "%s: %s on %s (%d blank), sha256 %s\n", visible.Text(s.Path), count(s.Cases, "case"), count(s.Lines, "line"), s.BlankLines, s.SHA256)
	}
	fmt.Fprintf(b, "%s, %s\n", count(r.Errors, "error"), count(r.Warnings, "warning"))
	balance(b, r.Balance)
	return b.Flush()
}

// line is PATH:LINE:COL: error FCB204 [case-id] /pointer: message.
func line(f cases.Finding, color bool) string {
	severity := f.Severity
	if color {
		code := "31" // red
		if severity == cases.SeverityWarning {
			code = "33"
		}
		severity = "\x1b[" + code + "m" + severity + "\x1b[0m"
	}
	s := fmt.Sprintf("%s:%d:%d: %s %s", visible.Text(f.File), f.Line, f.Column, severity, f.Rule)
	if f.CaseID != "" {
		s += " [" + visible.Text(f.CaseID) + "]"
	}
	if f.Pointer != "" {
		s += " " + visible.Text(f.Pointer)
	}
	return s + ": " + visible.Text(f.Message)
}

// balance prints how the cases are distributed.
func balance(w io.Writer, b cases.Balance) {
	if b.Cases == 0 {
		return
	}
	row := func(name string, n int) {
		fmt.Fprintf(w, "  %s %6d  %5.1f%%\n", visible.Pad(visible.Text(name), 36), n, 100*float64(n)/float64(b.Cases))
	}
	fmt.Fprintf(w, "\n  %s %6s\n", visible.Pad("", 36), "cases")
	for _, c := range cases.Categories() {
		row(c, b.Categories[c])
	}
	row("controls (the two genuine_)", b.Controls())
	for _, k := range []string{"high", "medium", "low"} {
		row("expected_risk "+k, b.Risks[k])
	}
	for _, k := range []string{"false", "true", "null"} {
		row("majority_correct "+k, b.Majority[k])
	}
	for _, k := range sortedKeys(b.Sources) {
		row("source "+visible.Truncate(visible.Text(k), 29), b.Sources[k])
	}
}

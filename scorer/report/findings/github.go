// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package findings

import (
	"bufio"
	"fmt"
	"io"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/scorer/report/visible"
)

// writeGitHub prints exactly one workflow command a finding. Columns are Unicode
// code points: GitHub counts characters.
func writeGitHub(w io.Writer, r *Result) error {
	b := bufio.NewWriter(w)
	for _, f := range r.Findings {
		fmt.Fprintf(b, "::%s file=%s", f.Severity, visible.GitHubProperty(f.File))
		if f.Line > 0 {
			fmt.Fprintf(b, ",line=%d,col=%d", f.Line, f.Char)
		}
		fmt.Fprintf(b, ",title=%s", visible.GitHubProperty(f.Rule))
		fmt.Fprintf(b, "::%s\n", visible.GitHubData(told(f)))
	}
	if n := r.Omitted(); n > 0 {
		fmt.Fprintf(b, "::notice::%s not shown (--max-problems)\n", count(n, "more problem"))
	}
	return b.Flush()
}

// told is the message with case and pointer, for formats that have no field for them.
func told(f cases.Finding) string {
	s := f.Message
	if f.Pointer != "" {
		s = f.Pointer + ": " + s
	}
	if f.CaseID != "" {
		s = "[" + f.CaseID + "] " + s
	}
	return s
}

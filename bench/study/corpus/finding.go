// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package corpus

import (
	"fmt"
	"strings"
)

// A Finding is one problem of a corpus file. Text in it may come from the file
// and must be escaped for where it is printed.
type Finding struct {
	File    string
	Line    int    // physical, from 1; 0 for the file as a whole
	Column  int    // 1-based byte in the line, its byte-order mark not counted; 0 with line 0
	Pointer string // RFC 6901, in the line
	ID      string // of the task, "" where it cannot be read
	Message string
}

func (f Finding) String() string {
	var b strings.Builder
	b.WriteString(f.File)
	if f.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", f.Line, f.Column)
	}
	b.WriteString(":")
	if f.ID != "" {
		b.WriteString(" [" + f.ID + "]")
	}
	if f.Pointer != "" {
		b.WriteString(" " + f.Pointer + ":")
	}
	return b.String() + " " + f.Message
}

// Unreadable says that a corpus file cannot be used. It lists every problem in
// the order of the file.
type Unreadable struct{ Findings []Finding }

// Error lists every problem, one a line.
func (e *Unreadable) Error() string {
	lines := make([]string, len(e.Findings))
	for i, f := range e.Findings {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

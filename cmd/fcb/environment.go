// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/false-consensus/fcb/scorer/report/visible"
	"golang.org/x/term"
)

// An environment is what a verb may touch of the world.
type environment struct {
	stdin  io.Reader
	stdout *bytes.Buffer // the result; reaches standard output only under exit codes 0, 1, 4 and after a signal
	stderr io.Writer     // everything else; use note and errorLine, which escape
	getenv func(string) (string, bool)
	now    func() time.Time
	quiet  bool
	after  []string // notes for when the result has been written
	color  bool     // text on stdout may be coloured
}

func newEnvironment(stdin io.Reader, stderr io.Writer) *environment {
	return &environment{stdin: stdin, stdout: &bytes.Buffer{}, stderr: stderr, getenv: os.LookupEnv, now: time.Now}
}

// note writes a line of progress or advice to stderr, unless --quiet.
func (e *environment) note(format string, a ...any) {
	if !e.quiet {
		fmt.Fprintln(e.stderr, "fcb: "+visible.Text(fmt.Sprintf(format, a...)))
	}
}

// noteAtEnd writes a note below the result, where a long one does not push it out of sight.
func (e *environment) noteAtEnd(format string, a ...any) {
	e.after = append(e.after, fmt.Sprintf(format, a...))
}

// warn writes a warning to stderr, unless --quiet.
func (e *environment) warn(format string, a ...any) { e.note("warning: "+format, a...) }

// errorLine writes a line of an error to stderr, always.
func (e *environment) errorLine(prefix, line string) {
	fmt.Fprintln(e.stderr, "fcb: "+prefix+visible.Text(line))
}

// stderrIsTerminal reports whether a progress bar may be drawn: a terminal, and
// neither CI nor a dumb one.
func (e *environment) stderrIsTerminal() bool {
	f, ok := e.stderr.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return false
	}
	_, ci := e.getenv("CI")
	kind, _ := e.getenv("TERM")
	return !ci && kind != "dumb"
}

// stderrWidth is the width of the terminal in cells, 0 when it is not known.
func (e *environment) stderrWidth() int {
	f, ok := e.stderr.(*os.File)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return width
}

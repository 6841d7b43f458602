// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"io"
	"os"

	"golang.org/x/term"
)

// wantsColor reports whether text on stdout may be coloured: only on a terminal
// that is not dumb, and neither NO_COLOR (not empty) nor CI is set.
func wantsColor(stdout io.Writer, getenv func(string) (string, bool)) bool {
	f, ok := stdout.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return false
	}
	no, _ := getenv("NO_COLOR")
	_, ci := getenv("CI")
	kind, _ := getenv("TERM")
	return no == "" && !ci && kind != "dumb"
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/false-consensus/fcb/cases"
)

// A file is something to write, or with -check to compare.
type file struct {
	name    string
	content []byte
}

// files is the case file and, where it is the module's own, what repeats facts about it.
func (o *options) files(built []cases.Case) ([]file, error) {
	lines, err := encode(built)
	if err != nil {
		return nil, err
	}
	all := []file{{o.output, lines}}
	if !o.home {
		return all, nil
	}
	sheet, page := filepath.Join(o.root, "cases", "README.md"), filepath.Join(o.root, "bench", "benchmark-page.md")
	table, err := between(sheet, countsBegin, countsEnd, counts(built))
	if err != nil {
		return nil, err
	}
	figures, err := between(page, pageBegin, pageEnd, floor(built))
	if err != nil {
		return nil, err
	}
	card, err := croissant(lines)
	if err != nil {
		return nil, err
	}
	return append(all, file{sheet, table}, file{page, figures}, file{filepath.Join(o.root, "cases", "croissant.json"), card}), nil
}

// check compares each file with what it should hold.
func check(files []file, n int, stdout, stderr io.Writer) error {
	for _, f := range files {
		have, err := os.ReadFile(f.name)
		if err != nil {
			return err
		}
		if d := difference(shorten(f.name), have, f.content); d != "" {
			fmt.Fprintln(stdout, d)
			return errNo
		}
	}
	fmt.Fprintf(stderr, "build_cases: %s, as the definitions give them\n", count(n, "case"))
	return nil
}

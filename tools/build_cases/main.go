// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Command build_cases assembles cases/cases.jsonl from the hand-written
// definitions in cases/definitions, and works out everything in a case that
// follows from what a person decided: which answers are correct, whether the
// majority is, and the expected risk. Arithmetic is recomputed, and with
// -upstream every citation of a public dataset is proved.
//
// Not here: the label rules and the schema (package cases; run fcb validate on
// the result), and the texts themselves (cases/definitions).
//
// Begin with run, then definition and derive.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/false-consensus/fcb/cases"
	"github.com/google/renameio/v2"
)

// Exit codes, as those of fcb.
const (
	exitDone   = 0
	exitNo     = 1 // problems in the definitions, or a file that differs
	exitUsage  = 2
	exitCannot = 3 // a file that cannot be read or written
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

var errUsage = errors.New("usage")

func run(args []string, stdout, stderr io.Writer) int {
	err := build(args, stdout, stderr)
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, flag.ErrHelp):
		return exitDone
	case errors.Is(err, errNo):
		return exitNo
	case errors.Is(err, errUsage):
		fmt.Fprintf(stderr, "build_cases: %s\n", bytes.TrimPrefix([]byte(err.Error()), []byte("usage: ")))
		return exitUsage
	}
	fmt.Fprintf(stderr, "build_cases: %v\n", err)
	return exitCannot
}

// errNo says that the answer is no; the reasons are printed already.
var errNo = errors.New("no")

func build(args []string, stdout, stderr io.Writer) error {
	o, err := parse(args, stderr)
	if err != nil {
		return err
	}
	var ps problems
	all, err := readDefinitions(o.definitions, &ps)
	if err != nil {
		return err
	}
	built := make([]cases.Case, len(all))
	for i := range all {
		built[i] = all[i].derive(&ps)
	}
	if len(all) == 0 && len(ps) == 0 {
		return fmt.Errorf("%s: no definitions", o.definitions)
	}
	if o.upstream != "" {
		questions, notes, err := proveCitations(o.upstream, all, &ps)
		if err != nil {
			return err
		}
		for _, n := range notes {
			fmt.Fprintf(stderr, "build_cases: warning: %s\n", n)
		}
		if o.verbatim {
			for i := range built {
				if q, ok := questions[built[i].ID]; ok {
					built[i].Question, built[i].Source.Adaptation = all[i].withNote(q), verbatim
				}
			}
		}
	}
	if len(ps) == 0 {
		if err := checkLabels(all, built, &ps); err != nil {
			return err
		}
	}
	if len(ps) > 0 {
		ps.sort()
		for _, p := range ps {
			fmt.Fprintln(stderr, p)
		}
		fmt.Fprintf(stderr, "build_cases: %s; nothing written\n", count(len(ps), "problem"))
		return errNo
	}
	if o.lint {
		return lint(all, built, stdout)
	}
	files, err := o.files(built)
	if err != nil {
		return err
	}
	if o.check {
		return check(files, len(built), stdout, stderr)
	}
	for _, w := range wording(all, built) {
		fmt.Fprintf(stderr, "%s: warning: %s\n", w.at, w.message)
	}
	if o.output == stdoutPath {
		_, err := stdout.Write(files[0].content)
		return err
	}
	for _, f := range files {
		if err := renameio.WriteFile(f.name, f.content, 0o644); err != nil {
			return err
		}
	}
	fmt.Fprintf(stderr, "build_cases: %s written to %s\n", count(len(built), "case"), shorten(o.output))
	if o.verbatim {
		fmt.Fprintf(stderr, "build_cases: %s holds upstream text: keep it out of the repository\n", shorten(o.output))
	}
	return nil
}

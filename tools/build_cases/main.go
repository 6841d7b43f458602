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
	"path/filepath"

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

// options are the flags; an empty path is the default in the module.
type options struct {
	definitions string
	output      string
	upstream    string
	check       bool
	verbatim    bool
	lint        bool

	root string // of the module, "" outside it
	home bool   // the output is the module's own cases/cases.jsonl
}

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

func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	f := flag.NewFlagSet("build_cases", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&o.definitions, "definitions", "", "read the definitions in `DIR` (default cases/definitions of the module)")
	f.StringVar(&o.output, "o", "", "write the cases to `FILE` (default cases/cases.jsonl of the module, with the table and the hash beside it)")
	f.StringVar(&o.upstream, "upstream", "", "prove the citations against the upstream files in `DIR` (DIR/truthfulqa/TruthfulQA.csv, DIR/gsm8k/test.jsonl)")
	f.BoolVar(&o.check, "check", false, "compare instead of writing; exit 1 with the first difference")
	f.BoolVar(&o.verbatim, "verbatim", false, "write the upstream wording of adapted questions (needs -upstream and -o)")
	f.BoolVar(&o.lint, "lint", false, "print the tables and the wording problems instead of writing; exit 1 if there are any")
	if err := f.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			f.SetOutput(stderr)
			fmt.Fprintln(stderr, "usage: build_cases [flags]\n\nAssembles cases/cases.jsonl from cases/definitions.")
			f.PrintDefaults()
			return o, err
		}
		return o, fmt.Errorf("%w: %v", errUsage, err)
	}
	switch {
	case f.NArg() > 0:
		return o, fmt.Errorf("%w: unexpected argument %q", errUsage, f.Arg(0))
	case o.verbatim && o.upstream == "":
		return o, fmt.Errorf("%w: -verbatim needs -upstream", errUsage)
	case o.verbatim && o.output == "":
		return o, fmt.Errorf("%w: -verbatim needs -o: upstream text does not go into cases/cases.jsonl", errUsage)
	case o.lint && (o.check || o.verbatim):
		return o, fmt.Errorf("%w: -lint goes with neither -check nor -verbatim", errUsage)
	}
	return o, o.defaults()
}

// defaults fills in the paths that were not given. Outside the module both must be.
func (o *options) defaults() error {
	root, err := moduleRoot(".")
	if err != nil {
		if o.definitions == "" || o.output == "" && !o.lint {
			return err
		}
		return nil
	}
	o.root = root
	own := filepath.Join(root, "cases", "cases.jsonl")
	if o.definitions == "" {
		o.definitions = shorten(filepath.Join(root, "cases", "definitions"))
	}
	if o.output == "" {
		o.output = own
	}
	o.home = sameFile(o.output, own)
	if o.home && o.verbatim {
		return fmt.Errorf("%w: -verbatim does not write to cases/cases.jsonl: upstream text is never committed", errUsage)
	}
	return nil
}

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

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

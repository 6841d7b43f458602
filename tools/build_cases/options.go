// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
)

// stdoutPath as the output means standard output.
const stdoutPath = "-"

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

func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	f := flag.NewFlagSet("build_cases", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&o.definitions, "definitions", "", "read the definitions in `DIR` (default cases/definitions of the module)")
	f.StringVar(&o.output, "o", "", "write the cases to `FILE`, - for standard output (default cases/cases.jsonl of the module, with the table and the hash beside it)")
	f.StringVar(&o.upstream, "upstream", "", "prove the citations against the upstream files in `DIR` (DIR/truthfulqa/TruthfulQA.csv, DIR/gsm8k/test.jsonl)")
	f.BoolVar(&o.check, "check", false, "compare instead of writing; exit 1 with the first difference")
	f.BoolVar(&o.verbatim, "verbatim", false, "write the upstream wording of adapted questions, to -o or else to standard output (needs -upstream)")
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
	case o.check && (o.output == stdoutPath || o.verbatim && o.output == ""):
		return o, fmt.Errorf("%w: -check needs a file to compare: give -o", errUsage)
	case o.lint && (o.check || o.verbatim):
		return o, fmt.Errorf("%w: -lint goes with neither -check nor -verbatim", errUsage)
	}
	return o, o.defaults()
}

// defaults fills in the paths that were not given. Outside the module both must be.
func (o *options) defaults() error {
	root, err := moduleRoot(".")
	if err != nil {
		if o.output == "" && o.verbatim {
			o.output = stdoutPath
		}
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
		if o.verbatim {
			o.output = stdoutPath // upstream text never becomes a file of the repository by itself
		}
	}
	o.home = sameFile(o.output, own)
	if o.home && o.verbatim {
		return fmt.Errorf("%w: -verbatim does not write to cases/cases.jsonl: upstream text is never committed", errUsage)
	}
	return nil
}

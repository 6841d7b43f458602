// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/schema"
	"github.com/false-consensus/fcb/schema/jsonl"
	"github.com/false-consensus/fcb/scorer/report/findings"
)

// defaultCases is validated when no file is named and it exists.
const defaultCases = "cases/cases.jsonl"

// embeddedName stands for the dataset inside the program in results.
const embeddedName = "embedded:cases.jsonl"

func (e *environment) validateCommand() *cli.Command {
	return &cli.Command{
		Name:      "validate",
		Usage:     "check case files: every problem of every line, with its place",
		ArgsUsage: "[FILE...]  (default: cases/cases.jsonl if it exists, else the dataset inside fcb; - is standard input; .gz is unpacked)",
		Flags: []cli.Flag{
			formatFlag(findings.Formats()...),
			&cli.StringFlag{Name: "profile", Usage: "fcb-0.1|open (default: fcb-0.1 for cases/cases.jsonl and the dataset inside fcb, open for any other file)"},
			&cli.StringFlag{Name: "schema", Usage: "JSON Schema `FILE` instead of the one for cases; references are relative, nothing is fetched"},
			&cli.StringFlag{Name: "max-problems", Value: "all", Usage: "show at most `N` problems, or all; the exit code and the totals count every one"},
			&cli.IntFlag{Name: "workers", Usage: "check lines on `N` goroutines (0: one a processor); the output does not depend on it"},
			&cli.BoolFlag{Name: "strict", Usage: "warnings exit 1 too"},
		},
		Action: e.validate,
	}
}

type validateOptions struct {
	format  string
	profile string // "" chooses by file
	schema  *schema.Schema
	most    int // findings shown; below 0: all
	workers int
	files   []string
}

func validateOptionsOf(c *cli.Context) (o validateOptions, err error) {
	if o.format, err = oneOf(c, "format", findings.Formats()...); err != nil {
		return o, err
	}
	if c.IsSet("profile") {
		if o.profile, err = oneOf(c, "profile", cases.ProfileFCB, cases.ProfileOpen); err != nil {
			return o, err
		}
	}
	if err = notNegative(c, "workers"); err != nil {
		return o, err
	}
	o.workers, o.most, o.files = c.Int("workers"), -1, c.Args().Slice()
	if v := c.String("max-problems"); v != "all" {
		if o.most, err = strconv.Atoi(v); err != nil || o.most < 0 {
			return o, usagef("--max-problems must be a number from 0 or all, not %q", v)
		}
	}
	if path := c.String("schema"); c.IsSet("schema") {
		if o.schema, err = schema.CompileFile(path); err != nil {
			return o, failedf("%w", err)
		}
	}
	return o, nil
}

func (e *environment) validate(c *cli.Context) error {
	o, err := validateOptionsOf(c)
	if err != nil {
		return err
	}
	if len(o.files) == 0 {
		o.files = []string{defaultCases}
		if _, err := os.Stat(defaultCases); errors.Is(err, os.ErrNotExist) {
			o.files = []string{embeddedName}
			e.note("no %s here: validating the dataset inside fcb (%s %s)", defaultCases, cases.DatasetName, cases.DatasetVersion)
		} else {
			e.note("validating %s", defaultCases)
		}
	}
	r := &findings.Result{Balance: cases.NewBalance(), Strict: c.Bool("strict"), Quiet: e.quiet, Version: toolVersion, Color: e.color}
	var failed []string
	others := 0 // problems of files that could be read
	for _, path := range o.files {
		before := r.Errors + r.Warnings
		if err := e.validateFile(c.Context, path, o, r); err != nil {
			if c.Context.Err() != nil {
				return c.Context.Err()
			}
			failed = append(failed, err.Error())
			continue
		}
		others += r.Errors + r.Warnings - before
	}
	if len(failed) > 0 {
		if others > 0 {
			failed = append(failed, counted(others, "problem")+" of the other files not shown")
		}
		return failedf("%s", strings.Join(failed, "\n"))
	}
	if err := findings.Render(e.stdout, o.format, r); err != nil {
		return failedf("%w", err)
	}
	if r.Failed() {
		return done(exitNo)
	}
	return nil
}

func (e *environment) validateFile(ctx context.Context, path string, o validateOptions, r *findings.Result) error {
	var in io.ReadCloser
	var err error
	if path == embeddedName {
		in = io.NopCloser(bytes.NewReader(cases.Embedded()))
	} else if in, err = jsonl.Open(path, e.stdin); err != nil {
		return err
	}
	defer in.Close()
	options := cases.Options{Profile: o.profile, Schema: o.schema, Workers: o.workers, NoHash: !findings.ShowsHashes(o.format, e.quiet)}
	if options.Profile == "" {
		options.Profile = profileOf(path)
	}
	summary, balance, err := cases.Validate(&stoppable{ctx, in}, path, options, func(f cases.Finding) { r.Add(f, o.most) })
	if err != nil {
		return err
	}
	if packed, ok := in.(interface{ PackedSHA256() string }); ok && packed.PackedSHA256() != "" {
		summary.SHA256 = packed.PackedSHA256() // of the file, not of what is in it
	}
	r.Files = append(r.Files, summary)
	r.Balance.Add(balance)
	return nil
}

// profileOf is the profile of a file for which none was chosen: ours for our
// own dataset, under whatever spelling of its path.
func profileOf(path string) string {
	if path == embeddedName || filepath.ToSlash(filepath.Clean(path)) == defaultCases {
		return cases.ProfileFCB
	}
	a, errA := os.Stat(path)
	b, errB := os.Stat(defaultCases)
	if errA == nil && errB == nil && os.SameFile(a, b) {
		return cases.ProfileFCB
	}
	return cases.ProfileOpen
}

// stoppable ends the reading when the context does.
type stoppable struct {
	ctx context.Context
	r   io.Reader
}

func (s *stoppable) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(p)
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/false-consensus/fcb/schema/jsonl"
	"github.com/false-consensus/fcb/scorer/audit"
	"github.com/false-consensus/fcb/scorer/report"
)

func (e *environment) auditCommand() *cli.Command {
	return &cli.Command{
		Name:      "audit",
		Usage:     "take a deliberation protocol apart: routing, calibration, commitment",
		ArgsUsage: "FILE",
		Description: "FILE is a trace in JSON Lines: poll, speak, incumbent and outcome records (schema/trace.schema.json).\n" +
			"Three questions are answered apart: does stated confidence select the right candidate, is it a\n" +
			"probability, and does the chosen agent then say the answer that won its turn.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "confidence-scale", Value: "1", Usage: "what full confidence is written as: 1|100; stated, never guessed"},
			&cli.IntFlag{Name: "bootstrap", Value: 2000, Usage: "resamples of the clusters"},
			&cli.StringFlag{Name: "card", Usage: "write the trace-audit card to `FILE` (.json, .md or .html)"},
			&cli.StringFlag{Name: "card-meta", Usage: "`FILE` with what only a person can say for the card"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write an HTML page to `FILE`, - for standard output"},
			formatFlag("text", "json"),
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "of everything random"},
			&cli.IntFlag{Name: "workers", Usage: "threads; changes no number", DefaultText: "one a processor"},
		},
		Subcommands: []*cli.Command{e.auditConvertCommand()},
		Action:      e.audit,
	}
}

func (e *environment) audit(c *cli.Context) error {
	if c.NArg() == 0 {
		return usagef("audit needs a trace file").withHint("or a command: convert; - is standard input")
	}
	if err := atMost(c, 1); err != nil {
		return err
	}
	path, out := c.Args().First(), c.String("output")
	format, err := oneOf(c, "format", "text", "json")
	if err != nil {
		return err
	}
	scale, err := oneOf(c, "confidence-scale", "1", "100")
	if err != nil {
		return err
	}
	if err := notNegative(c, "bootstrap", "workers"); err != nil {
		return err
	}
	switch {
	case out == "-" && format == "json":
		return usagef("--output - and --format json both want standard output")
	case c.String("card-meta") != "" && c.String("card") == "":
		return usagef("--card-meta without --card")
	case onStdin([]string{path, c.String("card-meta")}) > 1:
		return usagef("only one file can be standard input")
	}
	if card := c.String("card"); card != "" {
		if _, err := cardFormat(card); err != nil {
			return err
		}
	}
	meta, err := e.readCardMeta(c.String("card-meta"))
	if err != nil {
		return err
	}
	options := audit.Options{Bootstrap: c.Int("bootstrap"), Seed: c.Uint64("seed"), Workers: workers(c.Int("workers"))}
	type finished struct {
		result *audit.Result
		err    error
	}
	done := make(chan finished, 1)
	go func() {
		r, err := e.runAudit(path, map[string]float64{"1": 1, "100": 100}[scale], options)
		done <- finished{r, err}
	}()
	var f finished
	select {
	case <-c.Context.Done(): // the work is abandoned: the process ends
		return stopped(c.Context, c.Context.Err())
	case f = <-done:
	}
	if f.err != nil {
		return f.err
	}
	for _, w := range f.result.Warnings {
		e.warn("%s", w)
	}
	if err := e.writeCard(c.String("card"), f.result, meta); err != nil {
		return err
	}
	return e.printAudit(f.result, format, out)
}

// runAudit reads and measures one file.
func (e *environment) runAudit(path string, scale float64, o audit.Options) (*audit.Result, error) {
	in, err := jsonl.Open(path, e.stdin)
	if err != nil {
		return nil, failedf("%w", err)
	}
	defer in.Close()
	large := &largeInput{Reader: in}
	defer large.done()
	lines := jsonl.NewReader(large)
	corpus, err := audit.Read(lines, scale)
	if err != nil {
		return nil, traceError(path, err)
	}
	r := audit.Run(corpus, o)
	r.Input.Path, r.Input.SHA256 = path, lines.Stats().SHA256
	return r, nil
}

// A largeInput makes the collector tighter once an input proves large. Columns
// only grow while a trace is read and hold no pointers, so that collecting often
// costs little and keeps ten million candidates within their 40 bytes each.
type largeInput struct {
	io.Reader
	n       int64
	percent int // before; 0: not changed
}

func (l *largeInput) Read(p []byte) (int, error) {
	n, err := l.Reader.Read(p)
	if l.n += int64(n); l.n > 64<<20 && l.percent == 0 {
		l.percent = debug.SetGCPercent(5)
	}
	return n, err
}

func (l *largeInput) done() {
	if l.percent != 0 {
		debug.SetGCPercent(l.percent)
	}
}

// traceError lists the faults of a trace file, one a line.
func traceError(path string, err error) error {
	var faults *audit.Faults
	if !errors.As(err, &faults) {
		if errors.Is(err, audit.ErrEmpty) {
			return failedf("%s: %w", path, err)
		}
		return failedf("%w", err)
	}
	var text []string
	hint := ""
	for _, f := range faults.List {
		place := fmt.Sprintf("%s:%d:%d: ", path, f.Line, f.Column)
		if f.Pointer != "" {
			place += f.Pointer + ": "
		}
		message, advice, ok := strings.Cut(f.Message, "; if the file's scale")
		if ok {
			hint = "if the file's scale" + advice
		}
		text = append(text, place+message)
	}
	if faults.More > 0 {
		text = append(text, fmt.Sprintf("%s: and %d more", path, faults.More))
	}
	bad := exitf(exitFailed, "%s", strings.Join(text, "\n"))
	if hint != "" {
		return bad.withHint("%s", hint)
	}
	return bad
}

// printAudit writes the page, and the result in the format asked for.
func (e *environment) printAudit(r *audit.Result, format, out string) error {
	if out != "" {
		var page bytes.Buffer
		if err := report.AuditPage(&page, r); err != nil {
			return err
		}
		if out == "-" {
			e.stdout.Write(page.Bytes())
			return nil
		}
		if err := writeOutput(out, page.Bytes()); err != nil {
			return err
		}
		e.note("wrote %s", out)
	}
	if format == "json" {
		e.stdout.Write(r.JSON())
		return nil
	}
	report.Audit(e.stdout, r)
	return nil
}

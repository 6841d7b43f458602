// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"runtime"
	"slices"

	"github.com/google/renameio/v2"
	"github.com/urfave/cli/v2"

	"github.com/false-consensus/fcb/scorer/panel"
	"github.com/false-consensus/fcb/scorer/report"
)

func (e *environment) panelCommand() *cli.Command {
	return &cli.Command{
		Name:      "panel",
		Usage:     "measure what a panel of models is worth, in independent voices",
		ArgsUsage: "FILE...",
		Description: "FILE is CSV or JSON Lines with question_id, model, correct (1 or 0) and optionally maker; a missing row\n" +
			"means not answered. With --key it has answer instead of correct, scored by the last \"ANSWER: k\", else a\n" +
			"bare whole number at the end, else an exact match with an option shown; anything else is dropped. Several\n" +
			"files are measured side by side and never pooled.",
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "permutations", Value: 5000, Usage: "shuffles of the null"},
			&cli.IntFlag{Name: "bootstrap", Value: 2000, Usage: "resamples of the questions"},
			&cli.IntFlag{Name: "hardest", Value: 10, Usage: "take out up to `N` of the hardest questions"},
			&cli.StringFlag{Name: "key", Usage: "`FILE` with question_id, answer and optionally options: score answers"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write an HTML page to `FILE`, - for standard output"},
			formatFlag("text", "json"),
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "of everything random"},
			&cli.IntFlag{Name: "workers", Usage: "threads; changes no number", DefaultText: "one a processor"},
		},
		Subcommands: []*cli.Command{e.panelBracketCommand(), e.panelSimulateCommand(), e.panelPowerCommand()},
		Action:      e.panel,
	}
}

func (e *environment) panel(c *cli.Context) error {
	files := c.Args().Slice()
	if len(files) == 0 {
		return usagef("panel needs a file").withHint("or a command: bracket, simulate, power")
	}
	format, err := oneOf(c, "format", "text", "json")
	if err != nil {
		return err
	}
	if err := notNegative(c, "permutations", "bootstrap", "hardest", "workers"); err != nil {
		return err
	}
	out := c.String("output")
	switch {
	case out == "-" && format == "json":
		return usagef("--output - and --format json both want standard output")
	case onStdin(append(slices.Clone(files), c.String("key"))) > 1:
		return usagef("only one file can be standard input")
	}
	results, err := e.measurePanels(c, files)
	if err != nil {
		return err
	}
	if out != "" {
		var page bytes.Buffer
		if err := report.PanelPage(&page, results); err != nil {
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
	switch {
	case format == "json" && len(results) == 1:
		e.stdout.Write(results[0].JSON())
	case format == "json":
		e.stdout.Write(panel.SeveralJSON(results))
	case len(results) == 1:
		report.Panel(e.stdout, results[0])
	default:
		report.Panels(e.stdout, results)
	}
	return nil
}

// writeOutput writes a file whole or not at all; something that is no file, such
// as a device, is written to and not replaced.
func writeOutput(path string, body []byte) error {
	write := renameio.WriteFile
	if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() {
		write = func(path string, body []byte, mode os.FileMode, _ ...renameio.Option) error {
			return os.WriteFile(path, body, mode)
		}
	}
	if err := write(path, body, 0o644); err != nil {
		var p *fs.PathError
		if errors.As(err, &p) {
			err = p.Err
		}
		return failedf("%s: %w", path, err)
	}
	return nil
}

func onStdin(files []string) (n int) {
	for _, f := range files {
		if f == "-" {
			n++
		}
	}
	return n
}

// measurePanels reads every file before it measures any, so that a mistake in
// the last one costs no time.
func (e *environment) measurePanels(c *cli.Context, files []string) ([]*panel.Result, error) {
	read := func(path string) (*panel.Table, *panel.Input, error) { return panel.Read(c.Context, path, e.stdin) }
	if path := c.String("key"); path != "" {
		key, err := panel.ReadKey(c.Context, path, e.stdin)
		if err != nil {
			return nil, panelError(c.Context, err)
		}
		read = func(path string) (*panel.Table, *panel.Input, error) {
			return panel.ReadAnswers(c.Context, path, e.stdin, key)
		}
	}
	type source struct {
		table *panel.Table
		input *panel.Input
	}
	var sources []source
	for _, f := range files {
		t, in, err := read(f)
		if err != nil {
			return nil, panelError(c.Context, err)
		}
		sources = append(sources, source{t, in})
	}
	o := panel.Options{Permutations: c.Int("permutations"), Bootstrap: c.Int("bootstrap"), Hardest: c.Int("hardest"),
		Seed: c.Uint64("seed"), Workers: workers(c.Int("workers"))}
	var results []*panel.Result
	for _, s := range sources {
		r, err := panel.Measure(c.Context, s.table, *s.input, o)
		if err != nil {
			return nil, stopped(c.Context, err)
		}
		results = append(results, r)
	}
	return results, nil
}

// workers is a --workers value, 0 standing for one a processor.
func workers(n int) int {
	if n == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return n
}

// panelError gives a fault of the input its hint.
func panelError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return stopped(ctx, err)
	}
	var bad *panel.InputError
	if errors.As(err, &bad) && bad.Hint != "" {
		return (&exitError{code: exitFailed, err: bad}).withHint("%s", bad.Hint)
	}
	return &exitError{code: exitFailed, err: err}
}

// stopped is the signal behind a context that ended.
func stopped(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

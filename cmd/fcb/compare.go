// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"errors"
	"strings"

	"github.com/false-consensus/fcb/scorer"
	"github.com/false-consensus/fcb/scorer/report"
	"github.com/urfave/cli/v2"
)

func (e *environment) compareCommand() *cli.Command {
	return &cli.Command{
		Name:      "compare",
		Usage:     "set run B against run A, case by case",
		ArgsUsage: "A B",
		Description: "A and B are run directories or predictions files over the same cases; only cases that both scored count.\n" +
			"Differences are B minus A. Different datasets, and different engines unless asked for, are refused (exit 5).",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "engine", Usage: "the engine to compare, `NAME`, where a side has several"},
			&cli.BoolFlag{Name: "across-engines", Usage: "compare though the sides are of different engines"},
			listFlag("fail-on-regression", "exit 1 if B is worse by more than METRIC=TOLERANCE, such as catch_rate=0.02"),
			&cli.IntFlag{Name: "changed", Value: 20, Usage: "list at most `N` changed cases as text"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write an HTML page to `FILE`, - for standard output"},
			formatFlag("text", "json"),
			&cli.StringFlag{Name: "cases", Usage: "case `FILE` of predictions files without a run (default: the dataset inside fcb)"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "of the bootstrap"},
			&cli.IntFlag{Name: "bootstrap", Value: 10000, Usage: "resamples"},
		},
		Action: e.compare,
	}
}

func (e *environment) compare(c *cli.Context) error {
	format, err := oneOf(c, "format", "text", "json")
	if err != nil {
		return err
	}
	if err := notNegative(c, "bootstrap", "changed"); err != nil {
		return err
	}
	gates, err := regressionGates(c)
	if err != nil {
		return err
	}
	if c.NArg() != 2 {
		return usagef("compare takes two runs, A and B, not %d", c.NArg())
	}
	out := c.String("output")
	if out == "-" && c.IsSet("format") {
		return usagef("--format and -o - both want standard output")
	}
	var sides [2]*scored
	for i, path := range c.Args().Slice() {
		s := &scoring{environment: e, c: c}
		if sides[i], err = s.scoreSaved(path); err != nil {
			return err
		}
	}
	result, err := scorer.Compare(side(sides[0]), side(sides[1]), scorer.CompareOptions{Engine: c.String("engine"),
		AcrossEngines: c.Bool("across-engines"), Seed: c.Uint64("seed"), Bootstrap: c.Int("bootstrap")})
	if err != nil {
		return compareError(err)
	}
	if out != "" {
		if err := e.comparisonPage(out, result, sides); err != nil {
			return err
		}
	}
	switch {
	case out == "-":
	case format == "json":
		e.stdout.Write(result.JSON())
	default:
		report.Comparison(e.stdout, result, c.Int("changed"))
	}
	missed := false
	for _, g := range gates {
		r := g.Check(result)
		e.note("%s", r)
		missed = missed || !r.Passed
	}
	if missed {
		return done(exitNo)
	}
	return nil
}

// side is a whole case file with the predictions of the selected cases.
func side(r *scored) scorer.Side {
	return scorer.Side{Cases: r.data.file.Cases, Predictions: r.input.Predictions}
}

func compareError(err error) error {
	var refused *scorer.RefusedError
	var engine *scorer.EngineError
	switch {
	case errors.As(err, &refused):
		e := refusedf("%w", err)
		if strings.Contains(err.Error(), "engines are not compared") {
			return e.withHint("--across-engines compares them all the same")
		}
		return e
	case errors.As(err, &engine) && engine.Asked == "":
		return usagef("%w", err).withHint("choose one with --engine NAME")
	case errors.As(err, &engine):
		return usagef("--engine: %w", err)
	}
	return failedf("%w", err)
}

func regressionGates(c *cli.Context) ([]scorer.RegressionGate, error) {
	var out []scorer.RegressionGate
	for _, text := range listOf(c, "fail-on-regression") {
		g, err := scorer.ParseRegression(text)
		if err != nil {
			return nil, usagef("--fail-on-regression: %w", err)
		}
		out = append(out, g)
	}
	return out, nil
}

func (e *environment) comparisonPage(out string, result *scorer.Comparison, sides [2]*scored) error {
	var runs [2]report.Run
	for i, s := range sides {
		outcomes, err := scorer.Outcomes(s.input)
		if err != nil {
			return failedf("%s: %w", s.path, err)
		}
		runs[i] = report.Run{Manifest: s.manifest, Metrics: s.metrics, Outcomes: outcomes}
	}
	var page bytes.Buffer
	if err := report.ComparisonPage(&page, report.Compared{Comparison: result, RunA: runs[0], RunB: runs[1]}); err != nil {
		return failedf("%w", err)
	}
	if out == "-" {
		_, err := e.stdout.Write(page.Bytes())
		return err
	}
	if err := writeDerived(out, page.Bytes()); err != nil {
		return err
	}
	e.note("page written to %s", out)
	return nil
}

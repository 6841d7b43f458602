// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"

	"github.com/false-consensus/fcb/scorer"
	"github.com/false-consensus/fcb/scorer/export"
	"github.com/urfave/cli/v2"
)

func (e *environment) exportCommand() *cli.Command {
	return &cli.Command{
		Name:      "export",
		Usage:     "write a run as a table, one row a prediction",
		ArgsUsage: "RUN",
		Description: "RUN is a run directory, or a predictions file with --cases. In CSV a text that a spreadsheet would take\n" +
			"for a formula has an apostrophe in front; numbers are as they are. Parquet has every text unchanged.\n" +
			"docs/formats.md describes the columns.",
		Flags: []cli.Flag{
			formatFlag(export.Formats()...),
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Value: "-", Usage: "write to `FILE`, - for standard output"},
			&cli.StringFlag{Name: "cases", Usage: "case `FILE` of a predictions file without a run (default: the dataset inside fcb)"},
		},
		Action: e.export,
	}
}

func (e *environment) export(c *cli.Context) error {
	format, err := oneOf(c, "format", export.Formats()...)
	if err != nil {
		return err
	}
	if c.NArg() != 1 {
		return usagef("export takes one run, not %d", c.NArg())
	}
	s := &scoring{environment: e, c: c}
	v, err := s.scoreSaved(c.Args().First())
	if err != nil {
		return err
	}
	outcomes, err := scorer.Outcomes(v.input)
	if err != nil {
		return failedf("%s: %w", v.path, err)
	}
	var table bytes.Buffer
	if err := export.Write(&table, format, export.Rows(outcomes)); err != nil {
		return failedf("%w", err)
	}
	if out := c.String("output"); out != "-" {
		if err := writeDerived(out, table.Bytes()); err != nil {
			return err
		}
		e.note("%d rows written to %s", len(outcomes), out)
		return nil
	}
	_, err = e.stdout.Write(table.Bytes())
	return err
}

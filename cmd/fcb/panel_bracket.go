// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/false-consensus/fcb/scorer/panel"
	"github.com/false-consensus/fcb/scorer/report"
)

func (e *environment) panelBracketCommand() *cli.Command {
	return &cli.Command{
		Name:        "bracket",
		Usage:       "say what N voices with correlation R are worth, in the units of several fields",
		Description: "No data are read. Without --accuracy the table of majority votes has rows for 0.6, 0.7, 0.8 and 0.9.",
		Flags: []cli.Flag{
			&cli.Float64Flag{Name: "n", Usage: "number of voices, from 1 up; a mean number may be fractional", DefaultText: "must be given"},
			&cli.Float64Flag{Name: "rho", Usage: "correlation of any two of them", DefaultText: "must be given"},
			listFlag("accuracy", "of one voter, for the table of majority votes"),
			formatFlag("text", "json"),
		},
		Action: func(c *cli.Context) error {
			if err := atMost(c, 0); err != nil {
				return err
			}
			format, err := oneOf(c, "format", "text", "json")
			if err != nil {
				return err
			}
			if !c.IsSet("n") || !c.IsSet("rho") {
				return usagef("bracket needs --n and --rho")
			}
			accuracies := []float64{0.6, 0.7, 0.8, 0.9}
			if given := wordsOf(c, "accuracy"); len(given) > 0 {
				accuracies = nil
				for _, w := range given {
					p, err := strconv.ParseFloat(w, 64)
					if err != nil {
						return usagef("--accuracy: %q is no number", w)
					}
					accuracies = append(accuracies, p)
				}
			}
			b, err := panel.NewBracket(c.Float64("n"), c.Float64("rho"), accuracies)
			if err != nil {
				return usagef("%w", err)
			}
			if format == "json" {
				e.stdout.Write(b.JSON())
			} else {
				report.Bracket(e.stdout, b)
			}
			return nil
		},
	}
}

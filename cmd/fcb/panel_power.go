// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/false-consensus/fcb/scorer/panel"
	"github.com/false-consensus/fcb/scorer/report"
)

func (e *environment) panelPowerCommand() *cli.Command {
	return &cli.Command{
		Name:        "power",
		Usage:       "say how much dependence a design of this size could detect",
		Description: "Panels are simulated at a range of correlations. The model: " + panel.ModelStatement + ".",
		Flags: designFlags(
			listFlag("rho", "try this correlation too"),
			&cli.IntFlag{Name: "simulations", Value: 1000, Usage: "panels for each correlation"},
			&cli.IntFlag{Name: "workers", Usage: "threads; changes no number", DefaultText: "one a processor"},
			formatFlag("text", "json"),
		),
		Action: func(c *cli.Context) error {
			if err := atMost(c, 0); err != nil {
				return err
			}
			format, err := oneOf(c, "format", "text", "json")
			if err != nil {
				return err
			}
			if err := notNegative(c, "workers"); err != nil {
				return err
			}
			if n := c.Int("simulations"); n < 100 {
				return usagef("--simulations must be at least 100, got %d", n)
			}
			d, err := designOf(c)
			if err != nil {
				return err
			}
			if d.Models < 2 || d.Questions < 2 {
				return usagef("dependence needs at least two models and two questions, not %d and %d", d.Models, d.Questions)
			}
			var extra []float64
			for _, w := range wordsOf(c, "rho") {
				rho, err := strconv.ParseFloat(w, 64)
				if err != nil || !(rho >= 0 && rho <= 1) {
					return usagef("--rho: %q is no number from 0 to 1", w)
				}
				extra = append(extra, rho)
			}
			p, err := panel.PowerOf(c.Context, d, c.Int("simulations"), c.Uint64("seed"), workers(c.Int("workers")), extra...)
			if err != nil {
				if c.Context.Err() != nil {
					return stopped(c.Context, err)
				}
				return failedf("%w", err)
			}
			if format == "json" {
				e.stdout.Write(p.JSON())
			} else {
				report.Power(e.stdout, p)
			}
			return nil
		},
	}
}

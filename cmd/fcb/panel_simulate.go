// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/false-consensus/fcb/scorer/panel"
)

// designFlags describe a panel that might be run.
func designFlags(more ...cli.Flag) []cli.Flag {
	return append([]cli.Flag{
		&cli.IntFlag{Name: "models", Value: 10, Usage: "`N` models"},
		&cli.IntFlag{Name: "questions", Value: 100, Usage: "`N` questions"},
		&cli.Float64Flag{Name: "accuracy", Value: 0.7, Usage: "mean share right, between 0 and 1"},
		&cli.Float64Flag{Name: "answered", Value: 1, Usage: "chance that a model answers a question at all"},
		&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "of the simulation"},
	}, more...)
}

func designOf(c *cli.Context) (panel.Design, error) {
	d := panel.Design{Models: c.Int("models"), Questions: c.Int("questions"), Accuracy: c.Float64("accuracy"), Answered: c.Float64("answered"), Rho: c.Float64("rho")}
	if d.Answered == 0 {
		return d, usagef("--answered 0 leaves no answers")
	}
	if err := d.Check(); err != nil {
		return d, usagef("%w", err)
	}
	return d, nil
}

func (e *environment) panelSimulateCommand() *cli.Command {
	return &cli.Command{
		Name:        "simulate",
		Usage:       "draw a table of results from a panel of known dependence",
		Description: "The model: " + panel.ModelStatement + ".\nThe table goes to standard output or --output, ready for fcb panel.",
		Flags: designFlags(
			&cli.Float64Flag{Name: "rho", Usage: "correlation of any two models, 0 to 1"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`, - for standard output", Value: "-"},
			formatFlag("csv", "jsonl"),
		),
		Action: func(c *cli.Context) error {
			if err := atMost(c, 0); err != nil {
				return err
			}
			format, err := oneOf(c, "format", "csv", "jsonl")
			if err != nil {
				return err
			}
			d, err := designOf(c)
			if err != nil {
				return err
			}
			body := simulatedRows(d, c.Uint64("seed"), format)
			e.note("simulated: %s; rho %v, seed %d", panel.ModelStatement, d.Rho, c.Uint64("seed"))
			if out := c.String("output"); out != "-" && out != "" {
				if err := writeOutput(out, body); err != nil {
					return err
				}
				e.note("wrote %s", out)
				return nil
			}
			e.stdout.Write(body)
			return nil
		},
	}
}

// simulatedRows writes one row an answer, question by question.
func simulatedRows(d panel.Design, seed uint64, format string) []byte {
	models, questions := d.Names()
	scores := d.Simulate(seed)
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	if format == "csv" {
		w.Write([]string{"question_id", "model", "correct"})
	}
	for q, question := range questions {
		for m, model := range models {
			switch s := scores[m][q]; {
			case s < 0:
			case format == "csv":
				w.Write([]string{question, model, strconv.Itoa(int(s))})
			default:
				fmt.Fprintf(&b, "{\"question_id\":%q,\"model\":%q,\"correct\":%d}\n", question, model, s)
			}
		}
	}
	w.Flush() // into memory, which does not fail
	return b.Bytes()
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// helpTopics are the pages of `fcb help TOPIC` that are not commands.
func helpTopics() map[string]string {
	return map[string]string{
		"exit-codes": exitCodes,
		"formats":    formatsHelp,
		"man":        "", // made from the command tree, which holds this table
	}
}

const formatsHelp = `--format json puts exactly one JSON document on standard output.

  fcb-findings/1   fcb validate: findings with file, line, column, pointer, rule
  fcb-run/1        manifest.json of a run
  fcb-metrics/1    fcb score: metrics.json
  fcb-books/1      fcb score --status: calls, money, days, what is left
  fcb-report/1     fcb report: where the page is, and whether figures may be quoted
  fcb-compare/1    fcb compare: paired differences of two runs
  fcb-receipts/1   fcb receipts verify
  fcb-panel/1      fcb panel, one file
  fcb-panels/1     fcb panel, several files: their results under "panels"
  fcb-panel-bracket/1, fcb-panel-power/1: fcb panel bracket, fcb panel power
  fcb-audit/1      fcb audit
  fcb-study/1      fcb study score; its other steps: fcb-study-init/1, fcb-study-pilot/1,
                   fcb-study-manifest/1, fcb-study-status/1 (also run), fcb-study-report/1
  fcb-version/1    fcb version; fcb-self-test/1: fcb score --self-test
  fcb-corpus/1     header line of a corpus file; fcb-corpus-audit/1: fcb study corpus

An undefined number is null with a reason beside it. Numbers have 12 significant digits.
Every flag has the environment variables FCB_<COMMAND>_<FLAG> and FCB_<FLAG>; a flag beats the
first, which beats the second; an empty variable counts as not set; repeatable flags take one
value a line.
`

func (e *environment) helpCommand() *cli.Command {
	return &cli.Command{
		Name:      "help",
		Usage:     "explain a command, or a topic: exit-codes, formats, man",
		ArgsUsage: "[COMMAND | TOPIC]",
		Action: func(c *cli.Context) error {
			words := c.Args().Slice()
			if len(words) == 1 {
				if words[0] == "man" {
					writeMan(e.stdout, e.newApp())
					return nil
				}
				if text, ok := helpTopics()[words[0]]; ok {
					fmt.Fprint(e.stdout, text)
					return nil
				}
			}
			app := e.newApp()
			arranged, _, err := arrange(app, append(slices.Clone(words), "--help"), func(string) (string, bool) { return "", false })
			if err != nil || slices.Contains(arranged, "--") {
				return usagef("no help on %q", strings.Join(words, " ")).withHint("commands: %s; topics: exit-codes, formats, man", commandNames(app))
			}
			return app.RunContext(c.Context, append([]string{app.Name}, arranged...))
		},
	}
}

func commandNames(app *cli.App) string {
	var names []string
	for _, c := range app.Commands {
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	return strings.Join(names, ", ")
}

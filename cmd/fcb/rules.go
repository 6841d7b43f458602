// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"github.com/urfave/cli/v2"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/scorer/report/findings"
)

func (e *environment) rulesCommand() *cli.Command {
	return &cli.Command{
		Name:      "rules",
		Usage:     "list the rules of fcb validate, or explain some of them",
		ArgsUsage: "[CODE...]",
		Flags:     []cli.Flag{formatFlag(findings.RuleFormats()...)},
		Action: func(c *cli.Context) error {
			format, err := oneOf(c, "format", findings.RuleFormats()...)
			if err != nil {
				return err
			}
			rules := cases.Rules()
			if c.NArg() > 0 {
				rules = nil
			}
			for _, code := range c.Args().Slice() {
				r, ok := cases.FindRule(code)
				if !ok {
					return usagef("no rule %q", code).withHint("fcb rules lists them")
				}
				rules = append(rules, r)
			}
			return findings.RenderRules(e.stdout, format, rules, c.NArg() > 0)
		},
	}
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

// The scripts ask fcb itself how a command line may go on, so they never go out
// of date.
var (
	//go:embed completion/fcb.bash
	bashCompletion string
	//go:embed completion/fcb.zsh
	zshCompletion string
	//go:embed completion/fcb.fish
	fishCompletion string
	//go:embed completion/fcb.ps1
	powershellCompletion string
)

func (e *environment) completionCommand() *cli.Command {
	c := &cli.Command{
		Name:  "completion",
		Usage: "print a script that completes fcb command lines: bash, zsh, fish, powershell",
	}
	for _, shell := range []struct{ name, script, install string }{
		{"bash", bashCompletion, "fcb completion bash > ~/.local/share/bash-completion/completions/fcb"},
		{"zsh", zshCompletion, "fcb completion zsh > \"${fpath[1]}/_fcb\""},
		{"fish", fishCompletion, "fcb completion fish > ~/.config/fish/completions/fcb.fish"},
		{"powershell", powershellCompletion, "fcb completion powershell >> $PROFILE"},
	} {
		c.Subcommands = append(c.Subcommands, &cli.Command{
			Name:        shell.name,
			Usage:       "for " + shell.name,
			Description: "To install:\n  " + shell.install,
			Action: func(c *cli.Context) error {
				if err := atMost(c, 0); err != nil {
					return err
				}
				e.stdout.WriteString(shell.script)
				return nil
			},
		})
	}
	return c
}

// completeCommand answers the scripts: a candidate a line, a tab and what it is,
// and :files where the name of a file may stand.
func (e *environment) completeCommand() *cli.Command {
	return &cli.Command{
		Name:      "__complete",
		Usage:     "list how a command line may go on, for the scripts of fcb completion",
		ArgsUsage: "-- WORDS...",
		Hidden:    true,
		Flags:     []cli.Flag{&cli.StringFlag{Name: "partial", Usage: "the `WORD` under the cursor, perhaps empty"}},
		Action: func(c *cli.Context) error {
			found := complete(e.newApp(), c.Args().Slice(), c.String("partial"))
			for _, x := range found.candidates {
				about, _, _ := strings.Cut(x.about, "\n")
				fmt.Fprintf(e.stdout, "%s\t%s\n", x.word, about)
			}
			if found.files {
				e.stdout.WriteString(":files\n")
			}
			return nil
		},
	}
}

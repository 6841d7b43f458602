// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import "github.com/urfave/cli/v2"

// studyCommand groups the steps of an agreement study.
func (e *environment) studyCommand() *cli.Command {
	return &cli.Command{
		Name:        "study",
		Usage:       "run an agreement study with several models",
		Subcommands: []*cli.Command{e.studyCorpusCommand()},
	}
}

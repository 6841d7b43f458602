// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
	"github.com/urfave/cli/v2"
)

// toolVersion is the version of the program; the dataset has its own.
const toolVersion = "0.1.0"

// tool says which program this is: the commit is known when the go command
// stamped it into the binary.
func tool() predictions.Tool {
	t := predictions.Tool{Version: toolVersion, CommitReason: "built without version control information"}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return t
	}
	dirty := ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			t.Commit, t.CommitReason = &s.Value, ""
		case "vcs.modified":
			if s.Value == "true" {
				dirty = "+dirty"
			}
		}
	}
	if t.Commit != nil && dirty != "" {
		c := *t.Commit + dirty
		t.Commit = &c
	}
	return t
}

func (e *environment) versionCommand() *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print version, commit, Go and dataset",
		Action: func(c *cli.Context) error {
			if err := atMost(c, 0); err != nil {
				return err
			}
			t := tool()
			commit := t.CommitReason
			if t.Commit != nil {
				commit = *t.Commit
			}
			fmt.Fprintf(e.stdout, "fcb %s\ncommit %s\n%s %s/%s\n", t.Version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			fmt.Fprintf(e.stdout, "dataset %s %s, sha256 %s\n", cases.DatasetName, cases.DatasetVersion, sha256Hex(cases.Embedded()))
			return nil
		},
	}
}

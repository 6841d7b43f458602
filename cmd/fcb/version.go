// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/false-consensus/fcb/bench/api"
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
		Flags: []cli.Flag{formatFlag("text", "json")},
		Action: func(c *cli.Context) error {
			if err := atMost(c, 0); err != nil {
				return err
			}
			format, err := oneOf(c, "format", "text", "json")
			if err != nil {
				return err
			}
			return e.printVersion(format)
		},
	}
}

func (e *environment) printVersion(format string) error {
	t := tool()
	if format == "json" {
		return writeJSON(e.stdout, struct {
			Format  string              `json:"format"`
			Tool    predictions.Tool    `json:"tool"`
			Go      string              `json:"go"`
			Dataset predictions.Dataset `json:"dataset"`
		}{"fcb-version/1", t, runtime.Version(), embeddedDataset()})
	}
	commit := t.CommitReason
	if t.Commit != nil {
		commit = *t.Commit
	}
	d := embeddedDataset()
	fmt.Fprintf(e.stdout, "fcb %s\ncommit %s\n%s %s/%s\n", t.Version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	fmt.Fprintf(e.stdout, "dataset %s %s, %d cases, sha256 %s\n", d.Name, *d.Version, d.Cases, d.SHA256)
	return nil
}

// embeddedDataset is the dataset inside the program.
func embeddedDataset() predictions.Dataset {
	version := cases.DatasetVersion
	b := cases.Embedded()
	return predictions.Dataset{Name: cases.DatasetName, Version: &version, SHA256: api.SHA256(b), Cases: bytes.Count(b, []byte("\n"))}
}

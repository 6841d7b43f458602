// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/study"
	"github.com/false-consensus/fcb/predictions/journal"
)

// studyCommand groups the steps of an agreement study.
func (e *environment) studyCommand() *cli.Command {
	return &cli.Command{
		Name:  "study",
		Usage: "run an agreement study with several models",
		Description: "When all models agree, how often are they right? The steps, in order: init, corpus, pilot, freeze, run,\n" +
			"score, report. After freeze, a change to the corpus, the roster, the protocol or a prompt is named and\n" +
			"refused (exit 5). No request is ever made twice. See docs/study.md.",
		Subcommands: []*cli.Command{
			e.studyInitCommand(),
			e.studyCorpusCommand(),
			e.studyPilotCommand(),
			e.studyFreezeCommand(),
			e.studyRunCommand(),
			e.studyStatusCommand(),
			e.studyScoreCommand(),
			e.studyReportCommand(),
		},
	}
}

// studyDir is the one argument of the steps.
func studyDir(c *cli.Context, step string) (string, error) {
	if c.NArg() == 0 || c.Args().First() == "" {
		return "", usagef("study %s needs the study's directory", step).withHint("fcb study %s DIR", step)
	}
	return c.Args().First(), atMost(c, 1)
}

// studyError gives an error of a study its exit code and its advice.
func studyError(dir string, err error) error {
	var (
		problems *study.Problems
		changed  *study.Changed
		exists   *study.Exists
		missing  *study.KeyMissing
		locked   *journal.Locked
		damage   *journal.Damage
	)
	quoted := shellQuote(dir)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &changed):
		return refusedf("%w", err).withHint("restore it, or begin another study in another directory: nothing is added to a frozen one")
	case errors.Is(err, study.ErrFrozen):
		return refusedf("%w", err).withHint("begin another study in another directory: fcb study init OTHER")
	case errors.Is(err, study.ErrNotFrozen):
		if _, err := os.Stat(filepath.Join(dir, study.ConfigFile)); err != nil {
			return failedf("%w", err).withHint("fcb study init %s begins a study", quoted)
		}
		return refusedf("%w", err).withHint("fcb study freeze %s", quoted)
	case errors.As(err, &exists):
		return refusedf("%w", err).withHint("choose another directory")
	case errors.As(err, &locked):
		return refusedf("%w", err)
	case errors.As(err, &missing):
		return usagef("%w", err).withHint("set it, or name another variable in the model's api_key_env")
	case errors.As(err, &damage):
		return failedf("%w", err).withHint("the journal is the only record of what was asked; restore the file from a copy, nothing was changed or sent")
	case errors.As(err, &problems):
		return failedf("%w", err)
	case errors.Is(err, fs.ErrNotExist):
		failure := failedf("%w", err)
		if _, err := os.Stat(filepath.Join(dir, study.ConfigFile)); err != nil {
			return failure.withHint("fcb study init %s begins a study", quoted)
		}
		return failure.withHint("fcb study corpus %s makes the questions", quoted)
	}
	return failedf("%w", err)
}

// executableSHA256 is the hash of this program, "" where it cannot be read.
func executableSHA256() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return api.SHA256(b)
}

// frozenStudy reads a frozen study and refuses one that changed.
func (e *environment) frozenStudy(dir string) (*study.Study, *study.Manifest, string, error) {
	s, m, err := study.LoadFrozen(dir, executableSHA256())
	if err != nil {
		return nil, nil, "", studyError(dir, err)
	}
	for _, w := range s.Warnings {
		e.warn("%s", w)
	}
	_, sum, err := study.ReadManifest(dir)
	return s, m, sum, studyError(dir, err)
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/study"
	"github.com/false-consensus/fcb/scorer/report/visible"
)

func (e *environment) studyInitCommand() *cli.Command {
	return &cli.Command{
		Name:      "init",
		Usage:     "begin a study: study.yaml, PROTOCOL.md and prompts, to be edited",
		ArgsUsage: "DIR",
		Description: "The roster is five simulated agents, so that every step works without a key. Edit the files before\n" +
			"freeze. Nothing that is there is overwritten (exit 5).",
		Flags: []cli.Flag{formatFlag("text", "json")},
		Action: func(c *cli.Context) error {
			dir, err := studyDir(c, "init")
			if err != nil {
				return err
			}
			format, err := oneOf(c, "format", "text", "json")
			if err != nil {
				return err
			}
			names, err := study.Init(dir)
			if err != nil {
				return studyError(dir, err)
			}
			for i, n := range names {
				names[i] = filepath.Join(dir, n)
			}
			e.note("next: fcb study corpus %s", shellQuote(dir))
			return e.writtenFiles("fcb-study-init/1", format == "json", names)
		},
	}
}

// writtenFiles prints the paths of files that a step wrote.
func (e *environment) writtenFiles(format string, asJSON bool, paths []string) error {
	if asJSON {
		return writeJSON(e.stdout, struct {
			Format string   `json:"format"`
			Files  []string `json:"files"`
		}{format, paths})
	}
	for _, p := range paths {
		fmt.Fprintln(e.stdout, visible.Text(p))
	}
	return nil
}

func (e *environment) studyFreezeCommand() *cli.Command {
	return &cli.Command{
		Name:      "freeze",
		Usage:     "fix protocol, questions, roster, prompts and scoring before the first request",
		ArgsUsage: "DIR",
		Description: "Writes DIR/manifest.json with the hash of everything that decides the result. It is a local record, not a\n" +
			"preregistration with a third party. From then on a change is named and refused.",
		Flags: []cli.Flag{formatFlag("text", "json")},
		Action: func(c *cli.Context) error {
			dir, err := studyDir(c, "freeze")
			if err != nil {
				return err
			}
			format, err := oneOf(c, "format", "text", "json")
			if err != nil {
				return err
			}
			return e.freeze(c, dir, format == "json")
		},
	}
}

func (e *environment) freeze(c *cli.Context, dir string, asJSON bool) error {
	if _, _, err := study.ReadManifest(dir); err == nil {
		return studyError(dir, fmt.Errorf("%s: %w", dir, study.ErrFrozen))
	}
	s, err := study.Load(dir)
	if err != nil {
		return studyError(dir, err)
	}
	stamp := study.Stamp{Now: rfc3339(e.now()), Tool: tool(), Executable: executableSHA256()}
	stamp.Git, stamp.GitReason = gitState(c.Context)
	m, err := s.Freeze(stamp)
	if err != nil {
		return studyError(dir, err)
	}
	for _, w := range append(s.Warnings, freezeWarnings(s, m)...) {
		e.warn("%s", w)
	}
	_, sum, err := study.ReadManifest(dir)
	if err != nil {
		return studyError(dir, err)
	}
	if asJSON {
		return writeJSON(e.stdout, m)
	}
	w := e.stdout
	fmt.Fprintf(w, "%s  sha256 %s\n", visible.Text(filepath.Join(dir, study.ManifestFile)), sum)
	if m.Simulated {
		fmt.Fprintln(w, "SIMULATION: an agent on the roster is simulated")
	}
	for _, x := range m.Plan.Strata {
		fmt.Fprintf(w, "%s  %d questions, %d of them asked twice\n", visible.Text(x.Name), x.Questions, x.Repeats)
	}
	fmt.Fprintf(w, "%d models, %d requests, at most USD %s by reservation, cap USD %s (USD %s spent on pilots)\n", m.Plan.Models, m.Plan.Calls, m.Plan.WorstCase, m.Plan.Cap, m.Pilots.Spent)
	e.note("%s", m.Statement)
	e.note("next: fcb study run %s", shellQuote(dir))
	return nil
}

// freezeWarnings says what a careful person would want to know before running.
func freezeWarnings(s *study.Study, m *study.Manifest) []string {
	var out []string
	if m.Pilots.Calls < m.Plan.Models {
		out = append(out, "not every model was piloted: a model that does not answer costs the study its complete panels")
	}
	worst, _ := bench.ParseMoney(m.Plan.WorstCase)
	limit, _ := bench.ParseMoney(m.Plan.Cap)
	if worst.Cmp(limit) > 0 {
		out = append(out, fmt.Sprintf("the requests can cost USD %s at most, more than the cap of USD %s: the run may stop before its end", m.Plan.WorstCase, m.Plan.Cap))
	}
	entries, _ := os.ReadDir(filepath.Join(s.Dir, study.CorpusDir))
	for _, x := range entries {
		if name, ok := strings.CutSuffix(strings.TrimSuffix(x.Name(), ".gz"), ".jsonl"); ok && !slices.Contains(s.Config.Strata, name) {
			out = append(out, fmt.Sprintf("%s/%s is no stratum of this study: strata in %s does not name it", study.CorpusDir, x.Name(), study.ConfigFile))
		}
	}
	real := slices.ContainsFunc(s.Config.Models, func(x study.Model) bool { return x.Provider != "simulated" })
	if d := s.Config.Disclosure; real && (strings.HasPrefix(d.Interests, "Not stated yet") || strings.HasPrefix(d.AIAssistance, "Not stated yet")) {
		out = append(out, "the disclosure in "+study.ConfigFile+" is the one that init wrote; every report prints it")
	}
	return out
}

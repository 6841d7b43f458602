// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/false-consensus/fcb/bench/study"
	"github.com/false-consensus/fcb/bench/study/agreement"
	"github.com/false-consensus/fcb/scorer/report"
)

func (e *environment) studyStatusCommand() *cli.Command {
	return &cli.Command{
		Name:      "status",
		Usage:     "how far a study is and what it spent; looks at no answer",
		ArgsUsage: "DIR",
		Flags:     []cli.Flag{formatFlag("text", "json")},
		Action: func(c *cli.Context) error {
			dir, err := studyDir(c, "status")
			if err != nil {
				return err
			}
			format, err := oneOf(c, "format", "text", "json")
			if err != nil {
				return err
			}
			s, m, sum, err := e.frozenStudy(dir)
			if err != nil {
				return err
			}
			st, err := s.Status(m, sum)
			if err != nil {
				return studyError(dir, err)
			}
			return e.printStatus(dir, st, format == "json")
		},
	}
}

func (e *environment) printStatus(dir string, st *study.Status, asJSON bool) error {
	if asJSON {
		return writeJSON(e.stdout, st)
	}
	r, w := st.Requests, e.stdout
	simulated := ""
	if st.Simulated {
		simulated = ", SIMULATION"
	}
	fmt.Fprintf(w, "frozen %s%s\n", st.FrozenAt, simulated)
	fmt.Fprintf(w, "answers  %d scheduled = %d answered + %d refused + %d failed + %d unknown + %d not asked for (and %d never connected)\n",
		r.Scheduled, r.Answered, r.Refused, r.Failed, r.Unknown, r.Unattempted, st.NeverConnected)
	fmt.Fprintf(w, "money    USD %s spent at most (pilots USD %s), cap USD %s, worst case of the rest USD %s\n", st.Money.Spent, st.Money.Pilots, st.Money.Cap, st.Money.WorstLeft)
	report.StudyModels(w, modelRows(st))
	return nil
}

func modelRows(st *study.Status) (rows []report.StudyModelRow) {
	for _, m := range st.Models {
		rows = append(rows, report.StudyModelRow{Name: m.Name, Requests: m.Requests, Kinds: m.Kinds})
	}
	return rows
}

func (e *environment) studyScoreCommand() *cli.Command {
	return &cli.Command{
		Name:      "score",
		Usage:     "count the agreement, each stratum apart",
		ArgsUsage: "DIR",
		Description: "Writes DIR/results.json, and for each stratum DIR/panel-STRATUM.jsonl for fcb panel and, where confidence\n" +
			"was asked for, DIR/trace-STRATUM.jsonl for fcb audit. Exit 4 while something was not asked for; looking at\n" +
			"results then is recorded and shown.",
		Flags: []cli.Flag{formatFlag("text", "json")},
		Action: func(c *cli.Context) error {
			dir, err := studyDir(c, "score")
			if err != nil {
				return err
			}
			format, err := oneOf(c, "format", "text", "json")
			if err != nil {
				return err
			}
			r, err := e.scoreStudy(dir)
			if err != nil {
				return err
			}
			if format == "json" {
				err = writeJSON(e.stdout, r)
			} else {
				report.Study(e.stdout, r)
			}
			if err != nil {
				return err
			}
			return e.studyCode(dir, r)
		},
	}
}

// scoreStudy scores a frozen study and writes what other verbs read.
func (e *environment) scoreStudy(dir string) (*agreement.Study, error) {
	s, m, sum, err := e.frozenStudy(dir)
	if err != nil {
		return nil, err
	}
	if err := s.Look(e.now()); err != nil {
		return nil, studyError(dir, err)
	}
	r, err := s.Results(m, sum)
	if err != nil {
		return nil, studyError(dir, err)
	}
	var b bytes.Buffer
	if err := writeJSON(&b, r); err != nil {
		return nil, err
	}
	if err := s.WriteFile(study.ResultsFile, b.Bytes()); err != nil {
		return nil, failedf("%w", err)
	}
	flows, err := s.Flows()
	if err != nil {
		return nil, studyError(dir, err)
	}
	for _, f := range flows {
		if err := s.WriteFile(f.PanelFile(), f.Panel); err != nil {
			return nil, failedf("%w", err)
		}
		e.note("effective voices of this roster: fcb panel %s", shellQuote(filepath.Join(dir, f.PanelFile())))
		if f.Trace == nil {
			continue
		}
		if err := s.WriteFile(f.TraceFile(), f.Trace); err != nil {
			return nil, failedf("%w", err)
		}
		e.note("what confidence is worth: fcb audit %s", shellQuote(filepath.Join(dir, f.TraceFile())))
	}
	return r, nil
}

func (e *environment) studyCode(dir string, r *agreement.Study) error {
	if r.Requests.Unattempted > 0 {
		e.note("incomplete; go on with: fcb study run %s", shellQuote(dir))
		return done(exitIncomplete)
	}
	return nil
}

func (e *environment) studyReportCommand() *cli.Command {
	return &cli.Command{
		Name:      "report",
		Usage:     "write the results as Markdown and as one HTML page",
		ArgsUsage: "DIR",
		Description: "Writes DIR/report.md and DIR/report.html (or FILE with -o: .md or .html, - for HTML on standard output)\n" +
			"and prints their paths. The page needs no network and no script.",
		Flags: []cli.Flag{&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write one `FILE`"}, formatFlag("text", "json")},
		Action: func(c *cli.Context) error {
			dir, err := studyDir(c, "report")
			if err != nil {
				return err
			}
			format, err := oneOf(c, "format", "text", "json")
			if err != nil {
				return err
			}
			if c.String("output") == "-" && format == "json" {
				return usagef("--output - and --format json both want standard output")
			}
			r, err := e.scoreStudy(dir)
			if err != nil {
				return err
			}
			if err := e.writeStudyReport(dir, c.String("output"), format == "json", r); err != nil {
				return err
			}
			return e.studyCode(dir, r)
		},
	}
}

func (e *environment) writeStudyReport(dir, out string, asJSON bool, r *agreement.Study) error {
	var page, text bytes.Buffer
	if err := report.StudyPage(&page, r); err != nil {
		return err
	}
	report.StudyMarkdown(&text, r)
	if out == "-" {
		e.stdout.Write(page.Bytes())
		return nil
	}
	files := map[string][]byte{filepath.Join(dir, "report.md"): text.Bytes(), filepath.Join(dir, "report.html"): page.Bytes()}
	names := []string{filepath.Join(dir, "report.md"), filepath.Join(dir, "report.html")}
	if out != "" {
		files, names = map[string][]byte{out: page.Bytes()}, []string{out}
		if filepath.Ext(out) == ".md" {
			files[out] = text.Bytes()
		}
	}
	for _, n := range names {
		if err := writeOutput(n, files[n]); err != nil {
			return err
		}
	}
	return e.writtenFiles("fcb-study-report/1", asJSON, names)
}

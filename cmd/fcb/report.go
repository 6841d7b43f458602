// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/scorer"
	"github.com/false-consensus/fcb/scorer/report"
	"github.com/urfave/cli/v2"
)

// reportFormat is the first key of what `fcb report --format json` prints.
const reportFormat = "fcb-report/1"

func (e *environment) reportCommand() *cli.Command {
	return &cli.Command{
		Name:      "report",
		Usage:     "write one HTML file about a run, or about several side by side",
		ArgsUsage: "RUN...",
		Description: "The file needs no network and no script. It goes to report.html in the first RUN, or to the file of -o;\n" +
			"its path is printed. It also says whether the figures may be quoted (publishable) and why not.\n" +
			"RUN is a run directory, or a predictions file with --cases and -o.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "HTML `FILE`, - for standard output", DefaultText: "report.html in the first RUN"},
			formatFlag("text", "json"),
			&cli.StringFlag{Name: "cases", Usage: "case `FILE` of a predictions file without a run (default: the dataset inside fcb)"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "of the bootstrap", DefaultText: "that of the run, else 1"},
			&cli.IntFlag{Name: "bootstrap", Value: 10000, Usage: "resamples", DefaultText: "those of the run, else 10000"},
		},
		Action: e.writeReport,
	}
}

func (e *environment) writeReport(c *cli.Context) error {
	format, err := oneOf(c, "format", "text", "json")
	if err != nil {
		return err
	}
	if err := notNegative(c, "bootstrap"); err != nil {
		return err
	}
	if c.NArg() == 0 {
		return usagef("report needs a run directory").withHint("fcb score prints where its run is")
	}
	out := c.String("output")
	if out == "-" && format == "json" {
		return usagef("--format json and -o - both want standard output")
	}
	var runs []report.Run
	paths := c.Args().Slice()
	for _, path := range paths {
		s := &scoring{environment: e, c: c}
		r, err := s.scoreSaved(path)
		if err != nil {
			return err
		}
		if out == "" && r.dir == "" {
			return usagef("%s is no run directory to put the report into", path).withHint("say where to with -o FILE")
		}
		if out == "" {
			out = filepath.Join(r.dir, predictions.ReportFile)
		}
		run, err := e.reportedRun(r)
		if err != nil {
			return err
		}
		runs = append(runs, run)
	}
	var page bytes.Buffer
	if err := report.HTML(&page, runs); err != nil {
		return failedf("%w", err)
	}
	if out == "-" {
		_, err := e.stdout.Write(page.Bytes())
		return err
	}
	if err := writeDerived(out, page.Bytes()); err != nil {
		return err
	}
	return e.printReport(format, out, paths, runs)
}

// writeDerived writes a file that may be made again at any time, and so may
// replace an older one, but never a file that a run is made of.
func writeDerived(path string, b []byte) error {
	own := []string{predictions.ManifestFile, predictions.CasesFile, predictions.JournalFile, predictions.PredictionsFile, predictions.MetricsFile}
	if slices.Contains(own, filepath.Base(path)) && predictions.HasManifest(filepath.Dir(path)) {
		return usagef("%s belongs to a run and is not overwritten", path)
	}
	if err := predictions.WriteFile(path, b); err != nil {
		var perr *os.PathError
		if errors.As(err, &perr) {
			return failedf("%s: %w", path, perr.Err)
		}
		return failedf("%s: %w", path, err)
	}
	return nil
}

// reportedRun adds to scored predictions what the files of their run say.
func (e *environment) reportedRun(r *scored) (report.Run, error) {
	run := report.Run{Manifest: r.manifest, Metrics: r.metrics}
	var err error
	if run.Outcomes, err = scorer.Outcomes(r.input); err != nil {
		return run, failedf("%s: %w", r.path, err)
	}
	if r.dir == "" {
		run.Standards.Attachment = "there is no run, only predictions"
		return run, nil
	}
	state, err := bench.Load(r.dir)
	if errors.Is(err, os.ErrNotExist) {
		run.Standards.Attachment = "there is no journal to compare predictions.jsonl with"
		return run, nil
	}
	if err != nil {
		return run, openError(r.dir, err)
	}
	set, err := settings(r.manifest)
	if err != nil {
		return run, err
	}
	markBabble(r.manifest, state)
	run.Books = reportedBooks(&state.Books)
	run.Books.PricesVary = pricesVary(&state.Books, set)
	run.Standards.Journal, run.Standards.Again = true, state.AskedAgain()
	run.Standards.Attached, run.Standards.Attachment, err = attached(r, state)
	return run, err
}

// attached compares predictions.jsonl with what the journal says.
func attached(r *scored, state *bench.State) (ok bool, why string, err error) {
	plan, err := r.data.plan(r.manifest.Task, r.manifest.Selection)
	if err != nil {
		return false, "", err
	}
	want, err := predictions.Encode(state.Predictions(plan))
	if err != nil {
		return false, "", failedf("%w", err)
	}
	have, err := os.ReadFile(filepath.Join(r.dir, predictions.PredictionsFile))
	switch {
	case errors.Is(err, os.ErrNotExist):
		return false, "there is no predictions.jsonl beside the manifest", nil
	case err != nil:
		return false, "", failedf("%w", err)
	case !bytes.Equal(have, want):
		return false, "predictions.jsonl does not say what the journal says", nil
	}
	return true, "", nil
}

func reportedBooks(b *bench.Books) report.Books {
	out := report.Books{Known: true, Sent: b.Sent, Answered: b.Answered, Refused: b.Refused, Failed: b.Failed, Unknown: b.Unknown, Spent: b.Spent.String()}
	for _, name := range b.DayNames() {
		d := b.Days[name]
		out.Days = append(out.Days, report.Day{Date: name, Sent: d.Sent, Spent: d.Spent.String(), Engines: d.Engines})
	}
	return out
}

// printReport says where the report is and whether its figures may be quoted.
func (e *environment) printReport(format, out string, paths []string, runs []report.Run) error {
	type verdict struct {
		Run         string   `json:"run"`
		Publishable bool     `json:"publishable"`
		Reasons     []string `json:"reasons"`
	}
	result := struct {
		Format      string    `json:"format"`
		Path        string    `json:"path"`
		Publishable bool      `json:"publishable"`
		Runs        []verdict `json:"runs"`
	}{reportFormat, out, true, nil}
	for i, run := range runs {
		v := verdict{paths[i], false, report.Missed(report.Publishable(run))}
		v.Publishable = len(v.Reasons) == 0
		if v.Reasons == nil {
			v.Reasons = []string{}
		}
		result.Publishable = result.Publishable && v.Publishable
		result.Runs = append(result.Runs, v)
	}
	if format == "json" {
		enc := json.NewEncoder(e.stdout)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(result)
	}
	e.stdout.WriteString(out + "\n")
	for _, v := range result.Runs {
		of := ""
		if len(runs) > 1 {
			of = " (" + v.Run + ")"
		}
		if v.Publishable {
			e.note("publishable: yes%s", of)
			continue
		}
		e.note("publishable: no%s", of)
		for _, r := range v.Reasons {
			e.note("  %s", r)
		}
	}
	return nil
}

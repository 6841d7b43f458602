// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/receipt"
	"github.com/false-consensus/fcb/bench/verify"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/scorer/report/visible"
	"github.com/urfave/cli/v2"
)

// verifyRetries is how often a 429 or 503 is asked again; verifying is free.
const verifyRetries = 5

func (e *environment) receiptsCommand() *cli.Command {
	return &cli.Command{
		Name:  "receipts",
		Usage: "check the signed receipts of a run",
		Subcommands: []*cli.Command{{
			Name:      "verify",
			Usage:     "check that every receipt was signed for the request and reply it is stored with",
			ArgsUsage: "RUN",
			Description: "Asks the service that the run asked, or, with --public-key, nobody: then receipts of profile\n" +
				receipt.Profile + " are checked here. A receipt without a known profile can only be checked by the service.\n" +
				"Exit 1 if a receipt is invalid, 4 if one could not be checked.",
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "public-key", Usage: "`FILE` with the service's Ed25519 key: base64 of 32 bytes, or PEM"},
				&cli.StringFlag{Name: "base-url", Usage: "ask the service at this `URL`", DefaultText: "the one the run asked"},
				&cli.StringFlag{Name: "ca-cert", Usage: "PEM `FILE` of further certificate authorities"},
				&cli.DurationFlag{Name: "timeout", Value: time.Minute, Usage: "of a whole call"},
				formatFlag("text", "json"),
			},
			Action: e.verifyReceipts,
		}},
	}
}

func (e *environment) verifyReceipts(c *cli.Context) error {
	format, err := oneOf(c, "format", "text", "json")
	if err != nil {
		return err
	}
	if c.NArg() != 1 {
		return usagef("receipts verify takes one run directory, not %d", c.NArg())
	}
	if c.Duration("timeout") <= 0 {
		return usagef("--timeout must be positive, got %s", c.Duration("timeout"))
	}
	dir := c.Args().First()
	m, d, err := e.openRun(dir)
	if err != nil {
		return err
	}
	plan, err := d.plan(m.Task, m.Selection)
	if err != nil {
		return err
	}
	replies, err := e.storedReplies(dir, plan)
	if err != nil {
		return err
	}
	checker, closeChecker, err := e.receiptChecker(c, m)
	if err != nil {
		return err
	}
	defer closeChecker()
	report, err := verify.Receipts(c.Context, replies, checker)
	if err != nil {
		return err
	}
	if format == "json" {
		err = writeJSON(e.stdout, report)
	} else {
		err = writeReceipts(e.stdout, report)
	}
	switch {
	case err != nil:
		return failedf("%w", err)
	case report.Invalid > 0:
		return done(exitNo)
	case report.Unverified > 0:
		return done(exitIncomplete)
	}
	return nil
}

// storedReplies reads what the journal and the predictions of a run hold; either
// may be missing.
func (e *environment) storedReplies(dir string, plan *bench.Plan) ([]bench.StoredReply, error) {
	var saved []bench.StoredReply
	path := filepath.Join(dir, predictions.PredictionsFile)
	f, openErr := os.Open(path)
	if openErr == nil {
		defer f.Close()
		file, err := predictions.Read(f, path)
		if err != nil {
			return nil, failedf("%w", err)
		}
		for _, w := range file.Warnings {
			e.warn("%s", w)
		}
		saved = bench.PredictedReplies(plan, file.Rows)
	} else if !errors.Is(openErr, os.ErrNotExist) {
		return nil, failedf("%w", openErr)
	}
	state, err := bench.Load(dir)
	switch {
	case errors.Is(err, os.ErrNotExist) && openErr == nil:
		e.note("%s has no %s; the replies are those of %s", dir, predictions.JournalFile, predictions.PredictionsFile)
		return saved, nil
	case err != nil:
		return nil, openError(dir, err)
	}
	return bench.PreferSaved(state.Replies(plan), saved), nil
}

// receiptChecker is a key, or the service that the run asked. No API key is sent:
// verifying needs none.
func (e *environment) receiptChecker(c *cli.Context, m *predictions.Manifest) (verify.Checker, func(), error) {
	if path := c.String("public-key"); path != "" {
		if c.IsSet("base-url") {
			return nil, nil, usagef("--public-key and --base-url exclude each other")
		}
		b, err := readFile(path)
		if err != nil {
			return nil, nil, err
		}
		key, err := receipt.ParsePublicKey(b)
		if err != nil {
			return nil, nil, failedf("%s: %w", path, err)
		}
		return verify.Offline{Key: key}, func() {}, nil
	}
	spec := m.Endpoint.Name
	switch {
	case c.IsSet("base-url"):
		if spec = c.String("base-url"); !strings.Contains(spec, "://") {
			return nil, nil, usagef("--base-url must begin with http:// or https://, not %q", spec)
		}
	case isInside(spec): // the port of then is gone; the engine is here
	case len(m.Endpoint.LeftOut) > 0:
		return nil, nil, usagef("the run was made with a URL of which a part is not kept (%s)", strings.Join(m.Endpoint.LeftOut, ", ")).withHint("give the whole URL again with --base-url")
	case m.Endpoint.BaseURL == "":
		return nil, nil, usagef("the endpoint %s has nobody to ask about a receipt", spec).withHint("give --public-key, or --base-url")
	default:
		spec = m.Endpoint.BaseURL
	}
	choice, err := chooseEndpoint(spec, "", nil)
	if err != nil {
		return nil, nil, err
	}
	caller, base, closeCaller, err := choice.open(c.Context, openOptions{caFile: c.String("ca-cert"), timeout: c.Duration("timeout"), concurrency: 4})
	if err != nil {
		return nil, nil, err
	}
	if choice.inside {
		base = "the engine inside fcb"
	}
	e.note("asking %s", base)
	return &verify.Online{Caller: caller, Retries: verifyRetries, MaxWait: time.Minute, Now: e.now}, closeCaller, nil
}

func writeReceipts(w io.Writer, r *verify.Report) error {
	for _, p := range r.Problems {
		place := p.CaseID
		if p.Repeat > 0 {
			place += fmt.Sprintf(" (repeat %d)", p.Repeat)
		}
		if _, err := fmt.Fprintf(w, "%-10s  %s, %s: %s\n", p.Status, visible.Text(place), p.Call, visible.Text(p.Reason)); err != nil {
			return err
		}
	}
	if r.Valid+r.Invalid+r.Unverified == 0 {
		if _, err := fmt.Fprintln(w, "there is no receipt to check"); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "receipts: %d valid, %d invalid, %d absent, %d unverified\n", r.Valid, r.Invalid, r.Absent, r.Unverified)
	return err
}

// writeJSON writes one indented document.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

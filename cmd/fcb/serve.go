// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"net"
	"strings"

	"github.com/false-consensus/fcb/bench/engine"
	"github.com/false-consensus/fcb/bench/fault"
	"github.com/false-consensus/fcb/bench/receipt"
	"github.com/urfave/cli/v2"
)

func (e *environment) serveCommand() *cli.Command {
	return &cli.Command{
		Name:  "serve",
		Usage: "run the reference engine as an HTTP server",
		Description: "Answers /v1/health, /v1/consensus, /v1/judge and /v1/receipts/verify until it is interrupted. The same\n" +
			"request always gets the same bytes: ids derive from its hash and receipts carry a fixed time. Without\n" +
			"--signing-key receipts are signed with a test key that everyone knows.\n\n" +
			"What a detector's risk is made of:\n" + detectorHelp() + "\n" + fault.Help(),
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "addr", Value: "127.0.0.1:8787", Usage: "`HOST:PORT` to listen on; port 0 takes a free one"},
			&cli.StringFlag{Name: "detector", Value: engine.Reference().Name, Usage: strings.Join(detectorNames(), "|")},
			&cli.StringFlag{Name: "signing-key", Usage: "`FILE` with an Ed25519 key: base64 of a 32-byte seed, or PEM (PKCS #8)"},
			&cli.BoolFlag{Name: "print-public-key", Usage: "print the base64 of the public key of the receipts and end"},
			&cli.StringFlag{Name: "api-key-env", Usage: "variable `NAME` with the key that clients must send"},
			&cli.IntFlag{Name: "daily-limit", Usage: "answer `N` calls a UTC day, then 429 quota_exhausted", DefaultText: "no limit"},
			&cli.DurationFlag{Name: "latency", Usage: "wait this long before each answer"},
			listFlag("fault", "misbehave: a `PLAN` as described above"),
		},
		Action: func(c *cli.Context) error {
			if err := atMost(c, 0); err != nil {
				return err
			}
			o, err := e.serveOptions(c)
			if err != nil {
				return err
			}
			if c.Bool("print-public-key") {
				fmt.Fprintln(e.stdout, receipt.EncodePublicKey(o.SigningKey.Public().(ed25519.PublicKey)))
				return nil
			}
			return e.serve(c.Context, o)
		},
	}
}

func detectorNames() []string {
	var out []string
	for _, d := range engine.Detectors() {
		out = append(out, d.Name)
	}
	return out
}

func detectorHelp() string {
	var b strings.Builder
	for _, d := range engine.Detectors() {
		fmt.Fprintf(&b, "  %-10s %s\n", d.Name, d.About)
	}
	return b.String()
}

func (e *environment) serveOptions(c *cli.Context) (engine.Options, error) {
	o := engine.Options{Addr: c.String("addr"), Version: toolVersion, Latency: c.Duration("latency"), SigningKey: receipt.MockKey()}
	name, err := oneOf(c, "detector", detectorNames()...)
	if err != nil {
		return o, err
	}
	o.Detector, _ = engine.Lookup(name)
	if err := notNegative(c, "daily-limit"); err != nil {
		return o, err
	}
	if o.Latency < 0 {
		return o, usagef("--latency must not be negative, got %s", o.Latency)
	}
	if _, _, err := net.SplitHostPort(o.Addr); err != nil {
		return o, usagef("--addr must be HOST:PORT, not %q", o.Addr)
	}
	if c.IsSet("daily-limit") {
		n := c.Int("daily-limit")
		o.DailyLimit = &n
	}
	if variable := c.String("api-key-env"); variable != "" {
		key, _ := e.getenv(variable)
		if o.APIKey = strings.TrimSpace(key); o.APIKey == "" {
			return o, usagef("--api-key-env: the variable %s is not set", variable)
		}
	}
	if path := c.String("signing-key"); path != "" {
		b, err := readFile(path)
		if err != nil {
			return o, err
		}
		if o.SigningKey, err = receipt.ParseSigningKey(b); err != nil {
			return o, failedf("%s: %w", path, err)
		}
	}
	var plans []*fault.Plan
	for _, spec := range listOf(c, "fault") {
		p, err := fault.Parse(spec)
		if err != nil {
			return o, usagef("--fault %q: %w", spec, err).withHint("fcb help serve explains fault plans")
		}
		plans = append(plans, p)
	}
	o.Faults = fault.Join(plans...)
	return o, nil
}

// serve says where it listens, then waits for the end of the context.
func (e *environment) serve(ctx context.Context, o engine.Options) error {
	s, err := engine.Start(ctx, o)
	if err != nil {
		return failedf("listening: %w", err)
	}
	if host, _, _ := net.SplitHostPort(s.Addr()); !net.ParseIP(host).IsLoopback() {
		e.warn("other machines can reach this address; there is no TLS")
	}
	e.note("listening on %s (%s)", s.URL(), o.Detector.Engine)
	if f := o.Faults.String(); f != "" {
		e.note("misbehaving: %s", f)
	}
	<-s.Done()
	for _, line := range totalsText(s.Totals()) {
		e.note("requests: %s", line)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return failedf("the server ended: %w", s.Close())
}

// totalsText says totals in words, such as "12 to /v1/consensus (10 with 200, 2
// with 429)", one text a path.
func totalsText(all []engine.Total) []string {
	var out []string
	for len(all) > 0 {
		path, sum := all[0].Path, 0
		var ends []string
		for len(all) > 0 && all[0].Path == path {
			t := all[0]
			sum, all = sum+t.Requests, all[1:]
			end := fmt.Sprintf("%d with %d", t.Requests, t.Status)
			if t.Status == 0 {
				end = fmt.Sprintf("%d without a reply", t.Requests)
			}
			ends = append(ends, end)
		}
		where := "to " + path
		if path == "" {
			where = "elsewhere"
		}
		out = append(out, fmt.Sprintf("%d %s (%s)", sum, where, strings.Join(ends, ", ")))
	}
	return out
}

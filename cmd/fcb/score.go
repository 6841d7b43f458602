// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"time"

	"github.com/urfave/cli/v2"
)

func (e *environment) scoreCommand() *cli.Command {
	return &cli.Command{
		Name:  "score",
		Usage: "ask a detector about every case, save each reply, print the metrics",
		Description: "Sends each case to a consensus endpoint and scores what it answers. Every reply is saved in a run\n" +
			"directory before the next step, so that a run can be resumed and re-scored offline. No call is ever\n" +
			"repeated by itself: only a 429 or 503, which say that the work was not done, is tried again.",
		Flags: scoreFlags(),
		Action: func(c *cli.Context) error {
			if err := atMost(c, 0); err != nil {
				return err
			}
			s := &scoring{environment: e, c: c}
			return s.run()
		},
	}
}

func scoreFlags() []cli.Flag {
	return append([]cli.Flag{
		// Choice of work.
		&cli.StringFlag{Name: "cases", Usage: "case `FILE`, - for standard input (default: the dataset inside fcb)"},
		listFlag("case", "score this case only"),
		listFlag("category", "score this category only"),
		&cli.IntFlag{Name: "limit", Usage: "score the first `N` of the selection", DefaultText: "all"},
		&cli.StringFlag{Name: "shard", Usage: "score part `I/N` of the selection, 0-based, by hash of the id"},
		// Endpoint.
		&cli.StringFlag{Name: "endpoint", Value: endpointScrewtape, Usage: "screwtape | reference | baseline:NAME | URL | exec:COMMAND | openai:MODEL"},
		&cli.StringFlag{Name: "base-url", Usage: "another `URL` for screwtape or openai: (of the latter, with the version: https://host/v1)"},
		&cli.StringFlag{Name: "api-key-env", Usage: "variable `NAME` that holds the key"},
		&cli.StringFlag{Name: "api-key-file", Usage: "`FILE` that holds the key"},
		listFlag("header", "send 'Name: value' too; only the name is recorded"),
		&cli.StringFlag{Name: "ca-cert", Usage: "PEM `FILE` of further certificate authorities"},
		&cli.DurationFlag{Name: "timeout", Value: time.Minute, Usage: "of a whole call"},
		// Task.
		&cli.StringFlag{Name: "evidence", Value: "inline", Usage: "inline|omit"},
		&cli.BoolFlag{Name: "judge", Usage: "ask the judge about each consensus answer too (one more call a case)"},
		&cli.IntFlag{Name: "repeats", Value: 1, Usage: "ask each case `R` times, as separate predictions"},
		// Files.
		&cli.StringFlag{Name: "out", Usage: "run `DIR`, new or empty", DefaultText: "predictions/<UTC time>-<endpoint>"},
		&cli.StringFlag{Name: "resume", Usage: "go on with the run in `DIR`"},
		&cli.BoolFlag{Name: "retry-failed", Usage: "with --resume: ask failed cases again"},
		&cli.BoolFlag{Name: "retry-unknown", Usage: "with --resume: ask cases of unknown outcome again, which may be billed twice"},
		&cli.StringFlag{Name: "status", Usage: "print the books of the run in `DIR`, send nothing"},
		&cli.StringFlag{Name: "from-predictions", Usage: "score saved predictions: a run `DIR` or a JSON Lines file, - for standard input"},
		&cli.BoolFlag{Name: "allow-partial", Usage: "with --from-predictions: missing cases are no reason to exit 4"},
		&cli.BoolFlag{Name: "dry-run", Usage: "print the request bodies, send nothing"},
		&cli.BoolFlag{Name: "self-test", Usage: "check the metric code against figures worked out by hand"},
		// Pace and money.
		&cli.IntFlag{Name: "concurrency", Aliases: []string{"c"}, Value: 4, Usage: "calls in flight"},
		&cli.StringFlag{Name: "rate", Usage: "at most `R` calls a second, such as 2 or 0.5/s", DefaultText: "no limit"},
		&cli.IntFlag{Name: "retries", Value: 3, Usage: "further tries after a 429, a 503 or a failed connection"},
		&cli.DurationFlag{Name: "max-wait", Value: time.Minute, Usage: "stop, resumable, when the service asks for a longer wait"},
		&cli.StringFlag{Name: "price", Usage: "`USD` a call", DefaultText: "0.005 for screwtape and URLs, else 0"},
		&cli.StringFlag{Name: "price-in", Usage: "openai: `USD` a million input tokens, instead of --price"},
		&cli.StringFlag{Name: "price-out", Usage: "openai: `USD` a million output tokens"},
		&cli.StringFlag{Name: "max-cost", Usage: "stop before spending more than `USD`, resumes included", DefaultText: "no cap"},
		&cli.IntFlag{Name: "max-calls", Usage: "stop before call `N`+1, resumes included", DefaultText: "no cap"},
		&cli.IntFlag{Name: "daily-limit", Usage: "at most `N` calls a UTC day, resumes included", DefaultText: "no limit"},
		// Results.
		formatFlag("text", "json"),
		&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "of the bootstrap"},
		&cli.IntFlag{Name: "bootstrap", Value: 10000, Usage: "resamples"},
		listFlag("fail-under", "exit 1 if METRIC=VALUE is not reached, such as catch_rate=0.8 or llm/per_class.high.recall=0.7"),
		listFlag("fail-over", "exit 1 if METRIC=VALUE is exceeded"),
		&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "show the chosen route"},
	}, chatFlagsOf()...)
}

// A scoring is one run of the verb.
type scoring struct {
	*environment
	c       *cli.Context
	keyless bool // nothing that looks like a credential is sent
}

// run picks the one job that the flags ask for.
func (s *scoring) run() error {
	c := s.c
	jobs := []struct {
		flag string
		do   func() error
	}{
		{"self-test", s.selfTest},
		{"status", s.status},
		{"from-predictions", s.offline},
		{"dry-run", s.dryRun},
		{"resume", s.resume},
	}
	var chosen []string
	job := s.start
	for _, j := range jobs {
		if c.IsSet(j.flag) && (c.String(j.flag) != "" || c.Bool(j.flag)) {
			if len(chosen) > 0 {
				return usagef("--%s and --%s exclude each other", chosen[0], j.flag)
			}
			chosen, job = append(chosen, j.flag), j.do
		} else if c.IsSet(j.flag) && c.String(j.flag) == "" && !isBoolFlag(c, j.flag) {
			return usagef("--%s needs a value", j.flag)
		}
	}
	for flag, with := range map[string]string{"retry-failed": "resume", "retry-unknown": "resume", "allow-partial": "from-predictions"} {
		if c.Bool(flag) && (len(chosen) == 0 || chosen[0] != with) {
			return usagef("--%s goes with --%s", flag, with)
		}
	}
	if err := s.checkFlags(); err != nil {
		return err
	}
	return job()
}

func isBoolFlag(c *cli.Context, name string) bool {
	for _, f := range c.Command.Flags {
		if _, ok := f.(*cli.BoolFlag); ok && f.Names()[0] == name {
			return true
		}
	}
	return false
}

// checkFlags refuses values that no job can use.
func (s *scoring) checkFlags() error {
	c := s.c
	if _, err := oneOf(c, "format", "text", "json"); err != nil {
		return err
	}
	if _, err := oneOf(c, "evidence", "inline", "omit"); err != nil {
		return err
	}
	if err := notNegative(c, "limit", "retries", "max-calls", "daily-limit", "bootstrap"); err != nil {
		return err
	}
	for _, f := range []string{"concurrency", "repeats"} {
		if c.Int(f) < 1 {
			return usagef("--%s must be at least 1, got %d", f, c.Int(f))
		}
	}
	if c.Duration("timeout") <= 0 {
		return usagef("--timeout must be positive, got %s", c.Duration("timeout"))
	}
	if c.Duration("max-wait") < 0 {
		return usagef("--max-wait must not be negative, got %s", c.Duration("max-wait"))
	}
	_, err := s.gates()
	return err
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"strconv"
	"strings"
	"time"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/predictions"
)

// selection reads the flags that choose cases.
func (s *scoring) selection() (predictions.Selection, error) {
	sel := predictions.Selection{Cases: wordsOf(s.c, "case"), Categories: wordsOf(s.c, "category"), Shard: s.c.String("shard")}
	if s.c.IsSet("limit") {
		n := s.c.Int("limit")
		sel.Limit = &n
	}
	if _, _, err := bench.ParseShard(sel.Shard); err != nil {
		return sel, usagef("--shard: %w", err)
	}
	return sel, nil
}

// task reads the flags that say what is asked.
func (s *scoring) task() predictions.Task {
	return predictions.Task{Evidence: s.c.String("evidence"), TemplateVersion: api.TemplateVersion,
		Judge: s.c.Bool("judge"), Repeats: s.c.Int("repeats")}
}

// pace reads the settings of pace and retry; those not given come from old.
func (s *scoring) pace(old *predictions.Pace) (predictions.Pace, error) {
	c := s.c
	p := predictions.Pace{Concurrency: c.Int("concurrency"), Retries: c.Int("retries"),
		MaxWait: c.Duration("max-wait").String(), Timeout: c.Duration("timeout").String()}
	if c.IsSet("rate") {
		text := strings.TrimSuffix(strings.TrimSpace(c.String("rate")), "/s")
		r, err := strconv.ParseFloat(text, 64)
		if err != nil || !(r > 0) || r > 1e6 {
			return p, usagef("--rate must be a positive number of calls a second, not %q", c.String("rate"))
		}
		p.RatePerS = &r
	}
	if old == nil {
		return p, nil
	}
	if !c.IsSet("concurrency") {
		p.Concurrency = old.Concurrency
	}
	if !c.IsSet("retries") {
		p.Retries = old.Retries
	}
	if !c.IsSet("max-wait") {
		p.MaxWait = old.MaxWait
	}
	if !c.IsSet("timeout") {
		p.Timeout = old.Timeout
	}
	if !c.IsSet("rate") {
		p.RatePerS = old.RatePerS
	}
	return p, nil
}

// money reads prices and caps; those not given come from old, or else from the
// endpoint.
func (s *scoring) money(e *endpointChoice, old *predictions.Money) (predictions.Money, error) {
	c := s.c
	m := predictions.Money{Price: e.price}
	if old != nil {
		m = *old
	}
	in, out := c.IsSet("price-in"), c.IsSet("price-out")
	switch {
	case c.IsSet("price") && (in || out):
		return m, usagef("--price and --price-in, --price-out exclude each other: a call has one price")
	case in != out && m.PriceIn == nil:
		return m, usagef("--price-in and --price-out go together")
	case c.IsSet("price"):
		m.PriceIn, m.PriceOut = nil, nil
	case in || out:
		m.Price = "0"
	}
	for _, f := range []struct {
		flag string
		set  func(string)
	}{
		{"price", func(v string) { m.Price = v }},
		{"price-in", func(v string) { m.PriceIn = &v }},
		{"price-out", func(v string) { m.PriceOut = &v }},
		{"max-cost", func(v string) { m.MaxCost = &v }},
	} {
		if !c.IsSet(f.flag) {
			continue
		}
		v, err := bench.ParseMoney(c.String(f.flag))
		if err != nil {
			return m, usagef("--%s: %w", f.flag, err)
		}
		f.set(v.String())
	}
	if c.IsSet("max-calls") {
		n := c.Int("max-calls")
		m.MaxCalls = &n
	}
	if c.IsSet("daily-limit") {
		n := c.Int("daily-limit")
		m.DailyLimit = &n
	}
	priced := m.PriceIn != nil || c.IsSet("price") || m.Price != "0" || old != nil && old.MaxCost != nil
	return m, checkPriced(e, priced, &m)
}

// results reads the settings of the metrics; those not given come from old.
func (s *scoring) results(old *predictions.Results) predictions.Results {
	r := predictions.Results{Seed: s.c.Uint64("seed"), Bootstrap: s.c.Int("bootstrap")}
	if old != nil && !s.c.IsSet("seed") {
		r.Seed = old.Seed
	}
	if old != nil && !s.c.IsSet("bootstrap") {
		r.Bootstrap = old.Bootstrap
	}
	return r
}

// sessionSettings are the manifest's settings with those of this session alone.
func (s *scoring) sessionSettings(m *predictions.Manifest) (bench.Settings, error) {
	set, err := settings(m)
	set.Now = s.now
	set.RetryFailed, set.RetryUnknown = s.c.Bool("retry-failed"), s.c.Bool("retry-unknown")
	return set, err
}

// settings turns the manifest's pace and money into what a session needs. The
// manifest was checked when it was made or read.
func settings(m *predictions.Manifest) (bench.Settings, error) {
	set := bench.Settings{Concurrency: m.Pace.Concurrency, Retries: m.Pace.Retries,
		MaxCalls: m.Money.MaxCalls, DailyLimit: m.Money.DailyLimit}
	if m.Pace.RatePerS != nil {
		set.Rate = *m.Pace.RatePerS
	}
	var err error
	if set.MaxWait, err = time.ParseDuration(m.Pace.MaxWait); err != nil {
		return set, failedf("manifest.json: max_wait: %w", err)
	}
	if set.Price, err = bench.ParseMoney(m.Money.Price); err != nil {
		return set, failedf("manifest.json: price: %w", err)
	}
	if set.Tokens, err = tokenPrice(m); err != nil {
		return set, err
	}
	if m.Money.MaxCost != nil {
		v, err := bench.ParseMoney(*m.Money.MaxCost)
		if err != nil {
			return set, failedf("manifest.json: max_cost: %w", err)
		}
		set.MaxCost = &v
	}
	return set, nil
}

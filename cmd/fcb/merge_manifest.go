// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/predictions"
)

// shardsDiffer says why runs are not the shards of one run: settings field by
// field against the first, then shards given twice and left out. Pace and caps
// are divided among shards and may differ; so may the moment of the start, and
// the port of an engine inside the binary.
func shardsDiffer(shards []shard) []string {
	first := shards[0]
	var out []string
	for _, sh := range shards[1:] {
		for i, f := range comparedFields(sh.manifest) {
			if have := comparedFields(first.manifest)[i]; f.value != have.value {
				out = append(out, fmt.Sprintf("%s: %s is %s, and %s in %s", sh.dir, f.name, orEmpty(f.value), orEmpty(have.value), first.dir))
			}
		}
		if sh.count != first.count {
			out = append(out, fmt.Sprintf("%s: shard is %s, and %s in %s", sh.dir, sh.manifest.Selection.Shard, first.manifest.Selection.Shard, first.dir))
		}
	}
	if len(out) > 0 {
		return out
	}
	holder := map[int]string{}
	for _, sh := range shards {
		if other, twice := holder[sh.index]; twice {
			out = append(out, fmt.Sprintf("%s: the shard %s is there twice, in %s too", sh.dir, sh.manifest.Selection.Shard, other))
		}
		holder[sh.index] = sh.dir
	}
	var missing []string
	for i := range first.count {
		if holder[i] == "" {
			missing = append(missing, fmt.Sprintf("%d/%d", i, first.count))
		}
	}
	if len(missing) > 0 {
		out = append(out, "shards left out: "+someOf(missing, 20))
	}
	return out
}

// onePrice is the hint for shards that differ in their price alone, as they do when one
// was resumed at another: the dearest is for all, so that caps hold; "" for shards that
// differ otherwise.
func onePrice(shards []shard) string {
	first := shards[0].manifest
	most := first.Money
	for _, sh := range shards[1:] {
		m := sh.manifest
		for i, f := range comparedFields(m) {
			if f.value != comparedFields(first)[i].value && !strings.HasPrefix(f.name, "price") {
				return ""
			}
		}
		if sh.count != shards[0].count || (m.Money.PriceIn == nil) != (first.Money.PriceIn == nil) {
			return ""
		}
		most.Price = *dearer(&most.Price, &m.Money.Price)
		most.PriceIn, most.PriceOut = dearer(most.PriceIn, m.Money.PriceIn), dearer(most.PriceOut, m.Money.PriceOut)
	}
	flags := []string{"--price", most.Price}
	if most.PriceIn != nil && most.PriceOut != nil {
		flags = []string{"--price-in", *most.PriceIn, "--price-out", *most.PriceOut}
	}
	for _, sh := range shards {
		if sh.manifest.Money.PriceText() != most.PriceText() {
			return "calls stay as they were booked; to give the shards one price, which asks what is left of them too: " + resumeCommand(sh.dir, sh.manifest, flags...)
		}
	}
	return ""
}

// dearer is the higher of two amounts; nil where both are.
func dearer(a, b *string) *string {
	if a == nil || b == nil {
		return a
	}
	x, errX := bench.ParseMoney(*a)
	y, errY := bench.ParseMoney(*b)
	if errX == nil && errY == nil && y.Cmp(x) > 0 {
		return b
	}
	return a
}

type field struct{ name, value string }

// comparedFields spells out what must be the same in every shard.
func comparedFields(m *predictions.Manifest) []field {
	text := func(p *string) string {
		if p == nil {
			return ""
		}
		return *p
	}
	number := func(p *int) string {
		if p == nil {
			return ""
		}
		return strconv.Itoa(*p)
	}
	out := []field{
		{"tool version", m.Tool.Version},
		{"tool commit", text(m.Tool.Commit)},
		{"case schema", m.SchemaSHA256},
		{"endpoint", m.Endpoint.Name},
		{"base URL", m.Endpoint.BaseURL},
		{"command", m.Endpoint.Command},
		{"header names", strings.Join(m.Endpoint.HeaderNames, ", ")},
		{"evidence", m.Task.Evidence},
		{"template version", m.Task.TemplateVersion},
		{"judge", strconv.FormatBool(m.Task.Judge)},
		{"repeats", strconv.Itoa(m.Task.Repeats)},
		{"case", strings.Join(m.Selection.Cases, ", ")},
		{"category", strings.Join(m.Selection.Categories, ", ")},
		{"limit", number(m.Selection.Limit)},
		{"price", m.Money.Price},
		{"price in", text(m.Money.PriceIn)},
		{"price out", text(m.Money.PriceOut)},
		{"seed", strconv.FormatUint(m.Results.Seed, 10)},
		{"bootstrap", strconv.Itoa(m.Results.Bootstrap)},
	}
	if m.Endpoint.Name == endpointReference || strings.HasPrefix(m.Endpoint.Name, baselinePrefix) {
		out[slices.IndexFunc(out, func(f field) bool { return f.name == "base URL" })].value = ""
	}
	commit, chat := "", predictions.Chat{}
	if m.Git != nil {
		commit = m.Git.Commit
	}
	if m.Endpoint.Chat != nil {
		chat = *m.Endpoint.Chat
	}
	return append(out,
		field{"git commit", commit},
		field{"max-tokens", strconv.Itoa(chat.OutputLimit)},
		field{"max-tokens-field", chat.LimitField},
		field{"reply-format", chat.ReplyFormat},
		field{"prompt", chat.Prompt.SHA256})
}

func orEmpty(s string) string {
	if s == "" {
		return "not given"
	}
	return s
}

// mergedManifest is the manifest of the whole: the first shard's, without the
// shard; from the first start; pace and caps together. A cap that one shard does
// not have is none.
func mergedManifest(shards []shard) predictions.Manifest {
	m := *shards[0].manifest
	m.Selection.Shard = ""
	for _, sh := range shards[1:] {
		o := sh.manifest
		if o.StartedAt < m.StartedAt {
			m.StartedAt = o.StartedAt
		}
		if m.Git != nil && o.Git != nil && o.Git.Dirty {
			m.Git = o.Git
		}
		m.Unchecked = m.Unchecked || o.Unchecked
		m.Pace.Concurrency += o.Pace.Concurrency
		m.Pace.Retries = max(m.Pace.Retries, o.Pace.Retries)
		m.Pace.MaxWait = longer(m.Pace.MaxWait, o.Pace.MaxWait)
		m.Pace.Timeout = longer(m.Pace.Timeout, o.Pace.Timeout)
		m.Pace.RatePerS = together(m.Pace.RatePerS, o.Pace.RatePerS)
		m.Money.MaxCalls = together(m.Money.MaxCalls, o.Money.MaxCalls)
		m.Money.DailyLimit = together(m.Money.DailyLimit, o.Money.DailyLimit)
		m.Money.MaxCost = bothCosts(m.Money.MaxCost, o.Money.MaxCost)
	}
	return m
}

func together[N int | float64](a, b *N) *N {
	if a == nil || b == nil {
		return nil
	}
	sum := *a + *b
	return &sum
}

func bothCosts(a, b *string) *string {
	if a == nil || b == nil {
		return nil
	}
	x, errX := bench.ParseMoney(*a)
	y, errY := bench.ParseMoney(*b)
	if errX != nil || errY != nil {
		return nil
	}
	sum := x.Add(y).String()
	return &sum
}

func longer(a, b string) string {
	x, errX := time.ParseDuration(a)
	y, errY := time.ParseDuration(b)
	if errX == nil && errY == nil && y > x {
		return b
	}
	return a
}

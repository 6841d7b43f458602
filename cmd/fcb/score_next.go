// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/predictions"
)

// An onward says how to go on with a run that is not complete.
type onward struct {
	dir      string
	manifest *predictions.Manifest
	books    *bench.Books
	set      bench.Settings // with what the last session was to ask again
	left     bench.Rest     // what a resume with these settings asks
	fresh    bench.Rest     // of that, what this session did not come to
	again    bench.Rest     // the same with all that has no result
	failed   int            // predictions and judgements without a result, asked again only on request
	unknown  int
	resumeAt time.Time
}

func onwardOf(dir string, m *predictions.Manifest, plan *bench.Plan, state *bench.State, rows []predictions.Prediction, set bench.Settings, now time.Time) *onward {
	o := &onward{dir: dir, manifest: m, books: &state.Books, set: set,
		left: state.Left(plan, set), fresh: state.LeftOver(plan, set)}
	for _, r := range rows {
		o.count(r.Status)
		if r.Judge != nil && (r.Judge.Error == nil || r.Judge.Error.Kind != bench.KindOverLimit) {
			o.count(r.Judge.Status)
		}
	}
	all := set
	all.RetryFailed, all.RetryUnknown = true, true
	if o.again = state.Left(plan, all); o.again.Calls > 0 {
		o.resumeAt = state.ResumeAt(set, now)
	}
	return o
}

func (o *onward) count(status string) {
	switch status {
	case predictions.Failed:
		o.failed++
	case predictions.Unknown:
		o.unknown++
	}
}

// next is the command that goes on; "" where nothing is left to ask.
func (o *onward) next() string {
	if o.left.Calls == 0 {
		return ""
	}
	rest := o.fresh
	if rest.Calls == 0 {
		rest = o.left
	}
	return o.command(rest, o.set.RetryFailed, o.set.RetryUnknown)
}

// lines say what is left and how to have it asked.
func (o *onward) lines() []string {
	var out []string
	if o.left.Calls > 0 {
		text := "left to ask: " + o.restText(o.left)
		if again := o.left.Calls - o.fresh.Calls; again > 0 && o.fresh.Calls > 0 {
			text += fmt.Sprintf(" (%d of them once more, at the end)", again)
		}
		out = append(out, text)
	}
	if !o.resumeAt.IsZero() {
		out = append(out, "resume at or after "+rfc3339(o.resumeAt))
	}
	if next := o.next(); next != "" {
		out = append(out, "go on with: "+next)
	}
	over := o.left.Calls == 0 // what was to be asked again was
	failed, unknown := o.failed > 0 && (over || !o.set.RetryFailed), o.unknown > 0 && (over || !o.set.RetryUnknown)
	if (!failed && !unknown) || o.again.Calls == o.left.Calls {
		return out
	}
	var what []string
	if failed {
		what = append(what, fmt.Sprintf("%d failed", o.failed))
	}
	if unknown {
		text := fmt.Sprintf("%d unknown", o.unknown)
		if !o.local() {
			text += " (maybe billed)"
		}
		what = append(what, text)
	}
	advice := strings.Join(what, ", ") + ": asked again only on request, "
	if o.left.Calls > 0 {
		return append(out, advice+"with "+strings.Join(retryFlags(failed, unknown), " ")+" added")
	}
	return append(out, advice+o.restText(o.again)+": "+o.command(o.again, failed, unknown))
}

// restText says how much is to be asked, and what it takes.
func (o *onward) restText(rest bench.Rest) string {
	text := counted(rest.Calls, "call")
	if cost := o.costText(rest); cost != nil {
		text += ", USD " + *cost + " at most"
	}
	if !o.local() {
		text += ", each refused call one more"
	}
	if caps := o.raisedCaps(rest); len(caps) > 0 {
		text += "; all of it takes at least " + strings.Join(caps, " ")
	}
	return text
}

// local reports whether what is asked is on this machine and sends no bill: a program,
// or an engine inside the binary.
func (o *onward) local() bool {
	return o.manifest.Endpoint.Command != "" || isInside(o.manifest.Endpoint.Name)
}

// costText is what rest costs at most; nil where it is not known, of a chat model
// without a price.
func (o *onward) costText(rest bench.Rest) *string {
	if o.manifest.Endpoint.Chat != nil && o.set.Tokens == nil && o.set.Price.Sign() == 0 {
		return nil
	}
	cost := rest.Cost.String()
	return &cost
}

// command resumes the run for rest. A cap that is used up is raised in it: without
// that a session would end where it begins.
func (o *onward) command(rest bench.Rest, failed, unknown bool) string {
	flags := retryFlags(failed, unknown)
	cost, calls := o.set.MaxCost, o.set.MaxCalls
	if cost != nil && o.books.Spent.Add(rest.Most).Cmp(*cost) > 0 || calls != nil && o.books.Sent >= *calls {
		flags = append(flags, o.raisedCaps(rest)...)
	}
	if limit := o.set.DailyLimit; limit != nil && *limit == 0 {
		flags = append(flags, "--daily-limit N")
	}
	return resumeCommand(o.dir, o.manifest, flags...)
}

// raisedCaps are the caps that rest does not fit into, as large as it takes.
func (o *onward) raisedCaps(rest bench.Rest) []string {
	var out []string
	if need, cost := o.books.Spent.Add(rest.Cost), o.set.MaxCost; cost != nil && need.Cmp(*cost) > 0 {
		out = append(out, "--max-cost "+need.String())
	}
	if need, calls := o.books.Sent+rest.Calls, o.set.MaxCalls; calls != nil && need > *calls {
		out = append(out, fmt.Sprintf("--max-calls %d", need))
	}
	return out
}

func retryFlags(failed, unknown bool) []string {
	var out []string
	if failed {
		out = append(out, "--retry-failed")
	}
	if unknown {
		out = append(out, "--retry-unknown")
	}
	return out
}

// placeholder stands in a printed command for a value that is not kept.
const placeholder = "..."

// resumeCommand is the command that goes on with a run, with a place for each value
// that its manifest does not keep.
func resumeCommand(dir string, m *predictions.Manifest, flags ...string) string {
	words := append([]string{"fcb score --resume", shellQuote(dir)}, flags...)
	for _, name := range m.Endpoint.HeaderNames {
		words = append(words, "--header", shellQuote(name+": "+placeholder))
	}
	switch {
	case len(m.Endpoint.LeftOut) == 0:
	case m.Endpoint.Name == endpointURL:
		words = append(words, "--endpoint "+placeholder)
	default:
		words = append(words, "--base-url "+placeholder)
	}
	return strings.Join(words, " ")
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/scorer/report"
)

// resumeCommand is the command that goes on with a run.
func resumeCommand(dir string, flags ...string) string {
	return strings.Join(append([]string{"fcb score --resume", shellQuote(dir)}, flags...), " ")
}

// sessionSettings are the manifest's settings with those of this session alone.
func (s *scoring) sessionSettings(m *predictions.Manifest) (bench.Settings, error) {
	set, err := settings(m)
	set.Now = s.now
	set.RetryFailed, set.RetryUnknown = s.c.Bool("retry-failed"), s.c.Bool("retry-unknown")
	return set, err
}

// retryFlags are the flags of this session that a resume needs again, since the
// manifest does not hold them.
func (s *scoring) retryFlags() []string {
	var out []string
	for _, name := range []string{"retry-failed", "retry-unknown"} {
		if s.c.Bool(name) {
			out = append(out, "--"+name)
		}
	}
	return out
}

// goOn says how to go on with a run that is not complete, and what to print about it.
func (s *scoring) goOn(run *bench.Run, rows []predictions.Prediction, stop *bench.Stop) (report.Saved, error) {
	books := run.State().Books
	saved := report.Saved{Dir: run.Dir, Sent: books.Sent, Spent: books.Spent.String()}
	set, err := s.sessionSettings(&run.Manifest)
	if err != nil {
		return saved, err
	}
	if stop == nil { // what was to be asked again was
		set.RetryFailed, set.RetryUnknown = false, false
	}
	left := run.State().Left(run.Plan, set)
	switch {
	case left.Calls > 0:
		saved.Next = resumeCommand(run.Dir, append(s.retryFlags(), raisedCaps(&books, left, set)...)...)
		if stop != nil && !stop.ResumeAt.IsZero() {
			s.note("resume at or after %s", rfc3339(stop.ResumeAt))
		}
		if stop != nil && stop.Kind == "cap" {
			s.note("left to ask: %s", restText(left))
		}
		if stop == nil || stop.Kind != bench.KindInterrupted { // told at once
			s.note("go on with: %s", saved.Next)
		}
	case !isComplete(rows):
		s.note("%s", retryAdvice(run.Dir, rows))
	}
	return saved, nil
}

func restText(left bench.Rest) string {
	return fmt.Sprintf("%s, USD %s at most; each refused call would be one more", counted(left.Calls, "call"), left.Cost)
}

// raisedCaps are the flags without which a resume would stop at its first call.
func raisedCaps(books *bench.Books, left bench.Rest, set bench.Settings) []string {
	var out []string
	cost, calls := set.MaxCost, set.MaxCalls
	full := cost != nil && books.Spent.Add(left.Next).Cmp(*cost) > 0 || calls != nil && books.Sent >= *calls
	if need := books.Spent.Add(left.Cost); full && cost != nil && need.Cmp(*cost) > 0 {
		out = append(out, "--max-cost "+need.String())
	}
	if need := books.Sent + left.Calls; full && calls != nil && need > *calls {
		out = append(out, fmt.Sprintf("--max-calls %d", need))
	}
	return out
}

// retryAdvice names the flags that ask again what has no result, those of the judge
// included.
func retryAdvice(dir string, rows []predictions.Prediction) string {
	var flags, what []string
	for _, status := range []string{predictions.Failed, predictions.Unknown} {
		if slices.ContainsFunc(rows, func(r predictions.Prediction) bool {
			return r.Status == status || r.Judge != nil && r.Judge.Status == status
		}) {
			what, flags = append(what, status), append(flags, "--retry-"+status)
		}
	}
	advice := strings.Join(what, " and ") + " cases are asked again only on request: " + resumeCommand(dir, flags...)
	if slices.Contains(what, predictions.Unknown) {
		advice += " (what is unknown may be billed twice)"
	}
	return advice
}

// limitsOn says which caps and limits keep a plan from being asked at once.
func limitsOn(e bench.Estimate, set bench.Settings) []string {
	var out []string
	if n := set.MaxCalls; n != nil && *n < e.Calls {
		out = append(out, fmt.Sprintf("--max-calls %d is fewer than that: the run will stop there and can be gone on with", *n))
	}
	if max := set.MaxCost; max != nil && max.Cmp(e.Cost) < 0 {
		out = append(out, fmt.Sprintf("--max-cost %s may be less than that: the run will stop there and can be gone on with", max))
	}
	if n := set.DailyLimit; n != nil && *n < e.Calls {
		days := "no day is enough"
		if *n > 0 {
			days = counted((e.Calls+*n-1) / *n, "day")
		}
		out = append(out, fmt.Sprintf("--daily-limit %d: %s, one resume each", *n, days))
	}
	return out
}

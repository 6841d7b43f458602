// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package precall

import (
	"fmt"
	"slices"
	"strings"

	"github.com/false-consensus/fcb/bench/study/corpus"
)

// Markdown renders an audit as PRECALL-AUDIT.md. It quotes no question, so that
// it may be published where the questions may not.
func Markdown(a *Audit) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("# Audit of the keys before the first call")
	line("")
	line("Keys are the reference that answers are compared with. This page says which of them were recomputed, how, and what was")
	line("found. It was written by `fcb study corpus` and can be made again with it; `fcb study corpus DIR --check` only looks.")
	for i := range a.Strata {
		a.Strata[i].markdown(line)
	}
	if len(a.Strata) == 0 {
		line("\nThere is no corpus file.")
	}
	if slices.ContainsFunc(a.Strata, func(s Stratum) bool { return s.Name == corpus.PublicStratum }) || len(a.Upstream) > 0 {
		a.upstream(line)
	}
	return b.String()
}

func (s *Stratum) markdown(line func(string, ...any)) {
	line("\n## Stratum %s", code(s.Name))
	line("")
	if s.Note != "" {
		line("%s", plain(s.Note))
		line("")
	}
	line("- File: %s, SHA-256 `%s`", code("corpus/"+s.File), s.SHA256)
	if s.Seed != nil {
		line("- Seed: %d", *s.Seed)
	}
	if s.Reproduced != nil {
		line("- The seed gives these bytes again: %s", yesNo(*s.Reproduced))
	}
	line("- Keys: %s.", s.Method)
	line("- Recomputed: %d of %d. Mismatches: **%d**.", s.Recomputed, s.Tasks, len(s.Mismatches))
	line("- Marked for the repeat run: %d", s.Repeats)
	line("")
	line("| family | questions | key INSUFFICIENT | recomputed | mismatches |")
	line("| --- | ---: | ---: | ---: | ---: |")
	for _, f := range s.Families {
		line("| %s | %d | %d | %d | %d |", plain(f.Name), f.Tasks, f.Insufficient, f.Recomputed, f.Mismatches)
	}
	if len(s.Mismatches) > 0 {
		line("")
		line("| question | line | key | computed | reason |")
		line("| --- | ---: | --- | --- | --- |")
		for _, m := range s.Mismatches {
			line("| %s | %d | %s | %s | %s |", plain(m.ID), m.Line, plain(m.Key), computed(m.Computed), plain(m.Reason))
		}
	}
	if s.Source != nil {
		line("")
		commit := s.Source.CommitReason
		if s.Source.Commit != nil {
			commit = "commit " + code(*s.Source.Commit)
		}
		line("Source: %s, %s, %s. Rows are 0-based.", plain(s.Source.Dataset), plain(s.Source.Repository), commit)
		line("")
		line("| file | rows | SHA-256 | selected rows |")
		line("| --- | ---: | --- | --- |")
		for _, f := range s.Source.Files {
			line("| %s | %d | `%s` | %s |", plain(f.Name), f.Rows, f.SHA256, rowList(f.Selected))
		}
	}
}

func (a *Audit) upstream(line func(string, ...any)) {
	line("\n## The public files as a whole")
	line("")
	if len(a.Upstream) == 0 {
		line("Not recomputed this time: the upstream files were not given (`--bbh DIR`). The selected questions above were.")
		return
	}
	line("Every row of every file was recomputed, not only the selected ones.")
	line("")
	line("| file | rows | confirmed | mismatches | not decided | bytes of the pinned commit | used |")
	line("| --- | ---: | ---: | ---: | ---: | --- | --- |")
	for _, u := range a.Upstream {
		line("| %s | %d | %d | %d | %d | %s | %s |", u.File, u.Rows, u.Confirmed, len(u.Mismatches), len(u.Undecided), yesNo(u.Pinned), yesNo(u.Used))
	}
	for _, u := range a.Upstream {
		if u.Used {
			u.faults(line)
		}
	}
	line("\n### Why date understanding is not among the six")
	line("")
	line("The published protocol replaced it after an audit of its keys had found defective questions.")
	dates := slices.IndexFunc(a.Upstream, func(u Upstream) bool { return !u.Used })
	if dates < 0 {
		line("%s is not among the files given, so that this could not be looked at.", code(corpus.DatesTask+".json"))
		return
	}
	u := a.Upstream[dates]
	line("Recomputed here from the file, by rules for its premises (what day is today) and calendar arithmetic. Rows: %d. Keys confirmed: %d,", u.Rows, u.Confirmed)
	line("not confirmed: %d, not decided: %d. A month or a year back from a day that the shorter month lacks is taken as its last day.", len(u.Mismatches), len(u.Undecided))
	u.faults(line)
}

func (u *Upstream) faults(line func(string, ...any)) {
	if len(u.Mismatches) > 0 {
		line("\nRows of %s whose key is not confirmed:", code(u.File))
		line("")
		line("| row | key | computed | reason |")
		line("| ---: | --- | --- | --- |")
		for _, r := range u.Mismatches {
			line("| %d | %s | %s | %s |", r.Row, plain(r.Key), computed(r.Computed), plain(r.Reason))
		}
	}
	if len(u.Doubtful) > 0 {
		var rows []int
		for _, r := range u.Doubtful {
			rows = append(rows, r.Row)
		}
		line("\nRows of %s that state a weekday which their date does not have (their keys do not depend on it): %s.", code(u.File), rowList(rows))
	}
	byReason := map[string][]int{}
	var reasons []string
	for _, r := range u.Undecided {
		if byReason[r.Reason] == nil {
			reasons = append(reasons, r.Reason)
		}
		byReason[r.Reason] = append(byReason[r.Reason], r.Row)
	}
	for _, r := range reasons {
		line("\nNot decided in %s, rows %s: %s.", code(u.File), rowList(byReason[r]), plain(r))
	}
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func computed(s *string) string {
	if s == nil {
		return "none"
	}
	return plain(*s)
}

func rowList(rows []int) string {
	words := make([]string, len(rows))
	for i, r := range rows {
		words[i] = fmt.Sprint(r)
	}
	return strings.Join(words, ", ")
}

// plain makes text from a file safe in a Markdown table: one line, no markup.
func plain(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, "\\\\x%02x", r)
		case strings.ContainsRune("\\`*_{}[]<>|~", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// code is text in a code span where that is safe, else plain.
func code(s string) string {
	if strings.ContainsAny(s, "`|\n\r") {
		return plain(s)
	}
	return "`" + s + "`"
}

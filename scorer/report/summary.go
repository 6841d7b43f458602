// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/false-consensus/fcb/scorer"
	"github.com/false-consensus/fcb/scorer/report/visible"
)

// Saved says where a run is and what it has cost so far.
type Saved struct {
	Dir     string // run directory; empty when nothing was saved
	Sent    int    // calls, over all resumes
	Spent   string // USD, as a decimal number
	Offline bool   // scored from a file: no calls, nothing saved
	At      string // when Next makes sense, RFC 3339; empty: at once
	Next    string // the command to type next; empty: the report of Dir
}

// Summary writes the result of fcb score as one screen of text: a table for each
// engine with the constant baselines beside it, coverage, what failed calls
// would change, the most surprising categories, and the footnotes without which
// the numbers mislead.
func Summary(w io.Writer, m *scorer.Metrics, saved Saved) {
	s := &summary{w: w, m: m}
	s.coverage()
	for _, engine := range slices.Sorted(maps.Keys(m.Engines)) {
		s.engine(engine)
	}
	s.notes()
	s.saved(saved)
}

type summary struct {
	w       io.Writer
	m       *scorer.Metrics
	missing gaps
	remarks []string // about single numbers, in order of appearance
}

func (s *summary) line(format string, args ...any) {
	fmt.Fprintf(s.w, format+"\n", args...)
}

func (s *summary) remark(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(s.remarks, text) {
		s.remarks = append(s.remarks, text)
	}
}

func (s *summary) coverage() {
	d, c := s.m.Dataset, s.m.Coverage
	name := "cases"
	if d.Name != nil {
		name = named(*d.Name)
		if d.Version != nil {
			name += " " + named(*d.Version)
		}
	}
	s.line("%s: %d of %s scored (%d failed, %d unknown, %d unattempted)", name, c.OK, plural(c.Scheduled, "prediction"), c.Failed, c.Unknown, c.Unattempted)
}

func (s *summary) engine(name string) {
	m, base := s.m.Engines[name], s.m.Baselines
	s.line("")
	s.line("engine %s, %s", named(name), plural(m.N, "prediction"))
	rows := [][]string{{"", "value", "95% interval", "k/n", "low", "medium", "high"}}
	for _, metric := range scorer.Table() {
		value, ci, share, reason := headline(m, metric.Name)
		row := []string{metric.Label, number(value), interval(ci), share}
		for _, b := range []*scorer.M{base.AlwaysLow, base.AlwaysMedium, base.AlwaysHigh} {
			v, _, _, _ := headline(b, metric.Name)
			row = append(row, number(v))
		}
		rows = append(rows, row)
		s.missing.add(metric.Label, value, reason)
	}
	if c := s.m.Coverage; c.OK < c.Scheduled {
		rows = append(rows, s.scheduled(m.Scheduled)...)
	}
	rows = append(rows, s.judge(name)...)
	if ca := m.ConsensusAnswer; ca != nil {
		rows = append(rows, rateRow("consensus answer right", ca.Correct))
		s.missing.add("consensus answer right", ca.Correct.Value, ca.Correct.Reason)
	}
	if m.Repeats != nil {
		rows = append(rows, rateRow("flip rate", m.Repeats.FlipRate))
	}
	rows[0][4] = "always low"
	for i := range rows {
		for len(rows[i]) < len(rows[0]) {
			rows[i] = append(rows[i], "")
		}
	}
	table(s.w, "  ", []column{left, right, right, right, right, right, right}, rows)
	if ca := m.ConsensusAnswer; ca != nil && ca.Correct.N > 0 {
		s.line("  consensus answers: %d right, %d wrong, %d need review, %d none", ca.Correct.K, ca.Wrong, ca.NeedsReview, ca.None)
	}
	if surprises := m.Surprising(3); len(surprises) > 0 {
		s.line("  most surprising categories, exact risk here and elsewhere:")
		rows = nil
		for _, x := range surprises {
			rows = append(rows, []string{x.Category, fmt.Sprintf("%d/%d", x.Exact, x.N), "elsewhere " + number(x.Elsewhere), fmt.Sprintf("flagged %d/%d", x.Flagged, x.N)})
		}
		table(s.w, "    ", []column{left, right, left, left}, rows)
	}
}

// scheduled are the rates with the predictions that are not ok brought back.
func (s *summary) scheduled(m scorer.Scheduled) [][]string {
	return [][]string{
		rateRow("accuracy, all scheduled", m.Accuracy),
		rateRow("catch rate, all scheduled", m.CatchRate),
		rateRow("false alarms, at least", m.FalseAlarmRate.Low),
		rateRow("false alarms, at most", m.FalseAlarmRate.High),
	}
}

// judge is the pipeline view beside the engine's own numbers.
func (s *summary) judge(engine string) [][]string {
	p := s.m.Pipelines.Judge[engine]
	if p == nil {
		return nil
	}
	rows := [][]string{
		rateRow("with judge: accuracy", p.Accuracy),
		{"with judge: macro-F1", number(p.MacroF1.Value), interval(p.MacroF1.CI95), fmt.Sprintf("n=%d", p.MacroF1.N)},
		rateRow("with judge: catch rate", p.CatchRate),
		rateRow("with judge: false alarms", p.FalseAlarmRate),
	}
	if *p.JudgeFailed > 0 || *p.JudgeSkipped > 0 {
		s.remark("With judge: %d of %s of %s had no usable verdict and %d no answer to judge; their risk stands.",
			*p.JudgeFailed, plural(p.N, "prediction"), named(engine), *p.JudgeSkipped)
	}
	return rows
}

func rateRow(label string, r scorer.Rate) []string {
	return []string{label, number(r.Value), interval(r.CI95), fraction(r)}
}

// headline takes one metric of the table out of m.
func headline(m *scorer.M, name string) (value scorer.Number, ci *scorer.Interval, share, reason string) {
	if r := m.Rate(name); r != nil {
		return r.Value, r.CI95, fraction(*r), r.Reason
	}
	f := m.MacroF1
	return f.Value, f.CI95, fmt.Sprintf("n=%d", f.N), f.Reason
}

func (s *summary) notes() {
	s.line("")
	if len(s.m.Engines) == 0 {
		s.line("No prediction was scored, so there are no figures yet.")
	}
	if b := s.m.Baselines.AlwaysHigh; b.N > 0 {
		s.line("A wrong majority is labelled in %d of the %s (%.0f%%): accuracy alone says little.", b.CatchRate.N, plural(b.N, "selected case"), 100*float64(b.CatchRate.N)/float64(b.N))
		if k := scorer.FewestSignificant(b.N); k > 0 {
			s.line("Two detectors that differ by fewer than %d of these cases (%s) cannot be told apart (exact McNemar test, 5%%).", k, fixed(float64(k)/float64(b.N)))
		}
	}
	review := 0
	for _, e := range s.m.Engines {
		review += e.ConsensusAnswer.NeedsReview
	}
	if review > 0 {
		s.line("Needs review: %s matched no labelled answer or tied; see consensus_answer.review in metrics.json.", plural(review, "consensus answer"))
	}
	for _, r := range append(s.missing.lines(), s.remarks...) {
		s.line("%s", r)
	}
}

func (s *summary) saved(saved Saved) {
	if saved.Offline || saved.Dir == "" {
		return
	}
	s.line("%s sent, USD %s spent; files in %s", plural(saved.Sent, "call"), saved.Spent, visible.Text(saved.Dir))
	next := saved.Next
	if next == "" {
		next = "fcb report " + quote(saved.Dir)
	}
	when := "next"
	if saved.At != "" {
		when += ", at or after " + saved.At
	}
	s.line("%s: %s", when, visible.Text(next))
}

// quote makes a path one word of a POSIX shell.
func quote(path string) string {
	if path != "" && !strings.ContainsFunc(path, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:@%+=,", r))
	}) {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/false-consensus/fcb/scorer/panel"
	"github.com/false-consensus/fcb/scorer/report/visible"
)

// Panel writes one panel as a screen of text: the finding in a sentence, both
// routes, where the dependence sits, and every warning that applies.
func Panel(w io.Writer, r *panel.Result) {
	p := &panelText{w: w, r: r}
	p.line("%s", r.Headline)
	p.line("")
	s := r.Summary
	p.line("%s: %s, %s, %s (%s a question), accuracy %s", r.Input.Path, plural(s.Models, "model"), plural(s.Questions, "question"),
		plural(s.Answers, "answer"), digits(s.N, 2), digits(s.Accuracy, 3))
	p.variance()
	p.votes()
	p.hardest()
	p.unanimous()
	p.makers()
	p.wrong()
	p.footnotes()
}

// Panels writes several panels side by side, one column each, and the headline
// and the warnings of each below. They are never pooled.
func Panels(w io.Writer, results []*panel.Result) {
	columns := []column{left}
	rows := [][]string{{""}}
	names := func(f func(r *panel.Result) string) (row []string) {
		for _, r := range results {
			row = append(row, f(r))
		}
		return row
	}
	for i := range results {
		columns = append(columns, right)
		rows[0] = append(rows[0], "["+strconv.Itoa(i+1)+"]")
	}
	for _, line := range []struct {
		name  string
		value func(r *panel.Result) string
	}{
		{"models", func(r *panel.Result) string { return strconv.Itoa(r.Summary.Models) }},
		{"questions", func(r *panel.Result) string { return strconv.Itoa(r.Summary.Questions) }},
		{"answers", func(r *panel.Result) string { return strconv.Itoa(r.Summary.Answers) }},
		{"accuracy", func(r *panel.Result) string { return digits(r.Summary.Accuracy, 3) }},
		{"voices (n)", func(r *panel.Result) string { return digits(r.Summary.N, 2) }},
		{"independent ones (n_eff)", func(r *panel.Result) string { return digits(r.DesignEffect.NEff, 2) }},
		{"  95% interval", func(r *panel.Result) string { return panelInterval(r.DesignEffect.Interval.NEff, 2) }},
		{"  among varying models", func(r *panel.Result) string { return digits(r.DesignEffect.NEffVarying, 2) }},
		{"design effect", func(r *panel.Result) string { return digits(r.DesignEffect.Deff, 2) }},
		{"  p-value", func(r *panel.Result) string { return probability(r.DesignEffect.PValue) }},
		{"rho", func(r *panel.Result) string { return digits(r.DesignEffect.Rho, 3) }},
		{"mean phi", func(r *panel.Result) string { return digits(r.DesignEffect.MeanPhi, 3) }},
		{"n_eff by votes", func(r *panel.Result) string { return voteSize(r.Votes) }},
		{"same maker minus other", func(r *panel.Result) string {
			if r.Makers == nil {
				return "n/a"
			}
			return digits(r.Makers.Statistic, 3)
		}},
	} {
		rows = append(rows, append([]string{line.name}, names(line.value)...))
	}
	table(w, "", columns, rows)
	fmt.Fprintln(w, "\nThe panels are measured apart and never pooled.")
	for i, r := range results {
		fmt.Fprintf(w, "\n[%d] %s\n    %s\n", i+1, visible.Text(r.Input.Path), visible.Text(r.Headline))
		for _, warning := range r.Warnings {
			fmt.Fprintf(w, "    - %s\n", visible.Text(warning))
		}
	}
}

type panelText struct {
	w io.Writer
	r *panel.Result
}

func (p *panelText) line(format string, a ...any) {
	fmt.Fprintln(p.w, visible.Text(fmt.Sprintf(format, a...)))
}

func (p *panelText) variance() {
	d := &p.r.DesignEffect
	p.line("")
	if d.Deff.Defined() {
		p.line("By variance: right answers vary %s times as much from question to question as independent errors would", digits(d.Deff, 2))
	} else {
		p.line("By variance: n/a, %s", d.Reasons["deff"])
	}
	table(p.w, "  ", []column{left, right, right, right, left}, [][]string{
		{"", "n", "rho", "n_eff", "95% interval of n_eff"},
		{"all models that answer", digits(p.r.Summary.N, 2), digits(d.Rho, 3), digits(d.NEff, 2), panelInterval(d.Interval.NEff, 2)},
		{"models that ever err and succeed", digits(d.NVarying, 2), digits(d.RhoVarying, 3), digits(d.NEffVarying, 2), ""},
		{"mean phi of pairs", digits(p.r.Summary.N, 2), digits(d.MeanPhi, 3), digits(d.NEffPhi, 2),
			fmt.Sprintf("%d of %d pairs without phi", d.PairsUndefined, d.PairsUndefined+d.PairsDefined)},
	})
	if d.PValue.Defined() {
		p.line("  p = %s (%d shuffles of each model's own answers, mean of T %s, 1 in theory)", probability(d.PValue), d.Permutations, digits(d.NullMean, 3))
	}
	if d.Ceiling.Defined() {
		p.line("  1/rho = %s: what an endless crowd of such voices would be worth if the model held; not measured", digits(d.Ceiling, 2))
	}
	for _, name := range []string{"rho", "n_eff", "interval", "p_value"} {
		if why, ok := d.Reasons[name]; ok && d.Deff.Defined() {
			p.line("  %s is n/a: %s", name, why)
		}
	}
}

// voteColumns are the sizes of a vote that the text shows.
func voteColumns(models int) (sizes []int) {
	for _, k := range []int{1, 3, 5, 7, 9, 15, 25, 51, 101} {
		if k < models {
			sizes = append(sizes, k)
		}
	}
	return append(sizes, models)
}

func (p *panelText) votes() {
	v := p.r.Votes
	p.line("")
	if v == nil {
		p.line("By votes: n/a, no three models answered the same question")
		return
	}
	p.line("By votes, on %d models x %d questions: the whole panel's majority is %s", v.Models, v.Questions, voteFinding(v))
	columns := []column{left}
	rows := [][]string{{"voters"}, {"observed"}, {"independent"}}
	for _, k := range voteColumns(v.Models) {
		columns = append(columns, right)
		rows[0] = append(rows[0], strconv.Itoa(k))
		rows[1] = append(rows[1], digits(v.Observed[k-1], 3))
		rows[2] = append(rows[2], digits(v.Independent[k-1], 3))
	}
	table(p.w, "  ", columns, rows)
}

// voteFinding says what the vote route found, or why it found no number.
func voteFinding(v *panel.Votes) string {
	switch v.NEff.Status {
	case panel.VoteNoResolution:
		return "always right, which resolves nothing"
	case panel.VoteClampedLow:
		return "no better than one independent model (clamped at 1)"
	case panel.VoteClampedHigh:
		return fmt.Sprintf("better than any number of independent models (clamped at %d)", v.Models)
	}
	return fmt.Sprintf("worth that of %s independent models (odd sizes only: %s)", digits(v.NEff.Value, 2), voteValue(v.NEffOdd))
}

func voteSize(v *panel.Votes) string {
	if v == nil {
		return "n/a"
	}
	return voteValue(v.NEff)
}

func voteValue(s panel.VoteSize) string {
	switch s.Status {
	case panel.VoteOK:
		return digits(s.Value, 2)
	case panel.VoteNoResolution:
		return "no resolution"
	}
	return digits(s.Value, 0) + " (clamped)"
}

func (p *panelText) hardest() {
	p.line("")
	p.line("Where it sits: without the hardest questions")
	columns := []column{left}
	rows := [][]string{{"taken out"}, {"n_eff"}, {"rho"}}
	for k, row := range p.r.Hardest {
		if k > 3 && k%5 != 0 && k != len(p.r.Hardest)-1 {
			continue
		}
		columns = append(columns, right)
		rows[0] = append(rows[0], strconv.Itoa(k))
		rows[1] = append(rows[1], digits(row.NEff, 2))
		rows[2] = append(rows[2], digits(row.Rho, 3))
		if len(rows[0]) > 9 {
			break
		}
	}
	table(p.w, "  ", columns, rows)
	rows = [][]string{{"hardest", "right", "expected", "dispersion", ""}}
	for _, q := range p.r.Questions[:min(5, len(p.r.Questions))] {
		note := ""
		if q.LookAtKey {
			note = "look at the key"
		}
		if q.TopWrongN > 0 {
			note = strings.TrimPrefix(note+fmt.Sprintf(", %d say %s", q.TopWrongN, visible.Truncate(visible.Text(q.TopWrong), 20)), ", ")
		}
		rows = append(rows, []string{visible.Truncate(visible.Text(q.ID), 32), fmt.Sprintf("%d/%d", q.Right, q.Answers), digits(q.Expected, 1), digits(q.Dispersion, 1), note})
	}
	table(p.w, "  ", []column{left, right, right, right, left}, rows)
}

func (p *panelText) unanimous() {
	u := p.r.Unanimous
	p.line("  unanimous: %s all wrong, %d all right (mean dispersion %s)", plural(u.Wrong, "question"), u.Right, digits(u.RightMeanDispersion, 2))
}

func (p *panelText) makers() {
	k := p.r.Makers
	if k == nil {
		return
	}
	p.line("")
	if !k.Statistic.Defined() {
		p.line("Lineage: n/a, %s", k.Reason)
		return
	}
	p.line("Lineage: phi is %s within makers (%s) and %s across (%d): %+.3f, p = %s one-sided; detectable from %s",
		digits(k.MeanWithin, 3), plural(k.Within, "pair"), digits(k.MeanAcross, 3), k.Across, float64(k.Statistic), probability(k.PGreater), digits(k.Detectable, 3))
}

func (p *panelText) wrong() {
	a := p.r.WrongAnswers
	if a == nil {
		return
	}
	p.line("")
	if !a.Agreement.Defined() {
		p.line("Wrong answers: n/a, %s", a.Reason)
		return
	}
	text := fmt.Sprintf("Wrong answers: two models that are both wrong agree %s of the time (%s, %d of %d)",
		digits(a.Agreement, 3), panelInterval(a.CI95, 3), a.Same, a.BothWrong)
	if a.Baseline.Defined() {
		text += fmt.Sprintf("; guessing would give %s", digits(a.Baseline, 3))
		if a.WithOptions < a.BothWrong {
			text += fmt.Sprintf(" (on the %d with options, where they agree %s)", a.WithOptions, digits(a.OnOptions, 3))
		}
	} else {
		text += "; no baseline: " + a.Reason
	}
	p.line("%s", text)
}

func (p *panelText) footnotes() {
	p.line("")
	for _, w := range p.r.Warnings {
		p.line("! %s", w)
	}
	p.line("Note: %s.", p.r.Notes[0])
}

// digits shows a number with so many decimals.
func digits(n panel.Number, decimals int) string {
	if !n.Defined() {
		return "n/a"
	}
	s := strconv.FormatFloat(float64(n), 'f', decimals, 64)
	if strings.Trim(s, "-0.") == "" {
		return strings.TrimPrefix(s, "-")
	}
	return s
}

// probability shows a p-value with two significant digits.
func probability(n panel.Number) string {
	if !n.Defined() {
		return "n/a"
	}
	return strconv.FormatFloat(float64(n), 'g', 2, 64)
}

func panelInterval(i *panel.Interval, decimals int) string {
	if i == nil {
		return "n/a"
	}
	return digits(i[0], decimals) + " to " + digits(i[1], decimals)
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/false-consensus/fcb/scorer"
)

// headlineTable has a column an entry and one a constant baseline, a row a metric.
type headlineTable struct {
	Columns []headlineColumn
	Rows    []headlineRow
	Notes   []string
}

type headlineColumn struct {
	Number   int // of the entry; 0 for a baseline
	Title    string
	Baseline bool
}

type headlineRow struct {
	Label, Definition, Better string
	Cells                     []headlineCell
}

// A headlineCell is a number with its interval and n, or n/a with the reason.
type headlineCell struct {
	Value, Interval, Share, Reason string
	Bar                            bar
}

func rateCell(v scorer.Rate) headlineCell {
	return headlineCell{number(v.Value), interval(v.CI95), fraction(v), v.Reason, rateBar(v)}
}

func macroCell(f scorer.MacroF1) headlineCell {
	c := headlineCell{Value: number(f.Value), Interval: interval(f.CI95), Share: fmt.Sprintf("n=%d", f.N), Reason: f.Reason}
	c.Bar = rateBar(scorer.Rate{Value: f.Value, CI95: f.CI95})
	return c
}

// headlineSection is the table that everything else explains.
func headlineSection(r *runReport) (Section, bool) {
	t := headlineTable{}
	baselines := r.baselines()
	for _, e := range r.entries {
		t.Columns = append(t.Columns, headlineColumn{Number: e.Number, Title: e.Label})
	}
	for _, b := range baselines {
		t.Columns = append(t.Columns, headlineColumn{Title: b.Label, Baseline: true})
	}
	row := func(label, definition, better string, cell func(*scorer.M) headlineCell, forBaselines bool) {
		h := headlineRow{Label: label, Definition: definition, Better: better}
		for _, e := range r.entries {
			h.Cells = append(h.Cells, cell(e.M))
		}
		for _, b := range baselines {
			c := headlineCell{Value: "–"}
			if forBaselines {
				c = cell(b.M)
			}
			h.Cells = append(h.Cells, c)
		}
		t.Rows = append(t.Rows, h)
	}
	for _, m := range scorer.Table() {
		row(m.Label, m.Definition, m.Better.String()+" is better", func(x *scorer.M) headlineCell {
			if rate := x.Rate(m.Name); rate != nil {
				return rateCell(*rate)
			}
			return macroCell(x.MacroF1)
		}, true)
	}
	if r.incomplete() {
		all := "every scheduled prediction counts, those that are not ok "
		row("accuracy, all scheduled", all+"as wrong", "", func(x *scorer.M) headlineCell { return rateCell(x.Scheduled.Accuracy) }, false)
		row("catch rate, all scheduled", all+"as not caught", "", func(x *scorer.M) headlineCell { return rateCell(x.Scheduled.CatchRate) }, false)
		row("false alarms, at least", all+"as not flagged", "", func(x *scorer.M) headlineCell { return rateCell(x.Scheduled.FalseAlarmRate.Low) }, false)
		row("false alarms, at most", all+"as flagged", "", func(x *scorer.M) headlineCell { return rateCell(x.Scheduled.FalseAlarmRate.High) }, false)
	}
	row("consensus answer right", "among scored cases with a majority, those whose consensus answer matches a correct answer", "higher is better", func(x *scorer.M) headlineCell {
		if x.ConsensusAnswer == nil {
			return headlineCell{Value: "–"}
		}
		return rateCell(x.ConsensusAnswer.Correct)
	}, false)
	if r.repeated() {
		row("flip rate", "among cases with two or more scored predictions, those whose risks are not all equal", "lower is better", func(x *scorer.M) headlineCell {
			if x.Repeats == nil {
				return headlineCell{Value: "–"}
			}
			return rateCell(x.Repeats.FlipRate)
		}, false)
	}
	t.Notes = r.headlineNotes()
	return Section{ID: "headline", Title: "Results", template: "headline", data: t}, true
}

func (r *runReport) incomplete() bool {
	for _, run := range r.runs {
		if c := run.Metrics.Coverage; c.OK < c.Scheduled {
			return true
		}
	}
	return false
}

func (r *runReport) repeated() bool {
	for _, e := range r.entries {
		if e.M.Repeats != nil {
			return true
		}
	}
	return false
}

// baselines are the constant detectors, once when all runs scored the same cases.
func (r *runReport) baselines() []entry {
	var out []entry
	first, _ := json.Marshal(r.runs[0].Metrics.Baselines)
	same := true
	for _, run := range r.runs[1:] {
		b, _ := json.Marshal(run.Metrics.Baselines)
		same = same && bytes.Equal(first, b)
	}
	for i, run := range r.runs {
		if same && i > 0 {
			break
		}
		suffix := ""
		if !same {
			suffix = " on " + letters(i)
		}
		b := run.Metrics.Baselines
		out = append(out, entry{Label: "always low" + suffix, Run: i, M: b.AlwaysLow},
			entry{Label: "always medium" + suffix, Run: i, M: b.AlwaysMedium},
			entry{Label: "always high" + suffix, Run: i, M: b.AlwaysHigh})
	}
	return out
}

// headlineNotes are what keeps the table from misleading.
func (r *runReport) headlineNotes() []string {
	var notes []string
	if len(r.entries) == 0 {
		notes = append(notes, "No prediction was scored, so there is nothing to show but the constant answers.")
	}
	if !r.sameDataset() {
		notes = append(notes, "The runs scored different case files: their figures stand side by side but are not comparable. fcb compare refuses such runs.")
	}
	for i, run := range r.runs {
		b := run.Metrics.Baselines.AlwaysHigh
		if b.N == 0 || i > 0 && r.sameDataset() && b.N == r.runs[0].Metrics.Baselines.AlwaysHigh.N {
			continue
		}
		notes = append(notes, fmt.Sprintf("A wrong majority is labelled in %d of the %s (%s): accuracy alone says little.", b.CatchRate.N, plural(b.N, "selected case"), percentOf(b.CatchRate.N, b.N)))
		if k := scorer.FewestSignificant(b.N); k > 0 {
			notes = append(notes, fmt.Sprintf("Two detectors that differ by fewer than %d of these cases (%s) cannot be told apart (exact McNemar test, 5%%). Use fcb compare for two runs on the same cases.", k, fixed(float64(k)/float64(b.N))))
		}
	}
	for i, run := range r.runs {
		m := run.Metrics
		who := "Proportions"
		if len(r.runs) > 1 {
			who = letters(i) + ": proportions"
		}
		notes = append(notes, fmt.Sprintf("%s have 95%% Wilson intervals; macro-F1 has a bootstrap interval, stratified by category (%s resamples, seed %d).", who, grouped(m.Run.Bootstrap), m.Run.Seed))
	}
	for _, e := range r.entries {
		if e.Judge && (*e.M.JudgeFailed > 0 || *e.M.JudgeSkipped > 0) {
			notes = append(notes, fmt.Sprintf("%s: %d of %d predictions had no usable verdict and %d no answer to judge; their risk stands.", e.Label, *e.M.JudgeFailed, e.M.N, *e.M.JudgeSkipped))
		}
		if len(e.M.MacroF1.Absent) > 0 && !e.Judge {
			notes = append(notes, fmt.Sprintf("%s: macro-F1 averages over all three classes, though no scored case expects %s.", e.Label, orWords(e.M.MacroF1.Absent)))
		}
	}
	return notes
}

func orWords(words []string) string {
	if len(words) < 2 {
		return words[0]
	}
	return words[0] + " or " + orWords(words[1:])
}

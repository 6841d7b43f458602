// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/false-consensus/fcb/bench/study/agreement"
)

// A studyDoc is a study's results as sections, which text, Markdown and HTML lay
// out alike: what one of them says, all say.
type studyDoc struct {
	Title    string
	Lead     []string // above everything: simulation, warnings
	Sections []studySection
}

type studySection struct {
	Level  int // 2 or 3
	Title  string
	Blocks []studyBlock
}

// A studyBlock is one of a paragraph, a list, a table, a chart or a text kept as
// it is.
type studyBlock struct {
	Text  string
	List  []string
	Table *studyTable
	Chart *chart
	Pre   string
	Full  bool // left out of the terminal's text
}

type studyTable struct {
	Caption string
	Columns []column
	Head    []string
	Rows    [][]string
}

// A StudyModelRow is what a status shows of a model.
type StudyModelRow struct {
	Name string
	agreement.Requests
	Kinds map[string]int
}

// part adds a section.
func (d *studyDoc) part(level int, title string, blocks ...studyBlock) {
	d.Sections = append(d.Sections, studySection{level, title, blocks})
}

func para(format string, a ...any) studyBlock { return studyBlock{Text: fmt.Sprintf(format, a...)} }

func newStudyDoc(r *agreement.Study) *studyDoc {
	d := &studyDoc{Title: r.Title}
	if r.Simulated {
		d.Lead = append(d.Lead, "SIMULATION. "+r.SimulationNote())
	}
	d.Lead = append(d.Lead, r.Warnings...)
	q := r.Requests
	d.part(2, "The study",
		para("%s", r.Question),
		para("%d answers wanted: %d came, %d refused, %d failed, %d of unknown outcome, %d not asked for. Each was asked for once.", q.Scheduled, q.Answered, q.Refused, q.Failed, q.Unknown, q.Unattempted),
		studyBlock{Text: fmt.Sprintf("Frozen %s with fcb %s, seed %d; manifest SHA-256 %s.", r.FrozenAt, r.ToolVersion, r.Seed, r.ManifestSHA256), Full: true})
	for _, name := range slices.Sorted(maps.Keys(r.Strata)) {
		d.stratum(name, r.Strata[name], r)
	}
	d.roster(r)
	d.part(2, "Disclosure", para("Interests: %s", r.Disclosure.Interests), para("AI assistance: %s", r.Disclosure.AIAssistance))
	d.Sections[len(d.Sections)-1].Blocks[0].Full, d.Sections[len(d.Sections)-1].Blocks[1].Full = true, true
	d.part(2, "What these numbers leave out", studyBlock{List: r.Caveats})
	return d
}

func (d *studyDoc) stratum(name string, s *agreement.Stratum, r *agreement.Study) {
	rows := [][]string{}
	for _, t := range s.LevelNames() {
		x := s.Thresholds[t]
		rows = append(rows, []string{levelName(t, s.Models), fractionOf(x.Selected, s.Complete), shareOf(x.Coverage), fractionOf(x.Selected, s.Scheduled), shareOf(x.CoverageScheduled),
			fractionOf(x.Correct, x.Selected), shareOf(x.Accuracy), spanOf(x.Wilson)})
	}
	blocks := []studyBlock{}
	if s.Note != "" {
		blocks = append(blocks, studyBlock{Text: s.Note, Full: true})
	}
	all := s.Thresholds[strconv.Itoa(s.Models)]
	blocks = append(blocks, para("%s", headlineOf(s, all)),
		studyBlock{Table: &studyTable{"How accurate is what so many agree on", []column{left, right, right, right, right, right, right, left},
			[]string{"same answer", "of complete", "", "of scheduled", "", "right", "accuracy", "95% interval"}, rows}},
		studyBlock{Chart: levelChart(s), Full: true},
		para("Patterns of answers on complete panels: %s. Where no answer has more than half of the models%s, there is no majority.", patterns(s.PatternCounts), map[bool]string{true: ", as in 2-2-1"}[s.Models == 5]),
		para("INSUFFICIENT is the key of %s; all models say so on %d of them, and on %s that the documents do settle.", plural(s.Insufficient.Keys, "question"), s.Insufficient.UnanimousCorrect, plural(s.Insufficient.UnanimousFalse, "question")))
	d.part(2, "Stratum "+name, blocks...)
	d.models(s)
	d.families(s)
	d.repeat(s)
	d.wrong(s) // last: it can be long
}

func headlineOf(s *agreement.Stratum, all agreement.Threshold) string {
	if all.Accuracy == nil {
		return fmt.Sprintf("%s, %s of %d models. All models agree on none: %s.", plural(s.Scheduled, "question"), plural(s.Complete, "complete panel"), s.Models, all.Reason)
	}
	return fmt.Sprintf("%s, %s of %d models. All models agree on %d; %d of those %d answers are right (%s, 95%% interval %s).",
		plural(s.Scheduled, "question"), plural(s.Complete, "complete panel"), s.Models, all.Selected, all.Correct, all.Selected, shareOf(all.Accuracy), spanOf(all.Wilson))
}

func (d *studyDoc) wrong(s *agreement.Stratum) {
	if len(s.Wrong) == 0 {
		d.part(3, "Unanimous and wrong", para("%s", s.WrongNote))
		return
	}
	blocks := []studyBlock{para("%s: %s.", plural(len(s.Wrong), "question"), strings.Join(s.UnanimousWrong, ", "))}
	for _, w := range s.Wrong {
		lure := ""
		if w.Lure != "" && w.Lure == w.Answer {
			lure = " This is the answer that the question's trap leads to."
		}
		blocks = append(blocks, studyBlock{Text: fmt.Sprintf("%s (%s): all models answer %q; the key is %q.%s", w.ID, w.Family, w.Answer, w.Key, lure), Full: true},
			studyBlock{Pre: w.Question, Full: true})
		for _, e := range w.Explanations {
			blocks = append(blocks, studyBlock{Text: e.Model + " wrote:", Full: true}, studyBlock{Pre: e.Raw, Full: true})
		}
	}
	d.part(3, "Unanimous and wrong", blocks...)
}

func (d *studyDoc) models(s *agreement.Stratum) {
	var rows [][]string
	for _, m := range s.PerModel {
		rows = append(rows, []string{m.Name, fractionOf(m.Correct, m.Valid), shareOf(m.Accuracy), spanOf(m.Wilson), fractionOf(m.Failures, m.Valid+m.Failures), kinds(s.Failures[m.Name])})
	}
	blocks := []studyBlock{{Table: &studyTable{"Each model, over its valid first answers", []column{left, right, right, left, right, left},
		[]string{"model", "right", "accuracy", "95% interval", "failures", "kinds"}, rows}}}
	if b := s.Best; b != nil {
		blocks = append(blocks, para("Best observed: %s, %s (%s). %s", strings.Join(b.Names, ", "), fractionOf(b.Correct, b.Valid), shareOf(b.Accuracy), b.Note))
	}
	d.part(3, "Models", blocks...)
}

func (d *studyDoc) families(s *agreement.Stratum) {
	all := strconv.Itoa(s.Models)
	var rows [][]string
	for _, f := range slices.Sorted(maps.Keys(s.ByFamily)) {
		x, rest := s.ByFamily[f], s.LeaveOneOut[f].Thresholds[all]
		t := x.Thresholds[all]
		rows = append(rows, []string{f, fractionOf(x.Complete, x.Scheduled), fractionOf(t.Selected, x.Complete), fractionOf(t.Correct, t.Selected), shareOf(t.Accuracy), spanOf(t.Wilson),
			fractionOf(rest.Correct, rest.Selected), shareOf(rest.Accuracy)})
	}
	d.part(3, "Families of questions", studyBlock{Table: &studyTable{"Unanimous answers by family, and of all others when the family is left out", []column{left, right, right, right, right, left, right, right},
		[]string{"family", "complete", "unanimous", "right", "accuracy", "95% interval", "right without", "accuracy"}, rows}}, studyBlock{Chart: familyChart(s), Full: true})
}

func (d *studyDoc) repeat(s *agreement.Stratum) {
	p := s.Repeat
	if p == nil {
		d.part(3, "Repeat run", para("None: %s.", s.RepeatReason))
		return
	}
	if p.Stability == nil {
		d.part(3, "Repeat run", para("%s asked again; n/a: %s.", plural(p.Questions, "question"), p.Reason))
		return
	}
	t := p.Transitions
	var rows [][]string
	for _, m := range p.PerModel {
		rows = append(rows, []string{m.Name, fractionOf(m.Stable, m.BothValidPairs), shareOf(m.Stability)})
	}
	d.part(3, "Repeat run",
		para("%s asked again, reported apart: %s pairs of valid answers are equal (%s, 95%% interval %s).", plural(p.Questions, "question"), fractionOf(p.Stable, p.BothValidPairs), shareOf(p.Stability), spanOf(p.Wilson)),
		para("Of %d panels complete in both runs, %d are unanimous in both (%d with another answer), %d only in the first, %d only in the second, %d in neither.", p.CompleteBoth, t.Both, p.ChangedAnswer, t.FirstOnly, t.SecondOnly, t.Neither),
		studyBlock{Table: &studyTable{"", []column{left, right, right}, []string{"model", "equal", "stability"}, rows}, Full: true})
}

func (d *studyDoc) roster(r *agreement.Study) {
	var rows [][]string
	var notes []string
	for _, m := range r.Roster {
		provider := m.Provider
		latency, tokens := "n/a", "n/a"
		if m.Latency != nil {
			latency = fmt.Sprintf("%.0f / %.0f", m.Latency.Median, m.Latency.P90)
		}
		if m.Tokens != nil {
			tokens = fmt.Sprintf("%d / %d", m.Tokens.Input, m.Tokens.Output)
		}
		rows = append(rows, []string{m.Name, m.Family, provider, orDash(m.Requested), orDash(strings.Join(m.Reported, ", ")), latency, tokens, m.Cost})
		notes = append(notes, fmt.Sprintf("%s: %s", m.Name, strings.Join(append(slices.Clone(m.Parameters), m.Differences...), "; ")))
	}
	d.part(2, "Roster", para("Distinct families, not selected by score, not the strongest models and not equal in price or compute."),
		studyBlock{Table: &studyTable{"Latency is API time under this concurrency; costs are estimates", []column{left, left, left, left, left, right, right, right},
			[]string{"model", "family", "provider", "requested", "reported", "median / p90 ms", "tokens in / out", "USD"}, rows}, Full: true},
		studyBlock{List: notes, Full: true},
		para("Spent USD %s (estimate, pilots USD %s included), cap USD %s%s.", r.Cost.Spent, r.Cost.Pilots, r.Cost.Cap, pricesOf(r.Cost.PricesAsOf)))
}

func pricesOf(date string) string {
	if date == "" {
		return ""
	}
	return ", prices assumed as of " + date
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// levelName words a threshold.
func levelName(t string, models int) string {
	if t == strconv.Itoa(models) {
		return "all " + t
	}
	return t + " or more of " + strconv.Itoa(models)
}

func patterns(counts map[string]int) string {
	if len(counts) == 0 {
		return "none"
	}
	names := slices.Sorted(maps.Keys(counts))
	slices.Reverse(names)
	parts := make([]string, len(names))
	for i, n := range names {
		parts[i] = fmt.Sprintf("%s on %d", n, counts[n])
	}
	return strings.Join(parts, ", ")
}

func kinds(counts map[string]int) string {
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%s %d", k, counts[k]))
	}
	return strings.Join(parts, ", ")
}

func fractionOf(k, n int) string { return fmt.Sprintf("%d/%d", k, n) }

func shareOf(v *float64) string {
	if v == nil {
		return "n/a"
	}
	return fixed(*v)
}

func spanOf(i *[2]float64) string {
	if i == nil {
		return "n/a"
	}
	return fixed(i[0]) + " to " + fixed(i[1])
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"github.com/false-consensus/fcb/predictions"
)

// Score judges predictions against the selected cases. It never pools engines:
// each has its own M over its own ok predictions. The result depends on nothing
// but in; the order of predictions does not matter.
//
// An error means that in is not what a reader of predictions should hand over
// (an unknown or doubled id, an ok prediction without a usable risk).
func Score(in Input) (*Metrics, error) {
	rows, err := rowsOf(in)
	if err != nil {
		return nil, err
	}
	s := &scoring{in: in, rows: rows, groups: newGrouping(rows)}
	if len(in.Cases) > 0 {
		s.perCase = len(rows) / len(in.Cases)
	}
	in.Run.Seed, in.Run.Bootstrap = in.Seed, in.Bootstrap
	m := &Metrics{
		Format: Format, Dataset: in.Dataset, Run: in.Run, Coverage: coverageOf(rows),
		Engines: map[string]*M{}, Pipelines: Pipelines{Judge: map[string]*M{}},
		Baselines: s.baselines(),
	}
	for _, engine := range engineNames(rows) {
		own, scheduled := s.of(engine)
		m.Engines[engine] = s.measure(own, scheduled)
		m.Engines[engine].ConsensusAnswer = newConsensusAnswer(own, s.perCase > 1)
		if !in.Run.Judge {
			continue
		}
		own, failed, skipped := judged(own)
		scheduled, _, _ = judged(scheduled)
		p := s.measure(own, scheduled)
		p.ConsensusAnswer = m.Engines[engine].ConsensusAnswer // the judge does not change it
		p.JudgeFailed, p.JudgeSkipped = &failed, &skipped
		m.Pipelines.Judge[engine] = p
	}
	return m, nil
}

// scoring is what every M of one result shares.
type scoring struct {
	in      Input
	rows    []row
	groups  *grouping
	perCase int // predictions scheduled per case
}

// of gives the ok rows of an engine, and those together with all rows that are
// not ok, both in dataset order. The two may share memory; nobody writes to them.
func (s *scoring) of(engine string) (own, scheduled []row) {
	var n, missing int
	for i := range s.rows {
		switch r := &s.rows[i]; {
		case !r.ok():
			missing++
		case r.engine == engine:
			n++
		}
	}
	if n == len(s.rows) {
		return s.rows, s.rows
	}
	own, scheduled = make([]row, 0, n), make([]row, 0, n+missing)
	for i := range s.rows {
		switch r := &s.rows[i]; {
		case !r.ok():
			scheduled = append(scheduled, *r)
		case r.engine == engine:
			own = append(own, *r)
			scheduled = append(scheduled, *r)
		}
	}
	return own, scheduled
}

// baselines are the detectors that answer every selected case, once, with one
// class. Cases that no table can tell apart are one row, counted.
func (s *scoring) baselines() Baselines {
	type profile struct {
		labels *labels
		counts uint32
		truth  int
		thin   bool
	}
	var rows []row
	position := map[profile]int{}
	for i := range s.rows {
		r := &s.rows[i]
		if i > 0 && s.rows[i-1].c == r.c {
			continue
		}
		p := profile{r.f.labels, r.f.counts, r.truth, r.f.thin}
		at, ok := position[p]
		if !ok {
			at = len(rows)
			position[p] = at
			rows = append(rows, row{c: r.c, f: r.f, truth: r.truth})
		}
		rows[at].times++
	}
	once := *s
	once.perCase = 1
	var m [classes]*M
	for class := range m {
		for i := range rows {
			rows[i].risk = class
		}
		m[class] = once.measure(rows, rows)
	}
	return Baselines{AlwaysLow: m[low], AlwaysMedium: m[medium], AlwaysHigh: m[high]}
}

// measure computes everything that follows from the predicted classes.
func (s *scoring) measure(own, scheduled []row) *M {
	table, by := confusionOf(own), s.groups.splits(own)
	m := &M{
		N: table.N(), MacroF1: newMacroF1(own, s.in), PerClass: newPerClass(table), Confusion: newConfusion(table),
		PerCategory: by[byCategory], PerSource: by[bySource], PerTag: by[byTag], ThinAnswers: newThinAnswers(own),
		Scheduled: newScheduled(scheduled), Repeats: newRepeats(own, s.perCase),
	}
	for i, metric := range Table() {
		if f := m.field(metric.Name); f != nil {
			*f = metric.rate(i, own)
		}
	}
	return m
}

func coverageOf(rows []row) Coverage {
	c := Coverage{Scheduled: len(rows), ByEngine: map[string]int{}}
	for i := range rows {
		r := &rows[i]
		switch {
		case r.ok():
			c.OK++
			c.ByEngine[r.engine]++
		case r.status() == predictions.Failed:
			c.Failed++
		case r.status() == predictions.Unknown:
			c.Unknown++
		default:
			c.Unattempted++
		}
	}
	return c
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import "github.com/false-consensus/fcb/scorer"

// tradeoff is the chart of false alarms against catch rate. All positions are in
// units of the drawing.
type tradeoff struct {
	Ticks     []plotTick
	Points    []tradeoffPoint
	Baselines []tradeoffPoint
	Left      []string // entries that cannot be drawn
}

type plotTick struct{ X, Y, Label string }

type tradeoffPoint struct {
	Number               int
	Label                string
	X, Y                 string
	XLo, XHi, YLo, YHi   string // whiskers
	HasX, HasY           bool
	FalseAlarms, Catches scorer.Rate
	TextX, TextY, Anchor string
}

// The plot area is 400 by 300 units with its upper left corner at (60, 20).
const (
	plotLeft, plotTop, plotWidth, plotHeight = 60.0, 20.0, 400.0, 300.0
)

func plotX(v float64) string { return coordinate(plotLeft + plotWidth*v) }
func plotY(v float64) string { return coordinate(plotTop + plotHeight*(1-v)) }

// tradeoffSection draws what a detector buys with its false alarms.
func tradeoffSection(r *runReport) (Section, bool) {
	t := tradeoff{}
	for _, v := range []float64{0, 0.25, 0.5, 0.75, 1} {
		t.Ticks = append(t.Ticks, plotTick{plotX(v), plotY(v), fixedTick(v)})
	}
	for _, e := range r.entries {
		p, ok := pointOf(e)
		if !ok {
			t.Left = append(t.Left, e.Label)
			continue
		}
		t.Points = append(t.Points, p)
	}
	if len(t.Points) == 0 {
		return Section{}, false
	}
	seen := map[[2]string]int{}
	for _, e := range r.baselines() {
		p, ok := pointOf(e)
		if !ok {
			continue
		}
		at := [2]string{p.X, p.Y}
		if i, there := seen[at]; there {
			t.Baselines[i].Label += ", " + p.Label
			continue
		}
		seen[at] = len(t.Baselines)
		p.TextX, p.TextY, p.Anchor = coordinate(plotLeft+plotWidth*p.FalseAlarms.Value.Value+10), coordinate(plotTop+plotHeight*(1-p.Catches.Value.Value)-8), "start"
		if p.FalseAlarms.Value.Value > 0.5 {
			p.TextX, p.TextY, p.Anchor = coordinate(plotLeft+plotWidth*p.FalseAlarms.Value.Value-10), coordinate(plotTop+plotHeight*(1-p.Catches.Value.Value)+18), "end"
		}
		t.Baselines = append(t.Baselines, p)
	}
	return Section{ID: "tradeoff", Title: "Catches against false alarms", template: "tradeoff", data: t}, true
}

func fixedTick(v float64) string {
	switch v {
	case 0:
		return "0"
	case 1:
		return "1"
	}
	return fixed(v)[:4]
}

func pointOf(e entry) (tradeoffPoint, bool) {
	x, y := e.M.FalseAlarmRate, e.M.CatchRate
	if !x.Value.Defined || !y.Value.Defined {
		return tradeoffPoint{}, false
	}
	p := tradeoffPoint{Number: e.Number, Label: e.Label, X: plotX(x.Value.Value), Y: plotY(y.Value.Value), FalseAlarms: x, Catches: y}
	if x.CI95 != nil {
		p.HasX, p.XLo, p.XHi = true, plotX(x.CI95.Lo), plotX(x.CI95.Hi)
	}
	if y.CI95 != nil {
		p.HasY, p.YLo, p.YHi = true, plotY(y.CI95.Lo), plotY(y.CI95.Hi)
	}
	return p, true
}

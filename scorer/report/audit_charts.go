// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/false-consensus/fcb/scorer/audit"
)

// reliabilityChart draws accuracy by stated confidence, before and after
// isotonic recalibration, with the line on which a probability would lie.
func reliabilityChart(r *audit.Result) *chart {
	c := newChart("Reliability diagram: accuracy of the answers in each tenth of stated confidence, before and after recalibration", "confidence", "accuracy")
	x, y := c.axes(0, 1, 0, 1)
	c.line("d", x, y, []point{{x: 0, y: 0}, {x: 1, y: 1}})
	c.line("a", x, y, binPoints(r.Calibration.Bins, "as stated"))
	if r.Recalibration.Isotonic.N > 0 {
		c.line("b", x, y, binPoints(r.Recalibration.Isotonic.Bins, "recalibrated"))
	}
	return c
}

func binPoints(bins []audit.ReliabilityBin, name string) (out []point) {
	for _, b := range bins {
		if b.N > 0 {
			out = append(out, point{float64(b.MeanConf), float64(b.Accuracy),
				fmt.Sprintf("%s: %s with mean confidence %s, accuracy %s", name, plural(b.N, "answer"), share3(b.MeanConf), share3(b.Accuracy))})
		}
	}
	return out
}

// coverageChart draws the accuracy of what is accepted by how much is.
func coverageChart(r *audit.Result) *chart {
	c := newChart("Risk-coverage curve: accuracy of the answers kept when only the most confident are accepted", "share accepted", "accuracy of the accepted")
	lo := 1.0
	var points []point
	rows := r.Calibration.RiskCoverage
	for _, row := range rows {
		lo = min(lo, float64(row.Accuracy))
		p := point{x: float64(row.Coverage), y: float64(row.Accuracy)}
		if len(rows) <= 101 {
			p.title = fmt.Sprintf("from %s: %s accepted, accuracy %s", share3(row.Threshold), share3(row.Coverage), share3(row.Accuracy))
		}
		points = append(points, p)
	}
	base := float64(r.Calibration.Accuracy)
	x, y := c.axes(0, 1, min(lo, base), 1)
	c.line("d", x, y, []point{{x: 0, y: base}, {x: 1, y: base}})
	c.line("a", x, y, points)
	return c
}

// A bar chart with names is laid out by rows: one bar a name, with its interval.
func rowChart(label, title string, names []string, values []audit.Number, intervals []audit.Interval) *chart {
	c := newChart(label, title, "")
	c.Left, c.Height = 190, 40+24*len(names)
	c.Bottom = float64(c.Height) - 36
	hi := 0.0
	for i, v := range values {
		if v.Defined() {
			hi = math.Max(hi, float64(v))
		}
		if intervals[i].OK {
			hi = math.Max(hi, intervals[i].Hi)
		}
	}
	for _, v := range niceTicks(0, hi, 8) {
		if v <= hi {
			x := scale{0, hi, c.Left, c.Right}
			c.XTicks = append(c.XTicks, tick{units(x.at(v)), short(v)})
		}
	}
	x := scale{0, hi, c.Left, c.Right}
	for i, name := range names {
		top := c.Top + 24*float64(i)
		c.YTicks = append(c.YTicks, tick{units(top + 8), strings.ReplaceAll(name, "_", " ")})
		if !values[i].Defined() {
			continue
		}
		text := fmt.Sprintf("%s: %s", strings.ReplaceAll(name, "_", " "), share3(values[i]))
		if intervals[i].OK {
			text += ", 95% interval " + span3(intervals[i])
			c.Lines = append(c.Lines, chartLine{Class: "i", Points: fmt.Sprintf("%s,%s %s,%s", units(x.at(intervals[i].Lo)), units(top+8), units(x.at(intervals[i].Hi)), units(top+8))})
		}
		c.Bars = append(c.Bars, chartBar{units(c.Left), units(top), units(math.Max(x.at(float64(values[i]))-c.Left, 0)), "16", text})
	}
	return c
}

func routerChart(r *audit.Result, intervals *audit.RoutingIntervals) *chart {
	values, spans := make([]audit.Number, len(audit.RouterNames)), make([]audit.Interval, len(audit.RouterNames))
	for i, name := range audit.RouterNames {
		values[i], spans[i] = r.Routing.Routers[name], intervals.Routers[name]
	}
	return rowChart("Share of blocks that each replayed router gets right, with 95 percent intervals", "right", audit.RouterNames, values, spans)
}

func sourceChart(k *audit.Commitment) *chart {
	values, spans := make([]audit.Number, len(audit.SourceNames)), make([]audit.Interval, len(audit.SourceNames))
	for i, name := range audit.SourceNames {
		values[i] = k.Primary[name].Share
		if k.Interval != nil {
			spans[i] = k.Interval.Share[name]
		}
	}
	return rowChart("Where divergent answers come from, as shares of all divergent answers", "share of divergent answers", audit.SourceNames, values, spans)
}

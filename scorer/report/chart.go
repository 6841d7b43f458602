// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A chart is an SVG line or bar chart, laid out in numbers for a template; the
// style sheet gives it colours, so that it follows light and dark.
type chart struct {
	Label         string // for readers who do not see it
	Width, Height int
	Left, Right   float64
	Top, Bottom   float64
	XTitle        string
	YTitle        string
	XTicks        []tick
	YTicks        []tick
	Lines         []chartLine
	Bars          []chartBar
}

type tick struct {
	At   string // in SVG units
	Text string
}

type chartLine struct {
	Class  string
	Points string // of a polyline
	Dots   []dot
}

type dot struct{ X, Y, Title string }

type chartBar struct{ X, Y, W, H, Title string }

// A point of a chart; a NaN y leaves a gap.
type point struct {
	x, y  float64
	title string
}

const (
	chartWidth  = 640
	chartHeight = 260
)

func newChart(label, xTitle, yTitle string) *chart {
	return &chart{Label: label, XTitle: xTitle, YTitle: yTitle, Width: chartWidth, Height: chartHeight, Left: 56, Right: chartWidth - 12, Top: 12, Bottom: chartHeight - 44}
}

// scale places values of lo..hi between two ends in SVG units.
type scale struct{ lo, hi, from, to float64 }

func (s scale) at(v float64) float64 {
	if s.hi == s.lo {
		return (s.from + s.to) / 2
	}
	return s.from + (v-s.lo)/(s.hi-s.lo)*(s.to-s.from)
}

// axes sets the ticks of both axes and gives their scales, widened to ticks.
func (c *chart) axes(xlo, xhi, ylo, yhi float64) (x, y scale) {
	xt, yt := niceTicks(xlo, xhi, 8), niceTicks(ylo, yhi, 5)
	x = scale{xlo, xhi, c.Left, c.Right}
	y = scale{min(ylo, yt[0]), max(yhi, yt[len(yt)-1]), c.Bottom, c.Top}
	for _, v := range xt {
		if v >= xlo && v <= xhi {
			c.XTicks = append(c.XTicks, tick{units(x.at(v)), short(v)})
		}
	}
	for _, v := range yt {
		c.YTicks = append(c.YTicks, tick{units(y.at(v)), short(v)})
	}
	return x, y
}

// line adds a series; points apart from gaps get dots with titles.
func (c *chart) line(class string, x, y scale, points []point) {
	l := chartLine{Class: class}
	var b strings.Builder
	for _, p := range points {
		if math.IsNaN(p.y) {
			continue
		}
		px, py := units(x.at(p.x)), units(y.at(p.y))
		fmt.Fprintf(&b, "%s,%s ", px, py)
		if p.title != "" {
			l.Dots = append(l.Dots, dot{px, py, p.title})
		}
	}
	l.Points = strings.TrimSpace(b.String())
	c.Lines = append(c.Lines, l)
}

// bar adds a bar between two x values.
func (c *chart) bar(x, y scale, from, to, height float64, title string) {
	left, right, top := x.at(from), x.at(to), y.at(height)
	c.Bars = append(c.Bars, chartBar{units(left + 1), units(top), units(math.Max(right-left-2, 1)), units(math.Max(c.Bottom-top, 0)), title})
}

// niceTicks are at most n+2 round numbers from at or below lo to at or above hi.
func niceTicks(lo, hi float64, n int) []float64 {
	if !(hi > lo) {
		hi = lo + 1
	}
	step := math.Pow(10, math.Floor(math.Log10((hi-lo)/float64(n))))
	for _, k := range []float64{1, 2, 2.5, 5, 10} {
		if (hi-lo)/(k*step) <= float64(n) {
			step *= k
			break
		}
	}
	var out []float64
	for i := math.Floor(lo / step); ; i++ {
		out = append(out, i*step)
		if i*step >= hi-1e-9*step {
			return out
		}
	}
}

// units writes a coordinate; two decimals are below what a screen shows.
func units(v float64) string { return strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64) }

// short writes a tick without needless digits.
func short(v float64) string {
	return strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', -1, 64)
}

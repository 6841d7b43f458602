// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/false-consensus/fcb/scorer/panel"
)

// voteChart draws the accuracy of majority votes, observed and independent.
func voteChart(v *panel.Votes) *chart {
	c := newChart(fmt.Sprintf("Accuracy of a majority vote of 1 to %d models, observed and if the models erred independently", v.Models), "voters", "accuracy")
	lo, hi := math.Inf(1), math.Inf(-1)
	for k := range v.Observed {
		lo = min(lo, float64(v.Observed[k]), float64(v.Independent[k]))
		hi = max(hi, float64(v.Observed[k]), float64(v.Independent[k]))
	}
	x, y := c.axes(1, float64(v.Models), lo, hi)
	series := func(values []panel.Number) (out []point) {
		for k, a := range values {
			p := point{x: float64(k + 1), y: float64(a)}
			if k%2 == 0 && len(values) <= 101 {
				p.title = fmt.Sprintf("%d voters: %s", k+1, digits(a, 4))
			}
			out = append(out, p)
		}
		return out
	}
	c.line("b", x, y, series(v.Independent))
	c.line("a", x, y, series(v.Observed))
	return c
}

// hardestChart draws the effective size as the hardest questions are taken out.
func hardestChart(rows []panel.HardestRow) *chart {
	if len(rows) < 2 {
		return nil
	}
	c := newChart("Effective number of voices as the hardest questions are taken out one by one", "hardest questions taken out", "n_eff")
	hi := 0.0
	var points []point
	for k, r := range rows {
		p := point{x: float64(k), y: float64(r.NEff), title: fmt.Sprintf("%d out: n_eff %s", k, digits(r.NEff, 3))}
		if k > 0 {
			p.title += ", last " + r.Removed[k-1]
		}
		if r.NEff.Defined() {
			hi = max(hi, p.y)
		}
		points = append(points, p)
	}
	x, y := c.axes(0, float64(len(rows)-1), 0, hi)
	c.line("a", x, y, points)
	return c
}

// difficultyBins is the number of bars of the difficulty histogram.
const difficultyBins = 20

// difficultyChart counts the questions by the share of models that are right.
func difficultyChart(questions []panel.Question) *chart {
	c := newChart("Number of questions by the share of models that got them right", "share of models right", "questions")
	var counts [difficultyBins]int
	most := 0
	for _, q := range questions {
		// In whole numbers, so that a share on an edge falls in one bin everywhere;
		// the last bin holds its upper end.
		bin := min(q.Right*difficultyBins/q.Answers, difficultyBins-1)
		counts[bin]++
		most = max(most, counts[bin])
	}
	x, y := c.axes(0, 1, 0, float64(most))
	for i, n := range counts {
		from, to := float64(i)/difficultyBins, float64(i+1)/difficultyBins
		c.bar(x, y, from, to, float64(n), fmt.Sprintf("%s to %s right: %s", short(from), short(to), plural(n, "question")))
	}
	return c
}

// A phiMatrix is a square of cells, models ordered by maker and name.
type phiMatrix struct {
	Label  string
	Size   int // of the drawing, in SVG units
	Cells  []phiCell
	Rows   []phiRow
	Lines  []string // coordinates of the borders between makers
	Margin float64
	End    string
}

type phiCell struct{ X, Y, W, Class, Opacity, Title string }

type phiRow struct{ At, Text string }

// matrixModels is the most models that get a matrix: beyond it the cells are
// too small to read and the page too large to send.
const matrixModels = 80

func newPhiMatrix(r *panel.Result) *phiMatrix {
	p := r.Phi()
	n := len(r.Models)
	if p == nil || n < 2 || n > matrixModels {
		return nil
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool { return r.Models[order[a]].Maker < r.Models[order[b]].Maker })
	side := max(9.0, min(22, 560/float64(n)))
	m := &phiMatrix{Margin: 190, Label: "Correlation of right and wrong between every two models, ordered by maker"}
	m.Size = int(m.Margin + side*float64(n) + 2)
	m.End = units(m.Margin + side*float64(n))
	for row, i := range order {
		at := m.Margin + side*float64(row)
		name := r.Models[i].Name
		m.Rows = append(m.Rows, phiRow{units(at + side*0.75), shortName(name)})
		if row > 0 && r.Models[i].Maker != r.Models[order[row-1]].Maker {
			m.Lines = append(m.Lines, units(at))
		}
		for column, j := range order {
			if i == j {
				continue
			}
			v := p.At(i, j)
			c := phiCell{X: units(m.Margin + side*float64(column)), Y: units(at), W: units(side - 0.5), Class: "pos", Opacity: units(math.Abs(v))}
			c.Title = fmt.Sprintf("%s and %s: phi %s", name, r.Models[j].Name, digits(panel.Number(v), 3))
			switch {
			case math.IsNaN(v):
				c.Class, c.Opacity = "none", "1"
				c.Title = fmt.Sprintf("%s and %s: no phi", name, r.Models[j].Name)
			case v < 0:
				c.Class = "neg"
			}
			m.Cells = append(m.Cells, c)
		}
	}
	return m
}

// shortName keeps a label inside the margin of the matrix.
func shortName(s string) string {
	r := []rune(s)
	if len(r) > 36 {
		return string(slices.Concat(r[:35], []rune("…")))
	}
	return s
}

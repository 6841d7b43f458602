// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"slices"

	"github.com/false-consensus/fcb/scorer/stats"
)

var macroF1 = Metric{
	Name: "macro_f1", Label: "macro-F1", Better: Higher,
	Definition: "unweighted mean of F1 over low, medium and high, all three always; a class without support and without predictions adds 0",
	Undefined:  "no prediction was scored",
}

// MacroF1 is the unweighted mean of F1 over the three classes with its bootstrap
// interval. CI95 is nil, and Reason says why, where no resample exists or all of
// them agree: an interval without width would claim a certainty nobody has.
type MacroF1 struct {
	Value  Number    `json:"value"` // 0..1
	N      int       `json:"n"`     // predictions scored
	CI95   *Interval `json:"ci95"`
	Method string    `json:"method"`
	Reason string    `json:"reason,omitempty"`
	Absent []string  `json:"absent"` // classes without support, in the order low, medium, high
}

// Reasons for a missing bootstrap interval.
const (
	reasonNoBootstrap = "no resamples were asked for"
	reasonAgree       = "all resamples agree"
)

// newMacroF1 computes the metric. The bootstrap resamples cases within their
// category (repeats of a case stay together) by the multinomial law of the
// distinct kinds of case; see [stats.Strata]. Every engine and baseline uses the
// same random numbers, so the result depends on neither names nor order.
func newMacroF1(rows []row, in Input) MacroF1 {
	table := confusionOf(rows)
	m := MacroF1{N: table.N(), Method: MethodBootstrap, Absent: []string{}}
	for i, name := range Risks() {
		if table.Support(i) == 0 {
			m.Absent = append(m.Absent, name)
		}
	}
	m.Value = Defined(table.MacroF1())
	switch {
	case len(rows) == 0:
		m.Reason = macroF1.Undefined
		return m
	case in.Bootstrap <= 0:
		m.Reason = reasonNoBootstrap
		return m
	}
	strata := newKinds(rows, nil)
	replicates := strata.bootstrap(in.Bootstrap, stats.NewRand(in.Seed, macroF1.Name), strata.macroF1(sideA))
	m.CI95, m.Reason = percentileInterval(replicates)
	return m
}

// percentileInterval is the interval of replicates, or nil and the reason.
func percentileInterval(replicates []float64) (*Interval, string) {
	if stats.Agree(replicates) {
		return nil, reasonAgree
	}
	i, _, ok := stats.Percentile95(replicates)
	if !ok {
		return nil, "the number does not exist in any resample"
	}
	ci := Interval(i)
	return &ci, ""
}

// confusionOf counts rows, all of which are ok.
func confusionOf(rows []row) *stats.Confusion {
	c := stats.NewConfusion(classes)
	for i := range rows {
		c.Counts[rows[i].truth][rows[i].risk] += rows[i].times
	}
	return c
}

// PerClass holds the measures of each class.
type PerClass struct {
	Low    ClassMeasures `json:"low"`
	Medium ClassMeasures `json:"medium"`
	High   ClassMeasures `json:"high"`
}

// ClassMeasures are precision, recall and F1 of one class, 0 by convention where
// their denominator is 0. Undefined is set when any of the three is such a 0:
// precision when Predicted is 0, recall when Support is 0, F1 when both are.
type ClassMeasures struct {
	Precision Number `json:"precision"`
	Recall    Number `json:"recall"`
	F1        Number `json:"f1"`
	Support   int    `json:"support"`
	Predicted int    `json:"predicted"`
	Undefined bool   `json:"undefined,omitempty"`
}

// Confusion is the table of counts: rows expected, columns predicted.
type Confusion struct {
	Labels []string `json:"labels"`
	Counts [][]int  `json:"counts"`
}

func newPerClass(c *stats.Confusion) PerClass {
	var m [classes]ClassMeasures
	for i := range m {
		s := c.Class(i)
		m[i] = ClassMeasures{Defined(s.Precision), Defined(s.Recall), Defined(s.F1), s.Support, s.Predicted, s.Undefined}
	}
	return PerClass{m[low], m[medium], m[high]}
}

func newConfusion(c *stats.Confusion) Confusion {
	counts := make([][]int, classes)
	for i := range counts {
		counts[i] = slices.Clone(c.Counts[i])
	}
	return Confusion{Risks(), counts}
}

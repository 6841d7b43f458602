// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"fmt"
	"math"

	"github.com/false-consensus/fcb/scorer/stats"
)

// Figures are the calibration figures of one set of confidences. They are
// defined in package stats.
type Figures struct {
	N          int    `json:"n"`
	ECEWidth10 Number `json:"ece_width_10"`
	ECEWidth15 Number `json:"ece_width_15"`
	ECEWidth20 Number `json:"ece_width_20"`
	ECEMass10  Number `json:"ece_mass_10"`
	ECEMass15  Number `json:"ece_mass_15"`
	ECEMass20  Number `json:"ece_mass_20"`
	MCE        Number `json:"mce"` // of the ten bins of equal width
	Brier      Number `json:"brier"`
	Parts      *Parts `json:"brier_decomposition"`
	AUROC      Number `json:"auroc"`
	MeanConf   Number `json:"mean_conf"`
	Accuracy   Number `json:"accuracy"`
	Gap        Number `json:"gap"` // mean confidence minus accuracy
	AUARC      Number `json:"auarc"`
	AURC       Number `json:"aurc"`
}

// Parts decompose the Brier score: reliability - resolution + uncertainty.
type Parts struct {
	Reliability Number `json:"reliability"`
	Resolution  Number `json:"resolution"`
	Uncertainty Number `json:"uncertainty"`
}

// ReliabilityBin is a bin of a reliability diagram.
type ReliabilityBin struct {
	N        int    `json:"n"`
	MeanConf Number `json:"mean_conf"`
	Accuracy Number `json:"accuracy"`
}

// CoverageRow is a point of the risk-coverage curve.
type CoverageRow struct {
	Threshold Number `json:"threshold"`
	N         int    `json:"n"`
	Coverage  Number `json:"coverage"`
	Accuracy  Number `json:"accuracy"`
	Risk      Number `json:"risk"`
}

// FigureIntervals are cluster-bootstrap intervals of Figures.
type FigureIntervals struct {
	ECEWidth10 Interval `json:"ece_width_10"`
	ECEWidth15 Interval `json:"ece_width_15"`
	ECEWidth20 Interval `json:"ece_width_20"`
	ECEMass10  Interval `json:"ece_mass_10"`
	ECEMass15  Interval `json:"ece_mass_15"`
	ECEMass20  Interval `json:"ece_mass_20"`
	Brier      Interval `json:"brier"`
	AUROC      Interval `json:"auroc"`
	MeanConf   Interval `json:"mean_conf"`
	Accuracy   Interval `json:"accuracy"`
	Gap        Interval `json:"gap"`
	AUARC      Interval `json:"auarc"`
}

// Calibration says whether confidence is a probability: over all valid polls
// with a number and a known correctness.
type Calibration struct {
	Figures
	ECERank10     Number            `json:"ece_rank_10"` // ties split in block order; for comparison with tools that do so
	ECERank15     Number            `json:"ece_rank_15"`
	ECERank20     Number            `json:"ece_rank_20"`
	Bins          []ReliabilityBin  `json:"bins_width_10"`
	ThresholdRows []CoverageRow     `json:"threshold_rows"`
	RiskCoverage  []CoverageRow     `json:"risk_coverage"`
	Thinned       bool              `json:"risk_coverage_thinned"` // every k-th point of more than maxCurve
	Interval      *FigureIntervals  `json:"interval"`
	Dropped       int               `json:"n_draws_without_auroc"` // resamples in which one class only occurred
	Reasons       map[string]string `json:"reasons,omitempty"`
}

const maxCurve = 1001

var coverageThresholds = []float64{0.5, 0.7, 0.9}

func figuresOf(g stats.Grades) Figures {
	f := Figures{N: int(g.Rows()), Brier: Number(g.Brier()), AUROC: Number(g.AUROC()), MeanConf: Number(g.MeanConfidence()),
		Accuracy: Number(g.Accuracy()), AUARC: Number(g.AUARC())}
	f.Gap, f.AURC = f.MeanConf-f.Accuracy, 1-f.AUARC
	width := g.WidthBins(10)
	f.MCE, f.ECEWidth10 = Number(stats.MCE(width)), Number(stats.ECE(width))
	f.ECEWidth15, f.ECEWidth20 = Number(stats.ECE(g.WidthBins(15))), Number(stats.ECE(g.WidthBins(20)))
	f.ECEMass10, f.ECEMass15, f.ECEMass20 = Number(stats.ECE(g.MassBins(10))), Number(stats.ECE(g.MassBins(15))), Number(stats.ECE(g.MassBins(20)))
	if f.N > 0 {
		rel, res, unc := g.BrierParts()
		f.Parts = &Parts{Number(rel), Number(res), Number(unc)}
	}
	return f
}

func reliability(g stats.Grades) []ReliabilityBin {
	out := []ReliabilityBin{}
	if g.Rows() == 0 {
		return out
	}
	for _, b := range g.WidthBins(10) {
		out = append(out, ReliabilityBin{int(b.N), Number(b.MeanConf), Number(b.MeanActual)})
	}
	return out
}

func coverageRow(p stats.CoveragePoint) CoverageRow {
	return CoverageRow{Number(p.Threshold), int(p.N), Number(p.Coverage), Number(p.Accuracy), Number(1 - p.Accuracy)}
}

func coverageCurve(g stats.Grades) (rows []CoverageRow, thinned bool) {
	points := g.RiskCoverage()
	rows = []CoverageRow{}
	step := 1
	if len(points) > maxCurve {
		step, thinned = (len(points)+maxCurve-1)/maxCurve, true
	}
	for i, p := range points {
		if i%step == 0 || i == len(points)-1 {
			rows = append(rows, coverageRow(p))
		}
	}
	return rows, thinned
}

// calibrate makes the section from the graded polls.
func calibrate(c *Corpus, l *levels) *Calibration {
	g := l.grades()
	k := &Calibration{Figures: figuresOf(g), Bins: reliability(g), Reasons: map[string]string{}}
	k.RiskCoverage, k.Thinned = coverageCurve(g)
	if k.Thinned {
		k.Reasons["risk_coverage"] = fmt.Sprintf("%d distinct confidences: evenly thinned to about %d points", len(g.Value), maxCurve)
	}
	k.ThresholdRows = []CoverageRow{}
	for _, t := range coverageThresholds {
		k.ThresholdRows = append(k.ThresholdRows, coverageRow(g.AtThreshold(t)))
	}
	ranks := []*stats.RankECE{stats.NewRankECE(g, 10), stats.NewRankECE(g, 15), stats.NewRankECE(g, 20)}
	for i := range c.conf.len() {
		if f := c.flags.at(i); f&flagKnown != 0 && !math.IsNaN(c.conf.at(i)) {
			for _, r := range ranks {
				r.Add(c.conf.at(i), f&flagCorrect != 0)
			}
		}
	}
	k.ECERank10, k.ECERank15, k.ECERank20 = Number(ranks[0].Value()), Number(ranks[1].Value()), Number(ranks[2].Value())
	switch {
	case k.N == 0:
		k.Reasons["n"] = "no valid poll has both a number and a known correctness"
	case !k.AUROC.Defined():
		k.Reasons["auroc"] = "all answers are " + map[bool]string{true: "correct", false: "wrong"}[k.Accuracy > 0.5]
	}
	return k
}

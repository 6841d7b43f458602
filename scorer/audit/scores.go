// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"fmt"
	"math"
	"slices"

	"github.com/false-consensus/fcb/scorer/stats"
)

// ScoreComparison compares the named scores of candidates with the stated
// confidence, each on the polls that have both (valid, correctness known).
type ScoreComparison struct {
	Scores  map[string]ScoreFigures `json:"scores"`
	Reasons map[string]string       `json:"reasons,omitempty"`
}

// ScoreFigures compare one score with the confidence on the same rows.
type ScoreFigures struct {
	N                   int      `json:"n"`
	AUROC               Number   `json:"auroc"`
	AUROCConfidence     Number   `json:"auroc_confidence"`
	AUROCDifference     Number   `json:"auroc_difference"`          // score minus confidence
	DifferenceInterval  Interval `json:"auroc_difference_interval"` // paired cluster bootstrap
	Accepted            Number   `json:"accuracy_at_half_coverage"` // of the half with the highest scores, ties at random
	AcceptedConfidence  Number   `json:"accuracy_at_half_coverage_confidence"`
	AcceptedDifference  Number   `json:"accuracy_at_half_coverage_difference"`
	AcceptedDifferenceI Interval `json:"accuracy_at_half_coverage_difference_interval"`
}

// cellsOf counts rows by cluster and distinct number, for resampling.
func cellsOf(x []float64, cluster []int32, clusters int, y []bool) *stats.GradeCells {
	value := slices.Clone(x)
	slices.Sort(value)
	value = slices.Compact(value)
	look := lookup{value: value}
	keys := make([]uint64, len(x)) // cluster, place of the number, outcome
	for i := range x {
		keys[i] = uint64(cluster[i])<<33 | uint64(look.of(x[i]))<<1
		if y[i] {
			keys[i] |= 1
		}
	}
	slices.Sort(keys)
	cells := stats.NewGradeCells(value)
	at := 0
	for g := range clusters {
		for at < len(keys) && keys[at]>>33 == uint64(g) {
			cell, rows, hits := keys[at]>>1, uint32(0), uint32(0)
			for ; at < len(keys) && keys[at]>>1 == cell; at++ {
				rows++
				hits += uint32(keys[at] & 1)
			}
			cells.Cell(uint32(cell), rows, hits)
		}
		cells.EndCluster()
	}
	return cells
}

// whole are the grades of all rows.
func whole(cells *stats.GradeCells) stats.Grades {
	g, once := cells.Room(), make([]int32, cells.Clusters())
	for i := range once {
		once[i] = 1
	}
	cells.Resample(once, g)
	return g.Grades
}

// compareScores makes the comparison; nil when candidates have no scores.
func compareScores(c *Corpus, o Options) *ScoreComparison {
	if len(c.scoreNames) == 0 {
		return nil
	}
	out := &ScoreComparison{Scores: map[string]ScoreFigures{}, Reasons: map[string]string{}}
	for s, name := range c.scoreNames {
		var x, conf []float64
		var cluster []int32
		var y []bool
		dense := map[int32]int32{} // clusters that hold a row
		for b := range c.blocks() {
			from, to := c.span(b)
			for i := from; i < to; i++ {
				if v := c.scores[s].at(i); graded(c, i) && !math.IsNaN(v) {
					g, ok := dense[c.clusterOf(b)]
					if !ok {
						g = int32(len(dense))
						dense[c.clusterOf(b)] = g
					}
					x, conf, cluster, y = append(x, v), append(conf, c.conf.at(i)), append(cluster, g), append(y, c.flags.at(i)&flagCorrect != 0)
				}
			}
		}
		f := compare(cellsOf(x, cluster, len(dense), y), cellsOf(conf, cluster, len(dense), y), len(x), o, name)
		if f.N == 0 {
			out.Reasons[name] = "no graded poll has both this score and a confidence"
		} else if !f.AUROC.Defined() {
			out.Reasons[name] = "all answers compared are of one kind, all correct or all wrong"
		}
		out.Scores[name] = f
	}
	return out
}

func compare(score, confidence *stats.GradeCells, n int, o Options, name string) ScoreFigures {
	a, b := whole(score), whole(confidence)
	f := ScoreFigures{N: n, AUROC: Number(a.AUROC()), AUROCConfidence: Number(b.AUROC()),
		Accepted: Number(a.AccuracyAtCoverage(0.5)), AcceptedConfidence: Number(b.AccuracyAtCoverage(0.5))}
	f.AUROCDifference, f.AcceptedDifference = f.AUROC-f.AUROCConfidence, f.Accepted-f.AcceptedConfidence
	if score.Clusters() < 2 || o.Bootstrap == 0 {
		return f
	}
	type room struct{ a, b *stats.Resampled }
	rooms := make([]room, max(o.Workers, 1))
	for i := range rooms {
		rooms[i] = room{score.Room(), confidence.Room()}
	}
	auroc, accepted := make([]float64, o.Bootstrap), make([]float64, o.Bootstrap)
	stats.ClusterDraws(score.Clusters(), o.Bootstrap, o.Workers, o.Seed, fmt.Sprintf("audit/scores/%s", name), func(draw, worker int, weights []int32) {
		r := &rooms[worker]
		score.Resample(weights, r.a)
		confidence.Resample(weights, r.b)
		auroc[draw] = r.a.AUROC() - r.b.AUROC()
		accepted[draw] = r.a.AccuracyAtCoverage(0.5) - r.b.AccuracyAtCoverage(0.5)
	})
	f.DifferenceInterval, f.AcceptedDifferenceI = percentile(auroc), percentile(accepted)
	return f
}

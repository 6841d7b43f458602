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

// compareScores makes the comparison; nil when candidates have no scores.
func compareScores(c *Corpus, o Options) *ScoreComparison {
	if len(c.scoreNames) == 0 {
		return nil
	}
	out := &ScoreComparison{Scores: map[string]ScoreFigures{}, Reasons: map[string]string{}}
	order, start := byCluster(c)
	for s, name := range c.scoreNames {
		score := &c.scores[s]
		use := func(i int) bool { return graded(c, i) && !math.IsNaN(score.at(i)) }
		clusters := clustersOf(c, use)
		cellsOf := func(column *levelColumn) *cells {
			at := newPlaces(column, use)
			cells := newCells(len(at.value), at.value)
			var rows []uint32
			for _, g := range clusters {
				rows = rows[:0]
				for _, b := range order[start[g]:start[g+1]] {
					from, to := c.span(int(b))
					for i := from; i < to; i++ {
						if use(i) {
							rows = append(rows, 2*at.of(i)+c.success(i))
						}
					}
				}
				slices.Sort(rows)
				cells.cluster(rows)
			}
			cells.endRun()
			return cells
		}
		f := compare(cellsOf(score), cellsOf(&c.conf), o, name)
		if f.N == 0 {
			out.Reasons[name] = "no graded poll has both this score and a confidence"
		} else if !f.AUROC.Defined() {
			out.Reasons[name] = "all answers compared are of one kind, all correct or all wrong"
		}
		out.Scores[name] = f
	}
	return out
}

// clustersOf lists the clusters that hold a candidate in use, by their first one.
func clustersOf(c *Corpus, use func(i int) bool) (list []int32) {
	seen := make([]bool, c.nClusters)
	for b := range c.blocks() {
		g := c.clusterOf(b)
		from, to := c.span(b)
		for i := from; i < to && !seen[g]; i++ {
			if use(i) {
				seen[g], list = true, append(list, g)
			}
		}
	}
	return list
}

func compare(score, confidence *cells, o Options, name string) ScoreFigures {
	a, b := score.whole(), confidence.whole()
	f := ScoreFigures{N: int(a.Rows()), AUROC: Number(a.AUROC()), AUROCConfidence: Number(b.AUROC()),
		Accepted: Number(a.AccuracyAtCoverage(0.5)), AcceptedConfidence: Number(b.AccuracyAtCoverage(0.5))}
	f.AUROCDifference, f.AcceptedDifference = f.AUROC-f.AUROCConfidence, f.Accepted-f.AcceptedConfidence
	if score.clusters < 2 || o.Bootstrap == 0 {
		return f
	}
	type room struct{ a, b *drawn }
	rooms := make([]room, max(o.Workers, 1))
	for i := range rooms {
		rooms[i] = room{score.room(), confidence.room()}
	}
	auroc, accepted := make([]float64, o.Bootstrap), make([]float64, o.Bootstrap)
	stats.ClusterDraws(score.clusters, o.Bootstrap, o.Workers, o.Seed, fmt.Sprintf("audit/scores/%s", name), func(draw, worker int, weights []int32) {
		r := &rooms[worker]
		score.resample(weights, r.a)
		confidence.resample(weights, r.b)
		auroc[draw] = r.a.AUROC() - r.b.AUROC()
		accepted[draw] = r.a.AccuracyAtCoverage(0.5) - r.b.AccuracyAtCoverage(0.5)
	})
	f.DifferenceInterval, f.AcceptedDifferenceI = percentile(auroc), percentile(accepted)
	return f
}

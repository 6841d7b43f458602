// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"cmp"
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

// ranked are rows in ascending order of a number, for resampling by cluster.
type ranked struct {
	x       []float64
	cluster []int32
	y       []bool
}

// grades weights the rows of each distinct number; room is reused.
func (r *ranked) grades(weights []int32, g *stats.Grades) {
	g.Value, g.N, g.K = g.Value[:0], g.N[:0], g.K[:0]
	for i, x := range r.x {
		last := len(g.Value) - 1
		if last < 0 || g.Value[last] != x {
			g.Value, g.N, g.K = append(g.Value, x), append(g.N, 0), append(g.K, 0)
			last++
		}
		w := 1.0
		if weights != nil {
			w = float64(weights[r.cluster[i]])
		}
		g.N[last] += w
		if r.y[i] {
			g.K[last] += w
		}
	}
}

func rankedOf(x []float64, cluster []int32, y []bool) ranked {
	order := make([]int32, len(x))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(x[a], x[b]) })
	var r ranked
	for _, i := range order {
		r.x, r.cluster, r.y = append(r.x, x[i]), append(r.cluster, cluster[i]), append(r.y, y[i])
	}
	return r
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
					g, ok := dense[c.cluster.at(b)]
					if !ok {
						g = int32(len(dense))
						dense[c.cluster.at(b)] = g
					}
					x, conf, cluster, y = append(x, v), append(conf, c.conf.at(i)), append(cluster, g), append(y, c.flags.at(i)&flagCorrect != 0)
				}
			}
		}
		f := compare(rankedOf(x, cluster, y), rankedOf(conf, cluster, y), len(dense), o, name)
		if f.N == 0 {
			out.Reasons[name] = "no graded poll has both this score and a confidence"
		} else if !f.AUROC.Defined() {
			out.Reasons[name] = "all answers compared are of one kind, all correct or all wrong"
		}
		out.Scores[name] = f
	}
	return out
}

func compare(score, confidence ranked, clusters int, o Options, name string) ScoreFigures {
	var a, b stats.Grades
	score.grades(nil, &a)
	confidence.grades(nil, &b)
	f := ScoreFigures{N: len(score.x), AUROC: Number(a.AUROC()), AUROCConfidence: Number(b.AUROC()),
		Accepted: Number(a.AccuracyAtCoverage(0.5)), AcceptedConfidence: Number(b.AccuracyAtCoverage(0.5))}
	f.AUROCDifference, f.AcceptedDifference = f.AUROC-f.AUROCConfidence, f.Accepted-f.AcceptedConfidence
	if clusters < 2 || o.Bootstrap == 0 {
		return f
	}
	type room struct{ a, b stats.Grades }
	rooms := make([]room, max(o.Workers, 1))
	auroc, accepted := make([]float64, o.Bootstrap), make([]float64, o.Bootstrap)
	stats.ClusterDraws(clusters, o.Bootstrap, o.Workers, o.Seed, fmt.Sprintf("audit/scores/%s", name), func(draw, worker int, weights []int32) {
		r := &rooms[worker]
		score.grades(weights, &r.a)
		confidence.grades(weights, &r.b)
		auroc[draw] = r.a.AUROC() - r.b.AUROC()
		accepted[draw] = r.a.AccuracyAtCoverage(0.5) - r.b.AccuracyAtCoverage(0.5)
	})
	f.DifferenceInterval, f.AcceptedDifferenceI = percentile(auroc), percentile(accepted)
	return f
}

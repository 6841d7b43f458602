// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/false-consensus/fcb/scorer/stats"
)

// resampleSums draws b resamples of clusters and returns the sums of each, row
// after row: width sums a cluster in rows, one row of the result a draw. Every
// figure of a draw is made from the same clusters.
func resampleSums(rows []float64, width int, o Options, name string) []float64 {
	g := len(rows) / width
	out := make([]float64, o.Bootstrap*width)
	stats.ClusterDraws(g, o.Bootstrap, o.Workers, o.Seed, name, func(draw, _ int, weights []int32) {
		sums := out[draw*width : (draw+1)*width]
		for cluster, w := range weights {
			if w == 0 {
				continue
			}
			floats.AddScaled(sums, float64(w), rows[cluster*width:(cluster+1)*width])
		}
	})
	return out
}

// occupied keeps the rows of clusters that hold something, in the memory of all of
// them: a cluster without any row of this kind (only outcome records, say) is none.
func occupied(rows []float64, width int, counts int) []float64 {
	out := rows[:0]
	for at := 0; at < len(rows); at += width {
		if rows[at+counts] > 0 {
			out = append(out, rows[at:at+width]...)
		}
	}
	return out
}

// An estimator turns the sums of a draw into a figure; NaN where undefined.
type estimator func(sums []float64) float64

// ratio is sums[k]/sums[n].
func ratio(k, n int) estimator {
	return func(s []float64) float64 { return s[k] / s[n] }
}

// interval evaluates an estimator on all draws.
func interval(draws []float64, width int, e estimator) Interval {
	values := make([]float64, len(draws)/width)
	for i := range values {
		values[i] = e(draws[i*width : (i+1)*width])
		if math.IsInf(values[i], 0) {
			values[i] = math.NaN()
		}
	}
	return percentile(values)
}

// routingIntervals makes the intervals of all routing figures. With fewer than
// two clusters there are none.
func routingIntervals(byCluster []float64, have func(int) bool, o Options) *RoutingIntervals {
	rows := occupied(byCluster, sumCount, sumBlocks)
	if len(rows) < 2*sumCount || o.Bootstrap == 0 {
		return nil
	}
	draws := resampleSums(rows, sumCount, o, "audit/routing")
	of := func(e estimator) Interval { return interval(draws, sumCount, e) }
	r := &RoutingIntervals{
		CRA: of(ratio(sumSelectedCorrect, sumSelectedValid)), HRWP: of(ratio(sumSelectedCorrect, sumHit)), MCR: of(ratio(sumMissed, sumEligible)),
		PCCA: of(ratio(sumPairMean, sumMixed)), CTR: of(ratio(sumTied, sumPairs)), SelectedInvalid: of(ratio(sumSelectedInvalid, sumBlocks)),
		SelectedInvalidCorrect: of(ratio(sumHitSelectedInvalid, sumHit)),
		Routers:                map[string]Interval{}, GapToOracle: map[string]Interval{}, AdvantageOverRand: map[string]Interval{},
	}
	for i, name := range RouterNames {
		if !have(i) {
			continue
		}
		at := sumRouters + i
		r.Routers[name] = of(ratio(at, sumRouteable))
		if i != routeOracle {
			r.GapToOracle[name] = of(func(s []float64) float64 { return (s[sumRouters+routeOracle] - s[at]) / s[sumRouteable] })
		}
		if i != routeRandom {
			r.AdvantageOverRand[name] = of(func(s []float64) float64 { return (s[at] - s[sumRouters+routeRandom]) / s[sumRouteable] })
		}
	}
	return r
}

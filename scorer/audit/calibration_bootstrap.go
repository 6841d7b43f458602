// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"math"

	"github.com/false-consensus/fcb/scorer/stats"
)

// Indices of the figures that a resample gives.
const (
	figECEWidth10 = iota
	figECEWidth15
	figECEWidth20
	figECEMass10
	figECEMass15
	figECEMass20
	figBrier
	figAUROC
	figMeanConf
	figAccuracy
	figGap
	figAUARC
	figCount
)

// A calibrationWorker is the working space of one goroutine.
type calibrationWorker struct {
	levels *drawn
	grades []*stats.Grades
	eces   []*stats.ECEs
}

// calibrationIntervals resamples clusters once and evaluates every reading on
// each draw. dropped is the number of draws in which the raw AUROC did not exist.
func calibrationIntervals(l *levels, readings []reading, o Options) (out []*FigureIntervals, dropped int) {
	g := l.cells.clusters
	if g < 2 || o.Bootstrap == 0 {
		return make([]*FigureIntervals, len(readings)), 0
	}
	workers := make([]calibrationWorker, max(o.Workers, 1))
	tables := make([]*stats.ECEs, len(readings))
	for i, r := range readings {
		tables[i] = stats.NewECEs(r.value, 10, 15, 20)
	}
	for w := range workers {
		workers[w].levels = l.cells.room()
		for i, r := range readings {
			workers[w].grades = append(workers[w].grades, r.room())
			workers[w].eces = append(workers[w].eces, tables[i].Clone())
		}
	}
	values := make([][]float64, len(readings)*figCount)
	for i := range values {
		values[i] = make([]float64, o.Bootstrap)
	}
	stats.ClusterDraws(g, o.Bootstrap, o.Workers, o.Seed, "audit/calibration", func(draw, worker int, weights []int32) {
		w := &workers[worker]
		l.cells.resample(weights, w.levels)
		for i, r := range readings {
			grades, ece := w.grades[i], w.eces[i]
			r.collect(w.levels.N, w.levels.K, grades)
			v := values[i*figCount : (i+1)*figCount]
			v[figECEWidth10][draw], v[figECEWidth15][draw], v[figECEWidth20][draw] = ece.Width(grades, 10), ece.Width(grades, 15), ece.Width(grades, 20)
			v[figECEMass10][draw], v[figECEMass15][draw], v[figECEMass20][draw] = ece.Mass(grades, 10), ece.Mass(grades, 15), ece.Mass(grades, 20)
			conf, acc := grades.MeanConfidence(), grades.Accuracy()
			v[figBrier][draw], v[figAUROC][draw], v[figAUARC][draw] = grades.Brier(), grades.AUROC(), grades.AUARC()
			v[figMeanConf][draw], v[figAccuracy][draw], v[figGap][draw] = conf, acc, conf-acc
		}
	})
	for _, x := range values[figAUROC] {
		if math.IsNaN(x) {
			dropped++
		}
	}
	for i := range readings {
		v := values[i*figCount : (i+1)*figCount]
		out = append(out, &FigureIntervals{
			ECEWidth10: percentile(v[figECEWidth10]), ECEWidth15: percentile(v[figECEWidth15]), ECEWidth20: percentile(v[figECEWidth20]),
			ECEMass10: percentile(v[figECEMass10]), ECEMass15: percentile(v[figECEMass15]), ECEMass20: percentile(v[figECEMass20]),
			Brier: percentile(v[figBrier]), AUROC: percentile(v[figAUROC]), MeanConf: percentile(v[figMeanConf]),
			Accuracy: percentile(v[figAccuracy]), Gap: percentile(v[figGap]), AUARC: percentile(v[figAUARC]),
		})
	}
	return out, dropped
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import (
	"cmp"
	"math"
	"slices"
)

// Grades are rows of (confidence in 0..1, outcome 0 or 1) grouped by distinct
// confidence: N[i] rows stated Value[i], K[i] of them succeeded. Values ascend
// strictly; N and K may be fractional (expected counts, weights) and N may be 0,
// which is how a resample leaves a value out. Every calibration figure below
// depends on the rows only through these counts, so that a resample is a new N
// and K over the same values.
type Grades struct {
	Value, N, K []float64
}

// GradeRows groups rows. It panics when the lengths differ or a confidence is NaN.
func GradeRows(confidence []float64, outcome []bool) Grades {
	if len(confidence) != len(outcome) {
		panic("stats: confidence and outcome differ in length")
	}
	k := make([]float64, len(outcome))
	for i, y := range outcome {
		if y {
			k[i] = 1
		}
	}
	return GradeShares(confidence, k)
}

// GradeShares groups rows whose outcome is an expected success in 0..1, such as
// the share of correct answers among tied winners.
func GradeShares(confidence, success []float64) Grades {
	if len(confidence) != len(success) {
		panic("stats: confidence and outcome differ in length")
	}
	order := make([]int32, len(confidence))
	for i := range order {
		order[i] = int32(i)
		if math.IsNaN(confidence[i]) {
			panic("stats: a confidence that is not a number")
		}
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(confidence[a], confidence[b]) })
	var g Grades
	for at, i := range order {
		if at == 0 || confidence[i] != g.Value[len(g.Value)-1] {
			g.Value, g.N, g.K = append(g.Value, confidence[i]), append(g.N, 0), append(g.K, 0)
		}
		g.N[len(g.N)-1]++
		g.K[len(g.K)-1] += success[i]
	}
	return g
}

// Merge groups counts whose values are neither sorted nor distinct, such as
// fitted values of a recalibration. n and k go with value index by index.
func Merge(value, n, k []float64) Grades {
	order := make([]int32, len(value))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(value[a], value[b]) })
	var g Grades
	for at, i := range order {
		if at == 0 || value[i] != g.Value[len(g.Value)-1] {
			g.Value, g.N, g.K = append(g.Value, value[i]), append(g.N, 0), append(g.K, 0)
		}
		g.N[len(g.N)-1] += n[i]
		g.K[len(g.K)-1] += k[i]
	}
	return g
}

// Rows is the number of rows.
func (g Grades) Rows() float64 { return sum(g.N) }

// Accuracy is the share of successes; NaN for no rows.
func (g Grades) Accuracy() float64 { return sum(g.K) / sum(g.N) }

// MeanConfidence is the mean stated confidence; NaN for no rows.
func (g Grades) MeanConfidence() float64 {
	s := 0.0
	for i, v := range g.Value {
		s += v * g.N[i]
	}
	return s / sum(g.N)
}

// Brier is mean((confidence - outcome)²) (Brier 1950); NaN for no rows.
func (g Grades) Brier() float64 {
	s := 0.0
	for i, v := range g.Value {
		s += (g.N[i]-g.K[i])*v*v + g.K[i]*(1-v)*(1-v)
	}
	return s / sum(g.N)
}

// BrierParts decomposes the Brier score by distinct confidence (Murphy 1973):
// reliability - resolution + uncertainty is the score exactly, which is not so
// when wider bins are used. NaN for no rows.
func (g Grades) BrierParts() (reliability, resolution, uncertainty float64) {
	n, base := sum(g.N), g.Accuracy()
	for i, v := range g.Value {
		if g.N[i] == 0 {
			continue
		}
		rate := g.K[i] / g.N[i]
		reliability += g.N[i] * (v - rate) * (v - rate)
		resolution += g.N[i] * (rate - base) * (rate - base)
	}
	return reliability / n, resolution / n, base * (1 - base)
}

// AUROC is P(confidence of a success > that of a failure), a tie counting one
// half; NaN when either class is empty.
func (g Grades) AUROC() float64 {
	below, pairs := 0.0, 0.0 // failures below the value; concordant pairs
	for i, k := range g.K {
		f := g.N[i] - k
		pairs += k * (below + f/2)
		below += f
	}
	return pairs / (sum(g.K) * below)
}

func sum(x []float64) float64 {
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s
}

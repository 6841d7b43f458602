// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import "math/rand/v2"

// MeanDifference is mean(second) - mean(first) over paired rows; NaN for none.
func MeanDifference(first, second []float64) float64 {
	checkPaired(len(first), len(second))
	sum := 0.0
	for i := range first {
		sum += second[i] - first[i]
	}
	return sum / float64(len(first))
}

// PairedReplicates computes the mean difference second - first of one resample
// per entry of draws, each being the drawn row indices.
func PairedReplicates(first, second []float64, draws [][]int) []float64 {
	checkPaired(len(first), len(second))
	out := make([]float64, len(draws))
	for b, rows := range draws {
		sum := 0.0
		for _, i := range rows {
			sum += second[i] - first[i]
		}
		out[b] = sum / float64(len(rows))
	}
	return out
}

// PairedBootstrap draws b resamples of as many rows as there are, with
// replacement, and returns the mean difference second - first of each.
func PairedBootstrap(first, second []float64, b int, r *rand.Rand) []float64 {
	checkPaired(len(first), len(second))
	needRand(r)
	n := len(first)
	out := make([]float64, b)
	for i := range out {
		sum := 0.0
		for range n {
			j := r.IntN(n)
			sum += second[j] - first[j]
		}
		out[i] = sum / float64(n)
	}
	return out
}

// ClusterRatioReplicates computes, for each entry of draws, the pooled ratio
// sum(numerator)/sum(denominator) over the drawn clusters; a cluster drawn twice
// counts twice. A resample whose denominator is 0 gives NaN.
func ClusterRatioReplicates(numerator, denominator []float64, draws [][]int) []float64 {
	checkPaired(len(numerator), len(denominator))
	out := make([]float64, len(draws))
	for b, clusters := range draws {
		var num, den float64
		for _, c := range clusters {
			num += numerator[c]
			den += denominator[c]
		}
		out[b] = num / den
	}
	return out
}

// ClusterRatioBootstrap draws b resamples of as many clusters as there are,
// with replacement, and returns the pooled ratio of each as
// [ClusterRatioReplicates] does.
func ClusterRatioBootstrap(numerator, denominator []float64, b int, r *rand.Rand) []float64 {
	checkPaired(len(numerator), len(denominator))
	needRand(r)
	g := len(numerator)
	out := make([]float64, b)
	for i := range out {
		var num, den float64
		for range g {
			c := r.IntN(g)
			num += numerator[c]
			den += denominator[c]
		}
		out[i] = num / den
	}
	return out
}

func checkPaired(a, b int) {
	if a != b {
		panic("stats: paired slices differ in length")
	}
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"math"

	"github.com/false-consensus/fcb/scorer/stats"
)

// The features of a candidate in the learned router, besides the intercept.
var learnedFeatures = []string{
	"confidence",            // 0 where none is stated
	"no_confidence",         // 1 where none is stated
	"answer_share",          // share of the block's valid candidates with its answer
	"weight_share",          // their share of the block's confidence
	"confidence_minus_mean", // against the block's valid candidates
}

const learnedWidth = 6

// maxTraining bounds the candidates a router is fitted on: above it every k-th
// block is used.
const maxTraining = 50_000

// LearnedFit describes the regression that scored one fold.
type LearnedFit struct {
	Fold     int               `json:"heldout_fold"`
	N        int               `json:"n_training"`
	Coef     map[string]Number `json:"coef"` // of standardised features; those absent were constant or collinear
	Firth    bool              `json:"firth"`
	constant float64
	weight   [learnedWidth]float64 // on the raw features
}

// FittedRouters says what the fitted routers were fitted to.
type FittedRouters struct {
	Learned    []LearnedFit      `json:"learned"`
	Dependence map[string]Number `json:"dependence_by_heldout_fold"` // intra-block correlation of correctness, in 0..1
}

// A featured block is one whose clusters are known, with what its candidates'
// features have in common.
type featured struct {
	*block
	clusters []voteCluster
	total    int64   // of the clusters' weights
	mean     float64 // of the stated confidences of valid candidates
}

func (b *block) featured(clusters []voteCluster) featured {
	f := featured{block: b, clusters: clusters}
	for k := range clusters {
		f.total += clusters[k].weight
	}
	stated, n := 0.0, 0
	for j, ok := range b.valid {
		if ok && !math.IsNaN(b.conf[j]) {
			stated += b.conf[j]
			n++
		}
	}
	f.mean = stated / float64(n)
	return f
}

// features fills x for candidate i, which is valid.
func (f featured) features(i int, x *[learnedWidth]float64) {
	own := f.clusters[f.member[i]]
	*x = [learnedWidth]float64{1, f.conf[i], 0, float64(own.n) / float64(f.nValid), 0, f.conf[i] - f.mean}
	if math.IsNaN(f.conf[i]) {
		x[1], x[2], x[5] = 0, 1, 0
	}
	if f.total > 0 {
		x[4] = float64(own.weight) / float64(f.total)
	}
}

// fitLearned fits the router that judges the problems of fold heldout, on the others.
func fitLearned(c *Corpus, fold []uint8, heldout uint8) (LearnedFit, bool) {
	fit := LearnedFit{Fold: int(heldout), Coef: map[string]Number{}}
	d := stats.Design{Width: learnedWidth}
	var b block
	var clusters []voteCluster
	var x [learnedWidth]float64
	stride := c.Candidates()/maxTraining + 1
	for id := 0; id < c.blocks(); id += stride {
		if fold[c.problem.at(id)] == heldout {
			continue
		}
		b.load(c, id)
		if b.unknown || b.nValid == 0 || b.selected < 0 {
			continue
		}
		clusters = b.clusters(clusters)
		f := b.featured(clusters)
		for i, ok := range b.valid {
			if !ok {
				continue
			}
			f.features(i, &x)
			d.X = append(d.X, x[:]...)
			d.N = append(d.N, 1)
			y := 0.0
			if b.correct[i] {
				y = 1
			}
			d.K = append(d.K, y)
		}
	}
	fit.N = len(d.N)
	if fit.N == 0 {
		return fit, false
	}
	raw := d.X
	for _, columns := range [][]int{{0, 1, 2, 3, 4, 5}, {0, 1, 2, 3}, {0, 1, 3}, {0, 3}, {0, 1}} {
		coef, kept, mean, sd, firth, ok := fitColumns(d, raw, columns)
		if !ok {
			continue
		}
		fit.Firth, fit.constant = firth, coef[0]
		for at, j := range kept[1:] {
			fit.Coef[learnedFeatures[j-1]] = Number(coef[at+1])
			fit.weight[j] = coef[at+1] / sd[at+1]
			fit.constant -= coef[at+1] * mean[at+1] / sd[at+1]
		}
		return fit, true
	}
	return fit, false
}

// fitColumns fits on some columns of raw, leaving out constant ones.
func fitColumns(d stats.Design, raw []float64, columns []int) (coef []float64, kept []int, mean, sd []float64, firth, ok bool) {
	kept, mean, sd = []int{0}, []float64{0}, []float64{1}
	columnsX := make([]float64, len(d.N)*len(columns))
	for j, col := range columns {
		for i := range d.N {
			columnsX[i*len(columns)+j] = raw[i*learnedWidth+col]
		}
	}
	var use []int // positions in columns
	use = append(use, 0)
	for j := 1; j < len(columns); j++ {
		if m, s, varies := stats.Standardise(columnsX, len(columns), j, d.N); varies {
			use, kept, mean, sd = append(use, j), append(kept, columns[j]), append(mean, m), append(sd, s)
		}
	}
	if len(use) < 2 {
		return nil, nil, nil, nil, false, false
	}
	d.Width = len(use)
	d.X = make([]float64, 0, len(d.N)*len(use))
	for i := range d.N {
		for _, j := range use {
			d.X = append(d.X, columnsX[i*len(columns)+j])
		}
	}
	if f := stats.Logit(d); !f.Separated {
		return f.Coef, kept, mean, sd, false, true
	}
	if f := stats.Firth(d); f.OK {
		return f.Coef, kept, mean, sd, true, true
	}
	return nil, nil, nil, nil, false, false
}

// route is the expected success of the candidate with the best linear predictor.
func (f *LearnedFit) route(b *block, clusters []voteCluster) float64 {
	var x [learnedWidth]float64
	top, n, k := math.Inf(-1), 0, 0
	common := b.featured(clusters)
	for i, ok := range b.valid {
		if !ok {
			continue
		}
		common.features(i, &x)
		eta := f.constant
		for j := 1; j < learnedWidth; j++ {
			eta += f.weight[j] * x[j]
		}
		eta = math.Round(eta*1e9) / 1e9 // equal features must tie whatever the order of adding
		if eta > top {
			top, n, k = eta, 0, 0
		}
		if eta == top {
			n++
			if b.correct[i] {
				k++
			}
		}
	}
	return float64(k) / float64(n)
}

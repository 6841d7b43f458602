// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"math"
	"slices"
	"strconv"

	"github.com/false-consensus/fcb/scorer/stats"
)

// Log-odds pooling treats the candidates of a vote cluster as witnesses: a
// cluster's evidence is the sum of the log odds its members state, and its
// probability the exponential of that over one (none of the answers is right)
// plus the same of all clusters. A cluster of one alone in its block keeps the
// confidence it stated. Members that share training data, prompt or context are
// no independent witnesses: with r the correlation of correctness within blocks,
// a sum over m members is divided by 1+(m-1)r, the design effect of m equally
// correlated observations (Kish 1965). r is estimated on the other fold.

// evidence of a cluster; r = 0 is independence.
func (k *voteCluster) evidence(r float64) float64 {
	return k.odds / (1 + float64(k.n-1)*r)
}

// pooled picks the cluster with most evidence; confidence is its probability.
func pooled(clusters []voteCluster, r float64) (confidence, success float64) {
	top := math.Inf(-1)
	for i := range clusters {
		top = max(top, clusters[i].evidence(r))
	}
	sum := math.Exp(-max(top, 0)) // of exp(evidence - shift), "none" included
	for i := range clusters {
		sum += math.Exp(clusters[i].evidence(r) - max(top, 0))
	}
	success = winners(clusters, func(k *voteCluster) bool { return k.evidence(r) >= top-1e-9 })
	return math.Exp(top-max(top, 0)) / sum, success
}

// dependence estimates the intra-block correlation of correctness (the analysis
// of variance estimator for unequal groups, Donner 1986), kept within 0..1, for
// each held-out fold from the blocks of the other. NaN where a fold has too
// little data.
func dependence(c *Corpus, fold []uint8) (r [2]float64) {
	var blocks, n, squares, hits, hits2 [2]float64
	var b block
	for id := range c.blocks() {
		b.load(c, id)
		if b.unknown || b.nValid == 0 || b.selected < 0 {
			continue
		}
		f := 1 - fold[c.problem.at(id)] // counts for the other fold
		m, x := float64(b.nValid), float64(b.nCorrect)
		blocks[f]++
		n[f] += m
		squares[f] += m * m
		hits[f] += x
		hits2[f] += x * x / m
	}
	for f := range r {
		between := (hits2[f] - hits[f]*hits[f]/n[f]) / (blocks[f] - 1)
		within := (hits[f] - hits2[f]) / (n[f] - blocks[f])
		size := (n[f] - squares[f]/n[f]) / (blocks[f] - 1)
		r[f] = min(max((between-within)/(between+(size-1)*within), 0), 1)
		if blocks[f] < 2 || n[f] <= blocks[f] {
			r[f] = math.NaN()
		}
	}
	return r
}

// A System is a router's own confidence in the answer it picked, judged as a
// probability: for the votes the winner's share, for pooling its probability.
type System struct {
	N          int    `json:"n"`
	Brier      Number `json:"brier"`
	ECE        Number `json:"ece_width_10"`
	AUARC      Number `json:"auarc"`
	WeightedF1 Number `json:"weighted_f1"` // of predicting "right" from a confidence of one half up
	MeanConf   Number `json:"mean_conf"`
	Accuracy   Number `json:"accuracy"`
}

// A systemTally groups confidences and expected successes. Above maxHashed
// distinct confidences new ones are rounded to six decimals, which bounds memory.
type systemTally map[float64][2]float64

func (t systemTally) add(confidence, success float64) {
	if _, ok := t[confidence]; !ok && len(t) >= maxHashed {
		confidence = math.Round(confidence*1e6) / 1e6
	}
	v := t[confidence]
	v[0]++
	v[1] += success
	t[confidence] = v
}

// judge makes the figures.
func (t systemTally) judge() System {
	value, n, k := make([]float64, 0, len(t)), make([]float64, 0, len(t)), make([]float64, 0, len(t))
	for v := range t {
		value = append(value, v)
	}
	slices.Sort(value)
	tp, fp, fn, tn := 0.0, 0.0, 0.0, 0.0
	for _, v := range value {
		rows, hits := t[v][0], t[v][1]
		n, k = append(n, rows), append(k, hits)
		if v >= 0.5 {
			tp += hits
			fp += rows - hits
		} else {
			fn += hits
			tn += rows - hits
		}
	}
	g := stats.Grades{Value: value, N: n, K: k}
	f1 := func(hit, false1, false2 float64) float64 {
		if hit == 0 {
			return 0
		}
		return 2 * hit / (2*hit + false1 + false2)
	}
	rows := g.Rows()
	return System{N: int(rows), Brier: Number(g.Brier()), ECE: Number(stats.ECE(g.WidthBins(10))), AUARC: Number(g.AUARC()),
		WeightedF1: Number((f1(tp, fp, fn)*(tp+fn) + f1(tn, fn, fp)*(tn+fp)) / rows), MeanConf: Number(g.MeanConfidence()), Accuracy: Number(g.Accuracy())}
}

// fitRouters replays the learned and the pooling routers into the sums, and
// judges the systems' confidence.
func fitRouters(c *Corpus, fold []uint8, byCluster []float64, reasons map[string]string) (*FittedRouters, map[string]System, func(int) bool) {
	fitted := &FittedRouters{Dependence: map[string]Number{}}
	rho := dependence(c, fold)
	haveLearned, haveDiscount := true, true
	var models [2]LearnedFit
	for f := range uint8(2) {
		fit, ok := fitLearned(c, fold, f)
		if !ok {
			haveLearned = false
		}
		models[f] = fit
		fitted.Learned = append(fitted.Learned, fit)
		fitted.Dependence[strconv.Itoa(int(f))] = Number(rho[f])
		haveDiscount = haveDiscount && !math.IsNaN(rho[f])
	}
	if !haveLearned {
		fitted.Learned = nil
		reasons["routers.learned"] = "a fold of problems has too little to fit on: no usable candidates, or none that differ"
	}
	if !haveDiscount {
		reasons["routers.log_odds_discounted"] = "a fold of problems has fewer than two usable blocks to estimate dependence on"
	}
	systems := map[string]System{}
	var b block
	var clusters []voteCluster
	for _, router := range []int{routeMajority, routeWeighted, routeLogOdds, routeDiscounted, routeLearned} {
		if router == routeLearned && !haveLearned || router == routeDiscounted && !haveDiscount {
			continue
		}
		tally := systemTally{}
		for id := range c.blocks() {
			b.load(c, id)
			if b.unknown || b.nValid == 0 || b.selected < 0 {
				continue
			}
			clusters = b.clusters(clusters)
			f := fold[c.problem.at(id)]
			var p, s float64
			add := true
			switch router {
			case routeMajority:
				votes := 0
				for i := range clusters {
					votes = max(votes, clusters[i].n)
				}
				p, s, add = float64(votes)/float64(b.nValid), winners(clusters, func(k *voteCluster) bool { return k.n == votes }), false
			case routeWeighted:
				top, total := int64(0), int64(0)
				for i := range clusters {
					top = max(top, clusters[i].weight)
					total += clusters[i].weight
				}
				if total == 0 {
					continue // a share of nothing
				}
				p, s, add = float64(top)/float64(total), winners(clusters, func(k *voteCluster) bool { return k.weight == top }), false
			case routeLogOdds:
				p, s = pooled(clusters, 0)
			case routeDiscounted:
				p, s = pooled(clusters, rho[f])
			case routeLearned:
				s = models[f].route(&b, clusters)
			}
			if add {
				byCluster[int(c.clusterOf(id))*sumCount+sumRouters+router] += s
			}
			if router != routeLearned {
				tally.add(p, s)
			}
		}
		if router != routeLearned && len(tally) > 0 {
			systems[RouterNames[router]] = tally.judge()
		}
	}
	return fitted, systems, func(router int) bool {
		return (router != routeLearned || haveLearned) && (router != routeDiscounted || haveDiscount)
	}
}

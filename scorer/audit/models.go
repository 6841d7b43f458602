// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"math"

	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/scorer/stats"
)

// Models are the descriptive regressions: nil where the file lacks what they
// are about.
type Models struct {
	Note string `json:"note"`
	// Does an answer's confidence go with its being correct, given agent and difficulty?
	Correctness       *Model `json:"correctness"`
	CorrectnessFactor *Model `json:"correctness_tier_factor"` // difficulty as levels
	// Does the speaker depart from the selected answer more when its score is low?
	Divergence       *Model `json:"divergence"`
	DivergenceFactor *Model `json:"divergence_tier_factor"`
	// Does the speaker take over the endorsed answer more when peers have said it?
	Adoption *Model `json:"adoption"`
}

const modelNote = "Associations in this file, not effects: nothing here says what would happen if a predictor were changed."

// patterns groups rows by (score, agent, tier).
type patterns struct {
	index map[patternKey]int
	score []float64
	agent []int
	tier  []int
	n, k  []float64
}

type patternKey struct {
	score uint64
	agent uint16
	tier  int16
}

func newPatterns() *patterns { return &patterns{index: map[patternKey]int{}} }

func (p *patterns) of(score float64, agent uint16, tier int16) int {
	key := patternKey{math.Float64bits(score), agent, tier}
	i, ok := p.index[key]
	if !ok {
		i = len(p.n)
		p.index[key] = i
		p.score, p.agent, p.tier = append(p.score, score), append(p.agent, int(agent)), append(p.tier, int(tier))
		p.n, p.k = append(p.n, 0), append(p.k, 0)
	}
	return i
}

// models builds the terms: score, agent effects, and difficulty either as a
// number with its product with the score, or as levels.
func (p *patterns) models(c *Corpus, outcome string, s sample) (numeric, factor *Model) {
	base := []term{{name: "score", value: p.score}}
	agents, agentProblem := indicators("agent:", c.agents, p.agent, p.n)
	if c.numericTiers {
		tier, all := make([]float64, len(p.n)), true
		for i, t := range p.tier {
			if t < 0 {
				all = false
				break
			}
			tier[i] = c.tierValue[t]
		}
		terms := append(append([]term{}, base...), agents...)
		if all {
			terms = append(terms, term{name: "tier", value: tier},
				term{name: "score_x_tier", value: product(scored(p.score, p.n), scored(tier, p.n))})
		}
		numeric = regress(outcome, terms, s)
		if !all {
			numeric.Dropped["tier"] = "not every row has one"
		}
	} else {
		numeric = regress(outcome, append(append([]term{}, base...), agents...), s)
		numeric.Dropped["tier"] = "not a number"
	}
	if len(c.tiers) > 0 {
		tiers, tierProblem := indicators("tier:", c.tiers, p.tier, p.n)
		factor = regress(outcome, append(append(append([]term{}, base...), agents...), tiers...), s)
		if tierProblem != "" {
			factor.Dropped["tier"] = tierProblem
		}
	}
	for _, m := range []*Model{numeric, factor} {
		if m != nil && agentProblem != "" {
			m.Dropped["agent"] = agentProblem
		}
	}
	return numeric, factor
}

// dense numbers clusters from 0 in order of first use.
type dense struct {
	number []int32 // by cluster, from 1; 0: not used
	n      int32
}

func newDense(c *Corpus) *dense { return &dense{number: make([]int32, c.nClusters)} }

func (d *dense) of(cluster int32) int {
	at := &d.number[cluster]
	if *at == 0 {
		d.n++
		*at = d.n
	}
	return int(*at - 1)
}

// correctnessModels regresses correctness of graded polls.
func correctnessModels(c *Corpus) (numeric, factor *Model) {
	p := newPatterns()
	eachGraded(c, func(b, i int) bool {
		at := p.of(c.conf.at(i), c.agentOf(i), c.tierOf(b))
		p.n[at]++
		p.k[at] += b2f(c.flags.at(i)&flagCorrect != 0)
		return len(p.n) <= maxPatterns
	})
	if len(p.n) == 0 {
		return nil, nil
	}
	return p.models(c, "poll correct", sample{p.n, p.k, func(yield func(stats.DesignCell) bool) {
		d := newDense(c)
		eachGraded(c, func(b, i int) bool {
			at := p.of(c.conf.at(i), c.agentOf(i), c.tierOf(b))
			return yield(stats.DesignCell{Cluster: d.of(c.clusterOf(b)), Row: at, N: 1, K: b2f(c.flags.at(i)&flagCorrect != 0)})
		})
	}})
}

func eachGraded(c *Corpus, use func(block, candidate int) bool) {
	for b := range c.blocks() {
		from, to := c.span(b)
		for i := from; i < to; i++ {
			if graded(c, i) && !use(b, i) {
				return
			}
		}
	}
}

// decidedPairs visits the pairs of the divergence models: valid, decided, with a
// number on the selected poll.
func decidedPairs(c *Corpus, use func(p *pair, score float64) bool) {
	eachPair(c, func(p *pair) bool {
		score := c.conf.at(p.poll)
		return !p.valid || p.s.equivalent == predictions.Absent || math.IsNaN(score) || use(p, score)
	})
}

// divergenceModels regresses divergence on the score of the selected poll.
func divergenceModels(c *Corpus) (numeric, factor *Model) {
	p := newPatterns()
	decidedPairs(c, func(q *pair, score float64) bool {
		at := p.of(score, c.agentOf(q.poll), c.tierOf(int(q.s.block)))
		p.n[at]++
		p.k[at] += b2f(q.s.equivalent == predictions.No)
		return len(p.n) <= maxPatterns
	})
	if len(p.n) == 0 {
		return nil, nil
	}
	return p.models(c, "speak diverges from the selected poll", sample{p.n, p.k, func(yield func(stats.DesignCell) bool) {
		d := newDense(c)
		decidedPairs(c, func(q *pair, score float64) bool {
			at := p.of(score, c.agentOf(q.poll), c.tierOf(int(q.s.block)))
			return yield(stats.DesignCell{Cluster: d.of(c.clusterOf(int(q.s.block))), Row: at, N: 1, K: b2f(q.s.equivalent == predictions.No)})
		})
	}})
}

// adoptionModel regresses taking over the endorsed answer, over valid pairs in
// which there was one and the speaker's selected poll held another answer.
func adoptionModel(c *Corpus) *Model {
	type key struct {
		score   float64
		support float32
		tier    int16
	}
	index := map[key]int{}
	var score, support, tier []float64
	var s sample
	tiered := c.numericTiers
	each := func(use func(row int, q *pair) bool) {
		eachPair(c, func(q *pair) bool {
			x := c.conf.at(q.poll)
			if !q.valid || q.s.incumbentText < 0 || c.answer.at(q.poll) == q.s.incumbentText || math.IsNaN(x) {
				return true
			}
			k := key{x, q.s.peerSupport, c.tierOf(int(q.s.block))}
			row, ok := index[k]
			if !ok {
				row = len(index)
				index[k] = row
				score, support, tier = append(score, x), append(support, float64(k.support)), append(tier, 0)
				s.n, s.k = append(s.n, 0), append(s.k, 0)
				if tiered = tiered && k.tier >= 0; tiered {
					tier[row] = c.tierValue[k.tier]
				}
			}
			return use(row, q)
		})
	}
	each(func(row int, q *pair) bool {
		s.n[row]++
		s.k[row] += b2f(q.s.flags&saidIncumbent != 0)
		return len(index) <= maxPatterns
	})
	if len(index) == 0 {
		return nil
	}
	s.cells = func(yield func(stats.DesignCell) bool) {
		d := newDense(c)
		each(func(row int, q *pair) bool {
			return yield(stats.DesignCell{Cluster: d.of(c.clusterOf(int(q.s.block))), Row: row, N: 1, K: b2f(q.s.flags&saidIncumbent != 0)})
		})
	}
	terms := []term{{name: "score", value: score}, {name: "peer_support", value: support}}
	if tiered {
		terms = append(terms, term{name: "tier", value: tier})
	}
	return regress("speak takes over the endorsed answer", terms, s)
}

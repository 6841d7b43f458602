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
type dense map[int32]int

func (d dense) of(cluster int32) int {
	g, ok := d[cluster]
	if !ok {
		g = len(d)
		d[cluster] = g
	}
	return g
}

// correctnessModels regresses correctness of graded polls.
func correctnessModels(c *Corpus) (numeric, factor *Model) {
	p := newPatterns()
	eachGraded(c, func(b, i int) bool {
		at := p.of(c.conf.at(i), c.agent.at(i), c.tier.at(b))
		p.n[at]++
		p.k[at] += b2f(c.flags.at(i)&flagCorrect != 0)
		return len(p.n) <= maxPatterns
	})
	if len(p.n) == 0 {
		return nil, nil
	}
	return p.models(c, "poll correct", sample{p.n, p.k, func(yield func(stats.DesignCell) bool) {
		d := dense{}
		eachGraded(c, func(b, i int) bool {
			at := p.of(c.conf.at(i), c.agent.at(i), c.tier.at(b))
			return yield(stats.DesignCell{Cluster: d.of(c.cluster.at(b)), Row: at, N: 1, K: b2f(c.flags.at(i)&flagCorrect != 0)})
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

// pairRows are the rows of a regression over pairs, one pattern a row.
type pairRows struct {
	p       *patterns
	cluster dense
	cells   []stats.DesignCell
}

func (r *pairRows) add(at int, cluster int32, y bool) {
	r.p.n[at]++
	r.p.k[at] += b2f(y)
	r.cells = append(r.cells, stats.DesignCell{Cluster: r.cluster.of(cluster), Row: at, N: 1, K: b2f(y)})
}

func (r *pairRows) sample() sample {
	return sample{r.p.n, r.p.k, func(yield func(stats.DesignCell) bool) {
		for _, cell := range r.cells {
			if !yield(cell) {
				return
			}
		}
	}}
}

// divergenceModels regresses divergence of decided valid pairs on the score of
// the selected poll.
func divergenceModels(c *Corpus, all []pair) (numeric, factor *Model) {
	r := pairRows{p: newPatterns(), cluster: dense{}}
	for i := range all {
		q := &all[i]
		score := c.conf.at(q.poll)
		if !q.valid || q.s.equivalent == predictions.Absent || math.IsNaN(score) {
			continue
		}
		r.add(r.p.of(score, c.agent.at(q.poll), c.tier.at(int(q.s.block))), q.s.cluster, q.s.equivalent == predictions.No)
	}
	if len(r.cells) == 0 {
		return nil, nil
	}
	return r.p.models(c, "speak diverges from the selected poll", r.sample())
}

// adoptionModel regresses taking over the endorsed answer, over valid pairs in
// which there was one and the speaker's selected poll held another answer.
func adoptionModel(c *Corpus, all []pair) *Model {
	r := pairRows{p: newPatterns(), cluster: dense{}}
	var support []float64
	for i := range all {
		q := &all[i]
		score := c.conf.at(q.poll)
		if !q.valid || q.s.incumbentText < 0 || q.s.peers < 0 || c.answer.at(q.poll) == q.s.incumbentText || math.IsNaN(score) {
			continue
		}
		share := 0.0
		if q.s.peers > 0 {
			share = float64(q.s.peersForIncumbent) / float64(q.s.peers)
		}
		at := len(r.p.n) // every row its own pattern
		r.p.score, r.p.tier, r.p.agent = append(r.p.score, score), append(r.p.tier, int(c.tier.at(int(q.s.block)))), append(r.p.agent, int(q.s.agent))
		r.p.n, r.p.k = append(r.p.n, 0), append(r.p.k, 0)
		support = append(support, share)
		r.add(at, q.s.cluster, q.s.incumbent)
	}
	if len(r.cells) == 0 {
		return nil
	}
	terms := []term{{name: "score", value: r.p.score}, {name: "peer_support", value: support}}
	m := (*Model)(nil)
	if c.numericTiers && !containsNegative(r.p.tier) {
		tier := make([]float64, len(r.p.tier))
		for i, t := range r.p.tier {
			tier[i] = c.tierValue[t]
		}
		m = regress("speak takes over the endorsed answer", append(terms, term{name: "tier", value: tier}), r.sample())
	} else {
		m = regress("speak takes over the endorsed answer", terms, r.sample())
	}
	return m
}

func containsNegative(x []int) bool {
	for _, v := range x {
		if v < 0 {
			return true
		}
	}
	return false
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"fmt"
	"math"

	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/scorer/stats"
)

// Outcome links what happened inside traces to how they ended.
type Outcome struct {
	Traces int `json:"n_traces"` // with an outcome record
	Linked int `json:"n_linked"` // of these, with at least one block
	Passed int `json:"n_passed"`
	// Pass rate with its interval, 95 percent Wilson: traces of one cluster are
	// not independent, so that it is somewhat too narrow where clusters hold several.
	PassRate   Number              `json:"pass_rate"`
	PassWilson Interval            `json:"pass_rate_wilson"`
	Cost       map[string]ModeCost `json:"cost"` // by mode; "unstated" where none is given
	Note       string              `json:"note"`
	// Full has all predictors, Refit leaves out the pool-solvable rate, and Slack
	// has the selected-correct rate and the routing slack in its place.
	Full    *Model            `json:"full"`
	Refit   *Model            `json:"without_pool_solvable"`
	Slack   *Model            `json:"selected_correct_and_slack"`
	Reasons map[string]string `json:"reasons,omitempty"`
}

// ModeCost is what traces of one mode cost.
type ModeCost struct {
	N        int      `json:"n"`
	PassRate Number   `json:"pass_rate"`
	Wilson   Interval `json:"pass_rate_wilson"`
	Tokens   Number   `json:"mean_tokens"`
	Calls    Number   `json:"mean_calls"`
	Wall     Number   `json:"mean_wall_s"`
}

// traceSums is what a trace's predictors are made of.
type traceSums struct {
	blocks, known, solvable, invalid, correct float64
	score, scored                             float64
	speaks, valid, divergent, improved, worse float64
	tier                                      int16
	cluster                                   int32 // of the first block; -1: no block
}

func outcomes(c *Corpus) *Outcome {
	out := &Outcome{Cost: map[string]ModeCost{}, Note: modelNote, Reasons: map[string]string{}}
	out.Traces = c.passed.n
	for i := range c.passed.n {
		out.Passed += int(b2f(c.passed.at(i)))
	}
	if out.Traces == 0 {
		return nil
	}
	out.PassRate = Number(float64(out.Passed) / float64(out.Traces))
	if w, ok := stats.Wilson(out.Passed, out.Traces); ok {
		out.PassWilson = Interval{w.Lo, w.Hi, true}
	}
	costs(c, out)
	step := (c.passed.n + maxLinked - 1) / maxLinked
	sums := make([]traceSums, (c.passed.n+step-1)/step)
	of := func(block int32) *traceSums {
		at := int(c.outcomeOf.at(int(c.trace.at(int(block)))))
		if at < 0 || at%step != 0 {
			return nil
		}
		return &sums[at/step]
	}
	for i := range sums {
		sums[i].tier, sums[i].cluster = -1, -1
	}
	var b block
	for id := range c.blocks() {
		if s := of(int32(id)); s != nil {
			if s.cluster < 0 {
				s.cluster = c.clusterOf(id)
			}
			b.load(c, id)
			s.add(&b, c.tierOf(id))
		}
	}
	eachPair(c, func(p *pair) bool {
		s := of(p.s.block)
		if s == nil {
			return true
		}
		s.speaks++
		if p.valid && p.s.equivalent != predictions.Absent {
			s.valid++
			if p.s.equivalent == predictions.No {
				s.divergent++
				s.improved += b2f(p.delta > 0)
				s.worse += b2f(p.delta < 0)
			}
		}
		return true
	})
	if step > 1 {
		out.Reasons["sampled"] = fmt.Sprintf("the models use every %d-th outcome: there are more than %d", step, maxLinked)
	}
	out.link(c, sums, step)
	return out
}

// maxLinked bounds the traces that the models are fitted to.
const maxLinked = 100_000

func (s *traceSums) add(b *block, tier int16) {
	if len(b.conf) == 0 {
		return
	}
	s.blocks++
	if s.tier < 0 {
		s.tier = tier
	}
	if b.selected >= 0 {
		s.invalid += b2f(!b.valid[b.selected])
		if x := b.conf[b.selected]; !math.IsNaN(x) {
			s.score += x
			s.scored++
		}
	}
	if !b.unknown {
		s.known++
		s.solvable += b2f(b.nCorrect > 0)
		s.correct += b2f(b.selected >= 0 && b.valid[b.selected] && b.correct[b.selected])
	}
}

// A modeSum adds up what traces of one mode cost. It is fed while the file is
// read, so that no trace's costs are kept.
type modeSum struct{ n, passed, tokens, nTokens, calls, nCalls, wall, nWall float64 }

func (r *modeSum) add(rec *predictions.TraceRecord) {
	r.n++
	r.passed += b2f(rec.Passed == predictions.Yes)
	for _, v := range []struct {
		x      float64
		sum, n *float64
	}{{rec.Tokens, &r.tokens, &r.nTokens}, {rec.Calls, &r.calls, &r.nCalls}, {rec.WallS, &r.wall, &r.nWall}} {
		if x := v.x; !math.IsNaN(x) {
			*v.sum += x
			*v.n++
		}
	}
}

func (r modeSum) plus(o modeSum) modeSum {
	return modeSum{r.n + o.n, r.passed + o.passed, r.tokens + o.tokens, r.nTokens + o.nTokens,
		r.calls + o.calls, r.nCalls + o.nCalls, r.wall + o.wall, r.nWall + o.nWall}
}

// costs averages tokens, calls and time by mode.
func costs(c *Corpus, out *Outcome) {
	byName := map[string]modeSum{} // a mode may be called what traces without one are
	for at, r := range c.costs {
		if r.n == 0 {
			continue
		}
		name := "unstated"
		if at > 0 {
			name = c.modes[at-1]
		}
		byName[name] = byName[name].plus(r)
	}
	for name, r := range byName {
		m := ModeCost{N: int(r.n), PassRate: Number(r.passed / r.n), Tokens: Number(r.tokens / r.nTokens), Calls: Number(r.calls / r.nCalls), Wall: Number(r.wall / r.nWall)}
		if w, ok := stats.Wilson(int(r.passed), int(r.n)); ok {
			m.Wilson = Interval{w.Lo, w.Hi, true}
		}
		out.Cost[name] = m
	}
}

// linkNames are the predictors of the outcome models.
const (
	linkSolvable = iota
	linkImproved
	linkDegraded
	linkTier
	linkInvalid
	linkDivergence
	linkScore
	linkSpeaks
	linkSelectedCorrect
	linkSlack
	linkCount
)

var linkNames = [linkCount]string{"pool_solvable_rate", "improvement_rate", "degradation_rate", "tier", "selected_invalid_rate",
	"divergence_rate", "mean_selected_score", "log_speak_events", "selected_correct_rate", "routing_slack"}

// link fits the three models over the traces that have blocks, in the order in
// which the file names them.
func (out *Outcome) link(c *Corpus, sums []traceSums, step int) {
	var rows [][linkCount]float64
	var y []float64
	var cluster []int32
	for i := range sums {
		s := &sums[i]
		if s.blocks == 0 {
			continue
		}
		out.Linked++
		r := [linkCount]float64{s.solvable / s.known, s.improved / s.valid, s.worse / s.valid, math.NaN(), s.invalid / s.blocks,
			s.divergent / s.valid, s.score / s.scored, math.Log1p(s.speaks), s.correct / s.known, (s.solvable - s.correct) / s.known}
		if c.numericTiers && s.tier >= 0 {
			r[linkTier] = c.tierValue[s.tier]
		}
		rows, y, cluster = append(rows, r), append(y, b2f(c.passed.at(i*step))), append(cluster, s.cluster)
	}
	if out.Linked == 0 {
		out.Reasons["full"] = "no trace has both blocks and an outcome"
		return
	}
	out.Full = linkModel(c, rows, y, cluster, linkSolvable, linkImproved, linkDegraded, linkTier, linkInvalid, linkDivergence, linkScore, linkSpeaks)
	out.Refit = linkModel(c, rows, y, cluster, linkImproved, linkDegraded, linkTier, linkInvalid, linkDivergence, linkScore, linkSpeaks)
	out.Slack = linkModel(c, rows, y, cluster, linkSelectedCorrect, linkSlack, linkImproved, linkDegraded, linkTier, linkInvalid, linkDivergence, linkScore, linkSpeaks)
}

// linkModel fits one of them. A predictor that more than half of the traces
// lack is dropped; of the rest, only traces that have all of them are used.
func linkModel(c *Corpus, rows [][linkCount]float64, y []float64, cluster []int32, use ...int) *Model {
	dropped := map[string]string{}
	var kept []int
	for _, j := range use {
		lack := 0
		for _, r := range rows {
			if math.IsNaN(r[j]) {
				lack++
			}
		}
		if 2*lack > len(rows) {
			dropped[linkNames[j]] = "more than half of the traces lack it"
			continue
		}
		kept = append(kept, j)
	}
	terms := make([]term, len(kept))
	for i, j := range kept {
		terms[i].name = linkNames[j]
	}
	var s sample
	var cells []stats.DesignCell
	d := newDense(c)
	for i, r := range rows {
		complete := true
		for _, j := range kept {
			complete = complete && !math.IsNaN(r[j])
		}
		if !complete {
			continue
		}
		for at, j := range kept {
			terms[at].value = append(terms[at].value, r[j])
		}
		cells = append(cells, stats.DesignCell{Cluster: d.of(cluster[i]), Row: len(s.n), N: 1, K: y[i]})
		s.n, s.k = append(s.n, 1), append(s.k, y[i])
	}
	s.cells = func(yield func(stats.DesignCell) bool) {
		for _, cell := range cells {
			if !yield(cell) {
				return
			}
		}
	}
	m := regress("trace passed", terms, s)
	for k, v := range dropped {
		m.Dropped[k] = v
	}
	if n := len(rows) - len(s.n); n > 0 {
		m.Dropped["traces"] = plural(n, "trace lacks", "traces lack") + " a predictor"
	}
	return m
}

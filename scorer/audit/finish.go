// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"fmt"
	"math"
	"strconv"

	"github.com/false-consensus/fcb/predictions"
)

// finish orders the candidates by block, derives what waited for the whole file
// and lets the tables go.
func (r *reader) finish() *Corpus {
	c := r.c
	r.blockIDs = nil
	for i := range c.scores {
		for c.scores[i].len() < c.conf.len() {
			c.scores[i].add(math.NaN())
		}
	}
	r.order()
	c.nProblems, c.nClusters, c.nTraces = r.problemIDs.len(), r.clusterIDs.len(), r.traceIDs.len()
	v := &c.Validity
	v.Problems, v.Clusters, v.Traces, v.Agents = c.nProblems, c.nClusters, c.nTraces, len(c.agents)
	for b := range c.blocks() {
		r.finishBlock(b)
	}
	for i := range c.speaks.len() {
		r.finishSpeak(i)
	}
	c.conf.close()
	c.speaks.peerSupport.close()
	for i := range c.scores {
		c.scores[i].close()
	}
	c.numericTiers = len(c.tiers) > 0
	for _, t := range c.tiers {
		x, err := strconv.ParseFloat(t, 64)
		c.tierValue = append(c.tierValue, x)
		c.numericTiers = c.numericTiers && err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
	}
	if r.goldClashes > 0 {
		c.Warnings = append(c.Warnings, fmt.Sprintf("%d records carry another gold answer than their problem's first; each was judged by its own", r.goldClashes))
	}
	if v.RepeatedAgents > 0 {
		c.Warnings = append(c.Warnings, fmt.Sprintf("%d blocks hold more than one poll of an agent", v.RepeatedAgents))
	}
	if v.CorrectOnInvalid > 0 {
		c.Warnings = append(c.Warnings, fmt.Sprintf("%d invalid polls carry a value for correct; it was ignored", v.CorrectOnInvalid))
	}
	return c
}

// order sorts candidates by block when the file interleaves blocks, and turns
// the counts in start into first positions.
func (r *reader) order() {
	c := r.c
	count, total := c.start, int32(0)
	c.start = ints{}
	for b := range c.blocks() {
		c.start.add(total)
		total += count.at(b)
	}
	c.start.add(total)
	if r.block != nil {
		order := make([]int32, c.conf.len())
		next := make([]int32, c.blocks())
		for b := range next {
			next[b] = c.start.at(b)
		}
		for i := range c.conf.len() {
			b := r.block.at(i)
			order[next[b]] = int32(i)
			next[b]++
		}
		c.conf.permute(order)
		c.agent.permute(order)
		c.answer.permute(order)
		c.flags.permute(order)
		for i := range c.scores {
			c.scores[i].permute(order)
		}
	}
	r.block = nil
}

func (r *reader) finishBlock(b int) {
	c, v := r.c, &r.c.Validity
	from, to := c.span(b)
	if from == to {
		v.BlocksWithoutPolls++
		c.selected.add(-1)
		return
	}
	v.Blocks++
	gold := r.gold.at(int(c.problem.at(b)))
	selected, marked, top := -1, -1, math.Inf(-1)
	valid, unknown, repeated := 0, false, false
	for i := from; i < to; i++ {
		flags := c.flags.ref(i)
		if *flags&flagPending != 0 {
			*flags &^= flagPending
			if gold >= 0 {
				*flags |= r.against(c.answer.at(i), gold, "")
			}
		}
		if *flags&flagValid != 0 {
			valid++
			if *flags&flagKnown == 0 {
				v.UnknownCorrect++
				unknown = true
			}
			if math.IsNaN(c.conf.at(i)) {
				v.NoConfidence++
			}
		}
		if x := c.conf.at(i); x > top {
			selected, top = i-from, x
		}
		if *flags&flagChosen != 0 {
			marked = i - from
		}
		for j := max(from, i-64); j < i && !repeated; j++ { // bounded: a block of thousands is not searched whole
			repeated = c.agent.at(j) == c.agent.at(i)
		}
	}
	switch {
	case marked >= 0:
		selected = marked
	case selected >= 0:
		c.Derived["selected"]++
	default:
		v.NoSelection++
	}
	if repeated {
		v.RepeatedAgents++
	}
	if valid == 0 {
		v.NoValid++
	}
	if unknown {
		v.BlocksUnknown++
	}
	c.selected.add(int32(selected))
}

func (r *reader) finishSpeak(i int) {
	c := r.c
	s := c.speaks.at(i)
	if s.flags&flagPending != 0 {
		s.flags &^= flagPending
		if gold := r.gold.at(int(c.problem.at(int(s.block)))); gold >= 0 {
			s.flags |= r.against(s.answer, gold, "speak_")
		}
		c.speaks.flags.set(i, s.flags)
	}
	selected := int(c.selected.at(int(s.block)))
	if selected < 0 {
		c.Validity.SpeaksUnpaired++
		return
	}
	from, _ := c.span(int(s.block))
	poll := from + selected
	if c.agentOf(poll) != s.agent {
		c.Validity.SpeakerNotSelected++
	}
	if s.equivalent == predictions.Absent && s.flags&flagValid != 0 && c.flags.at(poll)&flagValid != 0 {
		if s.equivalent = r.same(c.answer.at(poll), s.answer); s.equivalent != predictions.Absent {
			c.Derived["equivalent"]++
			c.speaks.equivalent.set(i, s.equivalent)
		}
	}
}

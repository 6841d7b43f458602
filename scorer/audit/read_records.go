// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"bytes"
	"math"
	"strconv"

	"github.com/false-consensus/fcb/predictions"
)

// poll adds a candidate.
func (r *reader) poll(line []byte) {
	rec, c := &r.record, r.c
	block, problem, _, _ := r.place(line)
	conf := rec.Confidence
	switch {
	case math.IsNaN(conf):
	case conf > c.Scale:
		hint := ""
		if c.Scale == 1 && conf <= 100 {
			hint = "; if the file's scale is 0 to 100, say --confidence-scale 100"
		}
		r.faultAt(line, "confidence", "the confidence %s is above %s%s", strconv.FormatFloat(conf, 'g', -1, 64), strconv.FormatFloat(c.Scale, 'g', -1, 64), hint)
	case conf < 0:
		r.faultAt(line, "confidence", "the confidence %s is below 0", strconv.FormatFloat(conf, 'g', -1, 64))
	default:
		conf /= c.Scale
	}
	text := r.text(rec.Answer)
	flags := r.judge(rec, text, problem, "")
	if rec.Selected == predictions.Yes {
		flags |= flagChosen
		if r.marked.at(int(block)) != 0 {
			r.faultAt(line, "selected", "the block has a selected poll already")
		}
		r.marked.set(int(block), 1)
	}
	r.noteBlock(block)
	c.start.set(int(block), c.start.at(int(block))+1) // counts for now
	c.conf.add(conf)
	c.agent.add(int32(r.agentNumber(line)))
	c.answer.add(text)
	c.flags.add(flags)
	r.takeScores()
}

// noteBlock keeps the block of each candidate from the first one on that does
// not belong to the latest block or a new one; before it the counts say it all.
func (r *reader) noteBlock(block int32) {
	if r.block == nil && block < r.lastBlock {
		r.block = &ints{}
		for b := range r.c.blocks() {
			for range r.c.start.at(b) {
				r.block.add(int32(b))
			}
		}
	}
	if r.block != nil {
		r.block.add(block)
	}
	r.lastBlock = block
}

// judge decides validity and correctness of an answer as far as the record and
// its problem's gold answer go; prefix names the derived fields.
func (r *reader) judge(rec *predictions.TraceRecord, text, problem int32, prefix string) (flags uint8) {
	c := r.c
	empty := text < 0 || len(bytes.TrimSpace(rec.Answer)) == 0
	valid := rec.Valid == predictions.Yes
	if rec.Valid == predictions.Absent {
		valid = !empty
		c.Derived[prefix+"valid"]++
	}
	if prefix == "" {
		switch {
		case valid:
			c.Validity.Valid++
		case rec.Valid == predictions.No:
			c.Validity.Gated["marked_invalid"]++
		default:
			c.Validity.Gated["no_answer"]++
		}
		if !valid {
			c.Validity.Invalid++
			if rec.Correct != predictions.Absent {
				c.Validity.CorrectOnInvalid++
			}
		}
	}
	if !valid {
		return 0
	}
	flags = flagValid
	switch rec.Correct {
	case predictions.Yes:
		return flags | flagKnown | flagCorrect
	case predictions.No:
		return flags | flagKnown
	}
	if rec.Gold == nil {
		return flags | flagPending // the problem's gold answer may still come
	}
	return flags | r.against(text, r.text(rec.Gold), prefix)
}

// against derives correctness from a gold answer. Prose that differs from it is
// left unknown: other words may say the same.
func (r *reader) against(text, gold int32, prefix string) uint8 {
	switch r.same(text, gold) {
	case predictions.Yes:
		r.c.Derived[prefix+"correct"]++
		return flagKnown | flagCorrect
	case predictions.No:
		r.c.Derived[prefix+"correct"]++
		return flagKnown
	}
	return 0
}

func (r *reader) takeScores() {
	c := r.c
	for _, s := range r.record.Scores {
		i := number(r.scoreIDs, &c.scoreNames, s.Name)
		if i == len(c.scores) {
			c.scores = append(c.scores, levelColumn{})
		}
		for c.scores[i].len() < c.conf.len()-1 {
			c.scores[i].add(math.NaN())
		}
		if c.scores[i].len() < c.conf.len() {
			c.scores[i].add(s.Value)
		}
	}
}

// speak adds a public answer with what is known of the answers before it.
func (r *reader) speak(line []byte) {
	rec, c := &r.record, r.c
	block, problem, _, trace := r.place(line)
	s := speak{block: block, agent: r.agentNumber(line), answer: r.text(rec.Answer), equivalent: rec.Equivalent, incumbentText: -1}
	s.flags = r.judge(rec, s.answer, problem, "speak_")
	if s.flags&flagValid == 0 {
		c.Validity.SpeaksInvalid++
	}
	switch {
	case rec.HasIncumbent:
		s.incumbentText = r.text(rec.Incumbent)
	case r.incumbents.at(int(trace)) != notLogged:
		s.incumbentText = r.incumbents.at(int(trace))
		c.Derived["incumbent"]++
	}
	equals := func(text int32) bool { return s.answer >= 0 && text == s.answer }
	if equals(s.incumbentText) {
		s.flags |= saidIncumbent
	}
	peers, support := 0, 0
	own := func(text int32) {
		if equals(text) {
			s.flags |= saidSelf
		}
	}
	peer := func(text int32) {
		peers++
		if equals(text) {
			s.flags |= saidPeer
		}
		if s.incumbentText >= 0 && text == s.incumbentText {
			support++
		}
	}
	if rec.HasOwnPrior {
		for _, t := range rec.OwnPrior {
			own(r.text(t))
		}
	} else {
		c.Derived["own_prior"]++
	}
	if rec.HasPeers {
		for _, t := range rec.PeersPrior {
			peer(r.text(t))
		}
	} else {
		c.Derived["peers_prior"]++
	}
	if !rec.HasOwnPrior || !rec.HasPeers {
		for at, back := r.lastSaid.at(int(trace)), int32(1); at >= 0 && back > 0; at -= back {
			agent, text := uint16(c.speaks.agent.at(int(at))), c.speaks.answer.at(int(at))
			switch {
			case agent == s.agent && !rec.HasOwnPrior:
				own(text)
			case agent != s.agent && !rec.HasPeers:
				peer(text)
			}
			back = r.saidBefore.at(int(at))
		}
	}
	if peers > 0 {
		s.peerSupport = float32(support) / float32(peers)
	}
	at, back := int32(c.speaks.len()), int32(0)
	if s.answer >= 0 {
		if last := r.lastSaid.at(int(trace)); last >= 0 {
			back = at - last
		}
		r.lastSaid.set(int(trace), at)
	}
	r.saidBefore.add(back)
	for _, v := range rec.EquivalentBy {
		j := number(r.judgeIDs, &c.judges, v.Judge)
		if j == len(c.verdicts) {
			c.verdicts = append(c.verdicts, column[predictions.Tri]{})
		}
		for c.verdicts[j].n < c.speaks.len() {
			c.verdicts[j].add(predictions.Absent)
		}
		if c.verdicts[j].n == c.speaks.len() {
			c.verdicts[j].add(v.Equivalent)
		}
	}
	c.speaks.add(s)
}

// outcome notes how a trace ended.
func (r *reader) outcome(line []byte) {
	rec, c := &r.record, r.c
	t := r.traceNumber(rec.TraceID)
	if at := c.outcomeOf.at(int(t)); at >= 0 {
		r.faultAt(line, "trace_id", "this trace has an outcome already, at line %d", r.outcomeLine.at(int(at)))
		return
	}
	c.outcomeOf.set(int(t), int32(c.passed.n))
	c.passed.add(rec.Passed == predictions.Yes)
	r.outcomeLine.add(int32(r.line))
	mode := 0
	if rec.Mode != nil {
		mode = 1 + number(r.modeIDs, &c.modes, rec.Mode)
	}
	for len(c.costs) <= mode {
		c.costs = append(c.costs, modeSum{})
	}
	c.costs[mode].add(rec)
}

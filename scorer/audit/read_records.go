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
		if r.marked.at(int(block)) {
			r.faultAt(line, "selected", "the block has a selected poll already")
		}
		r.marked.set(int(block), true)
	}
	if r.block.n > 0 && block < r.block.at(r.block.n-1) {
		r.ordered = false
	}
	r.block.add(block)
	*c.start.ref(int(block))++ // counts for now
	c.conf.add(conf)
	c.agent.add(r.agentNumber(line))
	c.answer.add(text)
	c.flags.add(flags)
	r.takeScores()
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
			c.scores = append(c.scores, column[float64]{})
		}
		for c.scores[i].n < c.conf.n-1 {
			c.scores[i].add(math.NaN())
		}
		if c.scores[i].n < c.conf.n {
			c.scores[i].add(s.Value)
		}
	}
}

// speak adds a public answer with what is known of the answers before it.
func (r *reader) speak(line []byte) {
	rec := &r.record
	block, problem, cluster, trace := r.place(line)
	s := speak{block: block, problem: problem, trace: trace, cluster: cluster, agent: r.agentNumber(line), answer: r.text(rec.Answer),
		equivalent: rec.Equivalent, incumbentText: -1, peers: -1, peersForIncumbent: -1}
	flags := r.judge(rec, s.answer, problem, "speak_")
	s.valid, s.known, s.correct, s.pending = flags&flagValid != 0, flags&flagKnown != 0, flags&flagCorrect != 0, flags&flagPending != 0
	if !s.valid {
		r.c.Validity.SpeaksInvalid++
	}
	h := r.historyOf(trace)

	switch {
	case rec.HasIncumbent:
		s.incumbentText = r.text(rec.Incumbent)
	case h.logged:
		s.incumbentText = h.incumbent
		r.c.Derived["incumbent"]++
	}
	s.incumbent = s.incumbentText >= 0 && s.incumbentText == s.answer
	if rec.HasOwnPrior {
		for _, t := range rec.OwnPrior {
			s.self = s.self || s.answer >= 0 && r.text(t) == s.answer
		}
	} else {
		r.c.Derived["own_prior"]++
	}
	if rec.HasPeers {
		s.peers, s.peersForIncumbent = 0, 0
		for _, t := range rec.PeersPrior {
			r.peer(&s, r.text(t))
		}
	} else {
		r.c.Derived["peers_prior"]++
		s.peers, s.peersForIncumbent = 0, 0
	}
	for _, u := range h.said {
		if u.agent == s.agent && !rec.HasOwnPrior {
			s.self = s.self || s.answer >= 0 && u.text == s.answer
		}
		if u.agent != s.agent && !rec.HasPeers {
			r.peer(&s, u.text)
		}
	}
	if s.answer >= 0 {
		h.said = append(h.said, utterance{s.agent, s.answer})
	}
	for _, v := range rec.EquivalentBy {
		s.verdicts = append(s.verdicts, verdictOf{number(r.judgeIDs, &r.c.judges, v.Judge), v.Equivalent})
	}
	r.c.speaks = append(r.c.speaks, s)
}

func (r *reader) peer(s *speak, text int32) {
	s.peers++
	s.peer = s.peer || s.answer >= 0 && text == s.answer
	if s.incumbentText >= 0 && text == s.incumbentText {
		s.peersForIncumbent++
	}
}

// outcome notes how a trace ended.
func (r *reader) outcome(line []byte) {
	rec := &r.record
	t := r.traceNumber(rec.TraceID, -1)
	o := &r.c.traceOf[t]
	if o.has {
		r.faultAt(line, "trace_id", "this trace has an outcome already, at line %d", o.line)
		return
	}
	o.has, o.passed, o.line = true, rec.Passed == predictions.Yes, r.line
	o.tokens, o.calls, o.wall = rec.Tokens, rec.Calls, rec.WallS
	if rec.Mode != nil {
		o.mode = int32(number(r.modeIDs, &r.c.modes, rec.Mode))
	}
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package api

import (
	"fmt"
	"strconv"
)

// Limits of the service (API sheet, section 2). Lengths are UTF-16 code units,
// which are never fewer than code points.
const (
	MaxBody        = 100_000 // bytes of a request body
	MaxText        = 24_000  // all text of one call together
	MaxTextFree    = 12_000  // the same on a free key without prepaid calls
	MaxTask        = 8_000
	MaxOutput      = 16_000
	MaxAgentID     = 80
	MinAnswers     = 2
	MaxAnswers     = 16
	MaxEvidence    = 20
	MaxEvidenceLen = 4_000
)

// A LimitProblem is one limit that a request is over (or under).
type LimitProblem struct {
	Pointer string // JSON pointer into the request body, "" for the whole
	Message string
}

// UTF16Len is the length of s in UTF-16 code units.
func UTF16Len(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// TextLen is the length of all text that counts toward MaxText: the task and
// the outputs, not the agent ids.
func (r ConsensusRequest) TextLen() int {
	n := UTF16Len(r.Task)
	for _, a := range r.Answers {
		n += UTF16Len(a.Output)
	}
	return n
}

// Check lists every limit that the request breaks, in the order of the body.
func (r ConsensusRequest) Check() []LimitProblem {
	var p problems
	p.text("/task", r.Task, MaxTask)
	if n := len(r.Answers); n < MinAnswers || n > MaxAnswers {
		p.add("/answers", "%d answers; %d to %d are allowed", n, MinAnswers, MaxAnswers)
	}
	for i, a := range r.Answers {
		at := "/answers/" + strconv.Itoa(i)
		if n := UTF16Len(a.AgentID); n > MaxAgentID {
			p.add(at+"/agent_id", "%d UTF-16 units; at most %d are allowed", n, MaxAgentID)
		}
		p.text(at+"/output", a.Output, MaxOutput)
	}
	p.whole(r.TextLen(), len(r.Encode()))
	return p
}

// Check lists every limit that the request breaks, in the order of the body.
func (r JudgeRequest) Check() []LimitProblem {
	var p problems
	p.text("/task", r.Task, MaxTask)
	p.text("/agent_output", r.AgentOutput, MaxOutput)
	if n := len(r.Evidence); n > MaxEvidence {
		p.add("/evidence", "%d items; at most %d are allowed", n, MaxEvidence)
	}
	total := UTF16Len(r.Task) + UTF16Len(r.AgentOutput)
	for i, e := range r.Evidence {
		p.text("/evidence/"+strconv.Itoa(i), e, MaxEvidenceLen)
		total += UTF16Len(e)
	}
	p.whole(total, len(r.Encode()))
	return p
}

type problems []LimitProblem

func (p *problems) add(pointer, format string, a ...any) {
	*p = append(*p, LimitProblem{pointer, fmt.Sprintf(format, a...)})
}

func (p *problems) text(pointer, s string, limit int) {
	switch n := UTF16Len(s); {
	case n == 0:
		p.add(pointer, "empty; at least 1 character is required")
	case n > limit:
		p.add(pointer, "%d UTF-16 units; at most %d are allowed", n, limit)
	}
}

func (p *problems) whole(text, body int) {
	if text > MaxText {
		p.add("", "%d UTF-16 units of text in all; at most %d are allowed", text, MaxText)
	}
	if body > MaxBody {
		p.add("", "the body has %d bytes; at most %d are allowed", body, MaxBody)
	}
}

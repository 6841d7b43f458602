// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import "github.com/false-consensus/fcb/predictions"

// A speak is a public answer; problem, trace and cluster are its block's.
type speak struct {
	block         int32
	answer        int32   // number of the text; -1: none
	incumbentText int32   // -1: none
	peerSupport   float32 // share of earlier peer answers that equal the incumbent
	agent         uint16
	equivalent    predictions.Tri // as given, or derived
	flags         uint8
}

// Flags of a speak record, beside flagValid, flagKnown, flagCorrect and flagPending.
const (
	saidSelf      = 1 << (iota + 5) // the answer equals an earlier own one
	saidIncumbent                   // the endorsed one
	saidPeer                        // an earlier one of another agent
)

// speeches are the speak records of a file, field by field.
type speeches struct {
	block, answer, incumbentText, agent ints
	peerSupport                         levelColumn
	equivalent                          column[predictions.Tri]
	flags                               column[uint8]
}

func (s *speeches) len() int { return s.flags.n }

func (s *speeches) add(v speak) {
	s.block.add(v.block)
	s.answer.add(v.answer)
	s.incumbentText.add(v.incumbentText)
	s.agent.add(int32(v.agent))
	s.peerSupport.add(float64(v.peerSupport))
	s.equivalent.add(v.equivalent)
	s.flags.add(v.flags)
}

func (s *speeches) at(i int) speak {
	return speak{block: s.block.at(i), answer: s.answer.at(i), incumbentText: s.incumbentText.at(i), agent: uint16(s.agent.at(i)),
		peerSupport: float32(s.peerSupport.at(i)), equivalent: s.equivalent.at(i), flags: s.flags.at(i)}
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

// ConsensusAnswer says whether what the detector took for the agreed answer is
// right, over the scored cases that have a majority. NeedsReview and None stay
// in the denominator of Correct.
type ConsensusAnswer struct {
	Correct     Rate     `json:"correct"`
	Wrong       int      `json:"wrong"`
	NeedsReview int      `json:"needs_review"`
	None        int      `json:"none"`
	Review      []Review `json:"review"` // the NeedsReview ones, in dataset order
}

// A Review is a consensus answer that a person has to match.
type Review struct {
	CaseID          string      `json:"case_id"`
	Repeat          *int        `json:"repeat,omitempty"` // only when cases were asked more than once
	ConsensusAnswer string      `json:"consensus_answer"` // untrusted text, whole
	Reason          string      `json:"reason"`           // one of the Reason constants
	Best            []BestMatch `json:"best"`             // the answers that tie, else the closest ones; empty when nothing overlaps
}

// A BestMatch is an answer to look at: its label and its token overlap with the
// consensus answer, nil where the texts are equal.
type BestMatch struct {
	AgentID string  `json:"agent_id"`
	Correct bool    `json:"correct"`
	Jaccard *[2]int `json:"jaccard,omitempty"` // intersection and union
}

func newConsensusAnswer(rows []row, repeated bool) *ConsensusAnswer {
	ca := &ConsensusAnswer{Review: []Review{}}
	var right tally
	for i := range rows {
		r := &rows[i]
		if r.c.MajorityCorrect == nil {
			continue
		}
		m := MatchAnswer(r.p.ConsensusAnswer, r.c.Answers)
		switch {
		case m.Status == MatchNone:
			ca.None++
		case m.Status == MatchReview:
			ca.NeedsReview++
			ca.Review = append(ca.Review, newReview(r, m, repeated))
		case !m.Correct:
			ca.Wrong++
		}
		right.add(r, m.Correct)
	}
	ca.Correct = right.rate("no prediction was scored for a case with a majority")
	return ca
}

func newReview(r *row, m Match, repeated bool) Review {
	v := Review{CaseID: r.c.ID, ConsensusAnswer: *r.p.ConsensusAnswer, Reason: m.Reason, Best: []BestMatch{}}
	if repeated {
		repeat := r.repeat
		v.Repeat = &repeat
	}
	for _, i := range m.best() {
		b := BestMatch{AgentID: r.c.Answers[i].AgentID, Correct: r.c.Answers[i].Correct}
		if m.Overlaps != nil {
			b.Jaccard = &[2]int{m.Overlaps[i].Intersection, m.Overlaps[i].Union}
		}
		v.Best = append(v.Best, b)
	}
	return v
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"strings"

	"github.com/false-consensus/fcb/cases"
)

// How a consensus answer was matched to a labelled answer.
const (
	MatchExact   = "exact"        // equal text after trimming
	MatchJaccard = "jaccard"      // token Jaccard of at least 0.8
	MatchReview  = "needs_review" // reported, not guessed
	MatchNone    = "none"         // there was no consensus answer
)

// Why a match is none or needs review.
const (
	ReasonEmpty            = "empty"
	ReasonNoMatch          = "no_match"
	ReasonAmbiguousExact   = "ambiguous_exact"
	ReasonAmbiguousJaccard = "ambiguous_jaccard"
)

// An Overlap is the token Jaccard of two texts as a fraction of integers; it is
// 0 where Union is 0.
type Overlap struct{ Intersection, Union int }

// qualifies is Jaccard >= 0.8 in integers: 5 intersection >= 4 union. An empty
// set on either side never does.
func (o Overlap) qualifies() bool { return o.Intersection > 0 && 5*o.Intersection >= 4*o.Union }

// less compares two fractions by cross-multiplication.
func (o Overlap) less(p Overlap) bool {
	return o.Intersection*max(p.Union, 1) < p.Intersection*max(o.Union, 1)
}

// A Match says which labelled answers a consensus answer is.
type Match struct {
	Status   string
	Correct  bool      // label of the matched answers; only for exact and jaccard
	Matched  []int     // positions of the answers that decided, in order; also when they disagree
	Overlaps []Overlap // one an answer; nil unless no exact match existed
	Reason   string    // one of the Reason constants; empty when matched
	// CloseCall is set where answers at or over 0.8 carry different labels, also
	// when the best ones agree: a stricter rule would ask for review.
	CloseCall bool
}

// trim removes the white space that matching ignores: space, tab, CR and LF.
func trim(s string) string { return strings.Trim(s, " \t\r\n") }

// blank says whether there is no consensus answer.
func blank(consensus *string) bool { return consensus == nil || trim(*consensus) == "" }

// MatchAnswer finds the labelled answers that a consensus answer is (contract
// section 5): the ones of equal text after trimming, else the ones with the
// highest token Jaccard if that is at least 0.8. If they disagree on correct, or
// there are none, the case needs review.
//
// Signs and decimal marks are no tokens: "-5" matches "5". That blind spot is
// the published rule's, and kept.
func MatchAnswer(consensus *string, answers []cases.Answer) Match {
	if blank(consensus) {
		return Match{Status: MatchNone, Reason: ReasonEmpty}
	}
	want := trim(*consensus)
	m := Match{}
	for i, a := range answers {
		if trim(a.Output) == want {
			m.Matched = append(m.Matched, i)
		}
	}
	if len(m.Matched) > 0 {
		m.decide(answers, MatchExact, ReasonAmbiguousExact)
		return m
	}
	tokens := tokenSet(want)
	m.Overlaps = make([]Overlap, len(answers))
	best := Overlap{}
	seen := map[bool]bool{} // labels of the qualifying answers
	for i, a := range answers {
		o := &m.Overlaps[i]
		o.Intersection, o.Union = overlap(tokens, tokenSet(a.Output))
		if !o.qualifies() {
			continue
		}
		seen[a.Correct] = true
		switch {
		case best.less(*o):
			best, m.Matched = *o, []int{i}
		case !o.less(best):
			m.Matched = append(m.Matched, i)
		}
	}
	if len(m.Matched) == 0 {
		m.Status, m.Reason = MatchReview, ReasonNoMatch
		return m
	}
	m.decide(answers, MatchJaccard, ReasonAmbiguousJaccard)
	m.CloseCall = len(seen) == 2
	return m
}

// decide settles the status once Matched is known and not empty.
func (m *Match) decide(answers []cases.Answer, status, ambiguous string) {
	m.Status, m.Correct = status, answers[m.Matched[0]].Correct
	for _, i := range m.Matched {
		if answers[i].Correct != m.Correct {
			m.Status, m.Correct, m.Reason = MatchReview, false, ambiguous
			return
		}
	}
}

// best lists the answers worth showing to a reviewer: the ones that decided,
// else, when nothing reached 0.8, the ones that come closest.
func (m Match) best() []int {
	if len(m.Matched) > 0 || m.Overlaps == nil {
		return m.Matched
	}
	top := Overlap{}
	var at []int
	for i, o := range m.Overlaps {
		switch {
		case o.Intersection == 0:
		case top.less(o):
			top, at = o, []int{i}
		case !o.less(top):
			at = append(at, i)
		}
	}
	return at
}

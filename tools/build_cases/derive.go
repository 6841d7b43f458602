// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import "github.com/false-consensus/fcb/cases"

// Values of cases.Source.Adaptation.
const (
	reworded = "reworded"
	verbatim = "verbatim"
)

// Values of cases.Case.ExpectedRisk.
const (
	low    = "low"
	medium = "medium"
	high   = "high"
)

// derive works out what follows from a definition: which answers are correct,
// whether the majority is, and the risk an ideal detector returns. What cannot
// follow is a problem at its place; fcb validate then checks every label rule.
func (d *definition) derive(ps *problems) cases.Case {
	c := cases.Case{ID: d.id.value, Category: d.category, Question: d.sent(), GroundTruth: d.groundTruth(),
		Rationale: d.rationale.value, Tags: []string{"topic_" + d.topic.value}}
	for _, e := range d.evidence {
		c.Evidence = append(c.Evidence, e.value)
	}
	for _, t := range d.tags {
		c.Tags = append(c.Tags, t.value)
	}
	for _, a := range d.answers {
		claim := a.claim.value
		c.Answers = append(c.Answers, cases.Answer{AgentID: a.agent, Output: a.text.value, Claim: &claim,
			Correct:  claim == d.truth.value,
			Metadata: &cases.Metadata{ModelFamily: a.family, SawOtherAnswers: a.saw, SharedContext: a.shared}})
	}
	if k, ok := c.Consensus(); ok {
		c.MajorityCorrect = &k.Correct
	}
	if d.citation != nil && d.citation.source != nil {
		c.Source = d.citation.of(reworded)
	}
	if !d.broken { // else the consequences would only confuse
		d.risk(&c, ps)
		d.arithmetic(ps)
		d.answerWords(ps)
	}
	return c
}

// risk is contract section 4: it follows from the category, and in
// echo_cascade from whether the echoed claim is right.
func (d *definition) risk(c *cases.Case, ps *problems) {
	wants, right := "a wrong consensus", c.MajorityCorrect != nil && !*c.MajorityCorrect
	switch d.category {
	case cases.MajorityWrongFact, cases.AnchoringInjectedPremise, cases.LoneCorrectDissenter, cases.NumericConsensusError:
		c.ExpectedRisk = high
	case cases.EchoCascade:
		wants, right = "a consensus", c.MajorityCorrect != nil
		c.ExpectedRisk = high
		if right && *c.MajorityCorrect {
			c.ExpectedRisk = medium
		}
	case cases.CorrectButUnsupported:
		wants, right = "a correct consensus", c.MajorityCorrect != nil && *c.MajorityCorrect
		c.ExpectedRisk = medium
	case cases.GenuineAgreementCorrect:
		wants, right = "a correct consensus", c.MajorityCorrect != nil && *c.MajorityCorrect
		c.ExpectedRisk = low
	case cases.GenuineDisagreement:
		wants, right = "no consensus", c.MajorityCorrect == nil
		c.ExpectedRisk = low
	default:
		return // reported where the category was read
	}
	if !right {
		ps.add(d.at, "%s: a case of %s has %s; these answers have %s", d.id.value, d.category, wants, state(c))
	}
}

func state(c *cases.Case) string {
	switch {
	case c.MajorityCorrect == nil:
		return "none"
	case *c.MajorityCorrect:
		return "a correct one"
	}
	return "a wrong one"
}

// arithmetic evaluates the check expression, exactly.
func (d *definition) arithmetic(ps *problems) {
	if d.check.value == "" {
		return
	}
	got, err := evaluate(d.check.value)
	if err != nil {
		ps.add(d.check.at, "check %q: %v", d.check.value, err)
		return
	}
	want, ok := number(d.truth.value)
	switch {
	case !ok:
		ps.add(d.truth.at, "a case with a check has a number as its truth, not %q", d.truth.value)
	case got.Cmp(want) != 0:
		ps.add(d.check.at, "check %q is %s, but the truth is %s", d.check.value, plain(got), d.truth.value)
	}
}

// answerWords checks our half of answer_words; -upstream checks the other.
func (d *definition) answerWords(ps *problems) {
	if d.citation == nil {
		return
	}
	words := d.citation.words
	if len(words) == 0 && d.citation.source.worded() {
		ps.add(d.citation.at, "a source with worded answers needs %q", "answer_words")
	}
	for _, w := range words {
		if !holds(d.groundTruth(), w.value) {
			ps.add(w.at, "answer word %q does not stand in the ground truth %q", w.value, d.groundTruth())
		}
	}
}

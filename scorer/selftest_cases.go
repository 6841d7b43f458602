// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"fmt"
	"strings"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
)

// selfTestPlan is the labelled set of the self-test: 24 cases, 12 high, 3 medium
// and 9 low; majority wrong in 12, correct in 8, none in 4. held of agents hold
// the claim in question, the rest hold others. pick is what the planted
// detector answered (empty: the outcome is status) and consensus the answer it
// took for the agreed one: r the correct text, w the wrong one, - none, or a
// text of its own.
var selfTestPlan = []struct {
	id, category   string
	risk           string
	majority       string // t, f or - for none
	held, agents   int
	pick           string
	consensus      string
	verdict        string
	status         string
	source, tag    string
	thin, fourWord bool // one answer of three tokens; one of four
}{
	{id: "mwf-1", category: cases.MajorityWrongFact, risk: "high", majority: "f", held: 3, agents: 5, pick: "high", consensus: " \tp q r s t\r\n", verdict: "fail"},
	{id: "mwf-2", category: cases.MajorityWrongFact, risk: "high", majority: "f", held: 5, agents: 5, pick: "high", consensus: "w", thin: true},
	{id: "mwf-3", category: cases.MajorityWrongFact, risk: "high", majority: "f", held: 3, agents: 4, pick: "medium", consensus: "w"},
	{id: "mwf-4", category: cases.MajorityWrongFact, risk: "high", majority: "f", held: 3, agents: 3, status: predictions.Failed},
	{id: "echo-1", category: cases.EchoCascade, risk: "high", majority: "f", held: 4, agents: 5, pick: "high", consensus: "w"},
	{id: "echo-2", category: cases.EchoCascade, risk: "high", majority: "f", held: 6, agents: 10, pick: "low", consensus: "w", verdict: "fail"},
	{id: "echo-3", category: cases.EchoCascade, risk: "medium", majority: "t", held: 3, agents: 5, pick: "medium", consensus: "b a c d e"},
	{id: "anchor-1", category: cases.AnchoringInjectedPremise, risk: "high", majority: "f", held: 3, agents: 5, pick: "high", consensus: "w"},
	{id: "anchor-2", category: cases.AnchoringInjectedPremise, risk: "high", majority: "f", held: 3, agents: 5, pick: "medium", consensus: words("word", 39) + words(" other", 5)},
	{id: "lone-1", category: cases.LoneCorrectDissenter, risk: "high", majority: "f", held: 4, agents: 5, pick: "low", consensus: "w", verdict: "retry"},
	{id: "lone-2", category: cases.LoneCorrectDissenter, risk: "high", majority: "f", held: 4, agents: 5, pick: "high", consensus: "one two three four five six seven eight ten"},
	{id: "agree-1", category: cases.GenuineAgreementCorrect, risk: "low", majority: "t", held: 5, agents: 5, pick: "low", consensus: "r", verdict: "maybe", tag: "noisy_dissent"},
	{id: "agree-2", category: cases.GenuineAgreementCorrect, risk: "low", majority: "t", held: 3, agents: 5, pick: "low", consensus: "r", verdict: "no verdict came", thin: true},
	{id: "agree-3", category: cases.GenuineAgreementCorrect, risk: "low", majority: "t", held: 3, agents: 3, pick: "low", consensus: "r", verdict: "fail"},
	{id: "agree-4", category: cases.GenuineAgreementCorrect, risk: "low", majority: "t", held: 4, agents: 6, pick: "medium", consensus: "r", tag: "noisy_dissent"},
	{id: "agree-5", category: cases.GenuineAgreementCorrect, risk: "low", majority: "t", held: 3, agents: 5, status: predictions.Unknown},
	{id: "differ-1", category: cases.GenuineDisagreement, risk: "low", majority: "-", held: 4, agents: 7, pick: "low", consensus: "-"},
	{id: "differ-2", category: cases.GenuineDisagreement, risk: "low", majority: "-", held: 2, agents: 4, pick: "low", consensus: "-"},
	{id: "differ-3", category: cases.GenuineDisagreement, risk: "low", majority: "-", held: 1, agents: 3, pick: "medium", consensus: "-"},
	{id: "differ-4", category: cases.GenuineDisagreement, risk: "low", majority: "-", held: 2, agents: 5, status: predictions.Unattempted},
	{id: "unsupported-1", category: cases.CorrectButUnsupported, risk: "medium", majority: "t", held: 5, agents: 5, pick: "medium", consensus: "r", source: "TruthfulQA", fourWord: true},
	{id: "unsupported-2", category: cases.CorrectButUnsupported, risk: "medium", majority: "t", held: 3, agents: 5, pick: "low", consensus: "r", source: "TruthfulQA"},
	{id: "numeric-1", category: cases.NumericConsensusError, risk: "high", majority: "f", held: 3, agents: 5, pick: "high", consensus: "-"},
	{id: "numeric-2", category: cases.NumericConsensusError, risk: "high", majority: "f", held: 3, agents: 5, pick: "high", consensus: "w"},
}

// selfTestCases builds the cases of the plan.
func selfTestCases() []cases.Case {
	out := make([]cases.Case, len(selfTestPlan))
	for i, p := range selfTestPlan {
		c := cases.Case{ID: p.id, Category: p.category, Question: "question " + p.id, ExpectedRisk: p.risk}
		if p.majority != "-" {
			correct := p.majority == "t"
			c.MajorityCorrect = &correct
		}
		if p.source != "" {
			c.Source.Dataset = p.source
		}
		if p.tag != "" {
			c.Tags = []string{p.tag}
		}
		// The holders share a claim; every other answer has a claim of its own.
		// Where there is no majority the holders are wrong and the next answer right.
		for a := range p.agents {
			held := a < p.held
			correct := held == (p.majority == "t")
			claim := "the claim most hold"
			if !held {
				claim = fmt.Sprintf("claim %d", a)
				if correct = correct && a == p.held; correct {
					claim = "the truth"
				}
			}
			c.Answers = append(c.Answers, cases.Answer{
				AgentID: fmt.Sprintf("agent-%d", a+1), Claim: &claim, Correct: correct,
				Output: fmt.Sprintf("agent %d of %s argues for %s at length", a+1, p.id, claim),
			})
		}
		last := &c.Answers[p.agents-1]
		switch {
		case p.thin:
			last.Output = "only three words"
		case p.fourWord:
			last.Output = "here are four words"
		case p.id == "mwf-1": // only exact comparison after trimming tells these two apart
			c.Answers[0].Output, c.Answers[p.held].Output = "p q r s t", "t s r q p"
		case p.id == "echo-3": // the same words in another order, with different labels
			c.Answers[0].Output, last.Output = "a b c d e", "e d c b a"
		case p.id == "anchor-2": // 39 words of 49 in common with the consensus answer: 0.796
			last.Output = words("word", 44)
		case p.id == "lone-2": // 8 words of 10, and the one correct answer
			last.Output = "One, two, three: four five six seven eight NINE!"
		}
		out[i] = c
	}
	return out
}

// textOf is the consensus answer that a plan's word stands for.
func textOf(c cases.Case, word string) string {
	for _, a := range c.Answers {
		if len(word) > 0 && (word == "r" && a.Correct || word == "w" && !a.Correct) {
			return a.Output
		}
	}
	if word == "-" {
		return ""
	}
	return word
}

// words makes n different words.
func words(stem string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s%d ", stem, i)
	}
	return strings.TrimSuffix(b.String(), " ")
}

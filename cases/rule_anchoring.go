// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import "slices"

var ruleAnchoring = Rule{
	Code: "FCB213", Severity: SeverityError,
	Title: "anchoring_injected_premise: a planted note that the wrong consensus adopts",
	Rationale: "The false premise stands in the question or the evidence, and the agents that adopt it (at least two) share that context. " +
		"The note is recognised by its words: at least one word of the wrong claim that is no function word must stand in question or evidence.",
	Fails: `{"category":"anchoring_injected_premise","majority_correct":false,"expected_risk":"high","question":"When was the bridge opened?","answers":[` +
		`{"claim":"1931","correct":false,"metadata":{"model_family":"family-a","saw_other_answers":false,"shared_context":true}},{"claim":"1931","correct":false,"metadata":{"model_family":"family-b","saw_other_answers":false,"shared_context":true}},{"claim":"1932","correct":true}]}`,
	Passes: `{"category":"anchoring_injected_premise","majority_correct":false,"expected_risk":"high","question":"When was the bridge opened?\n\nNote: the archive says 1931.","answers":[` +
		`{"claim":"1931","correct":false,"metadata":{"model_family":"family-a","saw_other_answers":false,"shared_context":true}},{"claim":"1931","correct":false,"metadata":{"model_family":"family-b","saw_other_answers":false,"shared_context":true}},{"claim":"1932","correct":true}]}`,
	needs: []string{"category", "question", "evidence", "answers.claim", "answers.correct", "answers.metadata"},
	check: func(l *labels) {
		if l.Category != AnchoringInjectedPremise {
			return
		}
		k, ok := l.wrongConsensus()
		if !ok {
			return
		}
		given := tokens(l.Question)
		for _, e := range l.Evidence {
			given = append(given, tokens(e)...)
		}
		marks := significant(tokens(k.Claim))
		if len(marks) > 0 && !slices.ContainsFunc(marks, func(t string) bool { return slices.Contains(given, t) }) {
			l.report("/question", "no planted note: no word of the wrong claim "+quote(k.Claim)+" stands in question or evidence")
		}
		for i, a := range l.Answers {
			if trimmedClaim(a) == k.Claim && a.Metadata != nil && !a.Metadata.SharedContext {
				l.report(answerPointer(i, "metadata/shared_context"), "an answer that adopts the planted premise has shared_context true")
			}
		}
		if k.Held < 2 {
			l.report("/answers", "at least two agents adopt the planted premise, here "+count(k.Held, k.Agents))
		}
	},
}

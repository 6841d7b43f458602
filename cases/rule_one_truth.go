// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

var ruleOneTruth = Rule{
	Code: "FCB201", Severity: SeverityError,
	Title:     "correct answers share one claim",
	Rationale: "A question of this benchmark has one right answer. If two different claims are both marked correct, a detector that calls them a disagreement is right and would be scored as wrong.",
	Fails:     `{"category":"correct_but_unsupported","expected_risk":"medium","evidence":["A map of the parks."],"answers":[{"claim":"Canberra","correct":true},{"claim":"Canberra","correct":true},{"claim":"Canberra, ACT","correct":true}]}`,
	Passes:    `{"category":"correct_but_unsupported","expected_risk":"medium","evidence":["A map of the parks."],"answers":[{"claim":"Canberra","correct":true},{"claim":" Canberra ","correct":true},{"claim":"Sydney","correct":false}]}`,
	needs:     []string{"answers.claim", "answers.correct"},
	check: func(l *labels) {
		first := -1
		for i, a := range l.Answers {
			switch {
			case !a.Correct || a.Claim == nil:
			case first < 0:
				first = i
			case trimmedClaim(a) != trimmedClaim(l.Answers[first]):
				l.report(answerPointer(i, "claim"), "correct answers must share one claim: "+quote(trimmedClaim(a))+" here, "+quote(trimmedClaim(l.Answers[first]))+" in "+answerPointer(first, "claim"))
			}
		}
	},
}

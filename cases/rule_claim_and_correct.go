// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

var ruleClaimAndCorrect = Rule{
	Code: "FCB202", Severity: SeverityError,
	Title:     "equal claims are equally correct",
	Rationale: "Claims that are equal after trimming (case-sensitive) are the same answer, so they cannot be right in one place and wrong in another.",
	Fails:     `{"category":"correct_but_unsupported","expected_risk":"medium","evidence":["A map of the parks."],"answers":[{"claim":"Canberra","correct":true},{"claim":"Canberra","correct":false},{"claim":"Perth","correct":false}]}`,
	Passes:    `{"answers":[{"claim":"Sydney","correct":false},{"claim":"Sydney","correct":false},{"claim":"sydney","correct":false}]}`,
	needs:     []string{"answers.claim", "answers.correct"},
	check: func(l *labels) {
		for i, a := range l.Answers {
			if a.Claim == nil {
				continue
			}
			for j, b := range l.Answers[:i] {
				if b.Claim != nil && trimmedClaim(a) == trimmedClaim(b) {
					if a.Correct != b.Correct {
						l.report(answerPointer(i, "correct"), "the claim "+quote(trimmedClaim(a))+" is marked "+word(a.Correct)+" here and "+word(b.Correct)+" in "+answerPointer(j, "correct"))
					}
					break
				}
			}
		}
	},
}

// word says a label in words.
func word(correct bool) string {
	if correct {
		return "correct"
	}
	return "wrong"
}

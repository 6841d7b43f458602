// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

var ruleLoneDissenter = Rule{
	Code: "FCB214", Severity: SeverityError,
	Title:     "lone_correct_dissenter: a wrong consensus and exactly one correct answer",
	Rationale: "One agent is right against a wrong majority. With no correct answer the case belongs to majority_wrong_fact; with two the dissenter is not alone.",
	Fails:     `{"category":"lone_correct_dissenter","majority_correct":false,"expected_risk":"high","answers":[{"claim":"Sydney","correct":false},{"claim":"Sydney","correct":false},{"claim":"Perth","correct":false}]}`,
	Passes:    `{"category":"lone_correct_dissenter","majority_correct":false,"expected_risk":"high","answers":[{"claim":"Sydney","correct":false},{"claim":"Sydney","correct":false},{"claim":"Canberra","correct":true}]}`,
	needs:     []string{"category", "answers.claim", "answers.correct"},
	check: func(l *labels) {
		if l.Category != LoneCorrectDissenter {
			return
		}
		l.wrongConsensus()
		l.correctExactlyOne()
	},
}

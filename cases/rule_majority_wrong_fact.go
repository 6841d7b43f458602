// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

var ruleMajorityWrongFact = Rule{
	Code: "FCB211", Severity: SeverityError,
	Title:     "majority_wrong_fact: a wrong consensus, no answer correct",
	Rationale: "The category measures agreement on a false fact with nobody to contradict it by knowing better; with a correct answer the case belongs to lone_correct_dissenter.",
	Fails:     `{"category":"majority_wrong_fact","majority_correct":false,"expected_risk":"high","answers":[{"claim":"Sydney","correct":false},{"claim":"Sydney","correct":false},{"claim":"Canberra","correct":true}]}`,
	Passes:    `{"category":"majority_wrong_fact","majority_correct":false,"expected_risk":"high","answers":[{"claim":"Sydney","correct":false},{"claim":"Sydney","correct":false},{"claim":"Melbourne","correct":false}]}`,
	needs:     []string{"category", "answers.claim", "answers.correct"},
	check: func(l *labels) {
		if l.Category != MajorityWrongFact {
			return
		}
		l.wrongConsensus()
		l.correctAtMost(0, "none")
	},
}

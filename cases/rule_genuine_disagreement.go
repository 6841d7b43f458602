// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

var ruleGenuineDisagreement = Rule{
	Code: "FCB216", Severity: SeverityError,
	Title:     "genuine_disagreement: no consensus, exactly one correct answer",
	Rationale: "A control: where no claim is held by 60 percent there is no consensus that could be false, and a detector that flags it flags a disagreement.",
	Fails:     `{"category":"genuine_disagreement","majority_correct":null,"expected_risk":"low","answers":[{"claim":"a","correct":false},{"claim":"b","correct":false},{"claim":"c","correct":false}]}`,
	Passes:    `{"category":"genuine_disagreement","majority_correct":null,"expected_risk":"low","answers":[{"claim":"a","correct":false},{"claim":"b","correct":false},{"claim":"c","correct":true}]}`,
	needs:     []string{"category", "answers.claim", "answers.correct"},
	check: func(l *labels) {
		if l.Category != GenuineDisagreement {
			return
		}
		if k, ok := l.Consensus(); ok {
			l.report("/answers", "genuine_disagreement has no consensus, but the claim "+quote(k.Claim)+" is held by "+count(k.Held, k.Agents))
		}
		l.correctExactlyOne()
	},
}

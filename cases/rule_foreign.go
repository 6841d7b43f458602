// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

var ruleForeignMajority = Rule{
	Code: "FCB205", Severity: SeverityError,
	Title: "majority_correct of a case without claims fits its correct flags",
	Rationale: "Where an answer has no claim, the answers cannot be grouped, but their correct flags still decide two things: majority_correct is true if and only if at least 60 percent are correct, " +
		"and it is null if fewer than 60 percent are wrong, since then no wrong claim can have a consensus. Otherwise false and null are both possible (FCB405).",
	Fails:  `{"category":"genuine_disagreement","expected_risk":"low","majority_correct":false,"answers":[{"claim":null,"correct":true},{"claim":null,"correct":false}]}`,
	Passes: `{"category":"genuine_disagreement","expected_risk":"low","majority_correct":null,"answers":[{"claim":null,"correct":true},{"claim":null,"correct":false}]}`,
	needs:  []string{"answers.correct", "answers.claim", "majority_correct"},
	check: func(l *labels) {
		if l.hasClaims() {
			return
		}
		right, all := l.numCorrect(), len(l.Answers)
		isTrue := l.MajorityCorrect != nil && *l.MajorityCorrect
		switch {
		case HasConsensus(right, all) && !isTrue:
			l.report("/majority_correct", majorityText(l.MajorityCorrect)+" should be true: "+count(right, all)+" answers are correct")
		case isTrue && !HasConsensus(right, all):
			want := "false or null"
			if !HasConsensus(all-right, all) {
				want = "null"
			}
			l.report("/majority_correct", "true should be "+want+": only "+count(right, all)+" answers are correct")
		case !HasConsensus(right, all) && !HasConsensus(all-right, all) && l.MajorityCorrect != nil:
			l.report("/majority_correct", majorityText(l.MajorityCorrect)+" should be null: "+count(right, all)+" answers are correct and no wrong claim can be held by 60 percent")
		}
	},
}

var ruleForeignDoubt = Rule{
	Code: "FCB405", Severity: SeverityWarning,
	Title:     "majority_correct of a case without claims cannot be checked",
	Rationale: "At least 60 percent of the answers are wrong, but without claims nobody can tell whether they agree: false is right if they do, null if they do not. Add claims to have it checked.",
	Fails:     `{"category":"majority_wrong_fact","majority_correct":false,"answers":[{"claim":null,"correct":false},{"claim":null,"correct":false},{"claim":null,"correct":false}]}`,
	Passes:    `{"category":"majority_wrong_fact","majority_correct":false,"answers":[{"claim":"x","correct":false},{"claim":"x","correct":false},{"claim":"y","correct":false}]}`,
	needs:     []string{"answers.correct", "answers.claim", "majority_correct"},
	check: func(l *labels) {
		wrong, all := len(l.Answers)-l.numCorrect(), len(l.Answers)
		isTrue := l.MajorityCorrect != nil && *l.MajorityCorrect
		if !l.hasClaims() && HasConsensus(wrong, all) && !isTrue {
			l.report("/majority_correct", majorityText(l.MajorityCorrect)+" cannot be checked without claims: "+count(wrong, all)+" answers are wrong, whether they agree is not known")
		}
	},
}

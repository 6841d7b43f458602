// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

var ruleMajority = Rule{
	Code: "FCB203", Severity: SeverityError,
	Title: "majority_correct says what the claims say",
	Rationale: "A consensus is a claim held by at least 60 percent of the agents, compared in integers (5*held >= 3*agents). " +
		"majority_correct is true if there is one and it is correct, false if there is one and it is wrong, null if there is none.",
	Fails:  `{"category":"lone_correct_dissenter","majority_correct":null,"answers":[{"claim":"Sydney","correct":false},{"claim":"Sydney","correct":false},{"claim":"Sydney","correct":false},{"claim":"Perth","correct":false},{"claim":"Canberra","correct":true}]}`,
	Passes: `{"category":"lone_correct_dissenter","majority_correct":false,"answers":[{"claim":"Sydney","correct":false},{"claim":"Sydney","correct":false},{"claim":"Sydney","correct":false},{"claim":"Perth","correct":false},{"claim":"Canberra","correct":true}]}`,
	needs:  []string{"answers.claim", "answers.correct", "majority_correct"},
	check: func(l *labels) {
		if !l.hasClaims() {
			return
		}
		k, ok := l.Consensus()
		var want *bool
		if ok {
			want = &k.Correct
		}
		if (want == nil) == (l.MajorityCorrect == nil) && (want == nil || *want == *l.MajorityCorrect) {
			return
		}
		why := "no claim is held by 60 percent of the agents"
		if ok {
			why = "the claim " + quote(k.Claim) + ", held by " + count(k.Held, k.Agents) + ", is " + word(k.Correct)
		}
		l.report("/majority_correct", majorityText(l.MajorityCorrect)+" should be "+majorityText(want)+": "+why)
	},
}

func majorityText(b *bool) string {
	switch {
	case b == nil:
		return "null"
	case *b:
		return "true"
	}
	return "false"
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import (
	"strconv"
	"strings"
)

var ruleUnsupported = Rule{
	Code: "FCB217", Severity: SeverityError,
	Title: "correct_but_unsupported: a correct consensus the evidence does not support",
	Rationale: "The agents are right, but nothing they were given says so: there is evidence, and it is silent on the claim. " +
		"Silence is checked by words: the words of the claim must not stand one after another in any item.",
	Fails:  `{"category":"correct_but_unsupported","majority_correct":true,"expected_risk":"medium","evidence":["The museum stands in New Delhi, near the park."],"answers":[{"claim":"New Delhi","correct":true},{"claim":"New Delhi","correct":true}]}`,
	Passes: `{"category":"correct_but_unsupported","majority_correct":true,"expected_risk":"medium","evidence":["The museum stands near the park."],"answers":[{"claim":"New Delhi","correct":true},{"claim":"New Delhi","correct":true}]}`,
	needs:  []string{"category", "evidence", "answers.claim", "answers.correct"},
	check: func(l *labels) {
		if l.Category != CorrectButUnsupported {
			return
		}
		k, ok := l.rightConsensus()
		switch {
		case l.Evidence == nil:
			l.report("", "correct_but_unsupported needs evidence that is silent on the claim")
		case len(l.Evidence) == 0:
			l.report("/evidence", "correct_but_unsupported needs evidence that is silent on the claim")
		}
		if !ok {
			return
		}
		claim := tokens(k.Claim)
		for i, e := range l.Evidence {
			if containsRun(tokens(e), claim) || len(claim) == 0 && strings.Contains(e, k.Claim) {
				l.report("/evidence/"+strconv.Itoa(i), "the evidence states the claim "+quote(k.Claim)+", so it is not silent on it")
			}
		}
	},
}

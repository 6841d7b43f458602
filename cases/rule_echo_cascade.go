// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

var ruleEchoCascade = Rule{
	Code: "FCB212", Severity: SeverityError,
	Title:     "echo_cascade: a consensus that was copied",
	Rationale: "An echo starts with an agent that saw nothing; at least two others saw earlier answers and belong to one model family. Whether the echoed answer is right decides the risk, not the category.",
	Fails: `{"category":"echo_cascade","majority_correct":false,"expected_risk":"high","answers":[{"claim":"x","correct":false,"metadata":{"model_family":"family-a","saw_other_answers":false,"shared_context":false}},` +
		`{"claim":"x","correct":false,"metadata":{"model_family":"family-b","saw_other_answers":true,"shared_context":false}},{"claim":"x","correct":false,"metadata":{"model_family":"family-c","saw_other_answers":true,"shared_context":false}}]}`,
	Passes: `{"category":"echo_cascade","majority_correct":false,"expected_risk":"high","answers":[{"claim":"x","correct":false,"metadata":{"model_family":"family-a","saw_other_answers":false,"shared_context":false}},` +
		`{"claim":"x","correct":false,"metadata":{"model_family":"family-b","saw_other_answers":true,"shared_context":false}},{"claim":"x","correct":false,"metadata":{"model_family":"family-b","saw_other_answers":true,"shared_context":false}}]}`,
	needs: []string{"category", "answers.claim", "answers.correct", "answers.metadata"},
	check: func(l *labels) {
		if l.Category != EchoCascade {
			return
		}
		if _, ok := l.Consensus(); !ok && l.hasClaims() {
			l.report("/answers", "echo_cascade needs a consensus, but no claim is held by 60 percent of the agents")
		}
		if !l.hasMetadata() {
			return
		}
		if len(l.Answers) > 0 && l.Answers[0].Metadata.SawOtherAnswers {
			l.report(answerPointer(0, "metadata/saw_other_answers"), "the first answer of an echo cascade saw nothing; there was nothing to see yet")
		}
		first, saw := -1, 0
		for i, a := range l.Answers {
			if i == 0 || !a.Metadata.SawOtherAnswers {
				continue
			}
			saw++
			switch {
			case first < 0:
				first = i
			case a.Metadata.ModelFamily != l.Answers[first].Metadata.ModelFamily:
				l.report(answerPointer(i, "metadata/model_family"), "answers that saw others share one family: "+a.Metadata.ModelFamily+" here, "+l.Answers[first].Metadata.ModelFamily+" in "+answerPointer(first, "metadata/model_family"))
			}
		}
		if saw < 2 {
			l.report("/answers", "in an echo cascade at least two answers saw others, here "+count(saw, len(l.Answers)))
		}
	},
}

// hasMetadata reports whether every answer has analysis labels.
func (l *labels) hasMetadata() bool {
	for _, a := range l.Answers {
		if a.Metadata == nil {
			return false
		}
	}
	return true
}

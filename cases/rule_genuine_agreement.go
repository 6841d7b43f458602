// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import (
	"slices"
	"strconv"
)

// TagNoisyDissent marks the genuine agreements that have one wrong answer.
const TagNoisyDissent = "noisy_dissent"

var ruleGenuineAgreement = Rule{
	Code: "FCB215", Severity: SeverityError,
	Title: "genuine_agreement_correct: a correct consensus of independent agents",
	Rationale: "A control: the agreement deserves trust because the agents are of different model families (so there are at most six), saw no other answers and share no context. " +
		"A case tagged noisy_dissent has exactly one wrong answer, any other none.",
	Fails: `{"category":"genuine_agreement_correct","majority_correct":true,"expected_risk":"low","answers":[{"claim":"x","correct":true,"metadata":{"model_family":"family-a","saw_other_answers":false,"shared_context":false}},` +
		`{"claim":"x","correct":true,"metadata":{"model_family":"family-a","saw_other_answers":false,"shared_context":false}}]}`,
	Passes: `{"category":"genuine_agreement_correct","majority_correct":true,"expected_risk":"low","answers":[{"claim":"x","correct":true,"metadata":{"model_family":"family-a","saw_other_answers":false,"shared_context":false}},` +
		`{"claim":"x","correct":true,"metadata":{"model_family":"family-b","saw_other_answers":false,"shared_context":false}}]}`,
	needs: []string{"category", "tags", "answers.claim", "answers.correct", "answers.metadata"},
	check: func(l *labels) {
		if l.Category != GenuineAgreementCorrect {
			return
		}
		l.rightConsensus()
		families := map[string]int{}
		for i, a := range l.Answers {
			if a.Metadata == nil {
				continue
			}
			m := a.Metadata
			if j, ok := families[m.ModelFamily]; ok {
				l.report(answerPointer(i, "metadata/model_family"), "independent agents have distinct families; "+m.ModelFamily+" already stands in "+answerPointer(j, "metadata/model_family"))
			} else {
				families[m.ModelFamily] = i
			}
			if m.SawOtherAnswers {
				l.report(answerPointer(i, "metadata/saw_other_answers"), "an independent agent saw no other answers")
			}
			if m.SharedContext {
				l.report(answerPointer(i, "metadata/shared_context"), "an independent agent shares no context")
			}
		}
		wrong := len(l.Answers) - l.numCorrect()
		tag := slices.Index(l.Tags, TagNoisyDissent)
		switch {
		case tag < 0 && wrong > 0:
			l.report(answerPointer(l.nthAnswer(false, 1), "correct"), "a wrong answer in a case that is not tagged "+TagNoisyDissent)
		case tag >= 0 && wrong == 0:
			l.report("/tags/"+strconv.Itoa(tag), TagNoisyDissent+" needs exactly one wrong answer, here none")
		case tag >= 0 && wrong > 1:
			l.report(answerPointer(l.nthAnswer(false, 2), "correct"), TagNoisyDissent+" needs exactly one wrong answer, here "+strconv.Itoa(wrong))
		}
	},
}

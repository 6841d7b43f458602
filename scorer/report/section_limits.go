// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import "fmt"

// limitsSection says what the figures cannot show. The limits of our own cases
// are shown for our own cases only.
func limitsSection(r *runReport) (Section, bool) {
	notes := []string{
		"A rate is a property of this detector on these cases, on the days it was asked. It is no estimate of how often agents agree falsely elsewhere.",
		"expected_risk is a norm of the benchmark, not a measurement of what happened afterwards.",
		"Only the texts are sent. Which model family wrote an answer, and whether it saw others, defines some categories but is not visible to a detector.",
	}
	if r.ours() {
		n := r.runs[0].Metrics.Dataset.Cases
		notes = append(notes,
			fmt.Sprintf("Small n: %d cases, 16 to 28 a category.", n),
			"Synthetic answers: the texts were composed to read like agents that err as people and models do. A detector may learn the style.",
			"Medium is the least certain label: reasonable readers may call a correct answer that was echoed low.",
			"English only, short answers, one turn.",
			"The adapted questions are public, and a model may know their answers by heart.",
			"The same authors wrote cases and labels; errors of judgement in one are likely to be shared by the other.")
	} else {
		notes = append(notes, "These cases come from elsewhere: how they were labelled, and what they leave out, is for their own documentation to say.")
	}
	return Section{ID: "limits", Title: "What these figures cannot show", template: "limits", data: notes}, true
}

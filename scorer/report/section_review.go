// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"fmt"
	"strings"

	"github.com/false-consensus/fcb/scorer"
)

type reviewRow struct {
	Label, Case, Anchor, Answer, Reason, Best string
}

// reviewWords are the reasons for which a person has to match an answer.
var reviewWords = map[string]string{
	scorer.ReasonNoMatch:          "no labelled answer is close enough",
	scorer.ReasonAmbiguousExact:   "equal answers carry different labels",
	scorer.ReasonAmbiguousJaccard: "the closest answers carry different labels",
}

// reviewSection lists the consensus answers that matched nothing for certain.
func reviewSection(r *runReport) (Section, bool) {
	var rows []reviewRow
	for _, e := range r.entries {
		if e.Judge || e.M.ConsensusAnswer == nil {
			continue
		}
		for _, v := range e.M.ConsensusAnswer.Review {
			row := reviewRow{Label: e.Label, Case: v.CaseID, Anchor: anchor(v.CaseID), Answer: v.ConsensusAnswer, Reason: v.Reason}
			if w := reviewWords[v.Reason]; w != "" {
				row.Reason = w
			}
			if v.Repeat != nil {
				row.Case += fmt.Sprintf(" (repeat %d)", *v.Repeat)
			}
			var best []string
			for _, b := range v.Best {
				s := b.AgentID + map[bool]string{true: ", correct", false: ", wrong"}[b.Correct]
				if b.Jaccard != nil {
					s += fmt.Sprintf(", %d of %d tokens shared", b.Jaccard[0], b.Jaccard[1])
				}
				best = append(best, s)
			}
			row.Best = strings.Join(best, "; ")
			rows = append(rows, row)
		}
	}
	return Section{ID: "review", Title: "Consensus answers to review", template: "review", data: rows}, len(rows) > 0
}

// anchor is the place of a case in the page.
func anchor(id string) string { return "case-" + id }

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

var ruleNormalForm = Rule{
	Code: "FCB409", Severity: SeverityWarning, Strict: true,
	Title:     "text that is not in Unicode normal form C",
	Rationale: "Two spellings of the same letter look alike and compare unequal, so equal claims would count as different answers.",
	Fails:     "{\"question\":\"What is a cafe\u0301?\"}",
	Passes:    `{"question":"What is a café?"}`,
	needs:     textFields,
	check: func(l *labels) {
		l.eachText(func(pointer, s string) {
			if !norm.NFC.IsNormalString(s) {
				l.report(pointer, "not in Unicode normal form C")
			}
		})
	},
}

var ruleTrailingSpace = Rule{
	Code: "FCB410", Severity: SeverityWarning, Strict: true,
	Title:     "white space at the end of a text or of one of its lines",
	Rationale: "It is sent as it is and nobody sees it, and a later clean-up would change the request and its hash.",
	Fails:     `{"question":"What is it? "}`,
	Passes:    `{"question":"What is it?"}`,
	needs:     textFields,
	check: func(l *labels) {
		l.eachText(func(pointer, s string) {
			for _, line := range strings.Split(s, "\n") {
				if strings.TrimRight(line, " \t\r\u00a0") != line {
					l.report(pointer, "white space at the end of "+quote(line))
					return
				}
			}
			if strings.HasSuffix(s, "\n") {
				l.report(pointer, "a line feed at the end")
			}
		})
	},
}

var ruleNearDuplicate = Rule{
	Code: "FCB407", Severity: SeverityWarning, Strict: true,
	Title:     "two questions share nearly all of their words",
	Rationale: "Such cases measure the same thing twice. Word sets are compared; from 80 percent in common (intersection over union) the later case is reported. Files beyond 2,000 cases are not compared.",
	Fails:     "{\"id\":\"one\",\"question\":\"Which large city on the coast is the capital of the country?\"}\n{\"id\":\"two\",\"question\":\"Which big city on the coast is the capital of the country?\"}",
	Passes:    "{\"id\":\"one\",\"question\":\"Which large city on the coast is the capital of the country?\"}\n{\"id\":\"two\",\"question\":\"How many bones has an adult human hand?\"}",
}

var ruleOpenings = Rule{
	Code: "FCB411", Severity: SeverityWarning, Strict: true,
	Title:     "the same five opening words in more than three cases",
	Rationale: "Texts written from one template let a detector learn the template instead of the problem. The first five words of every answer are compared. Files beyond 2,000 cases are not compared.",
	file: func(c *census, r report) {
		var often []string
		for words, ids := range c.openings {
			if len(ids) > 3 {
				often = append(often, words)
			}
		}
		slices.Sort(often)
		for _, words := range often {
			ids := c.openings[words]
			shown := strings.Join(ids[:min(len(ids), 5)], ", ")
			if len(ids) > 5 {
				shown += ", …"
			}
			r(fmt.Sprintf("answers in %d cases open with %q (%s)", len(ids), words, shown))
		}
	},
}

// comparedCases is up to how many cases texts are compared with each other.
const comparedCases = 2000

// opening is the first five words of a text, "" when it has fewer.
func opening(s string) string {
	w := tokens(s)
	if len(w) < 5 {
		return ""
	}
	return strings.Join(w[:5], " ")
}

var textFields = []string{"question", "evidence", "answers", "ground_truth", "rationale"}

// eachText visits every text of the case a person wrote.
func (l *labels) eachText(f func(pointer, s string)) {
	f("/question", l.Question)
	for i, e := range l.Evidence {
		f("/evidence/"+strconv.Itoa(i), e)
	}
	for i, a := range l.Answers {
		f(answerPointer(i, "output"), a.Output)
		if a.Claim != nil {
			f(answerPointer(i, "claim"), *a.Claim)
		}
	}
	f("/ground_truth", l.GroundTruth)
	f("/rationale", l.Rationale)
}

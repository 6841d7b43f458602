// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import "github.com/false-consensus/fcb/cases"

// thinTokens is the number of tokens below which an answer is thin: too short
// to compare with another by its words.
const thinTokens = 4

// IsThin says whether any answer of the case has fewer than four tokens,
// repeats of a word counted. The reference engine has a rule of its own for
// such answers, so a result is shown with and without them.
func IsThin(c *cases.Case) bool {
	for _, a := range c.Answers {
		if fewerTokens(a.Output, thinTokens) {
			return true
		}
	}
	return false
}

// ThinAnswers splits the scored predictions by whether any answer of the case
// is thin.
type ThinAnswers struct {
	Thin  Split `json:"thin"`
	Other Split `json:"other"`
}

func newThinAnswers(rows []row) ThinAnswers {
	var thin, other splitTally
	for i := range rows {
		if rows[i].f.thin {
			thin.add(&rows[i])
		} else {
			other.add(&rows[i])
		}
	}
	return ThinAnswers{thin.split(), other.split()}
}

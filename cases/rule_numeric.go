// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import (
	"math/big"
	"regexp"
	"strconv"
)

var ruleNumeric = Rule{
	Code: "FCB218", Severity: SeverityError,
	Title: "numeric_consensus_error: number claims, a wrong consensus, at most one correct answer",
	Rationale: "Every claim is a number: an optional sign, an optional currency, digits with or without thousands separators and decimals, or a fraction, and an optional percent sign. " +
		"At most one agent has it right.",
	Fails:  `{"category":"numeric_consensus_error","majority_correct":false,"expected_risk":"high","answers":[{"claim":"1,204","correct":false},{"claim":"1,204","correct":false},{"claim":"about 1,200","correct":false}]}`,
	Passes: `{"category":"numeric_consensus_error","majority_correct":false,"expected_risk":"high","answers":[{"claim":"1,204","correct":false},{"claim":"1,204","correct":false},{"claim":"-$12.50","correct":true}]}`,
	needs:  []string{"category", "answers.claim", "answers.correct"},
	check: func(l *labels) {
		if l.Category != NumericConsensusError {
			return
		}
		for i, a := range l.Answers {
			if a.Claim == nil {
				continue
			}
			if _, ok := parseNumber(*a.Claim); !ok {
				l.report(answerPointer(i, "claim"), quote(*a.Claim)+" is not a number, as claims of numeric_consensus_error are")
			}
		}
		l.wrongConsensus()
		l.correctAtMost(1, "at most one")
	},
}

var ruleTextContradictsNumber = Rule{
	Code: "FCB408", Severity: SeverityWarning, Strict: true,
	Title:     "an answer's text does not hold the number it claims",
	Rationale: "The claim is the short form of what the text asserts. A text with numbers, none of which is the claimed one, usually means that one of the two was edited and the other was not.",
	Fails:     `{"answers":[{"claim":"48","output":"The sum is 46."},{"claim":"x","output":"x"}]}`,
	Passes:    `{"answers":[{"claim":"1,048","output":"In all that makes 1048."},{"claim":"x","output":"x"}]}`,
	needs:     []string{"answers.claim", "answers.output"},
	check: func(l *labels) {
		for i, a := range l.Answers {
			if a.Claim == nil {
				continue
			}
			if claimed, ok := parseNumber(*a.Claim); ok && contradicts(a.Output, claimed) {
				l.report(answerPointer(i, "output"), "the text holds numbers, but not the claimed "+quote(trimmedClaim(a)))
			}
		}
	},
}

var (
	numberInText = regexp.MustCompile(`(?:\d+\s+)?\d+\s?/\s?\d+|\d+(?:,\d{3})*(?:\.\d+)?`)
	plainNumber  = regexp.MustCompile(`\d+(?:,\d{3})*(?:\.\d+)?`)
	numberWords  = wordSet(`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
		seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion
		half third quarter thirds quarters dozen`)
)

// contradicts reports whether text holds numbers in digits but not this one, by
// its size, and no number in words that could be it.
func contradicts(text string, claimed *big.Rat) bool {
	found := numberInText.FindAllString(text, -1)
	if len(found) == 0 {
		return false
	}
	for _, t := range tokens(text) {
		if numberWords[t] {
			return false
		}
	}
	size := new(big.Rat).Abs(claimed)
	for _, s := range found {
		for _, part := range append(plainNumber.FindAllString(s, -1), s) {
			if v, ok := parseNumber(part); ok && v.Cmp(size) == 0 {
				return false
			}
		}
	}
	return true
}

// quote shows a text of the file in a message, cut when it is long.
func quote(s string) string {
	const most = 80
	if r := []rune(s); len(r) > most {
		return strconv.Quote(string(r[:most])) + "…"
	}
	return strconv.Quote(s)
}

// count is "3 of 5".
func count(n, of int) string { return strconv.Itoa(n) + " of " + strconv.Itoa(of) }

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package engine

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/false-consensus/fcb/bench/api"
)

// A Verdict is the judge's finding on one output.
type Verdict struct {
	Verdict    string // [api.VerdictPass], [api.VerdictFail] or [api.VerdictRetry]
	Confidence float64
	Reasons    []string
}

// functionWords carry no claim of their own and count neither for nor against.
var functionWords = setOf(tokens("a an and are as at be been but by did do does for from had has have he her his i if in is it " +
	"its of on or our she so than that the their them then there these they this those to us was we were which with you your"))

// judge is a stand-in for a judge: it compares words and cannot tell whether
// evidence supports a sentence or denies it. What it looks at is the output's
// claim: its distinct tokens without function words and without those of the
// task. First match decides:
//
//	no evidence, or no claim beyond the task                              retry
//	a number of the claim is in no evidence, and one evidence item that
//	has other numbers holds at least half of the claim's (two or more)
//	words                                                                 fail
//	at least 3/4 of the claim is in the evidence, every number included   pass
//	otherwise: the evidence is silent                                     retry
//
// Confidence is the share of the claim found (pass), the share of its words
// that the contradicting item holds (fail), or 0.5. It is not calibrated.
func judge(r api.JudgeRequest) Verdict {
	if len(r.Evidence) == 0 {
		return Verdict{api.VerdictRetry, 0.5, []string{"No evidence was sent, so nothing can be checked against it."}}
	}
	words, numbers := claim(r)
	total := len(words) + len(numbers)
	if total == 0 {
		return Verdict{api.VerdictRetry, 0.5, []string{"The output claims nothing beyond the words of the task."}}
	}
	items := make([]tokenSet, len(r.Evidence))
	for i, e := range r.Evidence {
		items[i] = setOf(tokens(e))
	}
	found := 0
	for _, w := range words {
		found += anyHas(items, w)
	}
	var missing []string
	for _, n := range numbers {
		if anyHas(items, n) == 0 {
			missing = append(missing, n)
		}
	}
	found += len(numbers) - len(missing)

	if len(missing) > 0 && len(words) >= 2 {
		for i, item := range items {
			held := 0
			for _, w := range words {
				held += anyHas(items[i:i+1], w)
			}
			if hasNumber(item) && 2*held >= len(words) {
				return Verdict{api.VerdictFail, confidence(held, len(words)), []string{fmt.Sprintf(
					"Evidence item %d holds %d of the claim's %d words but other numbers; %s is in no evidence.",
					i+1, held, len(words), strings.Join(missing, ", "))}}
			}
		}
	}
	overlap := fmt.Sprintf("%d of %d tokens of the claim are in the evidence (%s)", found, total, figure(big.NewRat(int64(found), int64(total))))
	if len(missing) == 0 && 4*found >= 3*total {
		return Verdict{api.VerdictPass, confidence(found, total), []string{overlap + ", at least 0.75, every number included."}}
	}
	return Verdict{api.VerdictRetry, 0.5, []string{overlap + ": too few to tell."}}
}

// claim gives the distinct tokens that the output adds to the task, words and
// numbers apart, in the order of their first use.
func claim(r api.JudgeRequest) (words, numbers []string) {
	task, seen := setOf(tokens(r.Task)), tokenSet{}
	for _, t := range tokens(r.AgentOutput) {
		if seen.has(t.text) || task.has(t.text) || functionWords.has(t.text) {
			continue
		}
		seen[t.text] = struct{}{}
		if isNumber(t.text) {
			numbers = append(numbers, t.text)
		} else {
			words = append(words, t.text)
		}
	}
	return words, numbers
}

func anyHas(items []tokenSet, t string) int {
	for _, s := range items {
		if s.has(t) {
			return 1
		}
	}
	return 0
}

func hasNumber(s tokenSet) bool {
	for t := range s {
		if isNumber(t) {
			return true
		}
	}
	return false
}

// confidence is k of n with two decimals.
func confidence(k, n int) float64 { return float64((200*k+n)/(2*n)) / 100 }

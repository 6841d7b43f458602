// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import (
	"slices"
	"strconv"
	"strings"
)

// A Rule is something a case file must satisfy, with a code that never changes
// its meaning.
type Rule struct {
	Code      string
	Title     string
	Rationale string
	Severity  string // SeverityError or SeverityWarning
	Strict    bool   // applies to profile fcb-0.1 only

	// Fails and Passes are examples: lines of a case file. An object may leave
	// out what the rule does not look at; the tests complete it.
	Fails, Passes string

	needs []string              // fields the rule reads; it is skipped where one is faulty
	check func(*labels)         // rules about one case
	file  func(*census, report) // rules about a whole file, after its last line
}

// Group names the part of validation a rule belongs to, by its code.
func (r Rule) Group() string {
	switch r.Code[:4] {
	case "FCB0":
		return "reading"
	case "FCB1":
		return "schema"
	case "FCB2":
		return "labels of one case"
	case "FCB3":
		return "whole file"
	}
	return "warnings"
}

// FindRule gives the rule with a code, in any case.
func FindRule(code string) (Rule, bool) {
	for _, r := range Rules() {
		if strings.EqualFold(r.Code, code) {
			return r, true
		}
	}
	return Rule{}, false
}

// labels is what a rule sees of one case, and where it reports.
type labels struct {
	*Case
	rule  Rule
	bad   []string // fields that are missing or of the wrong type
	small bool     // the whole line is shorter than any limit on its texts together
	found []labelFault
}

type labelFault struct {
	rule, severity, pointer, message string
}

// blocked reports whether a field the rule needs cannot be relied on.
func (l *labels) blocked(needs []string) bool {
	for _, n := range needs {
		for _, b := range l.bad {
			if n == b || within(n, b) || within(b, n) {
				return true
			}
		}
	}
	return false
}

// within reports whether field a lies below field b.
func within(a, b string) bool { return len(a) > len(b) && a[len(b)] == '.' && a[:len(b)] == b }

// report records a fault of the current rule at a pointer.
func (l *labels) report(pointer, message string) {
	l.found = append(l.found, labelFault{l.rule.Code, l.rule.Severity, pointer, message})
}

// apply runs every rule about one case.
func (l *labels) apply(rules []Rule) {
	for _, r := range rules {
		if r.check != nil && !l.blocked(r.needs) {
			l.rule = r
			r.check(l)
		}
	}
}

// hasClaims reports whether every answer has a claim; without, the consensus is not known.
func (l *labels) hasClaims() bool {
	return !slices.ContainsFunc(l.Answers, func(a Answer) bool { return a.Claim == nil })
}

func (l *labels) numCorrect() (n int) {
	for _, a := range l.Answers {
		if a.Correct {
			n++
		}
	}
	return n
}

// nthAnswer is the index of the n-th answer (from 1) with this correct, or -1.
func (l *labels) nthAnswer(correct bool, n int) int {
	for i, a := range l.Answers {
		if a.Correct == correct {
			if n--; n == 0 {
				return i
			}
		}
	}
	return -1
}

// wrongConsensus reports unless the case has a wrong consensus claim. Cases
// without claims are left to the rule about foreign cases.
func (l *labels) wrongConsensus() (Consensus, bool) {
	k, ok := l.Consensus()
	switch {
	case !l.hasClaims():
	case !ok:
		l.report("/answers", l.Category+" needs a wrong consensus, but no claim is held by 60 percent of the agents")
	case k.Correct:
		l.report("/answers", l.Category+" needs a wrong consensus, but the consensus claim "+strconv.Quote(k.Claim)+" is correct")
	}
	return k, ok && !k.Correct
}

// rightConsensus reports unless the case has a correct consensus claim.
func (l *labels) rightConsensus() (Consensus, bool) {
	k, ok := l.Consensus()
	switch {
	case !l.hasClaims():
	case !ok:
		l.report("/answers", l.Category+" needs a correct consensus, but no claim is held by 60 percent of the agents")
	case !k.Correct:
		l.report("/answers", l.Category+" needs a correct consensus, but the consensus claim "+strconv.Quote(k.Claim)+" is wrong")
	}
	return k, ok && k.Correct
}

// correctAtMost reports the first correct answer beyond the n-th.
func (l *labels) correctAtMost(n int, wanted string) {
	if i := l.nthAnswer(true, n+1); i >= 0 {
		l.report(answerPointer(i, "correct"), rightAnswers(l.numCorrect())+"; "+l.Category+" has "+wanted)
	}
}

// correctExactlyOne reports unless exactly one answer is correct.
func (l *labels) correctExactlyOne() {
	if l.numCorrect() == 0 {
		l.report("/answers", "no answer is correct; "+l.Category+" has exactly one")
		return
	}
	l.correctAtMost(1, "exactly one")
}

func answerPointer(i int, field string) string {
	return "/answers/" + strconv.Itoa(i) + "/" + field
}

func trimmedClaim(a Answer) string { return strings.TrimSpace(*a.Claim) }

func rightAnswers(n int) string {
	if n == 1 {
		return "1 answer is correct"
	}
	return strconv.Itoa(n) + " answers are correct"
}

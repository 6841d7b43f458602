// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import (
	"fmt"
	"strings"
)

// Bounds of a file under profile fcb-0.1.
const (
	minCases = 120
	maxCases = 160
)

var ruleSize = Rule{
	Code: "FCB303", Severity: SeverityError, Strict: true,
	Title:     "the file has 120 to 160 cases",
	Rationale: "FCB 0.1 has 144 cases. Far fewer make the intervals of a category too wide to say anything; far more are another benchmark. A file of cases of your own is checked with --profile open.",
	file: func(c *census, r report) {
		if c.Cases < minCases || c.Cases > maxCases {
			r(fmt.Sprintf("%d cases; %d to %d are allowed", c.Cases, minCases, maxCases))
		}
	},
}

var ruleControls = Rule{
	Code: "FCB304", Severity: SeverityError, Strict: true,
	Title:     "at least 30 percent of the cases are controls",
	Rationale: "Without enough cases that should not be flagged (genuine agreement and genuine disagreement), a detector that always warns looks good.",
	file: func(c *census, r report) {
		if n := c.Controls(); 10*n < 3*c.Cases {
			r(fmt.Sprintf("%d of %d cases are controls; at least 30 percent are required", n, c.Cases))
		}
	},
}

var ruleTotals = Rule{
	Code: "FCB406", Severity: SeverityWarning, Strict: true,
	Title:     "the totals are those of FCB 0.1",
	Rationale: "Cases by category, risk, majority and source, echoes that are wrong, noisy dissents and lone numeric dissents are fixed for version 0.1. The finding is a warning, so that a contributor's next case passes.",
	file: func(c *census, r report) {
		var differ []string
		for _, t := range exactTotals {
			if got := t.got(c); got != t.want {
				differ = append(differ, fmt.Sprintf("%s %d instead of %d", t.name, got, t.want))
			}
		}
		if len(differ) > 0 {
			r("totals differ from FCB 0.1: " + strings.Join(differ, "; "))
		}
	},
}

type total struct {
	name string
	want int
	got  func(*census) int
}

// exactTotals are the totals of contract section 4.
var exactTotals = []total{
	{"cases", 144, func(c *census) int { return c.Cases }},
	inCategory(MajorityWrongFact, 16),
	inCategory(EchoCascade, 16),
	inCategory(AnchoringInjectedPremise, 16),
	inCategory(LoneCorrectDissenter, 16),
	inCategory(GenuineAgreementCorrect, 28),
	inCategory(GenuineDisagreement, 20),
	inCategory(CorrectButUnsupported, 16),
	inCategory(NumericConsensusError, 16),
	{"high", 74, func(c *census) int { return c.Risks["high"] }},
	{"medium", 22, func(c *census) int { return c.Risks["medium"] }},
	{"low", 48, func(c *census) int { return c.Risks["low"] }},
	{"majority_correct false", 74, func(c *census) int { return c.Majority["false"] }},
	{"majority_correct true", 50, func(c *census) int { return c.Majority["true"] }},
	{"majority_correct null", 20, func(c *census) int { return c.Majority["null"] }},
	{"original", 95, func(c *census) int { return c.Sources[SourceOriginal] }},
	{"TruthfulQA", 27, func(c *census) int { return c.Sources["TruthfulQA"] }},
	{"GSM8K", 22, func(c *census) int { return c.Sources["GSM8K"] }},
	{"echo_cascade with a wrong consensus", 10, func(c *census) int { return c.echoWrong }},
	{"echo_cascade with a correct consensus", 6, func(c *census) int { return c.echoRight }},
	{"noisy_dissent", 6, func(c *census) int { return c.noisy }},
	{"numeric_consensus_error with one correct dissent", 6, func(c *census) int { return c.numericDissent }},
}

func inCategory(name string, n int) total {
	return total{name, n, func(c *census) int { return c.Categories[name] }}
}

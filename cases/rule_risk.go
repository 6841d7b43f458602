// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

var ruleRisk = Rule{
	Code: "FCB204", Severity: SeverityError,
	Title: "expected_risk fits the category",
	Rationale: "What an ideal detector returns follows from the category: high where the agreement is wrong, medium where it is right but was copied or is not supported by the evidence, " +
		"low for the two control categories. Of the categories only echo_cascade has two risks: high if the consensus is wrong, medium if it is correct.",
	Fails:  `{"category":"majority_wrong_fact","expected_risk":"medium"}`,
	Passes: `{"category":"majority_wrong_fact","expected_risk":"high"}`,
	needs:  []string{"category", "expected_risk"},
	check: func(l *labels) {
		want := l.idealRisk()
		switch {
		case want == "" && l.Category == EchoCascade && l.ExpectedRisk == "low":
			l.report("/expected_risk", "low does not fit echo_cascade: high if the consensus is wrong, medium if it is correct")
		case want != "" && l.ExpectedRisk != want:
			why := ""
			if l.Category == EchoCascade {
				why = " with a wrong consensus"
				if want == "medium" {
					why = " with a correct consensus"
				}
			}
			l.report("/expected_risk", l.ExpectedRisk+" should be "+want+" for "+l.Category+why)
		}
	},
}

// idealRisk is the risk that fits the category; "" for a category that is not
// ours and for an echo cascade whose consensus is not there or cannot be read.
func (l *labels) idealRisk() string {
	switch l.Category {
	case MajorityWrongFact, AnchoringInjectedPremise, LoneCorrectDissenter, NumericConsensusError:
		return "high"
	case GenuineAgreementCorrect, GenuineDisagreement:
		return "low"
	case CorrectButUnsupported:
		return "medium"
	case EchoCascade:
		if l.blocked([]string{"majority_correct", "answers.claim", "answers.correct"}) {
			return ""
		}
		right := l.MajorityCorrect
		if l.hasClaims() {
			right = nil
			if k, ok := l.Consensus(); ok {
				right = &k.Correct
			}
		}
		switch {
		case right == nil:
			return ""
		case *right:
			return "medium"
		}
		return "high"
	}
	return ""
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package cases is the dataset: what a case is, how a case file is read
// strictly and with places, and the rules that a well-labelled case satisfies.
//
// Not here: sending a case (bench), judging a prediction (scorer), printing
// findings (scorer/report/findings). The data itself is embedded; see [Embedded].
//
// Begin with [Case] and [Read].
package cases

import "github.com/false-consensus/fcb/bench/api"

// A Case is one labelled line of a case file (contract section 3).
type Case struct {
	ID              string   `json:"id"`
	Category        string   `json:"category"`
	Question        string   `json:"question"`
	Evidence        []string `json:"evidence,omitempty"`
	Answers         []Answer `json:"answers"`
	GroundTruth     string   `json:"ground_truth"`
	MajorityCorrect *bool    `json:"majority_correct"` // nil: no answer holds a consensus
	ExpectedRisk    string   `json:"expected_risk"`
	Rationale       string   `json:"rationale"`
	Source          Source   `json:"source"`
	Tags            []string `json:"tags,omitempty"`
}

// An Answer is one agent's output with its labels.
type Answer struct {
	AgentID  string    `json:"agent_id"`
	Output   string    `json:"output"`
	Claim    *string   `json:"claim,omitempty"` // nil: a foreign case without claims
	Correct  bool      `json:"correct"`
	Metadata *Metadata `json:"metadata,omitempty"` // analysis labels, never sent
}

// Metadata says how an answer came about.
type Metadata struct {
	ModelFamily     string `json:"model_family"`
	SawOtherAnswers bool   `json:"saw_other_answers"`
	SharedContext   bool   `json:"shared_context"`
}

// Category names, in the order of contract section 4.
const (
	MajorityWrongFact        = "majority_wrong_fact"
	EchoCascade              = "echo_cascade"
	AnchoringInjectedPremise = "anchoring_injected_premise"
	LoneCorrectDissenter     = "lone_correct_dissenter"
	GenuineAgreementCorrect  = "genuine_agreement_correct"
	GenuineDisagreement      = "genuine_disagreement"
	CorrectButUnsupported    = "correct_but_unsupported"
	NumericConsensusError    = "numeric_consensus_error"
)

// Categories lists the eight categories in the order of contract section 4.
func Categories() []string {
	return []string{MajorityWrongFact, EchoCascade, AnchoringInjectedPremise, LoneCorrectDissenter,
		GenuineAgreementCorrect, GenuineDisagreement, CorrectButUnsupported, NumericConsensusError}
}

// Request is what the service is asked about the case; mode is
// [api.EvidenceInline] or [api.EvidenceOmit]. No label and no metadata enters it.
func (c *Case) Request(mode string) api.ConsensusRequest {
	r := api.ConsensusRequest{Task: api.Task(c.Question, c.Evidence, mode), Answers: make([]api.Answer, len(c.Answers))}
	for i, a := range c.Answers {
		r.Answers[i] = api.Answer{AgentID: a.AgentID, Output: a.Output}
	}
	return r
}

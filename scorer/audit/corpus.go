// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import "github.com/false-consensus/fcb/predictions"

// A Corpus is what Read made of a trace file: candidates in columns, ordered by
// block (blocks in order of first sight, polls in file order within each), about
// 30 bytes a candidate. It is not changed by Run.
type Corpus struct {
	Derived  map[string]int // field: how many values were derived, by name of the field
	Validity Validity
	Warnings []string // in the order in which they arose
	Scale    float64  // what a confidence of one is written as: 1 or 100

	agents, tiers, modes, scoreNames []string
	numericTiers                     bool
	tierValue                        []float64 // of tiers, when numericTiers

	conf   levelColumn // in 0..1; NaN: none
	agent  column[uint16]
	answer column[int32] // number of the trimmed text; -1: none
	flags  column[uint8]
	scores []column[float64] // parallel to scoreNames; NaN: none

	// Blocks.
	start       column[int32] // first candidate; one more element than blocks
	problem     column[int32]
	cluster     *column[int32] // nil: every block's cluster is its problem
	trace       column[int32]
	tier        column[int16] // -1: none
	selected    column[int32] // position in the block; -1: none
	nProblems   int
	nClusters   int
	nTraces     int
	problemFold column[uint64] // hash that orders problems for cross-fitting
	problemName []string       // kept for small corpora only
	problemTier column[int16]
	judges      []string

	outcomeOf    sparse[int32] // by trace: index in outcomes; -1: none
	traceCluster sparse[int32] // by trace with an outcome: of its first block; -1: no block
	outcomes     column[outcome]
	speaks       column[speak]
	verdicts     []column[predictions.Tri] // by judge, then by speak record; shorter where the rest is absent
}

// Flags of a candidate.
const (
	flagValid   = 1 << iota
	flagKnown   // correctness is known; only on valid candidates
	flagCorrect // only with flagKnown
	flagPending // valid, correctness to be derived from the problem's gold answer
	flagChosen  // marked selected in the file
)

// A speak is a public answer; problem, trace and cluster are its block's.
type speak struct {
	block         int32
	answer        int32   // number of the text; -1: none
	incumbentText int32   // -1: none
	peerSupport   float32 // share of earlier peer answers that equal the incumbent
	agent         uint16
	equivalent    predictions.Tri // as given, or derived
	flags         uint8
}

// Flags of a speak record, beside flagValid, flagKnown, flagCorrect and flagPending.
const (
	saidSelf      = 1 << (iota + 5) // the answer equals an earlier own one
	saidIncumbent                   // the endorsed one
	saidPeer                        // an earlier one of another agent
)

// An outcome of a trace.
type outcome struct {
	trace               int32
	mode                int32 // -1: none
	line                int32
	passed              bool
	tokens, calls, wall float64 // NaN: none
}

// Validity counts what entered and what was kept out of which denominator.
type Validity struct {
	Records            int            `json:"n_records"`
	Polls              int            `json:"n_polls"`
	Speaks             int            `json:"n_speaks"`
	Incumbents         int            `json:"n_incumbents"`
	Outcomes           int            `json:"n_outcomes"`
	Problems           int            `json:"n_problems"`
	Traces             int            `json:"n_traces"`
	Clusters           int            `json:"n_clusters"`
	Agents             int            `json:"n_agents"`
	Blocks             int            `json:"n_blocks"`               // with at least one poll
	BlocksWithoutPolls int            `json:"n_blocks_without_polls"` // only spoken in
	NoSelection        int            `json:"n_no_selection"`         // no number and no poll marked selected
	NoValid            int            `json:"n_no_valid"`             // blocks without a valid poll
	Valid              int            `json:"n_valid"`
	Invalid            int            `json:"n_invalid"`
	Gated              map[string]int `json:"gated"`                // why invalid polls are invalid
	NoConfidence       int            `json:"n_no_confidence"`      // valid polls without a number
	UnknownCorrect     int            `json:"n_unknown_correct"`    // valid polls whose correctness is neither given nor derivable
	BlocksUnknown      int            `json:"n_blocks_unknown"`     // blocks kept out of routing for that reason
	CorrectOnInvalid   int            `json:"n_correct_on_invalid"` // "correct" on an invalid poll: ignored
	SpeaksInvalid      int            `json:"n_speaks_invalid"`
	SpeaksUnpaired     int            `json:"n_speaks_unpaired"`      // no selected poll in their block
	SpeakerNotSelected int            `json:"n_speaker_not_selected"` // paired all the same
	RepeatedAgents     int            `json:"n_repeated_agents"`      // blocks in which an agent polls twice
}

func (c *Corpus) blocks() int { return c.problem.n }

// span is the range of candidates of a block.
func (c *Corpus) span(b int) (from, to int) { return int(c.start.at(b)), int(c.start.at(b + 1)) }

func (c *Corpus) clusterOf(b int) int32 {
	if c.cluster == nil {
		return c.problem.at(b)
	}
	return c.cluster.at(b)
}

// Candidates is the number of polls.
func (c *Corpus) Candidates() int { return c.conf.len() }

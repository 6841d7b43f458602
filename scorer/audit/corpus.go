// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import "github.com/false-consensus/fcb/predictions"

// A Corpus is what Read made of a trace file: candidates in columns, ordered by
// block (blocks in order of first sight, polls in file order within each), about
// 15 bytes a candidate with what is said about it. It is not changed by Run.
type Corpus struct {
	Derived  map[string]int // field: how many values were derived, by name of the field
	Validity Validity
	Warnings []string // in the order in which they arose
	Scale    float64  // what a confidence of one is written as: 1 or 100

	agents, tiers, modes, scoreNames []string
	numericTiers                     bool
	tierValue                        []float64 // of tiers, when numericTiers

	conf   levelColumn // in 0..1; NaN: none
	agent  ints
	answer ints // number of the trimmed text; -1: none
	flags  column[uint8]
	scores []levelColumn // parallel to scoreNames; NaN: none

	// Blocks.
	start       ints // first candidate; one more element than blocks
	problem     ints
	cluster     *ints // nil: every block's cluster is its problem
	trace       ints
	tier        ints // -1: none
	selected    ints // position in the block; -1: none
	nProblems   int
	nClusters   int
	nTraces     int
	problemFold column[uint64] // hash that orders problems for cross-fitting
	problemName []string       // kept for small corpora only
	problemTier ints           // -1: none
	judges      []string

	outcomeOf sparse       // by trace: number of its outcome; -1: none
	passed    column[bool] // by outcome, in file order
	costs     []modeSum    // of traces without a mode, then by mode
	speaks    speeches
	verdicts  []column[predictions.Tri] // by judge, then by speak record; shorter where the rest is absent
}

// Flags of a candidate.
const (
	flagValid   = 1 << iota
	flagKnown   // correctness is known; only on valid candidates
	flagCorrect // only with flagKnown
	flagPending // valid, correctness to be derived from the problem's gold answer
	flagChosen  // marked selected in the file
)

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

func (c *Corpus) tierOf(b int) int16 { return int16(c.tier.at(b)) }

func (c *Corpus) agentOf(i int) uint16 { return uint16(c.agent.at(i)) }

// Candidates is the number of polls.
func (c *Corpus) Candidates() int { return c.conf.len() }

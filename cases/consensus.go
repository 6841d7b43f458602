// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import "strings"

// HasConsensus reports whether held of agents is a consensus: at least 60
// percent, compared in integers.
func HasConsensus(held, agents int) bool { return agents > 0 && 5*held >= 3*agents }

// A Consensus is the claim that at least 60 percent of the agents hold.
type Consensus struct {
	Claim   string // trimmed
	Held    int    // agents that hold it
	Agents  int
	Correct bool // of the first answer that holds it
}

// Consensus finds the consensus claim of a case whose answers all have claims
// (compared after trimming, case-sensitive). ok is false when no claim is held
// by 60 percent or an answer has no claim. At most one claim can qualify.
func (c *Case) Consensus() (k Consensus, ok bool) {
	held := map[string]int{}
	for _, a := range c.Answers {
		if a.Claim == nil {
			return Consensus{}, false
		}
		held[strings.TrimSpace(*a.Claim)]++
	}
	for _, a := range c.Answers {
		claim := strings.TrimSpace(*a.Claim)
		if HasConsensus(held[claim], len(c.Answers)) {
			return Consensus{claim, held[claim], len(c.Answers), a.Correct}, true
		}
	}
	return Consensus{}, false
}

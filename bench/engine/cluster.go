// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package engine

import "github.com/false-consensus/fcb/bench/api"

// A Cluster is a group of answers held to be the same answer.
type Cluster struct {
	Answer   string   // its first member's text
	AgentIDs []string // of the members that have one, in the order sent
	Size     int      // members

	members []int // positions in the request
}

// The two thresholds of the rules, as fractions.
const (
	clusterNum, clusterDen   = 1, 2 // similarity to a cluster's first member that joins it
	majorityNum, majorityDen = 3, 5 // share of the answers that makes a majority
)

// clusters groups answers in the order sent: each joins the first cluster whose
// first member is at 0.5 or more, else opens one.
func clusters(r api.ConsensusRequest, ts []text) []Cluster {
	var cs []Cluster
	for i, a := range r.Answers {
		at := -1
		for c := range cs {
			if similarity(ts[cs[c].members[0]], ts[i]).atLeast(clusterNum, clusterDen) {
				at = c
				break
			}
		}
		if at < 0 {
			cs = append(cs, Cluster{Answer: a.Output, AgentIDs: []string{}})
			at = len(cs) - 1
		}
		c := &cs[at]
		c.members, c.Size = append(c.members, i), c.Size+1
		if a.AgentID != "" {
			c.AgentIDs = append(c.AgentIDs, a.AgentID)
		}
	}
	return cs
}

// largest is the position of the largest cluster; the first wins a tie.
func largest(cs []Cluster) int {
	best := 0
	for i, c := range cs {
		if c.Size > cs[best].Size {
			best = i
		}
	}
	return best
}

// isMajority is the 60 percent rule in integers: shares in floats get 27 of 45
// wrong.
func isMajority(held, answers int) bool { return majorityDen*held >= majorityNum*answers }

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package engine

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/false-consensus/fcb/bench/api"
)

// thinTokens is the number of tokens below which an answer is thin.
const thinTokens = 4

// sameWording is the mean similarity at which answers count as one wording.
var sameWording = big.NewRat(4, 5)

// reference is the rule table of the reference engine, first match deciding:
//
//	no cluster with 60 percent of the answers            low
//	mean similarity inside the majority at least 0.8     high
//	a majority answer names another agent                medium
//	a majority answer has fewer than four tokens         medium
//	otherwise                                            low
//
// The 60 percent rule, "no majority is low" and the existence of a rule on thin
// answers are documented by the service; the rest is this project's assumption.
func reference(in input) Assessment {
	if !in.majority {
		return Assessment{Risk: api.RiskLow, Reasons: []string{
			in.shareReason(),
			"No cluster holds 60 percent of the answers: this is disagreement, not false consensus.",
		}}
	}
	inside := make([]text, 0, in.largest.Size)
	for _, m := range in.largest.members {
		inside = append(inside, in.texts[m])
	}
	mean := meanSimilarity(inside)
	// This sentence is the one of the API sheet's example, whose receipt is a published test vector.
	if mean.Cmp(sameWording) >= 0 {
		return Assessment{Risk: api.RiskHigh, Reasons: []string{
			in.shareReason(),
			"Answers in the majority cluster share almost all of their wording.",
		}}
	}
	wording := fmt.Sprintf("Wording inside the majority cluster differs (mean similarity %s, below 0.8)%s.", figure(mean), copies(inside))
	if m, other, ok := namedBy(in.largest, in.request, in.texts); ok {
		return Assessment{Risk: api.RiskMedium, Reasons: []string{
			in.shareReason(), wording,
			fmt.Sprintf("The majority answer of agent %s names another agent of the request, %q.", in.agent(m), other),
		}}
	}
	for _, m := range in.largest.members {
		if n := len(in.texts[m].tokens); n < thinTokens {
			return Assessment{Risk: api.RiskMedium, Reasons: []string{
				in.shareReason(), wording,
				fmt.Sprintf("The majority answer of agent %s is thin: %d tokens, fewer than %d.", in.agent(m), n, thinTokens),
			}}
		}
	}
	return Assessment{Risk: api.RiskLow, Reasons: []string{
		in.shareReason(), wording,
		"No majority answer names another agent of the request and none is thin.",
	}}
}

// copies says how many texts are the same word for word, as part of a sentence;
// "" when no two are. It explains and decides nothing.
func copies(ts []text) string {
	seen, most := map[string]int{}, 1
	for _, t := range ts {
		s := strings.TrimSpace(t.raw)
		seen[s]++
		most = max(most, seen[s])
	}
	if most == 1 {
		return ""
	}
	return fmt.Sprintf(", though %d of its %d answers are the same word for word", most, len(ts))
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package engine

import (
	"fmt"
	"math/big"

	"github.com/false-consensus/fcb/bench/api"
)

// someWording is the mean similarity at which the jaccard baseline says medium.
var someWording = big.NewRat(1, 2)

// jaccard looks at lexical sameness only: the mean pairwise similarity of all
// answers, majority or not. At least 0.8 is high, at least 0.5 medium, else
// low: the two thresholds of the reference engine, tuned on nothing.
func jaccard(in input) Assessment {
	mean := meanSimilarity(in.texts)
	risk, said := api.RiskLow, "below 0.5"
	switch {
	case mean.Cmp(sameWording) >= 0:
		risk, said = api.RiskHigh, "at least 0.8"
	case mean.Cmp(someWording) >= 0:
		risk, said = api.RiskMedium, "at least 0.5"
	}
	return Assessment{Risk: risk, Reasons: []string{
		in.shareReason(),
		fmt.Sprintf("The mean similarity of all pairs of answers is %s, %s.", figure(mean), said),
	}}
}

// share looks at the size of the largest cluster only: all answers is high, at
// least 60 percent medium, else low. It is the view that agreement itself is
// the warning.
func share(in input) Assessment {
	a := Assessment{Reasons: []string{in.shareReason()}}
	switch {
	case in.largest.Size == len(in.request.Answers):
		a.Risk, a.Reasons = api.RiskHigh, append(a.Reasons, "All answers agree.")
	case in.majority:
		a.Risk, a.Reasons = api.RiskMedium, append(a.Reasons, "A majority of at least 60 percent agrees, not all.")
	default:
		a.Risk, a.Reasons = api.RiskLow, append(a.Reasons, "No cluster holds 60 percent of the answers.")
	}
	return a
}

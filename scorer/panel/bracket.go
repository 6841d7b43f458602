// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"fmt"
	"math"
	"sort"

	"gonum.org/v1/gonum/mathext"
)

// A Bracket puts one pair of panel size and dependence into the units of the
// fields that have the same formula.
type Bracket struct {
	Format string `json:"format"` // BracketFormat
	N      Number `json:"n"`
	Rho    Number `json:"rho"`
	Deff   Number `json:"deff"`  // 1 + (n-1) rho; a survey's design effect, n the size of a cluster
	NEff   Number `json:"n_eff"` // n / deff
	// Ceiling is 1/rho, the limit of n_eff as n grows: a property of the model of
	// equal correlation, not something measured. Null for rho <= 0.
	Ceiling Number `json:"ceiling"`
	RhoBack Number `json:"rho_back"` // (deff-1)/(n-1), null for n <= 1
	// LevelGainDB is 10 log10(n deff): the level of n equal sources over one,
	// 10 log10(n) when they are incoherent, 20 log10(n) when in phase.
	LevelGainDB Number `json:"level_gain_db"`
	// ResidualVariance is deff/n: the variance of an equally weighted portfolio
	// relative to that of one asset.
	ResidualVariance Number            `json:"residual_variance_share"`
	Condorcet        []CondorcetRow    `json:"condorcet_at_n_eff"`
	Reasons          map[string]string `json:"reasons,omitempty"`
	Notes            []string          `json:"notes"`
}

// BracketFormat names the JSON document of a [Bracket].
const BracketFormat = "fcb-panel-bracket/1"

// A CondorcetRow is a majority vote of voters who are each right with the same
// chance.
type CondorcetRow struct {
	Accuracy    Number `json:"accuracy"`    // of one voter
	Independent Number `json:"independent"` // n independent voters
	AtNEff      Number `json:"at_n_eff"`    // n_eff independent voters, an approximation
}

// NewBracket reads n voices with pairwise correlation rho. n is at least 1; rho
// lies between -1/(n-1), below which no n variables can be equally correlated,
// and 1. accuracies, each between 0 and 1, are the rows of the Condorcet table.
func NewBracket(n, rho float64, accuracies []float64) (*Bracket, error) {
	if !(n >= 1) || math.IsInf(n, 0) {
		return nil, fmt.Errorf("n must be a number from 1 up, not %v", n)
	}
	if !(rho <= 1) || !(rho >= -1) {
		return nil, fmt.Errorf("rho must lie between -1 and 1, not %v", rho)
	}
	deff := 1 + (n-1)*rho
	if deff < -zeroT {
		return nil, fmt.Errorf("rho %v is impossible for %v voices: no more than %.6g can all be so negatively correlated", rho, n, 1-1/rho)
	}
	b := &Bracket{Format: BracketFormat, N: Number(n), Rho: Number(rho), Deff: Number(deff), Ceiling: undefined, RhoBack: undefined,
		NEff: undefined, LevelGainDB: undefined, ResidualVariance: Number(deff / n), Reasons: map[string]string{},
		Notes: []string{
			"the ceiling 1/rho belongs to the model of equal correlation, it is no measurement",
			"Condorcet at n_eff is an approximation: correlated votes are no smaller number of independent ones, and the majority probability is continued to fractional sizes through the incomplete beta function",
		}}
	if rho > 0 {
		b.Ceiling = Number(1 / rho)
	} else {
		b.Reasons["ceiling"] = "without positive correlation n_eff grows without limit"
	}
	if n > 1 {
		b.RhoBack = Number((deff - 1) / (n - 1))
	} else {
		b.Reasons["rho_back"] = "one voice has no correlation with others"
	}
	if deff > zeroT {
		b.NEff, b.LevelGainDB = Number(n/deff), Number(10*math.Log10(n*deff))
	} else {
		b.Reasons["n_eff"], b.Reasons["level_gain_db"] = "the design effect is 0: the voices cancel exactly", "the design effect is 0: the voices cancel exactly"
	}
	sorted := append([]float64(nil), accuracies...)
	sort.Float64s(sorted)
	for _, p := range sorted {
		if !(p >= 0 && p <= 1) {
			return nil, fmt.Errorf("an accuracy must lie between 0 and 1, not %v", p)
		}
		row := CondorcetRow{Accuracy: Number(p), Independent: Number(Majority(n, p)), AtNEff: undefined}
		if b.NEff.Defined() {
			row.AtNEff = Number(Majority(float64(b.NEff), p))
		}
		b.Condorcet = append(b.Condorcet, row)
	}
	return b, nil
}

// Majority is the chance that most of n independent voters, each right with
// chance p, are right: I_p((n+1)/2, (n+1)/2), the regularised incomplete beta
// function, which is the binomial sum at odd n and continues it in between.
func Majority(n, p float64) float64 {
	switch {
	case p <= 0:
		return 0
	case p >= 1:
		return 1
	}
	return mathext.RegIncBeta((n+1)/2, (n+1)/2, p)
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"context"
	"math"
)

// Makers compares models of one maker with models of different makers: the mean
// phi of the defined pairs within makers minus that of the pairs across. The
// null permutes the maker labels among the eligible models, those with at least
// one defined pair, and leaves every pair's phi alone. Models without a maker
// take no part.
type Makers struct {
	Statistic   Number `json:"statistic"`
	Within      int    `json:"n_within"`
	Across      int    `json:"n_across"`
	MeanWithin  Number `json:"mean_within"`
	MeanAcross  Number `json:"mean_across"`
	PGreater    Number `json:"p_greater"`    // of arrangements with a statistic at least as large
	PTwoSided   Number `json:"p_two_sided"`  // at least as far from 0
	Eligible    int    `json:"n_eligible"`   // models that ever err, ever succeed, and share questions with another
	Method      string `json:"method"`       // exact or monte_carlo
	Arrangement int    `json:"arrangements"` // visited
	Excluded    int    `json:"excluded"`     // of these, with no pair on one side
	NullSD      Number `json:"null_sd"`
	// Detectable is the difference that a one-sided test at 5 percent would find
	// with 80 percent power: (1.645 + 0.842) null SDs.
	Detectable Number `json:"detectable"`
	Reason     string `json:"reason,omitempty"` // why numbers are null
}

// MakerEffect compares within and across makers; nil when the table has no makers.
// draws is how many arrangements are drawn where all are too many to visit.
func (t *Table) MakerEffect(ctx context.Context, p *Phi, draws int, seed uint64) (*Makers, error) {
	if t.Makers == nil {
		return nil, nil
	}
	e := newMakerPairs(t, p)
	out := &Makers{Eligible: len(e.label), Statistic: undefined, MeanWithin: undefined, MeanAcross: undefined,
		PGreater: undefined, PTwoSided: undefined, NullSD: undefined, Detectable: undefined}
	o := e.compare()
	out.Within, out.Across = o.nWithin, o.nAcross
	out.MeanWithin, out.MeanAcross = Number(o.within), Number(o.across)
	switch {
	case o.nWithin == 0 && o.nAcross == 0:
		out.Reason = "no pair of models with known makers has a defined phi"
		return out, nil
	case o.nWithin == 0:
		out.Reason = "no two models of one maker have a defined phi"
		return out, nil
	case o.nAcross == 0:
		out.Reason = "no two models of different makers have a defined phi"
		return out, nil
	}
	out.Statistic = Number(o.within - o.across)
	err := e.null(ctx, out, draws, seed)
	return out, err
}

// makerPairs is the phi matrix of the eligible models with their labels.
type makerPairs struct {
	label []int // by eligible model
	phi   [][]float64
	sum   float64 // over all defined pairs
	pairs int
	sizes []int // models by label
}

func newMakerPairs(t *Table, p *Phi) *makerPairs {
	var members []int
	for i := range t.Models {
		for j := range t.Models {
			if t.Makers[i] != "" && t.Makers[j] != "" && i != j && !math.IsNaN(p.At(i, j)) {
				members = append(members, i)
				break
			}
		}
	}
	e := &makerPairs{}
	number := map[string]int{}
	for _, i := range members {
		l, ok := number[t.Makers[i]]
		if !ok {
			l = len(number)
			number[t.Makers[i]] = l
			e.sizes = append(e.sizes, 0)
		}
		e.sizes[l]++
		e.label = append(e.label, l)
		row := make([]float64, len(members))
		for b, j := range members {
			row[b] = math.NaN()
			if i != j {
				row[b] = p.At(i, j)
			}
		}
		e.phi = append(e.phi, row)
	}
	for i, row := range e.phi {
		for _, v := range row[i+1:] {
			if !math.IsNaN(v) {
				e.sum += v
				e.pairs++
			}
		}
	}
	return e
}

type makerComparison struct {
	within, across   float64 // means, NaN for no pair
	nWithin, nAcross int
}

// compare needs to visit the pairs within makers only.
func (e *makerPairs) compare() makerComparison {
	members := make([][]int, len(e.sizes))
	for i, l := range e.label {
		members[l] = append(members[l], i)
	}
	sum, n := 0.0, 0
	for _, group := range members {
		for a, i := range group {
			for _, j := range group[a+1:] {
				if v := e.phi[i][j]; !math.IsNaN(v) {
					sum += v
					n++
				}
			}
		}
	}
	return makerComparison{sum / float64(n), (e.sum - sum) / float64(e.pairs-n), n, e.pairs - n}
}

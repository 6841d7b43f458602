// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

// ObservedMajority is the accuracy of a majority vote of k models for k = 1..M,
// averaged over all subsets of k models and all questions, exactly. byRight[x]
// counts the questions on which x of the M models are right. A tie scores one
// half, so curve(2m) = curve(2m-1) and only odd steps move.
//
// From 2m-1 to 2m+1 voters the vote turns right where m-1 of the first 2m-1
// were right and both newcomers are, and turns wrong where m were and neither
// newcomer is; the chances are hypergeometric.
func ObservedMajority(byRight []int) []float64 {
	models := len(byRight) - 1
	curve := make([]float64, models)
	questions := 0
	for x, count := range byRight {
		if questions += count; count == 0 {
			continue
		}
		weight := float64(count)
		right, wrong, all := float64(x), float64(models-x), float64(models)
		value := right / all
		behind, ahead := wrong/all, right/all // P(m-1 right of 2m-1), P(m right of 2m-1)
		for k := 1; k <= models; k += 2 {
			curve[k-1] += weight * value
			if k < models {
				curve[k] += weight * value
			}
			if k+2 > models {
				break
			}
			m := float64(k+1) / 2
			pairs := (all - 2*m + 1) * (all - 2*m)
			value += (behind*(right-m+1)*(right-m) - ahead*(wrong-m+1)*(wrong-m)) / pairs
			step := 2 * m * (2*m + 1) / pairs
			behind *= (right - m + 1) / m * (wrong - m) / (m + 1) * step
			ahead *= (right - m) / (m + 1) * (wrong - m + 1) / m * step
		}
	}
	for k := range curve {
		curve[k] /= float64(questions)
	}
	return curve
}

// IndependentMajority is what ObservedMajority would be on average if each
// model's answers were shuffled over the questions: the mean over all subsets
// of k models of the chance that most of k independent models with these rates
// are right (Poisson-binomial), exactly.
func IndependentMajority(rates []float64) []float64 {
	models := len(rates)
	// chance[k][j]: mean over the k-subsets of the models so far of the chance
	// that j are right. A new model is in a share k/i of the k-subsets of i.
	chance := make([][]float64, models+1)
	for k := range chance {
		chance[k] = make([]float64, k+1)
	}
	chance[0][0] = 1
	for i, p := range rates {
		for k := i + 1; k >= 1; k-- {
			in := float64(k) / float64(i+1)
			row, before := chance[k], chance[k-1]
			for j := range row {
				v := (1 - in) * row[j]
				if j < k {
					v += in * (1 - p) * before[j]
				}
				if j > 0 {
					v += in * p * before[j-1]
				}
				row[j] = v
			}
		}
	}
	curve := make([]float64, models)
	for k := 1; k <= models; k += 2 {
		for j := (k + 1) / 2; j <= k; j++ {
			curve[k-1] += chance[k][j]
		}
		if k < models {
			curve[k] = curve[k-1]
		}
	}
	return curve
}

// Statuses of an effective size read off a vote curve.
const (
	VoteOK           = "ok"
	VoteClampedLow   = "clamped_low"   // the whole panel votes no better than one independent model
	VoteClampedHigh  = "clamped_high"  // it votes better than all models would independently
	VoteNoResolution = "no_resolution" // every vote is right: a ceiling has no place on the curve
)

// A VoteSize is an effective size by majority votes.
type VoteSize struct {
	Value  Number `json:"value"`
	Status string `json:"status"`
}

// sameVote is a difference between two shares that only rounding makes.
const sameVote = 1e-12

// EffectiveVoters finds how many independent models vote as well as the whole
// panel: the first step of the independent curve, from k to k+stride models (1:
// all sizes, 2: odd sizes), between whose ends the target lies, interpolated
// linearly. Nothing is interpolated across a flat step. On a curve that falls
// (models mostly wrong) the ends are mirrored.
func EffectiveVoters(independent []float64, target float64, stride int) VoteSize {
	models := len(independent)
	if target >= 1-sameVote {
		return VoteSize{undefined, VoteNoResolution}
	}
	first, top := independent[0], independent[0]
	for _, v := range independent {
		top = max(top, v)
	}
	rising := top > first+sameVote
	if rising && target <= first+sameVote || !rising && target >= first-sameVote {
		return VoteSize{1, VoteClampedLow}
	}
	for k := 1; k+stride <= models; k += stride {
		a, b := independent[k-1], independent[k+stride-1]
		if flat := max(a-b, b-a) <= sameVote; !flat && min(a, b) <= target && target <= max(a, b) {
			return VoteSize{Number(float64(k) + float64(stride)*(target-a)/(b-a)), VoteOK}
		}
	}
	return VoteSize{Number(models), VoteClampedHigh}
}

// Votes is the second route: effective size by what a majority vote gains.
type Votes struct {
	Models      int      `json:"n_models"`    // of the complete rectangle
	Questions   int      `json:"n_questions"` // of the complete rectangle
	ModelNames  []string `json:"models"`      // of the rectangle
	Observed    []Number `json:"observed"`    // accuracy of a majority of k = 1.. models, all subsets
	Independent []Number `json:"independent"` // the same if the models erred independently
	Target      Number   `json:"target"`      // observed, all models
	NEff        VoteSize `json:"vote_n_eff"`
	NEffOdd     VoteSize `json:"vote_n_eff_odd"`
	BestSize    int      `json:"best_size"` // the smallest odd number of voters with the best observed accuracy
	Falls       bool     `json:"falls"`     // the whole panel votes worse than that
}

// Votes counts votes on the table's rectangle; nil where there is none.
func (t *Table) Votes() *Votes {
	models, questions, ok := t.Rectangle()
	if !ok {
		return nil
	}
	byRight, rates := t.rectangleCounts(models, questions)
	observed, independent := ObservedMajority(byRight), IndependentMajority(rates)
	v := &Votes{Models: len(models), Questions: len(questions), Observed: numbers(observed), Independent: numbers(independent)}
	for _, m := range models {
		v.ModelNames = append(v.ModelNames, t.Models[m])
	}
	target := observed[len(observed)-1]
	v.Target = Number(target)
	v.NEff, v.NEffOdd = EffectiveVoters(independent, target, 1), EffectiveVoters(independent, target, 2)
	best := 0
	for k := range observed {
		if observed[k] > observed[best]+sameVote {
			best = k
		}
	}
	v.BestSize, v.Falls = best+1, observed[best] > target+sameVote
	return v
}

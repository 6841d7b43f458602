// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"math"
	"slices"
	"sort"
)

// Routing says whether confidence selects the right candidate. Counts and rates
// are over blocks with a selection; a block in which some valid candidate's
// correctness is unknown enters only n_blocks, no_valid_rate and
// selected_invalid_rate.
type Routing struct {
	Blocks          int `json:"n_blocks"`
	SelectedValid   int `json:"n_selected_valid"`
	PossibleHit     int `json:"n_possible_hit"` // some valid candidate is correct
	Eligible        int `json:"n_eligible_mcr"` // a valid selection and another valid candidate
	Mixed           int `json:"n_mixed"`        // a correct and a wrong valid candidate, both with scores
	Pairs           int `json:"n_pairs"`        // correct x wrong, over mixed blocks
	Routeable       int `json:"n_routeable"`    // some valid candidate
	SelectedCorrect int `json:"n_selected_correct"`
	Unknown         int `json:"n_unknown_correct"` // blocks kept out for unknown correctness

	CRA                    Number `json:"cra"`             // selected correct / selected valid
	HRWP                   Number `json:"hrwp"`            // selected correct / possible hit
	MCR                    Number `json:"mcr"`             // a correct one passed over for a wrong one / eligible
	PCCA                   Number `json:"pcca"`            // mean over mixed blocks of P(correct scored above wrong), ties one half
	PCCAMicro              Number `json:"pcca_pair_micro"` // the same over pooled pairs
	CTR                    Number `json:"ctr"`             // tied pairs / pairs
	SelectedInvalid        Number `json:"selected_invalid_rate"`
	SelectedInvalidCorrect Number `json:"selected_invalid_rate_given_correct"`
	NoValid                Number `json:"no_valid_rate"`

	// Expected success per routeable block of each router, in the order of
	// RouterNames where it exists.
	Routers           map[string]Number `json:"routers"`
	GapToOracle       map[string]Number `json:"gap_to_oracle"`
	AdvantageOverRand map[string]Number `json:"advantage_over_random"` // router minus random_valid

	Interval         *RoutingIntervals `json:"interval"`
	WithoutSelection *NoSelection      `json:"without_selection"`           // blocks in which nothing was selected
	System           map[string]System `json:"system_confidence,omitempty"` // of the voting and log-odds routers
	Fitted           *FittedRouters    `json:"fitted_routers,omitempty"`
	Scores           *ScoreComparison  `json:"scores,omitempty"`
	Reasons          map[string]string `json:"reasons,omitempty"`
}

// RoutingIntervals are 95 percent percentile intervals of the cluster bootstrap.
// All figures of a draw come from the same clusters, so that gaps and
// advantages are paired.
type RoutingIntervals struct {
	CRA                    Interval            `json:"cra"`
	HRWP                   Interval            `json:"hrwp"`
	MCR                    Interval            `json:"mcr"`
	PCCA                   Interval            `json:"pcca"`
	CTR                    Interval            `json:"ctr"`
	SelectedInvalid        Interval            `json:"selected_invalid_rate"`
	SelectedInvalidCorrect Interval            `json:"selected_invalid_rate_given_correct"`
	Routers                map[string]Interval `json:"routers"`
	GapToOracle            map[string]Interval `json:"gap_to_oracle"`
	AdvantageOverRand      map[string]Interval `json:"advantage_over_random"`
}

// NoSelection scores the routers that need no confidence over the blocks in
// which no poll has a number and none is marked selected.
type NoSelection struct {
	Blocks    int               `json:"n_blocks"`
	Routeable int               `json:"n_routeable"`
	Routers   map[string]Number `json:"routers"`
}

// Indices of the sums from which every routing figure is made. All are plain
// sums over blocks, which is what makes the cluster bootstrap cheap.
const (
	sumBlocks = iota
	sumSelectedInvalid
	sumNoValid
	sumKnown // blocks with known correctness
	sumSelectedValid
	sumHit
	sumHitSelectedInvalid
	sumSelectedCorrect
	sumEligible
	sumMissed
	sumMixed
	sumPairMean
	sumPairs
	sumPairWins
	sumTied
	sumRouteable
	sumRouters // one for each of RouterNames from here on
)

// RouterNames lists the routers. Each is replayed over logged candidates; none
// is a rerun. A vote or score tie counts as the average over the tied ones.
var RouterNames = []string{
	"runtime_argmax",            // what the protocol selected; an invalid selection is a failure
	"argmax_valid",              // the highest score among valid candidates, first seen on ties
	"top_confidence_tie_random", // the same with ties at random
	"random_valid",              // any valid candidate
	"majority_vote",             // the answer text that most valid candidates gave
	"confidence_weighted_vote",  // the answer text with the largest sum of scores
	"learned",                   // the candidate a cross-fitted logistic regression likes best
	"log_odds",                  // the answer text with the largest sum of log odds
	"log_odds_discounted",       // the same, members of a cluster counting as dependent
	"oracle",                    // a correct candidate whenever there is a valid one
}

const (
	routeRuntime = iota
	routeArgmaxValid
	routeTopRandom
	routeRandom
	routeMajority
	routeWeighted
	routeLearned
	routeLogOdds
	routeDiscounted
	routeOracle
	routerCount
	sumCount = sumRouters + routerCount
)

// tally adds the block to acc, a slice of sumCount sums. The block must have a
// selection. The fitted routers are added elsewhere.
func (b *block) tally(acc []float64, scratch []voteCluster) []voteCluster {
	acc[sumBlocks]++
	selectedValid := b.valid[b.selected]
	if !selectedValid {
		acc[sumSelectedInvalid]++
	}
	if b.nValid == 0 {
		acc[sumNoValid]++
	}
	if b.unknown {
		return scratch
	}
	acc[sumKnown]++
	selectedCorrect := selectedValid && b.correct[b.selected]
	if selectedValid {
		acc[sumSelectedValid]++
		if b.nValid > 1 {
			acc[sumEligible]++
			if !selectedCorrect && b.nCorrect > 0 {
				acc[sumMissed]++
			}
		}
	}
	if selectedCorrect {
		acc[sumSelectedCorrect]++
	}
	if b.nCorrect > 0 {
		acc[sumHit]++
		if !selectedValid {
			acc[sumHitSelectedInvalid]++
		}
	}
	b.tallyPairs(acc)
	if b.nValid == 0 {
		return scratch
	}
	return b.tallyRouters(acc, scratch, selectedCorrect)
}

// tallyPairs adds the comparison of correct and wrong candidates.
func (b *block) tallyPairs(acc []float64) {
	if b.nCorrect == 0 || b.nCorrect == b.nValid {
		return
	}
	if pairs, wins, tied := b.comparePairs(); pairs > 0 {
		acc[sumMixed]++
		acc[sumPairMean] += wins / pairs
		acc[sumPairs] += pairs
		acc[sumPairWins] += wins
		acc[sumTied] += tied
	}
}

// comparePairs compares the scores of every correct with every wrong candidate.
func (b *block) comparePairs() (pairs, wins, tied float64) {
	if len(b.conf) > largeBlock {
		return b.comparePairsSorted()
	}
	for i, right := range b.correct {
		if !right || math.IsNaN(b.conf[i]) {
			continue
		}
		for j, x := range b.conf {
			if !b.valid[j] || b.correct[j] || math.IsNaN(x) {
				continue
			}
			pairs++
			switch {
			case b.conf[i] > x:
				wins++
			case b.conf[i] == x:
				wins += 0.5
				tied++
			}
		}
	}
	return pairs, wins, tied
}

// comparePairsSorted does the same in the time of sorting: every correct score is
// ranked among the wrong ones.
func (b *block) comparePairsSorted() (pairs, wins, tied float64) {
	wrong := b.rank[:0]
	for j, x := range b.conf {
		if b.valid[j] && !b.correct[j] && !math.IsNaN(x) {
			wrong = append(wrong, x)
		}
	}
	slices.Sort(wrong)
	b.rank = wrong
	for i, right := range b.correct {
		x := b.conf[i]
		if !right || math.IsNaN(x) {
			continue
		}
		below, _ := slices.BinarySearch(wrong, x)
		upto := below + sort.Search(len(wrong)-below, func(k int) bool { return wrong[below+k] > x })
		pairs += float64(len(wrong))
		wins += float64(below) + float64(upto-below)/2
		tied += float64(upto - below)
	}
	return pairs, wins, tied
}

// tallyRouters adds the routers that need no fitting. The block has a valid candidate.
func (b *block) tallyRouters(acc []float64, scratch []voteCluster, selectedCorrect bool) []voteCluster {
	acc[sumRouteable]++
	r := acc[sumRouters:]
	if selectedCorrect {
		r[routeRuntime]++
	}
	first, top, n, k := -1, math.Inf(-1), 0, 0 // among valid: first best, and how many tie with it
	for i, ok := range b.valid {
		if !ok {
			continue
		}
		x := b.conf[i]
		if math.IsNaN(x) {
			x = -1 // below every number
		}
		if x > top {
			first, top, n, k = i, x, 0, 0
		}
		if x == top {
			n++
			if b.correct[i] {
				k++
			}
		}
	}
	if b.correct[first] {
		r[routeArgmaxValid]++
	}
	r[routeTopRandom] += float64(k) / float64(n)
	r[routeRandom] += float64(b.nCorrect) / float64(b.nValid)
	scratch = b.clusters(scratch)
	votes, weight := 0, int64(-1)
	for i := range scratch {
		votes, weight = max(votes, scratch[i].n), max(weight, scratch[i].weight)
	}
	r[routeMajority] += winners(scratch, func(k *voteCluster) bool { return k.n == votes })
	r[routeWeighted] += winners(scratch, func(k *voteCluster) bool { return k.weight == weight })
	if b.nCorrect > 0 {
		r[routeOracle]++
	}
	return scratch
}

// tallyCorpus fills one row of sums a cluster, and the sums of the blocks in
// which nothing was selected.
func tallyCorpus(c *Corpus) (byCluster []float64, unselected []float64) {
	byCluster, unselected = make([]float64, c.nClusters*sumCount), make([]float64, sumCount)
	var b block
	var scratch []voteCluster
	for id := range c.blocks() {
		b.load(c, id)
		switch {
		case len(b.conf) == 0:
		case b.selected >= 0:
			g := int(c.clusterOf(id))
			scratch = b.tally(byCluster[g*sumCount:(g+1)*sumCount], scratch)
		default:
			unselected[sumBlocks]++
			if !b.unknown && b.nValid > 0 {
				scratch = b.tallyRouters(unselected, scratch, false)
			}
		}
	}
	return byCluster, unselected
}

// routingFigures makes the rates from sums; fitted says which routers exist.
func routingFigures(s []float64, have func(router int) bool) (f Routing) {
	f = Routing{
		Blocks: int(s[sumBlocks]), SelectedValid: int(s[sumSelectedValid]), PossibleHit: int(s[sumHit]), Eligible: int(s[sumEligible]),
		Mixed: int(s[sumMixed]), Pairs: int(s[sumPairs]), Routeable: int(s[sumRouteable]), SelectedCorrect: int(s[sumSelectedCorrect]),
		Unknown: int(s[sumBlocks] - s[sumKnown]),
		CRA:     Number(s[sumSelectedCorrect] / s[sumSelectedValid]), HRWP: Number(s[sumSelectedCorrect] / s[sumHit]),
		MCR: Number(s[sumMissed] / s[sumEligible]), PCCA: Number(s[sumPairMean] / s[sumMixed]), PCCAMicro: Number(s[sumPairWins] / s[sumPairs]),
		CTR: Number(s[sumTied] / s[sumPairs]), SelectedInvalid: Number(s[sumSelectedInvalid] / s[sumBlocks]),
		SelectedInvalidCorrect: Number(s[sumHitSelectedInvalid] / s[sumHit]), NoValid: Number(s[sumNoValid] / s[sumBlocks]),
		Routers: map[string]Number{}, GapToOracle: map[string]Number{}, AdvantageOverRand: map[string]Number{},
	}
	n := s[sumRouteable]
	for i, name := range RouterNames {
		v, oracle, random := s[sumRouters+i]/n, s[sumRouters+routeOracle]/n, s[sumRouters+routeRandom]/n
		if !have(i) {
			v = math.NaN()
		}
		f.Routers[name], f.GapToOracle[name], f.AdvantageOverRand[name] = Number(v), Number(oracle-v), Number(v-random)
	}
	return f
}

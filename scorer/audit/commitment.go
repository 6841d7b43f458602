// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/scorer/stats"
)

// Commitment says whether the speaker says the answer that won the turn. P are
// the pairs of a block's selected poll and a speak record that are valid on both
// sides and whose equivalence is decided; D are those judged not equivalent.
type Commitment struct {
	Rows      int `json:"n_rows"`      // speak records with a selected poll in their block
	Valid     int `json:"n_valid"`     // |P|
	Divergent int `json:"n_divergent"` // |D|
	Improved  int `json:"n_improved"`  // poll wrong, speak right, in D
	Degraded  int `json:"n_degraded"`  // poll right, speak wrong, in D
	Undecided int `json:"n_undecided"` // valid on both sides, equivalence neither given nor decidable: in no denominator
	Unknown   int `json:"n_unknown_correct"`

	PSDR     Number `json:"psdr"`      // |D|/|P|
	PSIR     Number `json:"psir"`      // improved/|D|
	PSDRg    Number `json:"psdrg"`     // degraded/|D|
	NPCSCond Number `json:"npcs_cond"` // psir - psdrg
	NPCSUnc  Number `json:"npcs_unc"`  // mean over P of speak correct minus poll correct
	// What pairs judged equivalent whose labels differ add to NPCSUnc; 0 when
	// labels are consistent.
	ShiftEquivalent Number `json:"shift_from_equivalent"`

	Primary map[string]Source     `json:"primary"` // by precedence, in the order of SourceNames
	Flags   map[string]FlagSource `json:"flags"`   // not exclusive

	Sensitivity *Sensitivity         `json:"undecided_as_divergent"`
	Judges      map[string]JudgeView `json:"judges,omitempty"`
	Agreements  []JudgeAgreement     `json:"judge_agreement,omitempty"`
	Interval    *CommitmentIntervals `json:"interval"`
	Reasons     map[string]string    `json:"reasons,omitempty"`
}

// SourceNames lists where a divergent answer may come from, in order of
// precedence: an earlier public answer of the speaker, the endorsed answer, an
// earlier public answer of another agent, or none of these. Private polls of
// others are never consulted.
var SourceNames = []string{"self_revert", "incumbent_pull", "peer_echo", "novel"}

// Source is a class of divergent answers.
type Source struct {
	N     int    `json:"n"`
	Share Number `json:"share"`         // of D
	Delta Number `json:"delta_correct"` // mean of speak correct minus poll correct
}

// FlagSource counts a flag; an answer may carry several.
type FlagSource struct {
	N     int    `json:"n"`
	Share Number `json:"share"`
}

// Sensitivity counts undecided pairs as divergent.
type Sensitivity struct {
	Valid     int    `json:"n_valid"`
	Divergent int    `json:"n_divergent"`
	PSDR      Number `json:"psdr"`
	PSIR      Number `json:"psir"`
	PSDRg     Number `json:"psdrg"`
	NPCSCond  Number `json:"npcs_cond"`
}

// CommitmentIntervals are cluster-bootstrap intervals.
type CommitmentIntervals struct {
	PSDR     Interval            `json:"psdr"`
	PSIR     Interval            `json:"psir"`
	PSDRg    Interval            `json:"psdrg"`
	NPCSCond Interval            `json:"npcs_cond"`
	NPCSUnc  Interval            `json:"npcs_unc"`
	Share    map[string]Interval `json:"share"` // of the primary classes
}

// A pair is a speak record against the selected poll of its block.
type pair struct {
	s           speak
	at          int // of the speak record
	poll        int // candidate
	valid       bool
	pollCorrect bool
	known       bool // both sides' correctness
	delta       float64
}

// eachPair calls use for the speak records that have a selected poll, in file
// order, until it returns false. p is reused.
func eachPair(c *Corpus, use func(p *pair) bool) {
	var p pair
	for i := range c.speaks.len() {
		s := c.speaks.at(i)
		selected := int(c.selected.at(int(s.block)))
		if selected < 0 {
			continue
		}
		from, _ := c.span(int(s.block))
		p = pair{s: s, at: i, poll: from + selected}
		f := c.flags.at(p.poll)
		p.valid = s.flags&flagValid != 0 && f&flagValid != 0
		p.pollCorrect = f&flagCorrect != 0
		p.known = p.valid && s.flags&flagKnown != 0 && f&flagKnown != 0
		if p.known {
			p.delta = b2f(s.flags&flagCorrect != 0) - b2f(p.pollCorrect)
		}
		if !use(&p) {
			return
		}
	}
}

// verdict is one judge's opinion of a pair.
func (p *pair) verdict(c *Corpus, judge int) predictions.Tri {
	if v := &c.verdicts[judge]; p.at < v.n {
		return v.at(p.at)
	}
	return predictions.Absent
}

func b2f(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// source is the class of a divergent answer by precedence, as an index of SourceNames.
func (s *speak) source() int {
	switch {
	case s.flags&saidSelf != 0:
		return 0
	case s.flags&saidIncumbent != 0:
		return 1
	case s.flags&saidPeer != 0:
		return 2
	}
	return 3
}

// Indices of the commitment sums of a cluster.
const (
	comRows = iota
	comValid
	comValidKnown
	comDivergent
	comDivergentKnown
	comImproved
	comDegraded
	comDelta           // over P
	comDeltaEquivalent // over equivalent pairs
	comUndecided
	comUndecidedKnown
	comUndecidedImproved
	comUndecidedDegraded
	comClass      // 4: divergent pairs by class
	comClassDelta = comClass + 4
	comClassKnown = comClassDelta + 4
	comFlag       = comClassKnown + 4
	comCount      = comFlag + 4
)

// add puts one pair under a verdict into sums.
func (p *pair) add(verdict predictions.Tri, acc []float64) {
	acc[comRows]++
	if !p.valid {
		return
	}
	known := b2f(p.known)
	improved, degraded := b2f(p.delta > 0), b2f(p.delta < 0)
	switch verdict {
	case predictions.Absent:
		acc[comUndecided]++
		acc[comUndecidedKnown] += known
		acc[comUndecidedImproved] += improved
		acc[comUndecidedDegraded] += degraded
		return
	case predictions.Yes:
		acc[comDeltaEquivalent] += p.delta
	case predictions.No:
		acc[comDivergent]++
		acc[comDivergentKnown] += known
		acc[comImproved] += improved
		acc[comDegraded] += degraded
		class := p.s.source()
		acc[comClass+class]++
		acc[comClassDelta+class] += p.delta
		acc[comClassKnown+class] += known
		for i, flag := range [4]bool{p.s.flags&saidSelf != 0, p.s.flags&saidIncumbent != 0, p.s.flags&saidPeer != 0, class == 3} {
			acc[comFlag+i] += b2f(flag)
		}
	}
	acc[comValid]++
	acc[comValidKnown] += known
	acc[comDelta] += p.delta
}

func commitmentFigures(s []float64) Commitment {
	f := Commitment{
		Rows: int(s[comRows]), Valid: int(s[comValid]), Divergent: int(s[comDivergent]), Improved: int(s[comImproved]), Degraded: int(s[comDegraded]),
		Undecided: int(s[comUndecided]), Unknown: int(s[comValid] - s[comValidKnown]),
		PSDR: Number(s[comDivergent] / s[comValid]), PSIR: Number(s[comImproved] / s[comDivergentKnown]), PSDRg: Number(s[comDegraded] / s[comDivergentKnown]),
		NPCSCond: Number((s[comImproved] - s[comDegraded]) / s[comDivergentKnown]), NPCSUnc: Number(s[comDelta] / s[comValidKnown]),
		ShiftEquivalent: Number(s[comDeltaEquivalent] / s[comValidKnown]),
		Primary:         map[string]Source{}, Flags: map[string]FlagSource{},
	}
	for i, name := range SourceNames {
		f.Primary[name] = Source{int(s[comClass+i]), Number(s[comClass+i] / s[comDivergent]), Number(s[comClassDelta+i] / s[comClassKnown+i])}
		f.Flags[name] = FlagSource{int(s[comFlag+i]), Number(s[comFlag+i] / s[comDivergent])}
	}
	d, known := s[comDivergent]+s[comUndecided], s[comDivergentKnown]+s[comUndecidedKnown]
	improved, degraded := s[comImproved]+s[comUndecidedImproved], s[comDegraded]+s[comUndecidedDegraded]
	f.Sensitivity = &Sensitivity{int(s[comValid] + s[comUndecided]), int(d), Number(d / (s[comValid] + s[comUndecided])), Number(improved / known),
		Number(degraded / known), Number((improved - degraded) / known)}
	return f
}

// commit makes the section.
func commit(c *Corpus, o Options) *Commitment {
	byCluster := make([]float64, c.nClusters*comCount)
	eachPair(c, func(p *pair) bool {
		g := int(c.clusterOf(int(p.s.block)))
		p.add(p.s.equivalent, byCluster[g*comCount:(g+1)*comCount])
		return true
	})
	f := commitmentFigures(total(byCluster, comCount))
	f.Reasons = map[string]string{}
	switch {
	case c.speaks.len() == 0:
		f.Reasons["psdr"] = "the file has no speak record"
	case f.Valid == 0:
		f.Reasons["psdr"] = "no pair is valid on both sides and decided"
	case f.Divergent == 0:
		f.Reasons["psir"] = "no divergent pair"
	}
	rows := occupied(byCluster, comCount, comRows)
	switch {
	case len(rows) < 2*comCount:
		if f.Rows > 0 {
			f.Reasons["interval"] = "fewer than two clusters hold a pair"
		}
	case o.Bootstrap > 0:
		draws := resampleSums(rows, comCount, o, "audit/commitment")
		of := func(e estimator) Interval { return interval(draws, comCount, e) }
		f.Interval = &CommitmentIntervals{PSDR: of(ratio(comDivergent, comValid)), PSIR: of(ratio(comImproved, comDivergentKnown)),
			PSDRg: of(ratio(comDegraded, comDivergentKnown)), NPCSUnc: of(ratio(comDelta, comValidKnown)),
			NPCSCond: of(func(s []float64) float64 { return (s[comImproved] - s[comDegraded]) / s[comDivergentKnown] }), Share: map[string]Interval{}}
		for i, name := range SourceNames {
			f.Interval.Share[name] = of(ratio(comClass+i, comDivergent))
		}
	}
	if len(c.judges) > 0 {
		f.Judges, f.Agreements = judgeViews(c)
	}
	return &f
}

// total adds the rows up.
func total(rows []float64, width int) []float64 {
	out := make([]float64, width)
	for i, v := range rows {
		out[i%width] += v
	}
	return out
}

// A JudgeView is the commitment of the same pairs under one judge's verdicts.
type JudgeView struct {
	Valid     int               `json:"n_valid"`
	Divergent int               `json:"n_divergent"`
	Undecided int               `json:"n_undecided"`
	PSDR      Number            `json:"psdr"`
	PSIR      Number            `json:"psir"`
	PSDRg     Number            `json:"psdrg"`
	NPCSCond  Number            `json:"npcs_cond"`
	NPCSUnc   Number            `json:"npcs_unc"`
	Primary   map[string]Source `json:"primary"`
}

// JudgeAgreement compares two judges on the pairs that both decided. "equivalent"
// names the file's own verdict.
type JudgeAgreement struct {
	A         string `json:"a"`
	B         string `json:"b"`
	N         int    `json:"n"`
	Agreement Number `json:"agreement"`
	Kappa     Number `json:"kappa"`
	// Rows are A's verdicts, columns B's; equivalent first, divergent second.
	Confusion [2][2]int `json:"confusion"`
	// Of the disagreements, the share that A calls equivalent. One half is symmetric.
	Asymmetry Number `json:"asymmetry"`
	PMcNemar  Number `json:"p_mcnemar"`
}

// primaryVerdict names the file's own verdict among the judges.
const primaryVerdict = "equivalent"

func judgeViews(c *Corpus) (map[string]JudgeView, []JudgeAgreement) {
	names := append([]string{primaryVerdict}, c.judges...)
	sums := make([][]float64, len(names))
	for j := range names {
		sums[j] = make([]float64, comCount)
	}
	confusion := make([][2][2]int, len(names)*len(names))
	verdicts := make([]predictions.Tri, len(names))
	eachPair(c, func(p *pair) bool {
		verdicts[0] = p.s.equivalent
		for j := range c.judges {
			verdicts[j+1] = p.verdict(c, j)
			p.add(verdicts[j+1], sums[j+1])
		}
		if !p.valid {
			return true
		}
		for i, a := range verdicts {
			for j, b := range verdicts[i+1:] {
				if a != predictions.Absent && b != predictions.Absent {
					confusion[i*len(names)+i+1+j][side(a)][side(b)]++
				}
			}
		}
		return true
	})
	views := map[string]JudgeView{}
	for j, name := range names[1:] {
		f := commitmentFigures(sums[j+1])
		views[name] = JudgeView{f.Valid, f.Divergent, f.Undecided, f.PSDR, f.PSIR, f.PSDRg, f.NPCSCond, f.NPCSUnc, f.Primary}
	}
	var agreements []JudgeAgreement
	for i := range names {
		for j := i + 1; j < len(names); j++ {
			agreements = append(agreements, agreement(names[i], names[j], confusion[i*len(names)+j]))
		}
	}
	return views, agreements
}

func agreement(a, b string, m [2][2]int) JudgeAgreement {
	out := JudgeAgreement{A: a, B: b, Confusion: m, N: m[0][0] + m[0][1] + m[1][0] + m[1][1]}
	k := stats.NewConfusion(2)
	for i := range 2 {
		copy(k.Counts[i], m[i][:])
	}
	out.Agreement, out.Kappa = Number(float64(m[0][0]+m[1][1])/float64(out.N)), Number(k.Kappa())
	out.Asymmetry = Number(float64(m[0][1]) / float64(m[0][1]+m[1][0]))
	out.PMcNemar = Number(stats.McNemar(m[0][1], m[1][0]).PExact)
	return out
}

func side(t predictions.Tri) int {
	if t == predictions.Yes {
		return 0
	}
	return 1
}

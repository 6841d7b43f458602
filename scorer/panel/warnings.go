// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"fmt"
	"math"
)

// notes hold for every panel and travel with every result.
var notes = []string{
	"n_eff belongs to this panel and these questions together; easier, harder or fewer questions give the same models another one",
	"difficulty that all models share counts as dependence: on the questions where it matters the others fail too, whatever the reason",
	"the ceiling 1/rho is what the model of equal correlation says about an endless crowd of such voices; it is no measurement",
	"a shared wrong key, an ambiguous question and a shared misconception look alike in right and wrong; read the hardest questions",
}

// smallPanel is the number of questions below which the bootstrap interval is
// known to miss the truth clearly more often than it says (TestCoverage;
// docs/panel.md prints its figures over 500 panels).
const smallPanel = 100

// limits lists what a reader must know about these numbers.
func (r *Result) limits(m *Moments) []string {
	var out []string
	add := func(format string, a ...any) { out = append(out, fmt.Sprintf(format, a...)) }
	d := &r.DesignEffect
	if m.Questions < 30 {
		add("only %d questions: everything here is rough", m.Questions)
	}
	if d.Interval.NEff != nil && m.Questions < smallPanel {
		add("with %d questions the interval misses the truth more often than one time in twenty, mostly by lying too high: in simulations it covers 78 to 90 percent at 21 questions, 92 to 94 at 100", m.Questions)
	}
	if math.IsNaN(m.T) {
		add("nothing to measure: %s", noVariance)
	}
	r.warnHardest(add)
	if empty := m.Models*m.Questions - m.Answers; empty > 0 {
		add("ragged: %d of %d cells have no answer (%.1f percent); nothing is assumed about them, but answers missing because a question is hard would make the panel look better",
			empty, m.Models*m.Questions, 100*float64(empty)/float64(m.Models*m.Questions))
	}
	r.warnConstant(m, add)
	if d.PairsUndefined > 0 {
		add("%d of %d pairs of models have no phi: one of the two never varies on the questions both answered; mean_phi describes the others only", d.PairsUndefined, d.PairsUndefined+d.PairsDefined)
	}
	if d.Dropped > 0 {
		add("%d of %d resamples have no effective size and were left out of the interval", d.Dropped, d.Bootstrap)
	}
	r.warnVotes(add)
	r.warnMakers(add)
	if n := len(r.NearClones); n > 0 {
		add("%s of near clones (phi of at least %.1f), the closest %s and %s: together they are little more than one voice", count(n, "pair"), clonePhi, r.NearClones[0].A, r.NearClones[0].B)
	}
	if n := r.suspectKeys(); n > 0 {
		text := fmt.Sprintf("look at the key: nearly every model rejects it on %s", count(n, "question"))
		if n >= 10 && n*20 > r.Summary.Questions {
			text += "; so many are hard questions rather than wrong keys, so begin with those the strongest models miss"
		} else {
			text += "; if keys are wrong, the panel is worth more than it seems"
		}
		add("%s", text)
	}
	if w := r.WrongAnswers; w != nil && w.Forced > 0 {
		add("%d pairs of wrong answers are to questions with two options, where two wrong models always agree", w.Forced)
	}
	return out
}

func (r *Result) warnHardest(add func(string, ...any)) {
	c, d := &r.Concentrated, &r.DesignEffect
	if !c.FirstShare.Defined() || c.FirstShare < 0.25 {
		return
	}
	h := d.HardestQuestion
	text := fmt.Sprintf("one question (%s) carries %.0f percent of the excess over independence: without it n_eff is %s instead of %s",
		r.Hardest[1].Removed[0], 100*float64(c.FirstShare), figure(r.Hardest[1].NEff), figure(r.Hardest[0].NEff))
	if h.MedianWith.Defined() && h.MedianWithout.Defined() {
		text += fmt.Sprintf("; %.1f percent of the resamples miss it, with a median n_eff of %s against %s", 100*float64(h.ShareWithout), figure(h.MedianWithout), figure(h.MedianWith))
	}
	add("%s", text)
}

// warnConstant speaks of models that never vary: T cannot see them, n counts them.
func (r *Result) warnConstant(m *Moments, add func(string, ...any)) {
	right, wrong := 0, 0
	for _, row := range r.Models {
		switch row.Right {
		case row.Answers:
			right++
		case 0:
			wrong++
		}
	}
	for _, k := range []struct {
		n    int
		what string
	}{{right, "never err"}, {wrong, "are never right"}} {
		if k.n > 0 && m.T > 0 {
			add("%d of %d models %s: T cannot see them, yet each that answers everything adds 1/deff = %.2f voices to n_eff; among the varying models n_eff is %s",
				k.n, m.Models, k.what, 1/m.T, figure(r.DesignEffect.NEffVarying))
		}
	}
}

func (r *Result) warnVotes(add func(string, ...any)) {
	v := r.Votes
	if v == nil {
		add("no votes: no three models answered the same question")
		return
	}
	if v.Models < r.Summary.Models || v.Questions < r.Summary.Questions {
		add("votes are counted on the complete rectangle: %d of %d models, %d of %d questions", v.Models, r.Summary.Models, v.Questions, r.Summary.Questions)
	}
	switch v.NEff.Status {
	case VoteNoResolution:
		add("the votes resolve nothing: the whole panel's majority is always right")
	case VoteClampedLow:
		add("the whole panel's majority is right no more often than one model on average: the vote route is clamped at 1")
	case VoteClampedHigh:
		add("the whole panel's majority beats every independent one: the vote route is clamped at %d", v.Models)
	}
	if v.Falls {
		add("the observed majority falls as the panel grows: %d voters are right on %.2f percent, all %d on %.2f percent",
			v.BestSize, 100*float64(v.Observed[v.BestSize-1]), v.Models, 100*float64(v.Target))
	}
}

func (r *Result) warnMakers(add func(string, ...any)) {
	k := r.Makers
	if k == nil {
		return
	}
	unknown := 0
	for _, m := range r.Models {
		if m.Maker == "" {
			unknown++
		}
	}
	if unknown > 0 {
		add("%s without a maker: no part in the comparison of makers", count(unknown, "model"))
	}
	if !k.Statistic.Defined() {
		add("makers cannot be compared: %s", k.Reason)
		return
	}
	if k.Eligible < r.Summary.Models-unknown {
		add("the makers are compared on %d of %d models, those whose results vary: a sub-panel selected on performance", k.Eligible, r.Summary.Models)
	}
	if k.Detectable >= 0.005 && k.PGreater > 0.05 {
		add("the maker test has little to say: with these pairs a difference below %.2f would be missed more than one time in five", float64(k.Detectable))
	}
}

// suspectKeys counts the questions marked for a look at the key.
func (r *Result) suspectKeys() int {
	n := 0
	for _, q := range r.Questions {
		if q.LookAtKey {
			n++
		}
	}
	return n
}

// headline is the finding in one sentence.
func (r *Result) headline() string {
	d := &r.DesignEffect
	switch {
	case !d.T.Defined():
		return fmt.Sprintf("%s voices, of unknown worth: %s", figure(r.Summary.N), noVariance)
	case !d.NEff.Defined():
		return fmt.Sprintf("%s voices that balance each other exactly: no effective number exists", figure(r.Summary.N))
	case r.Summary.Models == 1:
		return "one voice; dependence needs at least two"
	}
	text := fmt.Sprintf("%s voices, worth %s independent ones", figure(r.Summary.N), figure(d.NEff))
	c := &r.Concentrated
	switch {
	case d.Deff <= 1:
		text += "; no sign of shared errors"
	case d.PValue.Defined() && d.PValue > 0.05:
		text += fmt.Sprintf("; chance alone could do this (p = %.2g)", float64(d.PValue))
	case c.FirstShare.Defined() && c.FirstShare >= 0.5:
		text += "; most of the dependence is one question"
	case c.HalfCount != nil:
		text += fmt.Sprintf("; half of the dependence is %d questions", *c.HalfCount)
	default:
		text += "; the dependence is spread over the questions"
	}
	return text
}

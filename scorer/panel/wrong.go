// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"github.com/false-consensus/fcb/scorer/stats"
)

// A choice is what a model answered to a question, as a number for each
// distinct text; 0 where that is not known.
type choice = int32

// choices holds the answers themselves, when the input gives them.
type choices struct {
	text    []string   // by choice; text[0] is ""
	given   [][]choice // by model and question
	options []int      // shown with each question; 0: none, any whole number could be the answer
}

// WrongAnswers says how often two models that are both wrong on a question give
// the same wrong answer, over all pairs of models and all questions.
type WrongAnswers struct {
	BothWrong int       `json:"n_both_wrong"` // pairs of models on a question, both wrong
	Same      int       `json:"n_same"`       // of these, with the same answer
	Agreement Number    `json:"agreement"`    // Same / BothWrong
	CI95      *Interval `json:"ci95"`         // bootstrap over questions
	// Baseline is what guessing would give: two models that each take one of the
	// wrong options at random agree with chance 1/(options-1). Over the pairs on
	// questions with options only, as is WithOptions; null without such pairs.
	Baseline    Number `json:"baseline"`
	WithOptions int    `json:"n_with_options"`
	OnOptions   Number `json:"agreement_with_options"`
	Forced      int    `json:"n_forced"` // pairs on questions with two options, where agreement says nothing
	Reason      string `json:"reason,omitempty"`
}

// WrongAnswers measures dependence among wrong answers; nil when the input
// gives results only.
func (t *Table) WrongAnswers(bootstrap int, seed uint64) *WrongAnswers {
	if t.choices == nil {
		return nil
	}
	w := &WrongAnswers{Agreement: undefined, Baseline: undefined, OnOptions: undefined}
	n := len(t.Questions)
	same, pairs := make([]float64, n), make([]float64, n)
	var sameOnOptions, expected float64
	for q := range n {
		wrong, byChoice := 0, map[choice]int{}
		for m := range t.Models {
			if t.Answered(m, q) && !t.Right(m, q) {
				wrong++
				byChoice[t.choices.given[m][q]]++
			}
		}
		both, alike := wrong*(wrong-1)/2, 0
		for _, c := range byChoice {
			alike += c * (c - 1) / 2
		}
		same[q], pairs[q] = float64(alike), float64(both)
		w.BothWrong += both
		w.Same += alike
		if options := t.choices.options[q]; options > 1 {
			w.WithOptions += both
			sameOnOptions += float64(alike)
			expected += float64(both) / float64(options-1)
			if options == 2 {
				w.Forced += both
			}
		}
	}
	if w.BothWrong == 0 {
		w.Reason = "no two models are wrong on the same question"
		return w
	}
	w.Agreement = Number(float64(w.Same) / float64(w.BothWrong))
	if w.WithOptions > 0 {
		w.Baseline = Number(expected / float64(w.WithOptions))
		w.OnOptions = Number(sameOnOptions / float64(w.WithOptions))
	} else {
		w.Reason = "no options are shown with the questions, so that guessing has no baseline"
	}
	if bootstrap > 0 {
		draws := stats.ClusterRatioBootstrap(same, pairs, bootstrap, stats.NewRand(seed, "panel: wrong answers"))
		if i, _, ok := stats.Percentile95(draws); ok {
			w.CI95 = newInterval(i)
		}
	}
	return w
}

// topWrong is the most frequent wrong answer to question q with its count, the
// first in text order on ties.
func (t *Table) topWrong(q int) (text string, n int) {
	if t.choices == nil {
		return "", 0
	}
	count := map[choice]int{}
	for m := range t.Models {
		if t.Answered(m, q) && !t.Right(m, q) {
			count[t.choices.given[m][q]]++
		}
	}
	for c, k := range count {
		if k > n || k == n && t.choices.text[c] < text {
			text, n = t.choices.text[c], k
		}
	}
	return text, n
}

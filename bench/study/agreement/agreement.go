// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package agreement scores a study: how accurate is the answer that all models,
// or more than half of them, agree on? It takes normalised answers and gives
// counts, shares and intervals, and it holds the shape of a study's results.
//
// Not here: asking models and reading their replies (package study), the rule by
// which answers are equal (package answer), and layout (scorer/report).
//
// Conventions. A panel is complete when every model gave a valid answer; panel
// figures use complete panels only. Undefined shares are nil, with a reason
// beside them. No two strata are ever pooled, nothing is tested for significance
// and no rate is multiplied by another.
//
// Begin with [NewScore] and [CompareRuns].
package agreement

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/false-consensus/fcb/scorer/stats"
)

// A Question is one task with the first answers of all models.
type Question struct {
	ID, Family string
	Key        string    // in normal form
	Answers    []*string // in normal form, one a model in roster order; nil: no valid answer
}

// A Panel is what the answers to one question look like. Pattern, Top,
// MajorityAnswer and MajorityCorrect are nil for an incomplete panel; the latter
// two also where no answer has more than half of the models.
type Panel struct {
	ID              string  `json:"id"`
	Complete        bool    `json:"complete"`
	Valid           int     `json:"n_valid"`
	Pattern         *string `json:"pattern"` // sizes of the groups of equal answers, descending, as 3-1-1
	Top             *int    `json:"top"`     // size of the largest group
	Unanimous       bool    `json:"unanimous"`
	MajorityAnswer  *string `json:"majority_answer"`
	MajorityCorrect *bool   `json:"majority_correct"`
}

// A Threshold is what holds among the complete panels in which at least so many
// models gave the same answer.
type Threshold struct {
	Selected          int         `json:"selected"`
	Correct           int         `json:"correct"`  // selected whose agreed answer is the key
	Coverage          *float64    `json:"coverage"` // of complete panels
	CoverageScheduled *float64    `json:"coverage_scheduled"`
	Accuracy          *float64    `json:"accuracy"` // of the selected
	Wilson            *[2]float64 `json:"wilson"`   // 95 percent interval of the accuracy
	Reason            string      `json:"reason,omitempty"`
}

// A Level is the threshold table of some questions.
type Level struct {
	Scheduled  int                  `json:"scheduled"`
	Complete   int                  `json:"complete"`
	Thresholds map[string]Threshold `json:"thresholds"` // by the least number of equal answers
}

// A Model is one model's own record. Accuracy is over its valid answers and says
// nothing about the questions it failed on.
type Model struct {
	Name        string      `json:"model,omitempty"`
	Valid       int         `json:"valid"`
	Correct     int         `json:"correct"`
	Failures    int         `json:"failures"` // scheduled without a valid answer
	Accuracy    *float64    `json:"accuracy"`
	Wilson      *[2]float64 `json:"wilson"`
	FailureRate *float64    `json:"failure_rate"` // of scheduled
	Reason      string      `json:"reason,omitempty"`
}

// A Score is everything about the first answers of one stratum.
type Score struct {
	Level
	Panels         []Panel          `json:"panels"`
	UnanimousWrong []string         `json:"unanimous_wrong"` // ids, in input order
	PatternCounts  map[string]int   `json:"pattern_counts"`
	PerModel       []Model          `json:"per_model"` // in roster order
	ByFamily       map[string]Level `json:"by_family"`
	LeaveOneOut    map[string]Level `json:"leave_one_family_out"`
}

// Thresholds lists the agreement levels of a roster, from the least that is more
// than half to all.
func Thresholds(models int) []int {
	var out []int
	for t := models/2 + 1; t <= models; t++ {
		out = append(out, t)
	}
	return out
}

// NewScore scores questions of one stratum, each with as many answers as the
// roster has models. It panics if a question has another number.
func NewScore(questions []Question, models int) *Score {
	s := &Score{Panels: []Panel{}, UnanimousWrong: []string{}, PatternCounts: map[string]int{}, ByFamily: map[string]Level{}, LeaveOneOut: map[string]Level{}}
	families := map[string]bool{}
	for i := range questions {
		q := &questions[i]
		families[q.Family] = true
		p := NewPanel(q, models)
		s.Panels = append(s.Panels, p)
		if p.Complete {
			s.PatternCounts[*p.Pattern]++
		}
		if p.Unanimous && !*p.MajorityCorrect {
			s.UnanimousWrong = append(s.UnanimousWrong, q.ID)
		}
	}
	s.Level = level(questions, s.Panels, models, func(string) bool { return true })
	for f := range families {
		s.ByFamily[f] = level(questions, s.Panels, models, func(g string) bool { return g == f })
		s.LeaveOneOut[f] = level(questions, s.Panels, models, func(g string) bool { return g != f })
	}
	for m := range models {
		s.PerModel = append(s.PerModel, perModel(questions, m))
	}
	return s
}

// NewPanel groups the answers to a question.
func NewPanel(q *Question, models int) Panel {
	if len(q.Answers) != models {
		panic("agreement: " + q.ID + " has another number of answers than the roster has models")
	}
	p := Panel{ID: q.ID}
	groups := map[string]int{}
	for _, a := range q.Answers {
		if a != nil {
			p.Valid++
			groups[*a]++
		}
	}
	if p.Complete = p.Valid == models && models > 0; !p.Complete {
		return p
	}
	var sizes []int
	top, best := 0, ""
	for a, n := range groups {
		sizes = append(sizes, n)
		if n > top {
			top, best = n, a
		}
	}
	sort.Sort(sort.Reverse(sort.IntSlice(sizes)))
	pattern := joined(sizes)
	p.Pattern, p.Top, p.Unanimous = &pattern, &top, top == models
	if 2*top > models { // then best is the only answer of that size
		correct := best == q.Key
		p.MajorityAnswer, p.MajorityCorrect = &best, &correct
	}
	return p
}

func joined(sizes []int) string {
	parts := make([]string, len(sizes))
	for i, n := range sizes {
		parts[i] = strconv.Itoa(n)
	}
	return strings.Join(parts, "-")
}

// level counts the thresholds over the questions of the families that are in.
func level(questions []Question, panels []Panel, models int, in func(family string) bool) Level {
	l := Level{Thresholds: map[string]Threshold{}}
	selected, correct := make([]int, models+1), make([]int, models+1)
	for i := range questions {
		if !in(questions[i].Family) {
			continue
		}
		l.Scheduled++
		if !panels[i].Complete {
			continue
		}
		l.Complete++
		for _, t := range Thresholds(models) {
			if *panels[i].Top >= t {
				selected[t]++
				if *panels[i].MajorityCorrect {
					correct[t]++
				}
			}
		}
	}
	for _, t := range Thresholds(models) {
		x := Threshold{Selected: selected[t], Correct: correct[t], Coverage: share(selected[t], l.Complete),
			CoverageScheduled: share(selected[t], l.Scheduled), Accuracy: share(correct[t], selected[t]), Wilson: wilson(correct[t], selected[t])}
		switch {
		case l.Scheduled == 0:
			x.Reason = "no question is left"
		case l.Complete == 0:
			x.Reason = "no panel is complete"
		case x.Selected == 0:
			x.Reason = "no complete panel agrees to this extent"
		}
		l.Thresholds[strconv.Itoa(t)] = x
	}
	return l
}

func perModel(questions []Question, m int) Model {
	var out Model
	for i := range questions {
		switch a := questions[i].Answers[m]; {
		case a == nil:
			out.Failures++
		case *a == questions[i].Key:
			out.Correct++
			out.Valid++
		default:
			out.Valid++
		}
	}
	out.Accuracy, out.Wilson, out.FailureRate = share(out.Correct, out.Valid), wilson(out.Correct, out.Valid), share(out.Failures, len(questions))
	if out.Valid == 0 {
		out.Reason = "no valid answer"
	}
	return out
}

// share is k of n with 12 significant digits, nil for n = 0.
func share(k, n int) *float64 {
	if n == 0 {
		return nil
	}
	v := stats.Round12(float64(k) / float64(n))
	return &v
}

// wilson is the 95 percent score interval of k of n; see [stats.Wilson].
func wilson(k, n int) *[2]float64 {
	i, ok := stats.Wilson(k, n)
	if !ok {
		return nil
	}
	return &[2]float64{stats.Round12(i.Lo), stats.Round12(i.Hi)}
}

// LevelNames lists the keys of a threshold table from the least agreement to all.
func (l Level) LevelNames() []string {
	var names []string
	for n := range l.Thresholds {
		names = append(names, n)
	}
	slices.SortFunc(names, func(a, b string) int {
		x, _ := strconv.Atoi(a)
		y, _ := strconv.Atoi(b)
		return x - y
	})
	return names
}

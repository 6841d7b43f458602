// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package agreement

// A Pair is one question with the answers of both runs.
type Pair struct {
	ID            string
	First, Second []*string // in normal form, one a model; nil: no valid answer
}

// Transitions counts questions complete in both runs by where the panel was
// unanimous.
type Transitions struct {
	Both       int `json:"both"`
	FirstOnly  int `json:"first_only"`
	SecondOnly int `json:"second_only"`
	Neither    int `json:"neither"`
}

// A Repeat is how stable the answers are when the same models are asked again.
type Repeat struct {
	Questions      int           `json:"questions"`
	BothValidPairs int           `json:"both_valid_pairs"` // model and question valid in both runs
	Stable         int           `json:"stable"`           // of those, equal
	Stability      *float64      `json:"stability"`
	Wilson         *[2]float64   `json:"wilson"`
	CompleteBoth   int           `json:"complete_both"`
	Transitions    Transitions   `json:"transitions"`
	ChangedAnswer  int           `json:"changed_answer"` // unanimous in both with different answers
	PerModel       []RepeatModel `json:"per_model"`
	Reason         string        `json:"reason,omitempty"`
}

// A RepeatModel is one model's share of the pairs.
type RepeatModel struct {
	Name           string   `json:"model,omitempty"`
	BothValidPairs int      `json:"both_valid_pairs"`
	Stable         int      `json:"stable"`
	Stability      *float64 `json:"stability"`
}

// CompareRuns compares the first answers with those of the repeat run. It is
// reported apart: a repeat never replaces or completes a first answer.
func CompareRuns(pairs []Pair, models int) *Repeat {
	r := &Repeat{Questions: len(pairs), PerModel: make([]RepeatModel, models)}
	for i := range pairs {
		p := &pairs[i]
		for m := range models {
			a, b := p.First[m], p.Second[m]
			if a == nil || b == nil {
				continue
			}
			r.BothValidPairs++
			r.PerModel[m].BothValidPairs++
			if *a == *b {
				r.Stable++
				r.PerModel[m].Stable++
			}
		}
		first := NewPanel(&Question{ID: p.ID, Answers: p.First}, models)
		second := NewPanel(&Question{ID: p.ID, Answers: p.Second}, models)
		if !first.Complete || !second.Complete {
			continue
		}
		r.CompleteBoth++
		switch {
		case first.Unanimous && second.Unanimous:
			r.Transitions.Both++
			if *first.MajorityAnswer != *second.MajorityAnswer {
				r.ChangedAnswer++
			}
		case first.Unanimous:
			r.Transitions.FirstOnly++
		case second.Unanimous:
			r.Transitions.SecondOnly++
		default:
			r.Transitions.Neither++
		}
	}
	r.Stability, r.Wilson = share(r.Stable, r.BothValidPairs), wilson(r.Stable, r.BothValidPairs)
	for m := range r.PerModel {
		x := &r.PerModel[m]
		x.Stability = share(x.Stable, x.BothValidPairs)
	}
	if r.BothValidPairs == 0 {
		r.Reason = "no model has a valid answer in both runs"
	}
	return r
}

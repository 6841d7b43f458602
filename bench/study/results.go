// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package study

import (
	"maps"
	"slices"
	"sort"
	"strconv"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/study/agreement"
	"github.com/false-consensus/fcb/bench/study/answer"
	"github.com/false-consensus/fcb/bench/study/corpus"
	"github.com/false-consensus/fcb/bench/study/model"
)

// unattempted is the kind of failure of what was never asked.
const unattempted = "unattempted"

// A given is what a model gave for one question in one run: a valid answer, or
// why there is none.
type given struct {
	answer     *string // in normal form
	reasoning  string
	raw        string
	confidence *float64
	failure    string // "" for a valid answer
}

// given reads what the journal has for a slot.
func (s *State) given(t *corpus.Task, k slot) given {
	out := s.outcomes[k]
	switch {
	case out == nil && s.attempted(k):
		return given{failure: "interrupted"}
	case out == nil:
		return given{failure: unattempted}
	case out.Text == nil && out.Error != nil:
		return given{failure: out.Error.Kind}
	case out.Text == nil:
		return given{failure: model.MissingText}
	}
	r, why := answer.Parse(*out.Text)
	if why != "" {
		return given{failure: "contract: " + why, raw: *out.Text}
	}
	n := t.Normalise(r.Answer)
	return given{answer: &n, reasoning: r.Reasoning, raw: *out.Text, confidence: r.Confidence}
}

// Results scores what the journal holds. The same journal gives the same results.
func (s *Study) Results(m *Manifest, manifestSHA256 string) (*agreement.Study, error) {
	state, err := s.loadState(JournalFile)
	if err != nil {
		return nil, err
	}
	pilots, err := s.loadState(PilotFile)
	if err != nil {
		return nil, err
	}
	c := s.Config
	r := &agreement.Study{Format: agreement.Format, Title: c.Title, Question: c.Question, Simulated: m.Simulated, Seed: c.Seed, FrozenAt: m.FrozenAt,
		ManifestSHA256: manifestSHA256, ToolVersion: m.Tool.Version, Looks: looks(state), Strata: map[string]*agreement.Stratum{},
		Cost:       agreement.Cost{Estimate: true, Spent: state.Spent.Add(pilots.Spent).String(), Pilots: pilots.Spent.String(), Cap: c.Budget.Cap.money().String(), PricesAsOf: c.Budget.PricesAsOf},
		Disclosure: agreement.Disclosure(c.Disclosure), Caveats: agreement.Caveats(), Warnings: append([]string{}, s.Warnings...)}
	r.Requests = s.requests(state)
	if n := r.Requests.Unattempted; n > 0 {
		r.Warnings = append(r.Warnings, "incomplete: "+strconv.Itoa(n)+" of "+strconv.Itoa(r.Requests.Scheduled)+" answers were never asked for and count as failures here")
	}
	if r.Looks > 0 {
		r.Warnings = append(r.Warnings, "results were computed "+times2(r.Looks)+" before everything was asked")
	}
	for _, m := range c.Models {
		switch {
		case state.babble[m.Name] != "":
			r.Warnings = append(r.Warnings, "none of the answers of "+m.Name+" is certain to belong to its question: "+state.babble[m.Name])
		case state.unheard[m.Name] || state.opened[m.Name]:
			r.Warnings = append(r.Warnings, "the program of "+m.Name+" was killed, or a session ended before it, so that a line too many of it would not have been seen")
		}
	}
	r.Roster = s.members(m, state)
	if note := r.SimulationNote(); note != "" {
		r.Caveats = append([]string{note}, r.Caveats...)
	}
	for _, st := range s.Strata {
		r.Strata[st.Name] = s.stratum(st, state)
	}
	return r, nil
}

func times2(n int) string {
	if n == 1 {
		return "once"
	}
	return strconv.Itoa(n) + " times"
}

func looks(s *State) (n int) {
	for _, r := range s.Scored {
		if r.Open > 0 {
			n++
		}
	}
	return n
}

func (s *Study) requests(state *State) agreement.Requests {
	var r agreement.Requests
	for _, c := range s.plan() {
		r.Scheduled++
		out := state.outcomes[c.slot]
		switch {
		case out == nil && state.attempted(c.slot):
			r.Unknown++
		case out == nil:
			r.Unattempted++
		case out.Class == bench.Answered:
			r.Answered++
		case out.Class == bench.Refused:
			r.Refused++
		case out.Class == bench.Failed:
			r.Failed++
		default:
			r.Unknown++
		}
	}
	return r
}

// answers are the answers of all models to a task in one run.
func (s *Study) answers(state *State, t *corpus.Task, run int) []given {
	out := make([]given, len(s.Config.Models))
	for i, m := range s.Config.Models {
		out[i] = state.given(t, slot{t.ID, m.Name, run})
	}
	return out
}

func valid(gs []given) []*string {
	out := make([]*string, len(gs))
	for i := range gs {
		out[i] = gs[i].answer
	}
	return out
}

func (s *Study) stratum(st *Stratum, state *State) *agreement.Stratum {
	n := len(s.Config.Models)
	r := &agreement.Stratum{Models: n, SHA256: st.File.SHA256, Failures: map[string]map[string]int{}, Wrong: []agreement.Wrong{}}
	if h := st.File.Header; h != nil {
		r.Note = h.Note
	}
	var questions []agreement.Question
	var pairs []agreement.Pair
	for i := range st.File.Tasks {
		t := &st.File.Tasks[i]
		first := s.answers(state, t, 0)
		for j, g := range first {
			if g.failure != "" {
				name := s.Config.Models[j].Name
				if r.Failures[name] == nil {
					r.Failures[name] = map[string]int{}
				}
				r.Failures[name][g.failure]++
			}
		}
		q := agreement.Question{ID: t.ID, Family: t.Family, Key: t.Key, Answers: valid(first)}
		questions = append(questions, q)
		s.look(r, t, agreement.NewPanel(&q, n), first)
		if s.repeats(t) {
			pairs = append(pairs, agreement.Pair{ID: t.ID, First: valid(first), Second: valid(s.answers(state, t, 1))})
		}
	}
	r.Score = *agreement.NewScore(questions, n)
	for j := range r.PerModel {
		r.PerModel[j].Name = s.Config.Models[j].Name
	}
	r.Best = best(r.PerModel)
	if len(r.Wrong) == 0 {
		r.WrongNote = agreement.NoWrongNote
	}
	if len(pairs) == 0 {
		r.RepeatReason = "no question of this stratum is in the repeat run"
		return r
	}
	r.Repeat = agreement.CompareRuns(pairs, n)
	for j := range r.Repeat.PerModel {
		r.Repeat.PerModel[j].Name = s.Config.Models[j].Name
	}
	return r
}

// look counts INSUFFICIENT and keeps what a reader should see of a unanimous
// wrong answer.
func (s *Study) look(r *agreement.Stratum, t *corpus.Task, p agreement.Panel, first []given) {
	if t.Key == answer.Insufficient {
		r.Insufficient.Keys++
	}
	if !p.Unanimous {
		return
	}
	if *p.MajorityAnswer == answer.Insufficient {
		if *p.MajorityCorrect {
			r.Insufficient.UnanimousCorrect++
		} else {
			r.Insufficient.UnanimousFalse++
		}
	}
	if *p.MajorityCorrect {
		return
	}
	w := agreement.Wrong{ID: t.ID, Family: t.Family, Question: t.Prompt(), Key: t.Key, Answer: *p.MajorityAnswer, Lure: t.Lure}
	for i, g := range first {
		w.Explanations = append(w.Explanations, agreement.Explanation{Model: s.Config.Models[i].Name, Reasoning: g.reasoning, Raw: g.raw})
	}
	r.Wrong = append(r.Wrong, w)
}

// best is the highest observed accuracy, compared in integers.
func best(models []agreement.Model) *agreement.Best {
	var b *agreement.Best
	for _, m := range models {
		if m.Valid == 0 {
			continue
		}
		switch {
		case b == nil || m.Correct*b.Valid > b.Correct*m.Valid:
			b = &agreement.Best{Names: []string{m.Name}, Correct: m.Correct, Valid: m.Valid, Accuracy: m.Accuracy, Note: agreement.BestNote}
		case m.Correct*b.Valid == b.Correct*m.Valid:
			b.Names = append(b.Names, m.Name)
		}
	}
	return b
}

// members says what became of each model's requests.
func (s *Study) members(m *Manifest, state *State) []agreement.Member {
	native := map[string]Native{}
	for _, n := range m.Differences {
		native[n.Model] = n
	}
	var out []agreement.Member
	for i := range s.Config.Models {
		c := &s.Config.Models[i]
		x := agreement.Member{Name: c.Name, Provider: c.Provider, Family: c.Family, Requested: c.Model, Reported: []string{}, Simulated: c.Provider == model.Simulated,
			Parameters: native[c.Name].Parameters, Differences: native[c.Name].Differences}
		if x.Parameters == nil {
			x.Parameters = []string{}
		}
		reported := map[string]bool{}
		var spent bench.Money
		var latencies []float64
		for k, out := range state.outcomes {
			if k.model != c.Name {
				continue
			}
			if out.Reported != "" {
				reported[out.Reported] = true
			}
			if u := out.Usage; u != nil {
				if x.Tokens == nil {
					x.Tokens = &agreement.Tokens{}
				}
				x.Tokens.Input += u.InputTokens
				x.Tokens.Output += u.OutputTokens
				x.Tokens.Replies++
			}
			if out.Class == bench.Answered {
				latencies = append(latencies, out.LatencyMS)
			}
			cost, err := bench.ParseMoney(out.Cost)
			if err != nil {
				cost, _ = bench.ParseMoney(state.intents[k].Reserved)
			}
			spent = spent.Add(cost)
		}
		x.Reported = slices.AppendSeq(x.Reported, maps.Keys(reported))
		slices.Sort(x.Reported)
		x.Cost = spent.String()
		if !x.Simulated {
			x.Latency = latency(latencies)
		}
		out = append(out, x)
	}
	return out
}

// latency gives median and 90th percentile by nearest rank.
func latency(ms []float64) *agreement.Latency {
	if len(ms) == 0 {
		return nil
	}
	sort.Float64s(ms)
	rank := func(percent int) float64 { return ms[(percent*len(ms)+99)/100-1] }
	return &agreement.Latency{Calls: len(ms), Median: rank(50), P90: rank(90)}
}

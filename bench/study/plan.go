// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package study

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/study/corpus"
	"github.com/false-consensus/fcb/bench/study/model"
)

// A slot names one answer of the study: a question, a model, and the run (0 for
// first answers, 1 for the repeat run).
type slot struct {
	question, model string
	run             int
}

// A call is one request to make.
type call struct {
	slot
	stratum string
	task    *corpus.Task
	model   *Model
}

// inputAllowance is for tokens that a service adds of its own: markers around
// messages, the date.
const inputAllowance = 1024

// reservation is the most one request can cost: no tokenizer makes more tokens of
// a text than it has bytes.
func (c *Config) reservation(m *Model, body []byte) bench.Money {
	if m.Prices == nil {
		return bench.Money{}
	}
	p := tokenPrice(m)
	return p.Cost(len(body)+inputAllowance, c.options(m).MaxOutput)
}

func tokenPrice(m *Model) *bench.TokenPrice {
	return &bench.TokenPrice{Input: m.Prices.Input.money(), Output: m.Prices.Output.money()}
}

// plan lists the calls in the order in which they are made: all first answers in
// a drawn order of the questions, every model on a question before the next one,
// and then the repeats.
func (s *Study) plan() []call {
	type question struct {
		stratum string
		task    *corpus.Task
	}
	var all []question
	for _, st := range s.Strata {
		for i := range st.File.Tasks {
			all = append(all, question{st.Name, &st.File.Tasks[i]})
		}
	}
	h := fnv.New64a()
	h.Write([]byte("order of questions"))
	r := rand.New(rand.NewPCG(s.Config.Seed, h.Sum64()))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var out []call
	for run := range 2 {
		for _, q := range all {
			if run == 1 && !s.repeats(q.task) {
				continue
			}
			for i := range s.Config.Models {
				m := &s.Config.Models[i]
				out = append(out, call{slot{q.task.ID, m.Name, run}, q.stratum, q.task, m})
			}
		}
	}
	return out
}

// repeats reports whether a task is in the repeat run.
func (s *Study) repeats(t *corpus.Task) bool {
	return s.Config.Repeat == RepeatAll || s.Config.Repeat == RepeatMarked && t.Repeat
}

// summary counts the plan and what it can cost at most.
func (s *Study) summary() PlanSummary {
	p := PlanSummary{Models: len(s.Config.Models), Cap: s.Config.Budget.Cap.money().String()}
	for _, st := range s.Strata {
		x := StratumSummary{Name: st.Name, Questions: len(st.File.Tasks)}
		for i := range st.File.Tasks {
			if s.repeats(&st.File.Tasks[i]) {
				x.Repeats++
			}
		}
		p.Strata = append(p.Strata, x)
	}
	var worst bench.Money
	for _, c := range s.plan() {
		p.Calls++
		if c.model.Prices != nil {
			worst = worst.Add(s.Config.reservation(c.model, s.body(&c)))
		}
	}
	p.WorstCase = worst.String()
	return p
}

// body is what a call sends, for models whose format is fixed.
func (s *Study) body(c *call) []byte {
	f := model.FormatOf(c.model.Provider)
	if f == nil {
		return nil
	}
	_, body := f.Request(s.Config.options(c.model), s.prompt(c.task, c.run))
	return body
}

// native says for each model what is sent and how that differs from the others.
func (s *Study) native() []Native {
	var out []Native
	for i := range s.Config.Models {
		m := &s.Config.Models[i]
		o := s.Config.options(m)
		n := Native{Model: m.Name, Provider: m.Provider, Parameters: []string{fmt.Sprintf("limit on output tokens %d", o.MaxOutput)}}
		if o.Temperature != nil {
			n.Parameters = append(n.Parameters, fmt.Sprintf("temperature %v", *o.Temperature))
		} else {
			n.Parameters = append(n.Parameters, "temperature not sent")
		}
		if f := model.FormatOf(m.Provider); f != nil {
			n.Differences = f.Differences()
		} else {
			n.Parameters, n.Differences = nil, []string{"simulated: nothing is sent anywhere, and the prompt is not read"}
		}
		out = append(out, n)
	}
	return out
}

func sorted(s []string) []string { slices.Sort(s); return s }

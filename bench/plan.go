// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package bench obtains answers: it plans which cases are asked with which
// bytes, asks a detector through a gate that reserves, journals and classifies
// every attempt, and rebuilds from the journal what a run knows.
//
// Not here: carrying a request (bench/endpoint), judging an answer (scorer).
// bench and scorer meet only in a predictions file.
//
// Begin with [NewPlan], [Create], [Open] and [Run.Ask].
package bench

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
)

// A Task is one prediction to obtain: a case, or one repeat of it.
type Task struct {
	Case   *cases.Case
	Repeat int
	Body   []byte // of the consensus request
	SHA256 string // of Body
}

// A Plan is the work of a run in dataset order, repeats of a case together.
type Plan struct {
	Tasks    []Task
	Selected []*cases.Case // each case once
	Evidence string
	Judge    bool
	Repeats  int
}

// An UnknownName says that a selection names something the dataset does not have.
type UnknownName struct {
	What  string // "case" or "category"
	Name  string
	Known []string // of a category; nil for cases
}

func (u *UnknownName) Error() string { return fmt.Sprintf("no %s %q", u.What, u.Name) }

// NewPlan selects cases and fixes the bytes to be sent. It returns an
// *UnknownName for a selection that names what is not there.
func NewPlan(all []cases.Case, task predictions.Task, sel predictions.Selection) (*Plan, error) {
	chosen, err := selectCases(all, sel)
	if err != nil {
		return nil, err
	}
	p := &Plan{Selected: chosen, Evidence: task.Evidence, Judge: task.Judge, Repeats: max(task.Repeats, 1)}
	for _, c := range chosen {
		body := c.Request(task.Evidence).Encode()
		sum := api.SHA256(body)
		for r := range p.Repeats {
			p.Tasks = append(p.Tasks, Task{Case: c, Repeat: r, Body: body, SHA256: sum})
		}
	}
	return p, nil
}

// selectCases applies the filters, then the limit, in dataset order; a shard is a
// part of what that selects, so that all shards together are the whole.
func selectCases(all []cases.Case, sel predictions.Selection) ([]*cases.Case, error) {
	for _, name := range sel.Categories {
		if !slices.Contains(cases.Categories(), name) {
			return nil, &UnknownName{"category", name, cases.Categories()}
		}
	}
	for _, id := range sel.Cases {
		if !slices.ContainsFunc(all, func(c cases.Case) bool { return c.ID == id }) {
			return nil, &UnknownName{What: "case", Name: id}
		}
	}
	index, count, err := ParseShard(sel.Shard)
	if err != nil {
		return nil, err
	}
	var out []*cases.Case
	matched := 0
	for i := range all {
		c := &all[i]
		if len(sel.Cases) > 0 && !slices.Contains(sel.Cases, c.ID) ||
			len(sel.Categories) > 0 && !slices.Contains(sel.Categories, c.Category) {
			continue
		}
		if sel.Limit != nil && matched >= *sel.Limit {
			break
		}
		matched++
		if shardOf(c.ID, count) == index {
			out = append(out, c)
		}
	}
	return out, nil
}

// ParseShard reads I/N, 0-based; "" is the whole, 0 of 1.
func ParseShard(s string) (index, count int, err error) {
	if s == "" {
		return 0, 1, nil
	}
	a, b, ok := strings.Cut(s, "/")
	index, err1 := strconv.Atoi(a)
	count, err2 := strconv.Atoi(b)
	if !ok || err1 != nil || err2 != nil || count < 1 || index < 0 || index >= count {
		return 0, 0, fmt.Errorf("a shard is I/N with 0 <= I < N, not %q", s)
	}
	return index, count, nil
}

// shardOf places an id by its 64-bit FNV-1a hash, the same on every machine.
func shardOf(id string, count int) int {
	h := fnv.New64a()
	h.Write([]byte(id))
	return int(h.Sum64() % uint64(count))
}

// A LimitFault is one place where a case is over a limit of the service.
type LimitFault struct {
	CaseID string
	api.LimitProblem
}

// CheckLimits lists every limit that the planned requests break. A request over
// a limit must never leave the machine.
func (p *Plan) CheckLimits() []LimitFault {
	var out []LimitFault
	for _, c := range p.Selected {
		for _, l := range c.Request(p.Evidence).Check() {
			out = append(out, LimitFault{c.ID, l})
		}
	}
	return out
}

// judgeRequest is what is asked about a consensus answer: the question without
// inlined evidence, and the evidence apart unless it is omitted.
func (p *Plan) judgeRequest(c *cases.Case, answer string) api.JudgeRequest {
	r := api.JudgeRequest{Task: c.Question, AgentOutput: answer}
	if p.Evidence == api.EvidenceInline {
		r.Evidence = c.Evidence
	}
	return r
}

// An Estimate is what a plan can send and cost at most, before retries (which
// follow only refused calls).
type Estimate struct {
	Calls       int // consensus calls and, with a judge, one judge call each
	LargestBody int // bytes
	Cost        Money
}

// Estimate counts the calls of the plan at the prices of set; wire gives the
// bytes that leave for a consensus request.
func (p *Plan) Estimate(set Settings, wire func(request []byte) []byte) Estimate {
	e := Estimate{Calls: len(p.Tasks)}
	if p.Judge {
		e.Calls *= 2
		e.Cost = set.Price.Times(len(p.Tasks))
	}
	for _, t := range p.Tasks {
		e.LargestBody = max(e.LargestBody, len(wire(t.Body)))
		e.Cost = e.Cost.Add(set.reservation(t.Body))
	}
	return e
}

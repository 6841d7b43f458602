// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package study

import (
	"time"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/study/agreement"
	"github.com/false-consensus/fcb/bench/study/answer"
)

// StatusFormat is the value of format in a study's status.
const StatusFormat = "fcb-study-status/1"

// A Status is how far a study is. It looks at no answer and no key.
type Status struct {
	Format         string             `json:"format"`
	FrozenAt       string             `json:"frozen_at"`
	ManifestSHA256 string             `json:"manifest_sha256"`
	Simulated      bool               `json:"simulated"`
	Requests       agreement.Requests `json:"requests"`
	NeverConnected int                `json:"never_connected"` // attempts that certainly did not leave the machine
	Looks          int                `json:"looks_before_complete"`
	Money          StatusMoney        `json:"money"`
	Models         []ModelStatus      `json:"models"`
}

// StatusMoney are decimal amounts in USD.
type StatusMoney struct {
	Spent     string `json:"spent"` // pilots included; at most, where a reply does not say
	Pilots    string `json:"pilots"`
	Cap       string `json:"cap"`
	WorstLeft string `json:"worst_case_left"` // if every request not made cost what is reserved for it
}

// A ModelStatus counts one model's requests.
type ModelStatus struct {
	Name string `json:"model"`
	agreement.Requests
	Kinds map[string]int `json:"kinds"` // of what has no text
}

// Status counts what the journal holds.
func (s *Study) Status(m *Manifest, manifestSHA256 string) (*Status, error) {
	state, err := s.loadState(JournalFile)
	if err != nil {
		return nil, err
	}
	pilots, err := s.loadState(PilotFile)
	if err != nil {
		return nil, err
	}
	out := &Status{Format: StatusFormat, FrozenAt: m.FrozenAt, ManifestSHA256: manifestSHA256, Simulated: m.Simulated, Requests: s.requests(state),
		NeverConnected: state.Unsent, Looks: looks(state),
		Money: StatusMoney{Spent: state.Spent.Add(pilots.Spent).String(), Pilots: pilots.Spent.String(), Cap: s.Config.Budget.Cap.money().String()}}
	var left bench.Money
	byName := map[string]*ModelStatus{}
	out.Models = make([]ModelStatus, len(s.Config.Models))
	for i := range s.Config.Models {
		out.Models[i] = ModelStatus{Name: s.Config.Models[i].Name, Kinds: map[string]int{}}
		byName[out.Models[i].Name] = &out.Models[i]
	}
	for _, c := range s.plan() {
		x := byName[c.slot.model]
		x.Scheduled++
		r := state.outcomes[c.slot]
		switch {
		case r == nil && !state.attempted(c.slot):
			x.Unattempted++
			if c.model.Prices != nil {
				left = left.Add(s.Config.reservation(c.model, s.body(&c)))
			}
			continue
		case r == nil:
			x.Unknown++
			x.Kinds["in_flight_or_interrupted"]++
			continue
		case r.Class == bench.Answered:
			x.Answered++
		case r.Class == bench.Refused:
			x.Refused++
		case r.Class == bench.Failed:
			x.Failed++
		default:
			x.Unknown++
		}
		if r.Error != nil {
			x.Kinds[r.Error.Kind]++
		}
	}
	out.Money.WorstLeft = left.String()
	return out, nil
}

// A PilotResult is what came of asking one model the smoke question.
type PilotResult struct {
	Model     string  `json:"model"`
	Provider  string  `json:"provider"`
	Simulated bool    `json:"simulated"`
	OK        bool    `json:"ok"` // a reply that keeps the response contract
	Requested string  `json:"requested"`
	Reported  string  `json:"reported"`
	Finish    string  `json:"finish_reason"`
	Answer    string  `json:"answer"`
	Problem   string  `json:"problem"` // why it is not ok; "" if it is
	LatencyMS float64 `json:"latency_ms"`
	Cost      string  `json:"cost_usd"`
}

// PilotResults reads what a session of pilots left, for the models asked.
func (s *Study) PilotResults(out *Outcome, only map[string]bool) []PilotResult {
	var list []PilotResult
	stopped := map[string]string{}
	for _, x := range out.Stops {
		stopped[x.Model] = x.Message
	}
	for i := range s.Config.Models {
		m := &s.Config.Models[i]
		if only != nil && !only[m.Name] {
			continue
		}
		k := slot{smokeID, m.Name, 0}
		p := PilotResult{Model: m.Name, Provider: m.Provider, Simulated: m.Provider == "simulated", Requested: m.Model, Cost: "0"}
		r := out.State.outcomes[k]
		switch {
		case r == nil && stopped[m.Name] != "":
			p.Problem = stopped[m.Name]
		case r == nil && stopped[""] != "":
			p.Problem = "not asked: " + stopped[""]
		case r == nil:
			p.Problem = "not asked"
		case r.Text == nil:
			p.Problem = r.Error.Kind + ": " + r.Error.Message
		default:
			reply, why := answer.Parse(*r.Text)
			p.Answer = reply.Answer
			switch {
			case out.State.babble[m.Name] != "":
				p.Problem = out.State.babble[m.Name]
			case why != "":
				p.Problem = "the reply breaks the response contract: " + why
			}
			p.OK = p.Problem == ""
		}
		if r != nil {
			p.Reported, p.Finish, p.LatencyMS = r.Reported, r.Finish, r.LatencyMS
			if p.Cost = r.Cost; p.Cost == "" {
				p.Cost = out.State.intents[k].Reserved
			}
		}
		list = append(list, p)
	}
	return list
}

// Look records that results are computed while answers are missing, once for
// each number of them.
func (s *Study) Look(now time.Time) error {
	state, err := s.loadState(JournalFile)
	if err != nil {
		return err
	}
	open := s.requests(state).Unattempted
	for _, r := range state.Scored {
		if r.Open == open {
			return nil
		}
	}
	if open == 0 {
		return nil
	}
	return s.seen(now, open)
}

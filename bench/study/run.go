// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package study

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/study/model"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/predictions/journal"
)

// Options of a session.
type Options struct {
	Agents   map[string]model.Agent // by the roster's name; required for every model
	Now      func() time.Time       // required
	Progress func(Progress)         // called after each outcome; nil: not at all
}

// Progress is how a session stands. Done and Scheduled count answers wanted.
type Progress struct {
	Scheduled, Done, Failed int // Failed: without a valid reply of the service
	Spent                   bench.Money
}

// A Stop is why a session ended before everything was asked.
type Stop struct {
	Kind    string // StopCap, StopModel, StopDistrust, StopJournal, StopOver or StopInterrupted
	Model   string // of StopModel and StopDistrust
	Message string
	Hint    string
	Cause   error // of StopInterrupted
}

// Kinds of stops.
const (
	StopCap         = "cap"
	StopModel       = "model"            // one model is not asked further in this session
	StopDistrust    = "distrust"         // at its end: any answer of one model may belong to another question
	StopJournal     = "journal"          // nothing may be sent that cannot be recorded
	StopOver        = "over_reservation" // a call cost more than could be reserved for it
	StopInterrupted = "interrupted"
)

// An Outcome is what a session leaves.
type Outcome struct {
	State       *State
	Scheduled   int
	Unattempted int
	Stops       []Stop
	Unheard     []string // models whose program had to be killed, so that a line too many of it would not have been seen
	TornTail    string   // file to which a torn last record was moved
}

// Run asks what was never asked, each request once. A request that was made, or
// may have been, is never made again, whatever became of it; only one that
// certainly did not leave this machine is. When ctx ends, nothing more is sent and
// what is in flight is finished.
func (s *Study) Run(ctx context.Context, o Options) (*Outcome, error) {
	unlock, err := s.lock(stamp(o.Now()))
	if err != nil {
		return nil, err
	}
	defer unlock()
	pilots, err := s.loadState(PilotFile)
	if err != nil {
		return nil, err
	}
	j, state, torn, err := s.openJournal(JournalFile, false, o.Now())
	if err != nil {
		return nil, err
	}
	calls := s.plan()
	r := s.newSession(ctx, o, j, state, pilots.Spent, len(calls))
	r.ask(calls)
	out := &Outcome{State: state, Scheduled: len(calls), Stops: r.stops, Unheard: r.unheard, TornTail: torn}
	for _, c := range calls {
		if !state.attempted(c.slot) {
			out.Unattempted++
		}
	}
	return out, j.Close()
}

// Pilot asks each model, or those named, the smoke question once. Pilots count
// against the cap and into no result.
func (s *Study) Pilot(ctx context.Context, o Options, only map[string]bool) (*Outcome, error) {
	unlock, err := s.lock(stamp(o.Now()))
	if err != nil {
		return nil, err
	}
	defer unlock()
	run, err := s.loadState(JournalFile)
	if err != nil {
		return nil, err
	}
	j, state, torn, err := s.openJournal(PilotFile, true, o.Now())
	if err != nil {
		return nil, err
	}
	smoke := s.smokeTask()
	var calls []call
	for i := range s.Config.Models {
		if m := &s.Config.Models[i]; only == nil || only[m.Name] {
			calls = append(calls, call{slot{smokeID, m.Name, 0}, "", &smoke, m})
			// An earlier pilot of this model is history: it stays in the journal.
			delete(state.intents, slot{smokeID, m.Name, 0})
			delete(state.outcomes, slot{smokeID, m.Name, 0})
			delete(state.babble, m.Name)
		}
	}
	r := s.newSession(ctx, o, j, state, run.Spent, len(calls))
	r.ask(calls)
	out := &Outcome{State: state, Scheduled: len(calls), Stops: r.stops, Unheard: r.unheard, TornTail: torn}
	for _, c := range calls {
		if !state.attempted(c.slot) {
			out.Unattempted++
		}
	}
	return out, j.Close()
}

// A session is one run of the program over the calls.
type session struct {
	study     *Study
	o         Options
	journal   *journal.Journal
	elsewhere bench.Money // spent in the other journal, under the same cap
	cap       bench.Money
	total     int

	halted  context.Context // done when nothing more may be sent
	halt    context.CancelFunc
	unwatch func() bool

	mu       sync.Mutex
	settled  *sync.Cond // a call in flight got its outcome
	state    *State
	inFlight int
	stops    []Stop
	models   map[string]*health
	opened   map[string]bool // models whose program this session asks
	unheard  []string        // of them, those whose program had to be killed
}

// health is what a session knows of one model's service.
type health struct {
	stopped bool
	works   bool // it answered at least once in this study
	refused int  // refusals in a row
	mute    int  // requests in a row that a program left without a reply, started anew for each
}

func (s *Study) newSession(ctx context.Context, o Options, j *journal.Journal, state *State, elsewhere bench.Money, total int) *session {
	r := &session{study: s, o: o, journal: j, state: state, elsewhere: elsewhere, cap: s.Config.Budget.Cap.money(), total: total, models: map[string]*health{}}
	r.settled = sync.NewCond(&r.mu)
	r.halted, r.halt = context.WithCancel(context.WithoutCancel(ctx))
	for _, m := range s.Config.Models {
		r.models[m.Name] = &health{}
	}
	for k, out := range state.outcomes {
		if h := r.models[k.model]; h != nil && out.Class == bench.Answered {
			h.works = true
		}
	}
	r.unwatch = context.AfterFunc(ctx, func() {
		r.stop(Stop{Kind: StopInterrupted, Message: "interrupted", Cause: context.Cause(ctx)})
	})
	return r
}

// ask makes the calls that were never attempted, at each provider in their order.
func (r *session) ask(calls []call) {
	r.open(calls)
	byProvider := map[string][]call{}
	for _, c := range calls {
		if !r.state.attempted(c.slot) {
			byProvider[c.model.Provider] = append(byProvider[c.model.Provider], c)
		}
	}
	var workers sync.WaitGroup
	for provider, list := range byProvider {
		q := make(chan call, len(list))
		for _, c := range list {
			q <- c
		}
		close(q)
		for range min(r.study.Config.concurrency(provider), len(list)) {
			workers.Go(func() {
				for c := range q {
					if r.halted.Err() != nil {
						return
					}
					r.one(c)
				}
			})
		}
	}
	workers.Wait()
	r.finish()
	r.unwatch()
	r.halt()
}

// A program is an agent whose last words tell whether its answers are certain to belong
// to their questions.
type program interface {
	Finish() (babbles *api.Fault, heard bool)
}

// open records of each program that is about to be asked that its last words are not
// heard yet.
func (r *session) open(calls []call) {
	r.opened = map[string]bool{}
	for _, c := range calls {
		name := c.model.Name
		if _, ok := r.o.Agents[name].(program); !ok || r.opened[name] || r.state.attempted(c.slot) {
			continue
		}
		r.opened[name] = true
		r.note(&Record{Type: typeOpened, Model: name})
	}
}

// finish ends the programs that were asked. Of one that then has a line too many it is
// recorded that none of its answers is certain to belong to its question.
func (r *session) finish() {
	type end struct {
		fault *api.Fault
		heard bool
	}
	ends := map[string]chan end{}
	for name := range r.opened {
		ends[name] = make(chan end, 1)
		go func() {
			f, heard := r.o.Agents[name].(program).Finish()
			ends[name] <- end{f, heard}
		}()
	}
	for _, m := range r.study.Config.Models {
		if !r.opened[m.Name] {
			continue
		}
		x := <-ends[m.Name]
		f := x.fault
		switch {
		case f != nil && r.state.babble[m.Name] == "":
			why := &predictions.Error{Kind: f.Kind, Message: toValid(f.Message)}
			r.mu.Lock()
			r.stops = append(r.stops, Stop{Kind: StopDistrust, Model: m.Name, Message: m.Name + ": the program cannot be trusted: " + why.Message,
				Hint: "any of its answers in this study may belong to another question; mend it before the next study"})
			r.mu.Unlock()
			r.note(&Record{Type: typeDistrust, Model: m.Name, Error: why})
		case f == nil && x.heard:
			r.note(&Record{Type: typeClosed, Model: m.Name})
		case f == nil:
			r.unheard = append(r.unheard, m.Name)
		}
	}
}

// note records what is about no call.
func (r *session) note(record *Record) {
	record.Time = stamp(r.o.Now())
	if err := r.journal.Append(record); err != nil {
		r.stop(journalStop(err))
		return
	}
	_ = r.state.add(record) // of a type that has no error
}

// one makes one call unless its model is not asked any more.
func (r *session) one(c call) {
	r.mu.Lock()
	stopped := r.models[c.model.Name].stopped
	r.mu.Unlock()
	if stopped {
		return
	}
	agent := r.o.Agents[c.model.Name]
	path, body := agent.Request(r.study.prompt(c.task, c.run))
	g := &gate{session: r, call: c, agent: agent, body: body}
	// The request itself is never cancelled: what was sent is waited for, up to
	// its own time limit.
	err := agent.Ask(context.WithoutCancel(r.halted), path, body, g)
	g.abandoned(err)
}

var errStopped = errors.New("nothing more is sent in this session")

// stop ends the session for every model.
func (r *session) stop(s Stop) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stopLocked(s)
}

func (r *session) stopLocked(s Stop) {
	if r.halted.Err() == nil {
		r.stops = append(r.stops, s)
		r.halt()
		r.settled.Broadcast()
	}
}

// stopModel ends the session for one model.
func (r *session) stopModel(name, message, hint string) {
	if h := r.models[name]; !h.stopped {
		h.stopped = true
		r.stops = append(r.stops, Stop{Kind: StopModel, Model: name, Message: fmt.Sprintf("%s: %s", name, message), Hint: hint})
	}
}

func (r *session) report() {
	if r.o.Progress == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.state
	r.o.Progress(Progress{Scheduled: r.total, Done: s.Sent - len(s.open), Failed: s.Refused + s.Failed + s.Unknown - len(s.open), Spent: s.Spent.Add(r.elsewhere)})
}

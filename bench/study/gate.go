// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package study

import (
	"context"
	"fmt"
	"strings"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/study/model"
	"github.com/false-consensus/fcb/predictions"
)

// A gate keeps the books of one call: it reserves and records before the request
// leaves, records what came of it, and never asks for a second try.
type gate struct {
	session *session
	call    call
	agent   model.Agent
	body    []byte

	number   int // call number of the open intent, 0 for none
	reserved bench.Money
}

// Stopped is done when nothing more is sent.
func (g *gate) Stopped() context.Context { return g.session.halted }

// Before reserves the most the call can cost and puts its intent on disk.
func (g *gate) Before() error {
	r, m := g.session, g.call.model
	g.reserved = r.study.Config.reservation(m, g.body)
	r.mu.Lock()
	for r.overCap(g.reserved) && r.inFlight > 0 && r.halted.Err() == nil {
		r.settled.Wait() // a call in flight may cost less than was reserved for it
	}
	if r.halted.Err() == nil && r.overCap(g.reserved) {
		r.stopLocked(Stop{Kind: StopCap, Message: fmt.Sprintf("the cap of USD %s leaves no room for a request to %s, which may cost USD %s (USD %s are spent or reserved, pilots included)",
			r.cap, m.Name, g.reserved, r.state.Spent.Add(r.elsewhere)), Hint: "the cap is part of the frozen study; what was not asked is reported as not attempted"})
	}
	if r.halted.Err() != nil || r.models[m.Name].stopped {
		r.mu.Unlock()
		return errStopped
	}
	in := &Record{Type: typeIntent, Time: stamp(r.o.Now()), Call: r.state.calls + 1, Stratum: g.call.stratum, Question: g.call.question, Model: m.Name, Run: g.call.run,
		Requested: m.Model, Request: string(g.body), RequestSHA256: api.SHA256(g.body), Reserved: g.reserved.String()}
	if err := r.state.intent(in); err != nil {
		panic("study: an intent of our own does not follow: " + err.Error())
	}
	g.number = in.Call
	r.inFlight++
	entry := r.journal.Enqueue(in)
	r.mu.Unlock()
	if err := entry.Synced(); err != nil {
		r.stop(journalStop(err))
		return errStopped
	}
	return nil
}

func journalStop(err error) Stop {
	return Stop{Kind: StopJournal, Message: err.Error(), Hint: "nothing more is sent that could not be recorded; make room and run again"}
}

// overCap reports whether the cap has no room for a reservation. A call that
// costs nothing always has room.
func (r *session) overCap(reserved bench.Money) bool {
	return reserved.Sign() > 0 && r.state.Spent.Add(r.elsewhere).Add(reserved).Cmp(r.cap) > 0
}

// After records what came back. It never asks for another try.
func (g *gate) After(x api.Exchange) (api.Next, error) {
	r, m := g.session, g.call.model
	out := &Record{Type: typeOutcome, Time: stamp(r.o.Now()), Call: g.number, HTTPStatus: x.Status, StartedAt: stamp(x.Started),
		LatencyMS: float64(x.Latency.Microseconds()) / 1000, ContentType: toValid(x.ContentType), Redacted: x.Redacted}
	out.setBody(x.Body)
	class, kind, message := bench.Classify(x)
	out.Class = class
	if class == bench.Answered {
		g.answered(x, out)
	} else {
		out.Error = &predictions.Error{Kind: kind, Message: toValid(message)}
	}
	r.mu.Lock()
	g.settle(out)
	if err := r.state.outcome(out); err != nil {
		panic("study: an outcome of our own does not follow: " + err.Error())
	}
	g.number = 0
	r.inFlight--
	r.watch(m, class, x, out)
	r.settled.Broadcast()
	entry := r.journal.Enqueue(out)
	r.mu.Unlock()
	if err := entry.Synced(); err != nil {
		r.stop(journalStop(err))
		return api.Next{}, errStopped
	}
	r.report()
	return api.Next{}, nil
}

// answered reads a complete reply. Whether its text keeps the response contract
// is decided when the study is scored.
func (g *gate) answered(x api.Exchange, out *Record) {
	reply, hit := g.agent.Read(x.Body)
	out.Redacted = out.Redacted || hit
	out.Reported, out.Finish, out.Usage = toValid(reply.Model), toValid(reply.Finish), reply.Usage
	if reply.Missing != nil {
		out.Class = bench.Failed
		out.Error = &predictions.Error{Kind: reply.Missing.Kind, Message: toValid(reply.Missing.Message)}
		return
	}
	text := toValid(reply.Text)
	out.Text = &text
}

// settle puts the reported usage in place of the reservation. A service that
// uses more than could be reserved would overshoot the cap unseen: that stops
// the session.
func (g *gate) settle(out *Record) {
	m := g.call.model
	if out.Usage == nil || m.Prices == nil || out.Class == bench.Unsent {
		return
	}
	cost := tokenPrice(m).Cost(out.Usage.InputTokens, out.Usage.OutputTokens)
	out.Cost = cost.String()
	if cost.Cmp(g.reserved) > 0 {
		g.session.stopLocked(Stop{Kind: StopOver, Message: fmt.Sprintf("%s used %d input and %d output tokens in one call, more than could be reserved for it (USD %s, reserved USD %s), so that the cap cannot be kept",
			m.Name, out.Usage.InputTokens, out.Usage.OutputTokens, cost, g.reserved), Hint: "the service does not keep the limit on output tokens it was told"})
	}
}

// refusalLimit is how many refusals in a row end a model's session. Now and then a
// service refuses several calls that are in flight together; a service that has
// broken off refuses them all.
const refusalLimit = 8

// muteLimit is how many requests in a row a program that has not answered yet may
// leave without a reply, started anew for each.
const muteLimit = 3

// watch stops asking a model whose service cannot be reached, or refuses. Each
// refused request is lost to the study, so a service that has not answered yet
// and says that it never will is believed at once.
func (r *session) watch(m *Model, class bench.Class, x api.Exchange, out *Record) {
	h := r.models[m.Name]
	status := x.Status
	if x.Fault != nil && x.Fault.Mute {
		h.mute++
	}
	switch {
	case out.Error != nil && api.Babbles(out.Error.Kind):
		r.stopModel(m.Name, "the program cannot be trusted: "+out.Error.Message, "what it was asked is recorded and not asked again; the rest is asked when you run again")
		return
	case !h.works && h.mute >= muteLimit:
		r.stopModel(m.Name, fmt.Sprintf("the program left %d requests in a row without a reply: %s", h.mute, out.Error.Message), "what it was asked is recorded and not asked again; mend it, and the rest is asked when you run again")
		return
	case class == bench.Unsent:
		r.stopModel(m.Name, "could not be reached: "+out.Error.Message, "nothing was sent; run again when it can be")
		return
	case class != bench.Refused && status != 400:
		h.works = h.works || class == bench.Answered
		h.refused = 0
		if class != bench.Unknown {
			h.mute = 0
		}
		return
	}
	h.refused++
	final := class == bench.Refused && status != 429 && status != 503
	if h.refused >= refusalLimit || final && !h.works {
		r.stopModel(m.Name, fmt.Sprintf("refused %s in a row: %s", times(h.refused), out.Error.Message), "what was refused is recorded and not asked again; the rest is asked when you run again")
	}
}

func times(n int) string {
	if n == 1 {
		return "1 request"
	}
	return fmt.Sprintf("%d requests", n)
}

// abandoned settles an intent whose caller came back without an outcome, which is
// an error of the caller: what became of the request is not known.
func (g *gate) abandoned(err error) {
	if g.number == 0 {
		return
	}
	message := "the call ended without an outcome"
	if err != nil {
		message += ": " + err.Error()
	}
	_, _ = g.After(api.Exchange{Started: g.session.o.Now(), Fault: &api.Fault{Kind: api.FaultInterrupted, Message: message}})
}

// toValid makes a text from outside fit for JSON.
func toValid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/predictions"
)

// A gate keeps the books of one call at a time: it implements api.Gate. A worker
// uses one for all its calls.
type gate struct {
	asking *asking
	task   *Task
	kind   string
	sha256 string
	price  Money  // reserved for each attempt
	tries  int    // attempts of this session
	number int    // call number of the open intent, 0 for none
	call   *call  // what the journal knows of it, a job's
	before string // its status before this attempt

	record Record // the last that was made; booked, it is not needed any more
	line   []byte // its encoding
}

// begin turns to another call.
func (g *gate) begin(t *Task, c *call, kind, sha256 string, price Money) {
	g.task, g.call, g.kind, g.sha256, g.price = t, c, kind, sha256, price
	g.tries, g.number, g.before = 0, 0, ""
}

func (g *gate) Stopped() context.Context { return g.asking.stopped }

// Before reserves the call and puts its intent on disk.
func (g *gate) Before() error {
	a := g.asking
	if !a.takeTurn() {
		return errStopped
	}
	a.mu.Lock()
	if a.stop != nil {
		a.mu.Unlock()
		return errStopped
	}
	if err := a.run.journal.Trouble(); err != nil {
		a.haltLocked(journalStop(err))
		a.mu.Unlock()
		return errStopped
	}
	now := a.set.Now()
	s := a.overCap(now, g.price)
	for ; s != nil && a.mayFree(); s = a.overCap(now, g.price) {
		a.settled.Wait()
		if a.stop != nil {
			a.mu.Unlock()
			return errStopped
		}
		now = a.set.Now()
	}
	if s != nil {
		a.haltLocked(*s)
		a.mu.Unlock()
		return errStopped
	}
	state := a.run.state
	g.record = Record{Type: typeIntent, Call: state.calls + 1, Time: stamp(now), Kind: g.kind, CaseID: g.task.Case.ID,
		Repeat: g.task.Repeat, Attempt: g.call.attempts + 1, RequestSHA256: g.sha256, Price: a.priceText(g.price)}
	if err := g.encode(); err != nil {
		a.haltLocked(journalStop(err))
		a.mu.Unlock()
		return errStopped
	}
	g.before = g.call.status
	if err := state.intent(&g.record, g.price, g.call); err != nil {
		panic("bench: an intent of our own does not follow: " + err.Error())
	}
	g.tries++
	g.number = g.record.Call
	a.progress.InFlight++
	entry := a.run.journal.EnqueueJSON(g.line)
	a.mu.Unlock()
	if err := entry.Synced(); err != nil {
		g.unrecorded(err)
		return errStopped
	}
	if err := a.run.journal.Trouble(); err != nil {
		g.withdraw(err)
		return errStopped
	}
	return nil
}

// encode puts the record's encoding into line.
func (g *gate) encode() (err error) {
	g.line, err = g.record.AppendJSON(g.line[:0])
	return err
}

// withdraw settles an intent as never sent that is on disk while its outcome could
// not be, or would take some of the last room, which is for the replies under way.
func (g *gate) withdraw(err error) {
	a := g.asking
	g.record = Record{Type: typeOutcome, Call: g.number, Time: stamp(a.set.Now()), Class: Unsent, Status: predictions.Unattempted,
		Error: &predictions.Error{Kind: "journal", Message: toValid("not sent: " + err.Error())}}
	a.mu.Lock()
	g.takeBack(err)
	entry := a.run.journal.EnqueueJSON(g.line)
	a.mu.Unlock()
	_ = entry.Synced() // without it the intent reads as unknown, which errs on the safe side
}

// unrecorded takes back an intent that is not on disk: nothing was sent.
func (g *gate) unrecorded(err error) {
	g.record = Record{Type: typeOutcome, Call: g.number, Class: Unsent, Status: predictions.Unattempted}
	g.asking.mu.Lock()
	defer g.asking.mu.Unlock()
	g.takeBack(err)
}

// takeBack ends the session and books the record, an outcome of class unsent. It
// is called with the session's lock.
func (g *gate) takeBack(err error) {
	a := g.asking
	a.haltLocked(journalStop(err))
	_ = g.encode() // of short valid text
	_ = a.run.state.outcome(&g.record, bytes.Clone(g.line))
	a.progress.InFlight--
	a.settled.Broadcast()
	g.number = 0
}

func journalStop(err error) Stop {
	return Stop{Code: StopFailed, Kind: KindJournal, Message: err.Error(), Hint: "nothing more is sent that could not be recorded; make room and resume"}
}

// takeTurn waits for the rate limit; false when the session stops first.
func (a *asking) takeTurn() bool {
	if a.limiter == nil {
		return true
	}
	timer := time.NewTimer(a.limiter.Reserve().Delay())
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-a.stopped.Done():
		return false
	}
}

// overCap says which cap the next call would break. Reservations are part of the
// books, so that no number of workers can overshoot.
func (a *asking) overCap(now time.Time, price Money) *Stop {
	b := &a.run.state.Books
	if max := a.set.MaxCost; max != nil && b.Spent.Add(price).Cmp(*max) > 0 {
		return &Stop{Code: StopIncomplete, Kind: "cap", Message: fmt.Sprintf("the cost cap of USD %s is reached (USD %s spent%s)", max, b.Spent, a.nextMay(price))}
	}
	if max := a.set.MaxCalls; max != nil && b.Sent >= *max {
		return &Stop{Code: StopIncomplete, Kind: "cap", Message: fmt.Sprintf("the cap on calls (%d) is reached", *max)}
	}
	if limit := a.set.DailyLimit; limit != nil && b.sentOn(now) >= *limit {
		s := &Stop{Code: StopIncomplete, Kind: "daily_limit", Message: fmt.Sprintf("the daily limit on calls (%d) is reached", *limit)}
		if *limit == 0 {
			s.Hint = "raise --daily-limit to go on"
		}
		return s
	}
	return nil
}

// mayFree reports whether a call in flight may yet give back what a cap now
// lacks: one that never connects is no call, and one paid by the token is settled
// at less than it was reserved at.
func (a *asking) mayFree() bool { return a.progress.InFlight > 0 }

func (a *asking) nextMay(price Money) string {
	if a.set.Tokens == nil {
		return ""
	}
	return fmt.Sprintf(", the next call may cost USD %s", price)
}

// nextDay is the next 00:00 UTC.
func nextDay(now time.Time) time.Time {
	return now.UTC().Truncate(24 * time.Hour).Add(24 * time.Hour)
}

// After classifies what came back, writes it, and decides what follows. It does
// not wait for the disk: no later intent is there before this outcome is, and Ask
// waits for the last.
func (g *gate) After(x api.Exchange) (api.Next, error) {
	a := g.asking
	now := a.set.Now()
	out := &g.record
	out.fill(g.number, now, x)
	r := g.judge(x, out)

	a.mu.Lock()
	d := g.decide(r, x, out, now)
	if s := g.settle(x, out); s != nil && d.stop == nil {
		d.stop = s
	}
	if err := g.encode(); err != nil {
		a.haltLocked(journalStop(err))
		a.mu.Unlock()
		return api.Next{}, errStopped
	}
	if err := a.run.state.outcome(out, bytes.Clone(g.line)); err != nil {
		panic("bench: an outcome of our own does not follow: " + err.Error())
	}
	g.call.session = g.call.session || out.Status != predictions.Unattempted
	g.number = 0
	if d.stop != nil {
		a.haltLocked(*d.stop)
	}
	if d.next.Retry && a.stop != nil {
		d.next.Retry = false
	}
	a.progress.InFlight--
	a.alone = a.alone && (out.Class == Refused || out.Class == Unsent)
	a.settled.Broadcast()
	if g.kind == CallConsensus {
		a.count(g.before, -1)
		a.count(g.call.status, +1)
	}
	entry := a.run.journal.EnqueueJSON(g.line)
	a.mu.Unlock()
	if err := entry.Written(); err != nil {
		a.halt(journalStop(err))
		return api.Next{}, errStopped
	}
	a.report()
	return d.next, nil
}

func (a *asking) report() {
	if a.set.Progress == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.progress.Spent = a.run.state.Books.Spent
	a.set.Progress(a.progress)
}

// abandoned settles an intent whose caller came back without an outcome, which
// is an error of the caller: the outcome is unknown.
func (g *gate) abandoned(err error) {
	if g.number == 0 {
		return
	}
	message := "the call ended without an outcome"
	if err != nil {
		message += ": " + err.Error()
	}
	_, _ = g.After(api.Exchange{Started: g.asking.set.Now(), Fault: &api.Fault{Kind: api.FaultInterrupted, Message: message}})
}

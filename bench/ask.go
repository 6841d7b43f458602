// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/predictions/journal"
	"golang.org/x/time/rate"
)

// A Caller carries one call to a detector. It asks the gate before each attempt
// and tells it what came of it; it sends nothing the gate did not allow.
type Caller interface {
	Call(ctx context.Context, path string, body []byte, gate api.Gate) error
}

// Settings of one session of asking.
type Settings struct {
	Concurrency  int              // calls in flight; below 1 means 1
	Rate         float64          // attempts a second over all workers; 0 means no limit
	Retries      int              // further attempts after a refusal or a failed connection
	MaxWait      time.Duration    // a longer wait asked for by the service stops the run
	Price        Money            // reserved for each attempt
	Tokens       *TokenPrice      // instead of Price, where tokens are what is paid; nil: Price
	MaxCost      *Money           // nil: no cap
	MaxCalls     *int             // over the whole run; nil: no cap
	DailyLimit   *int             // calls a UTC day; nil: no cap
	RetryFailed  bool             // ask again what failed
	RetryUnknown bool             // ask again what has an unknown outcome
	Now          func() time.Time // required
	Progress     func(Progress)   // called after each outcome, from any worker, one at a time; may be nil
}

// Progress is where a session stands.
type Progress struct {
	Tasks, OK, Failed, Unknown int // tasks of the plan by status of their consensus call
	Spent                      Money
	InFlight                   int
}

// A Stop says why a session ended before all work was done.
type Stop struct {
	Code    int    // StopFailed, StopIncomplete, or 0 when Interrupted
	Kind    string // quota, cap, daily_limit, interrupted, journal, or the kind of the outcome
	Message string // may hold text of the service
	Hint    string
	Cause   error // of an interruption

	unsent bool // because nothing could be sent
}

// Kinds of stops that are told apart outside.
const (
	KindInterrupted = "interrupted"  // by the context
	KindJournal     = "journal"      // a record could not be written: what is known then may be more than the journal holds
	KindMute        = "program_mute" // a program replied to nothing
)

// roomPerWorker is the room on the disk that is kept for the reply of each call
// in flight: one of 200 KiB in the journal's spelling, which can double it, and an
// intent.
const roomPerWorker = 512 << 10

var errStopped = errors.New("the run has stopped")

// asking is one session.
type asking struct {
	run      *Run
	caller   Caller
	set      Settings
	limiter  *rate.Limiter
	price    string // set.Price in words
	stopped  context.Context
	end      context.CancelFunc // of stopped
	mu       sync.Mutex         // guards everything below, the state of the run and the order of the journal
	stop     *Stop
	progress Progress
	alone    bool       // one worker asks until the service has not refused
	settled  *sync.Cond // of mu: an outcome was booked, or the session stopped
}

// Ask sends what was never sent, and with RetryFailed and RetryUnknown what had
// no result, until nothing is left or something stops the run. When the context
// ends, what is in flight is finished and nothing new is sent. It returns nil
// when nothing is left to send.
func (r *Run) Ask(ctx context.Context, caller Caller, set Settings) *Stop {
	a := &asking{run: r, caller: caller, set: set, price: set.Price.String()}
	ask := context.WithoutCancel(ctx)
	a.settled = sync.NewCond(&a.mu)
	a.stopped, a.end = context.WithCancel(context.Background())
	defer a.end()
	if set.Rate > 0 {
		a.limiter = rate.NewLimiter(rate.Limit(set.Rate), 1)
	}
	jobs := a.jobs()
	a.countTasks(jobs)
	room := roomPerWorker * max(set.Concurrency, 1)
	if err := r.journal.Reserve(filepath.Join(r.Dir, journal.ReserveName), room); err != nil {
		s := journalStop(err)
		return &s
	}
	r.journal.OnFailure(func(err error) { a.halt(journalStop(err)) })
	over := make(chan struct{})
	defer close(over)
	go func() {
		select {
		case <-over:
		case <-ctx.Done():
			a.halt(Stop{Kind: KindInterrupted, Message: "interrupted", Cause: context.Cause(ctx)})
		}
	}()

	jobs = a.left(jobs)
	var taken atomic.Int64
	var workers sync.WaitGroup
	a.alone = r.state.refuse > 0
	for worker := range max(set.Concurrency, 1) {
		workers.Go(func() {
			if worker == 0 {
				defer a.join()
			} else {
				a.awaitAnswer()
			}
			g := &gate{asking: a}
			for !a.isStopped() {
				i := int(taken.Add(1)) - 1
				if i >= len(jobs) {
					return
				}
				a.do(ask, g, jobs[i])
			}
		})
	}
	workers.Wait()
	err := r.journal.Flush()
	a.mu.Lock()
	defer a.mu.Unlock()
	if err != nil { // whatever else stopped the run: this must be known
		s := journalStop(err)
		return &s
	}
	if a.stop != nil && a.stop.unsent {
		a.stop.Code = a.unsentCode() // now that what was in flight has ended
	}
	return a.stop
}

func (a *asking) wants(status string) bool {
	return status == predictions.Unattempted ||
		status == predictions.Failed && a.set.RetryFailed ||
		status == predictions.Unknown && a.set.RetryUnknown
}

// A job is a task with what is known of it. While a session runs, only the worker
// that does it reads or changes that.
type job struct {
	task  *Task
	state *taskState
}

// jobs are all tasks of the plan.
func (a *asking) jobs() []job {
	plan := a.run.Plan
	states := a.run.state.tasksOf(plan)
	jobs := make([]job, len(states))
	for i, s := range states {
		jobs[i] = job{&plan.Tasks[i], s}
	}
	return jobs
}

// left decides from the state before this session which tasks have work left, so
// that nothing is asked twice in one session. What is asked again comes after what is
// asked for the first time, and what was asked last comes last: a session that a cap
// ends does not begin where the one before did.
func (a *asking) left(all []job) []job {
	left := make([]job, 0, len(all))
	for _, j := range all {
		if a.wants(j.state.consensus.status) || a.run.Plan.Judge && a.wantsJudge(j.task, a.row(j)) {
			left = append(left, j)
		}
	}
	if a.set.RetryFailed || a.set.RetryUnknown {
		slices.SortStableFunc(left, func(x, y job) int { return cmp.Compare(a.lastAsked(x), a.lastAsked(y)) })
	}
	return left
}

// lastAsked is the number of the last attempt at the call that a job has left; 0 for none.
func (a *asking) lastAsked(j job) int {
	if a.wants(j.state.consensus.status) {
		return j.state.consensus.asked
	}
	return j.state.judged().asked
}

func (a *asking) wantsJudge(t *Task, row *predictions.Prediction) bool {
	if !a.run.Plan.Judge {
		return false
	}
	need, _ := a.run.Plan.judgeNeed(t, row)
	return need == predictions.OK && a.wants(row.Judge.Status)
}

// do asks what is left of one task: the consensus call, then the judge.
func (a *asking) do(ctx context.Context, g *gate, j job) {
	if a.wants(j.state.consensus.status) {
		a.call(ctx, g, j, CallConsensus, api.PathConsensus, j.task.Body, j.task.SHA256)
	}
	if !a.run.Plan.Judge || a.isStopped() {
		return
	}
	if row := a.row(j); a.wantsJudge(j.task, row) {
		body := a.run.Plan.judgeRequest(j.task.Case, *row.ConsensusAnswer).Encode()
		a.call(ctx, g, j, CallJudge, api.PathJudge, body, api.SHA256(body))
	}
}

func (a *asking) row(j job) *predictions.Prediction {
	row := prediction(a.run.Plan, j.task, j.state)
	return &row
}

func (a *asking) call(ctx context.Context, g *gate, j job, kind, path string, body []byte, sum string) {
	g.begin(j.task, j.state.of(kind), kind, sum, a.set.reservation(body))
	err := a.caller.Call(ctx, path, body, g)
	g.abandoned(err)
}

// awaitAnswer waits, in a run whose last call was refused, until the first worker has
// got something else: a service that still takes no call, because of its key, its URL
// or its quota, says so to one and not to all.
func (a *asking) awaitAnswer() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for a.alone && a.stop == nil {
		a.settled.Wait()
	}
}

// join lets the other workers ask.
func (a *asking) join() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.alone = false
	a.settled.Broadcast()
}

func (a *asking) isStopped() bool {
	return a.stopped.Err() != nil
}

// halt stops the session; the first reason stays.
func (a *asking) halt(s Stop) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.haltLocked(s)
}

func (a *asking) haltLocked(s Stop) {
	if a.stop == nil {
		a.stop = &s
		a.end()
		a.settled.Broadcast()
	}
}

func (a *asking) countTasks(jobs []job) {
	a.progress.Tasks = len(jobs)
	for _, j := range jobs {
		a.count(j.state.consensus.status, +1)
	}
}

func (a *asking) count(status string, by int) {
	switch status {
	case predictions.OK:
		a.progress.OK += by
	case predictions.Failed:
		a.progress.Failed += by
	case predictions.Unknown:
		a.progress.Unknown += by
	}
}

// backoff is the wait before another try when the service names none: 1, 2, 4, 8
// seconds and so on, with jitter, never beyond limit.
func backoff(try int, limit time.Duration) time.Duration {
	base := time.Second << min(try-1, 10)
	d := base/2 + rand.N(base/2+1)
	return min(d, limit)
}

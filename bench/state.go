// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"fmt"
	"strings"

	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/predictions/journal"
)

// A slot names a task: one repeat of one case.
type slot struct {
	id     string
	repeat int
}

// A call is what the journal knows of one call of a task.
type call struct {
	status   string // predictions.OK, Failed, Unknown or Unattempted
	sent     int    // attempts that left the machine
	attempts int    // intents
	sha256   string // of the request last sent
	last     *Record

	// What the call was before it was asked again: a try that comes to nothing
	// (never connected, refused) leaves it so, since a plain resume must not
	// send what may have been paid for.
	before     string // predictions.Failed or Unknown; "" for a call never settled
	beforeLast *Record
}

// A taskState is what the journal knows of a task.
type taskState struct {
	consensus call
	judge     *call // nil: not asked
}

// of is the call of a kind, to be changed.
func (t *taskState) of(kind string) *call {
	if kind != CallJudge {
		return &t.consensus
	}
	if t.judge == nil {
		t.judge = &call{status: predictions.Unattempted}
	}
	return t.judge
}

// judged is the judge's call, to be read.
func (t *taskState) judged() *call {
	if t.judge == nil {
		return &call{status: predictions.Unattempted}
	}
	return t.judge
}

// State is everything a journal says, folded. The zero value is an empty journal.
type State struct {
	Books  Books
	tasks  map[slot]*taskState
	open   map[int]openCall // intents without an outcome
	calls  int              // the highest call number
	streak streaks
}

// An openCall is an intent without an outcome.
type openCall struct {
	intent *Record
	call   *call
}

// streaks counts, run-wide and in journal order, what stops a run at the third
// in a row.
type streaks struct{ bad400, blind429 int }

// note counts one outcome.
func (s *streaks) note(class Class, status int, usableWait bool) {
	if class == Unsent {
		return
	}
	s.bad400++
	if status != 400 {
		s.bad400 = 0
	}
	s.blind429++
	if status != 429 || usableWait {
		s.blind429 = 0
	}
}

func newState() *State {
	return &State{Books: newBooks(), tasks: map[slot]*taskState{}, open: map[int]openCall{}}
}

func (s *State) task(id string, repeat int) *taskState {
	k := slot{id, repeat}
	t := s.tasks[k]
	if t == nil {
		t = &taskState{consensus: call{status: predictions.Unattempted}}
		s.tasks[k] = t
	}
	return t
}

// Fold replays records. An intent without an outcome is an unknown outcome: the
// program ended while the call was under way.
func Fold(path string, records []Record) (*State, error) {
	s := newState()
	for i := range records {
		r := &records[i]
		var err error
		if r.Type == typeIntent {
			err = s.intent(r, s.task(r.CaseID, r.Repeat).of(r.Kind))
		} else {
			err = s.outcome(r)
		}
		if err != nil {
			return nil, &journal.Damage{Path: path, Line: i + 1, Message: err.Error()}
		}
	}
	return s, nil
}

// intent books an intent of the call c, which is the state's for it.
func (s *State) intent(r *Record, c *call) error {
	if r.Call != s.calls+1 {
		return fmt.Errorf("call %d follows call %d: a record is missing or doubled", r.Call, s.calls)
	}
	price, err := r.reservation()
	if err != nil {
		return err
	}
	s.calls = r.Call
	s.open[r.Call] = openCall{r, c}
	c.attempts++
	c.sent++
	if c.status == predictions.Failed || c.status == predictions.Unknown {
		c.before, c.beforeLast = c.status, c.last
	}
	c.status, c.sha256, c.last = predictions.Unknown, r.RequestSHA256, nil
	s.Books.reserve(r, price)
	return nil
}

func (s *State) outcome(r *Record) error {
	open, ok := s.open[r.Call]
	if !ok {
		return fmt.Errorf("an outcome of call %d, which is not open", r.Call)
	}
	delete(s.open, r.Call)
	in, c := open.intent, open.call
	c.status, c.last = r.Status, r
	if r.Status == predictions.Unattempted && c.before != "" {
		c.status, c.last = c.before, c.beforeLast
	}
	if r.Class == Unsent {
		c.sent--
	}
	s.streak.note(r.Class, r.HTTPStatus, retryAfterUsable(r))
	price, _ := in.reservation() // read before
	s.Books.settle(in, r, price)
	return nil
}

func retryAfterUsable(r *Record) bool {
	if r.RetryAfter == "" {
		return false
	}
	at, err := parseStamp(r.Time)
	return err == nil && ParseRetryAfter(r.RetryAfter, at).Usable
}

// blank reports whether an answer is none: absent, or only the white space that
// the scorer trims too.
func blank(answer *string) bool { return answer == nil || strings.Trim(*answer, " \t\r\n") == "" }

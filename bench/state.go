// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"fmt"
	"strings"
	"time"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/predictions/journal"
	"github.com/false-consensus/fcb/schema/jsonl"
)

// A slot names a task: one repeat of one case.
type slot struct {
	id     string
	repeat int
}

// A call is what the journal knows of one call of a task. Outcomes are held as
// they stand in the journal: a run may have many, and most are read once, at its end.
type call struct {
	status   string // predictions.OK, Failed, Unknown or Unattempted
	sent     int    // attempts that left the machine
	refused  int    // of them, without the work being done
	attempts int    // intents
	asked    int    // number of the last of them
	session  bool   // settled in this session
	sha256   string // of the request last sent
	last     []byte // the last outcome, nil while there is none

	// What the call was before it was asked again: a try that comes to nothing
	// (never connected, refused) leaves it so, since a plain resume must not
	// send what may have been paid for.
	before     string // predictions.Failed or Unknown; "" for a call never settled
	beforeLast []byte
}

// outcome decodes the last outcome; nil while there is none.
func (c *call) outcome() *Record {
	if c.last == nil {
		return nil
	}
	r := new(Record)
	if p := jsonl.Unmarshal(c.last, r); p != nil {
		panic("bench: an outcome that was read or written cannot be read: " + p.Message)
	}
	return r
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
	refuse int // the latest call when one was refused; 0 where none was, or a later call was not

	babble *predictions.Error // of the first line that answers nothing, from a program; nil: there was none

	until time.Time // named by refusals after which nothing was sent; zero for none
}

// An openCall is an intent without an outcome.
type openCall struct {
	call  *call
	kind  string
	day   *Day
	price Money // reserved
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

// tasksOf is what is known of each task of a plan, in its order; what was not
// known of is from here on.
func (s *State) tasksOf(p *Plan) []*taskState {
	out := make([]*taskState, len(p.Tasks))
	var room []taskState // for the new ones, in one piece
	for i := range p.Tasks {
		k := slot{p.Tasks[i].Case.ID, p.Tasks[i].Repeat}
		t := s.tasks[k]
		if t == nil {
			if len(room) == 0 {
				room = make([]taskState, len(p.Tasks)-i)
			}
			t, room = &room[0], room[1:]
			t.consensus.status = predictions.Unattempted
			s.tasks[k] = t
		}
		out[i] = t
	}
	return out
}

// fold replays the lines of the journal at path. An intent without an outcome is
// an unknown outcome: fcb ended while the call was under way. No more
// than one record is decoded at a time.
func fold(path string, lines []journal.Record) (*State, error) {
	s := newState()
	for _, l := range lines {
		var r Record
		if err := r.decode(path, l); err != nil {
			return nil, err
		}
		if err := s.replay(&r, l.Bytes); err != nil {
			return nil, &journal.Damage{Path: path, Line: l.Line, Message: err.Error()}
		}
	}
	return s, nil
}

// replay books a record that was read; line is its encoding.
func (s *State) replay(r *Record, line []byte) error {
	if r.Type == typeOutcome {
		return s.outcome(r, line)
	}
	price, err := ParseMoney(r.Price)
	if err != nil {
		return err
	}
	return s.intent(r, price, s.task(r.CaseID, r.Repeat).of(r.Kind))
}

// intent books an intent of the call c, which is the state's for it.
func (s *State) intent(r *Record, price Money, c *call) error {
	if r.Call != s.calls+1 {
		return fmt.Errorf("call %d follows call %d: a record is missing or doubled", r.Call, s.calls)
	}
	s.calls, s.until = r.Call, time.Time{}
	s.open[r.Call] = openCall{c, r.Kind, s.Books.reserve(r.Time, price), price}
	c.attempts++
	c.asked = r.Call
	c.sent++
	if c.status == predictions.Failed || c.status == predictions.Unknown {
		c.before, c.beforeLast = c.status, c.last
	}
	c.status, c.sha256, c.last = predictions.Unknown, r.RequestSHA256, nil
	return nil
}

// outcome books an outcome, whose encoding line is kept.
func (s *State) outcome(r *Record, line []byte) error {
	open, ok := s.open[r.Call]
	if !ok {
		return fmt.Errorf("an outcome of call %d, which is not open", r.Call)
	}
	delete(s.open, r.Call)
	c := open.call
	c.status, c.last = r.Status, line
	if r.Status == predictions.Unattempted && c.before != "" {
		c.status, c.last = c.before, c.beforeLast
	}
	if s.babble == nil && r.Error != nil && api.Babbles(r.Error.Kind) {
		s.babble = r.Error
	}
	switch r.Class {
	case Unsent:
		c.sent--
	case Refused:
		c.refused++
		if at := namedIn(r); at.After(s.until) {
			s.until = at
		}
	}
	switch {
	case r.Class == Refused:
		s.refuse = s.calls
	case r.Class != Unsent && r.Call > s.refuse:
		s.refuse = 0
	}
	s.streak.note(r.Class, r.HTTPStatus, retryAfterUsable(r))
	s.Books.settle(&open, r)
	return nil
}

// Babble is why no reply of the run is certain to belong to its case, as far as the
// journal knows: kind and message of the first line that answers nothing, see
// [api.Babbles]. Nil where there was none.
func (s *State) Babble() *predictions.Error { return s.babble }

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

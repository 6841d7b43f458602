// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package study

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
	"unicode/utf8"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/predictions/journal"
	"github.com/false-consensus/fcb/schema/jsonl"
)

// Types of journal records.
const (
	typeFrozen   = "frozen"   // the first record of a study's journal
	typeIntent   = "intent"   // on disk before its request leaves
	typeOutcome  = "outcome"  // of the intent with the same call number
	typeScored   = "scored"   // results were computed while this many calls were open
	typeOpened   = "opened"   // a session is about to ask this model's program
	typeClosed   = "closed"   // the program ended by itself, and had no line too many
	typeDistrust = "distrust" // at the end of a session: any answer of this model may belong to another question
)

// A Record is one line of journal.jsonl or pilot.jsonl.
type Record struct {
	Type string `json:"type"`
	Time string `json:"time"` // RFC 3339, UTC
	Call int    `json:"call,omitzero"`

	ManifestSHA256 string `json:"manifest_sha256,omitempty"` // of a frozen record
	Open           int    `json:"open,omitzero"`             // of a scored record

	// Of an intent; of an opened, closed or distrust record the model alone. The
	// request is kept word for word; keys are in headers.
	Stratum       string `json:"stratum,omitempty"`
	Question      string `json:"question_id,omitempty"`
	Model         string `json:"model,omitempty"` // of the roster
	Run           int    `json:"run,omitzero"`
	Requested     string `json:"requested_model,omitempty"`
	Request       string `json:"request,omitempty"`
	RequestSHA256 string `json:"request_sha256,omitempty"`
	Reserved      string `json:"reserved,omitempty"` // USD

	// Of an outcome; of a distrust record the error alone.
	Class       bench.Class        `json:"class,omitempty"`
	HTTPStatus  int                `json:"http_status,omitzero"`
	StartedAt   string             `json:"started_at,omitempty"`
	LatencyMS   float64            `json:"latency_ms,omitzero"`
	ContentType string             `json:"content_type,omitempty"`
	Body        *string            `json:"body,omitempty"`        // the exact reply
	BodyBase64  *string            `json:"body_base64,omitempty"` // instead of body when it is not UTF-8
	BodySHA256  string             `json:"body_sha256,omitempty"`
	Redacted    bool               `json:"redacted,omitzero"`
	Reported    string             `json:"reported_model,omitempty"`
	Finish      string             `json:"finish_reason,omitempty"`
	Text        *string            `json:"text,omitempty"` // the model's, cut from the reply
	Usage       *api.Usage         `json:"usage,omitempty"`
	Cost        string             `json:"cost,omitempty"` // USD by reported usage; absent: the reservation stands
	Error       *predictions.Error `json:"error,omitempty"`
}

func (r *Record) slot() slot { return slot{r.Question, r.Model, r.Run} }

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

func (r *Record) setBody(b []byte) {
	if b == nil {
		return
	}
	r.BodySHA256 = api.SHA256(b)
	if utf8.Valid(b) {
		s := string(b)
		r.Body = &s
		return
	}
	s := base64.StdEncoding.EncodeToString(b)
	r.BodyBase64 = &s
}

// A State is everything a journal says, folded.
type State struct {
	Sent, Answered, Refused, Failed, Unknown int // Sent is the sum of the others; a call in flight is unknown
	Unsent                                   int // never left the machine; not among Sent
	Spent                                    bench.Money
	Scored                                   []Record // looks at results while calls were open

	manifest string
	babble   map[string]string // by model: why none of its answers is certain to belong to its question
	opened   map[string]bool   // by model: a session with its program has not ended
	unheard  map[string]bool   // by model: a session ended before its program did
	calls    int
	intents  map[slot]*Record
	outcomes map[slot]*Record
	open     map[int]*Record
}

func newState() *State {
	return &State{babble: map[string]string{}, opened: map[string]bool{}, unheard: map[string]bool{}, intents: map[slot]*Record{}, outcomes: map[slot]*Record{}, open: map[int]*Record{}}
}

// attempted reports whether a request was made, or may have been.
func (s *State) attempted(k slot) bool { return s.intents[k] != nil }

func (s *State) intent(r *Record) error {
	if r.Call != s.calls+1 {
		return fmt.Errorf("call %d follows call %d: a record is missing or doubled", r.Call, s.calls)
	}
	if s.attempted(r.slot()) && r.Question != smokeID {
		return fmt.Errorf("call %d asks %s again about %s (run %d)", r.Call, r.Model, r.Question, r.Run)
	}
	reserved, err := bench.ParseMoney(r.Reserved)
	if err != nil {
		return err
	}
	s.calls = r.Call
	s.intents[r.slot()], s.open[r.Call] = r, r
	delete(s.outcomes, r.slot()) // of an earlier pilot
	s.Sent++
	s.Unknown++
	s.Spent = s.Spent.Add(reserved)
	return nil
}

func (s *State) outcome(r *Record) error {
	in := s.open[r.Call]
	if in == nil {
		return fmt.Errorf("an outcome of call %d, which is not open", r.Call)
	}
	delete(s.open, r.Call)
	reserved, _ := bench.ParseMoney(in.Reserved) // read before
	s.Unknown--
	if r.Error != nil && api.Babbles(r.Error.Kind) {
		s.distrust(in.Model, r.Error)
	}
	if r.Class == bench.Unsent {
		s.Sent--
		s.Unsent++
		s.Spent = s.Spent.Sub(reserved)
		delete(s.intents, in.slot())
		return nil
	}
	s.outcomes[in.slot()] = r
	if r.Cost != "" {
		cost, err := bench.ParseMoney(r.Cost)
		if err != nil {
			return fmt.Errorf("cost: %w", err)
		}
		s.Spent = s.Spent.Sub(reserved).Add(cost)
	}
	switch r.Class {
	case bench.Answered:
		s.Answered++
	case bench.Refused:
		s.Refused++
	case bench.Failed:
		s.Failed++
	case bench.Unknown:
		s.Unknown++
	default:
		return fmt.Errorf("unknown class %q", r.Class)
	}
	return nil
}

// distrust notes the first line that answers nothing, of a model's program.
func (s *State) distrust(model string, why *predictions.Error) {
	if s.babble[model] == "" {
		s.babble[model] = why.Message
	}
}

func (s *State) add(r *Record) error {
	switch r.Type {
	case typeFrozen:
		s.manifest = r.ManifestSHA256
	case typeIntent:
		return s.intent(r)
	case typeOutcome:
		return s.outcome(r)
	case typeScored:
		s.Scored = append(s.Scored, *r)
	case typeOpened:
		s.unheard[r.Model] = s.unheard[r.Model] || s.opened[r.Model]
		s.opened[r.Model] = true
	case typeClosed:
		delete(s.opened, r.Model)
	case typeDistrust:
		if r.Error == nil {
			return errors.New("a distrust record without a reason")
		}
		s.distrust(r.Model, r.Error)
	default:
		return fmt.Errorf("unknown record type %q", r.Type)
	}
	return nil
}

// fold replays the lines of a journal.
func fold(path string, lines []journal.Record) (*State, error) {
	s := newState()
	for _, l := range lines {
		r := &Record{}
		if p := jsonl.Unmarshal(l.Bytes, r); p != nil {
			return nil, &journal.Damage{Path: path, Line: l.Line, Column: p.Offset + 1, Message: p.Message}
		}
		if err := s.add(r); err != nil {
			return nil, &journal.Damage{Path: path, Line: l.Line, Message: err.Error()}
		}
	}
	return s, nil
}

// loadState reads a journal without changing it; one that is not there is empty.
func (s *Study) loadState(name string) (*State, error) {
	path := s.path(name)
	lines, _, err := journal.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return newState(), nil
	}
	if err != nil {
		return nil, err
	}
	return fold(path, lines)
}

// frozenSum is the hash of the manifest that a study's journal begins with.
func frozenSum(dir string) (string, error) {
	s := &Study{Dir: dir}
	if _, err := os.Stat(s.path(JournalFile)); err != nil {
		return "", err
	}
	state, err := s.loadState(JournalFile)
	if err != nil {
		return "", err
	}
	return state.manifest, nil
}

func (s *Study) lock(now string) (func(), error) {
	t, err := time.Parse(time.RFC3339, now)
	if err != nil {
		return nil, fmt.Errorf("a time that is none: %w", err)
	}
	return journal.Lock(s.Dir, t)
}

func (s *Study) createJournal(first Record) error {
	j, err := journal.Create(s.path(JournalFile))
	if err != nil {
		return err
	}
	if err := j.Append(&first); err != nil {
		j.Close()
		return err
	}
	return j.Close()
}

// openJournal opens a journal for appending, making it where that is allowed.
// Calls that were under way when the program last ended become unknown.
func (s *Study) openJournal(name string, create bool, now time.Time) (j *journal.Journal, state *State, torn string, err error) {
	path := s.path(name)
	if _, err := os.Stat(path); create && errors.Is(err, fs.ErrNotExist) {
		j, err = journal.Create(path)
		return j, newState(), "", err
	}
	j, lines, torn, err := journal.Open(path)
	if err != nil {
		return nil, nil, "", err
	}
	if state, err = fold(path, lines); err == nil {
		err = state.settleOpen(j, now)
	}
	if err != nil {
		j.Close()
		return nil, nil, "", err
	}
	return j, state, torn, nil
}

func (s *State) settleOpen(j *journal.Journal, now time.Time) error {
	for n := 1; n <= s.calls; n++ {
		if s.open[n] == nil {
			continue
		}
		out := &Record{Type: typeOutcome, Time: stamp(now), Call: n, Class: bench.Unknown,
			Error: &predictions.Error{Kind: api.FaultInterrupted, Message: "the program ended before the answer came; the request is not made again"}}
		if err := s.outcome(out); err != nil {
			return err
		}
		if err := j.Append(out); err != nil {
			return err
		}
	}
	return nil
}

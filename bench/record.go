// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/predictions/journal"
	"github.com/false-consensus/fcb/schema/jsonl"
)

// Types of journal records.
const (
	typeIntent  = "intent"
	typeOutcome = "outcome"
)

// Kinds of calls.
const (
	CallConsensus = "consensus"
	CallJudge     = "judge"
)

// A Record is one line of journal.jsonl. An intent is on disk before its request
// leaves; the outcome of the same call number follows.
type Record struct {
	Type string `json:"type"` // intent or outcome
	Call int    `json:"call"` // from 1, in the order of reservation
	Time string `json:"time"` // RFC 3339, UTC

	// Of an intent.
	Kind          string `json:"kind,omitempty"` // consensus or judge
	CaseID        string `json:"case_id,omitempty"`
	Repeat        int    `json:"repeat,omitzero"`
	Attempt       int    `json:"attempt,omitzero"` // of this call of the case, from 1, over all resumes
	RequestSHA256 string `json:"request_sha256,omitempty"`
	Price         string `json:"price,omitempty"` // USD reserved, a decimal

	// Of an outcome.
	Class       Class              `json:"class,omitempty"`  // what the books count it as
	Status      string             `json:"status,omitempty"` // what the call is after it: ok, failed, unknown or unattempted
	HTTPStatus  int                `json:"http_status,omitzero"`
	StartedAt   string             `json:"started_at,omitempty"`
	LatencyMS   float64            `json:"latency_ms,omitzero"`
	ContentType string             `json:"content_type,omitempty"`
	RetryAfter  string             `json:"retry_after,omitempty"`
	Body        *string            `json:"body,omitempty"`        // the exact reply
	BodyBase64  *string            `json:"body_base64,omitempty"` // instead of body when the reply is not UTF-8
	BodySHA256  string             `json:"body_sha256,omitempty"`
	Redacted    bool               `json:"redacted,omitzero"`
	Engine      string             `json:"engine,omitempty"` // who answered, of an adapter that knows
	Answer      *string            `json:"answer,omitempty"` // cut from the reply by an adapter; read in its place
	Usage       *api.Usage         `json:"usage,omitempty"`
	Cost        string             `json:"cost,omitempty"` // USD, in place of the reserved price; "" leaves that
	Error       *predictions.Error `json:"error,omitempty"`

	consensus *consensusReply // read from the reply once it was found usable
}

// Reply is the stored reply of an outcome, byte for byte; nil when there was none.
func (r *Record) Reply() []byte {
	switch {
	case r.Body != nil:
		return []byte(*r.Body)
	case r.BodyBase64 != nil:
		b, _ := base64.StdEncoding.DecodeString(*r.BodyBase64) // checked when read
		return b
	}
	return nil
}

// fill makes r the outcome of a call as far as the exchange says it. Its times and
// hash share one piece of memory.
func (r *Record) fill(call int, now time.Time, x api.Exchange) {
	var text strings.Builder
	var room [2 * stampLen]byte
	text.Grow(len(room) + sha256.Size*2)
	text.Write(appendStamp(appendStamp(room[:0], now), x.Started))
	begun := x.Status != 0 || x.Fault == nil
	if begun {
		sum := sha256.Sum256(x.Body)
		var digits [2 * sha256.Size]byte
		hex.Encode(digits[:], sum[:])
		text.Write(digits[:])
	}
	all := text.String()
	*r = Record{Type: typeOutcome, Call: call, Time: all[:stampLen], StartedAt: all[stampLen : 2*stampLen],
		LatencyMS: milliseconds(x.Latency.Seconds()), BodySHA256: all[2*stampLen:]}
	r.setReply(x, begun)
}

// setReply stores what a reply held, if one has begun.
func (r *Record) setReply(x api.Exchange, begun bool) {
	r.HTTPStatus, r.ContentType, r.RetryAfter, r.Redacted = x.Status, toValid(x.ContentType), toValid(x.RetryAfter), x.Redacted
	if !begun {
		return
	}
	if w := x.Wrapped; w != nil {
		r.Engine, r.Usage = toValid(w.Engine), w.Usage
		if w.Missing == nil {
			answer := toValid(w.Answer)
			r.Answer = &answer
		}
	}
	if utf8.Valid(x.Body) {
		s := string(x.Body)
		r.Body = &s
	} else {
		s := base64.StdEncoding.EncodeToString(x.Body)
		r.BodyBase64 = &s
	}
}

// stampLen is the width of a stamp.
const stampLen = len("2006-01-02T15:04:05.000Z")

// stamp is t in UTC to the millisecond, always of one width.
func stamp(t time.Time) string { return string(appendStamp(make([]byte, 0, stampLen), t)) }

func appendStamp(b []byte, t time.Time) []byte {
	b = t.UTC().AppendFormat(b, time.RFC3339) // the format that package time is quick at
	ms := t.Nanosecond() / int(time.Millisecond)
	return append(b[:len(b)-1], '.', byte('0'+ms/100), byte('0'+ms/10%10), byte('0'+ms%10), 'Z')
}

// encodeRecords are the lines of a journal that is still to be written.
func encodeRecords(records []Record) ([]journal.Record, error) {
	lines := make([]journal.Record, len(records))
	for i := range records {
		b, err := records[i].AppendJSON(nil)
		if err != nil {
			return nil, err
		}
		lines[i] = journal.Record{Line: i + 1, Bytes: b}
	}
	return lines, nil
}

// decode reads one line of the journal at path into a zero r.
func (r *Record) decode(path string, l journal.Record) error {
	if p := jsonl.Unmarshal(l.Bytes, r); p != nil {
		return &journal.Damage{Path: path, Line: l.Line, Column: p.Offset + 1, Message: p.Message}
	}
	if err := r.validate(); err != nil {
		return &journal.Damage{Path: path, Line: l.Line, Message: err.Error()}
	}
	return nil
}

func (r *Record) validate() error {
	if r.Type != typeIntent && r.Type != typeOutcome {
		return fmt.Errorf("unknown record type %q", r.Type)
	}
	if r.BodyBase64 != nil {
		if _, err := base64.StdEncoding.DecodeString(*r.BodyBase64); err != nil {
			return fmt.Errorf("body_base64 is not base64")
		}
	}
	if r.BodySHA256 != "" && r.BodySHA256 != api.SHA256(r.Reply()) {
		return fmt.Errorf("the stored reply does not have the SHA-256 recorded with it")
	}
	if r.Cost != "" {
		if _, err := ParseMoney(r.Cost); err != nil {
			return fmt.Errorf("cost: %w", err)
		}
	}
	return nil
}

func parseStamp(s string) (time.Time, error) { return time.Parse(time.RFC3339, s) }

// toValid makes a text of the other side fit for JSON.
func toValid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

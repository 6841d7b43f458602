// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"bytes"
	"math"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// AppendJSON appends what encoding the record by its tags gives, without
// reflection: two records stand around every call. A test compares the two.
func (r *Record) AppendJSON(b []byte) ([]byte, error) {
	w := members{b: append(b, '{')}
	w.text("type", r.Type, true)
	w.number("call", r.Call, true)
	w.text("time", r.Time, true)

	w.text("kind", r.Kind, false)
	w.text("case_id", r.CaseID, false)
	w.number("repeat", r.Repeat, false)
	w.number("attempt", r.Attempt, false)
	w.text("request_sha256", r.RequestSHA256, false)
	w.text("price", r.Price, false)

	w.text("class", string(r.Class), false)
	w.text("status", r.Status, false)
	w.number("http_status", r.HTTPStatus, false)
	w.text("started_at", r.StartedAt, false)
	w.float("latency_ms", r.LatencyMS)
	w.text("content_type", r.ContentType, false)
	w.text("retry_after", r.RetryAfter, false)
	w.optional("body", r.Body)
	w.optional("body_base64", r.BodyBase64)
	w.text("body_sha256", r.BodySHA256, false)
	if r.Redacted {
		w.raw("redacted", "true")
	}
	w.text("engine", r.Engine, false)
	w.optional("answer", r.Answer)
	if r.Usage != nil {
		w.any("usage", r.Usage)
	}
	w.text("cost", r.Cost, false)
	if r.Error != nil {
		w.any("error", r.Error)
	}
	return append(w.b, '}'), w.err
}

// members appends the members of an object.
type members struct {
	b   []byte
	err error // the first
}

func (w *members) name(name string) {
	if w.b[len(w.b)-1] != '{' {
		w.b = append(w.b, ',')
	}
	w.b = append(append(append(w.b, '"'), name...), `":`...)
}

func (w *members) raw(name, value string) {
	w.name(name)
	w.b = append(w.b, value...)
}

func (w *members) text(name, value string, always bool) {
	if value == "" && !always {
		return
	}
	w.name(name)
	if plain(value) {
		w.b = append(append(append(w.b, '"'), value...), '"')
		return
	}
	var err error
	if w.b, err = jsontext.AppendQuote(w.b, value); err != nil && w.err == nil {
		w.err = err
	}
}

// plain reports whether a short text is ASCII that stands in a JSON string as it is.
func plain(s string) bool {
	if len(s) > 64 {
		return false
	}
	for i := range len(s) {
		if c := s[i]; c < 0x20 || c >= 0x7f || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

func (w *members) optional(name string, value *string) {
	if value != nil {
		w.text(name, *value, false)
	}
}

func (w *members) number(name string, value int, always bool) {
	if value != 0 || always {
		w.name(name)
		w.b = strconv.AppendInt(w.b, int64(value), 10)
	}
}

func (w *members) float(name string, value float64) {
	thousandths := value * 1000
	switch abs := math.Abs(value); {
	case value == 0:
	case thousandths == float64(int32(thousandths)) && thousandths > 0 && float64(int32(thousandths))/1000 == value: // a latency
		w.name(name)
		n := int32(thousandths)
		w.b = strconv.AppendInt(w.b, int64(n/1000), 10)
		if n %= 1000; n > 0 {
			digits := [4]byte{'.', byte('0' + n/100), byte('0' + n/10%10), byte('0' + n%10)}
			w.b = append(w.b, bytes.TrimRight(digits[:], "0")...)
		}
	case abs >= 1e-6 && abs < 1e21: // where the shortest form has no exponent
		w.name(name)
		w.b = strconv.AppendFloat(w.b, value, 'f', -1, 64)
	default:
		w.raw(name, jsontext.Float(value).String())
	}
}

func (w *members) any(name string, value any) {
	b, err := json.Marshal(value)
	if err != nil && w.err == nil {
		w.err = err
	}
	if string(b) != "{}" {
		w.raw(name, string(b))
	}
}

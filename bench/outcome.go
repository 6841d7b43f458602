// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"fmt"
	"strings"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A Class is what an attempt counts as in the books:
// sent = answered + refused + failed + unknown.
type Class string

const (
	Answered Class = "answered" // a usable result
	Refused  Class = "refused"  // the service did not do the work: 429, 503 and the statuses that stop a run
	Failed   Class = "failed"   // answered, certainly over, no usable result
	Unknown  Class = "unknown"  // maybe done, maybe billed; never sent again by itself
	Unsent   Class = "unsent"   // never left this machine; not a call
)

// An action is what follows an attempt.
type action int

const (
	actNone      action = iota // the call is over
	actWait                    // refused for now: wait and try again, within limits
	actReconnect               // never connected: try again, within limits, then stop
	actStopNow                 // stop the run with code
	actStreak                  // stop the run with code at the third in a row
)

// Codes with which a run stops, as the exit codes of the program.
const (
	StopFailed     = 3
	StopIncomplete = 4
)

// A rule is one row of the outcome table.
type rule struct {
	from, to int // statuses
	class    Class
	action   action
	code     int // of a stop
	kind     string
}

// outcomes is contract section 5 and the API sheet's section 9 as one table. The
// first row that holds a status decides; a complete 200 goes on to the reply's
// own check.
var outcomes = []rule{
	{200, 200, Answered, actNone, 0, ""},
	{201, 299, Failed, actNone, 0, "unexpected_status"},
	{300, 399, Refused, actStopNow, StopFailed, "redirect"},
	{400, 400, Failed, actStreak, StopIncomplete, "client_error"},
	{401, 401, Refused, actStopNow, StopFailed, "unauthorized"},
	{402, 402, Refused, actStopNow, StopIncomplete, "payment_required"},
	{403, 403, Refused, actStopNow, StopFailed, "forbidden"},
	{404, 405, Refused, actStopNow, StopFailed, "wrong_url"},
	{429, 429, Refused, actWait, 0, "rate_limited"},
	{406, 499, Failed, actNone, 0, "client_error"},
	{503, 503, Refused, actWait, 0, "unavailable"},
	{500, 599, Unknown, actNone, 0, "server_error"},
	{0, 999, Unknown, actNone, 0, "unexpected_status"},
}

// streakLimit is how many 400s, or 429s without a usable wait, in a row stop a run.
const streakLimit = 3

// classify finds the row of an exchange.
func classify(x api.Exchange) rule {
	if x.Fault != nil {
		switch {
		case x.Fault.Kind == api.FaultBabble:
			return rule{class: Unknown, action: actStopNow, code: StopFailed, kind: x.Fault.Kind}
		case x.Fault.Kind == api.FaultCertificate, x.Fault.Kind == api.FaultProgram, x.Fault.Kind == api.FaultBabbleBefore:
			return rule{class: Unsent, action: actStopNow, code: StopFailed, kind: x.Fault.Kind}
		case api.NeverSent(x.Fault.Kind):
			return rule{class: Unsent, action: actReconnect, code: StopFailed, kind: x.Fault.Kind}
		case x.Fault.Kind == api.FaultTooLarge && x.Status == 200:
			return rule{class: Failed, kind: x.Fault.Kind}
		case x.Status == 0 || x.Status == 200:
			return rule{class: Unknown, kind: x.Fault.Kind}
		}
		// A refusal whose body was cut is a refusal all the same.
	}
	if x.Fault == nil && x.Status == 0 {
		return outcomes[0] // a local program's reply is complete or a fault
	}
	for _, r := range outcomes {
		if x.Status >= r.from && x.Status <= r.to {
			return r
		}
	}
	return outcomes[len(outcomes)-1]
}

// quotaSpent reports whether an error body says that the quota, not a burst, is
// the reason.
func quotaSpent(body []byte) bool {
	code, message := errorOf(body)
	for _, s := range []string{code, message} {
		if strings.Contains(s, "quota_exhausted") || strings.Contains(s, "insufficient_quota") {
			return true
		}
	}
	return false
}

// errorOf reads the known shapes of an error body: {"error":{"code","message"}},
// {"error":"text"}, {"message":"text"}, {"code":...}.
func errorOf(body []byte) (code, message string) {
	var shape struct {
		Error   jsontext.Value `json:"error"`
		Message jsontext.Value `json:"message"`
		Code    jsontext.Value `json:"code"`
	}
	if json.Unmarshal(body, &shape, jsontext.AllowDuplicateNames(true)) != nil {
		return "", ""
	}
	text := func(v jsontext.Value) string {
		var s string
		if len(v) == 0 || json.Unmarshal(v, &s) != nil {
			return ""
		}
		return s
	}
	code, message = text(shape.Code), text(shape.Message)
	if s := text(shape.Error); s != "" {
		message = s
	}
	var inner struct {
		Code    jsontext.Value `json:"code"`
		Type    jsontext.Value `json:"type"`
		Message jsontext.Value `json:"message"`
	}
	if json.Unmarshal(shape.Error, &inner, jsontext.AllowDuplicateNames(true)) == nil {
		if s := text(inner.Code); s != "" {
			code = s
		} else if s := text(inner.Type); s != "" {
			code = s
		}
		if s := text(inner.Message); s != "" {
			message = s
		}
	}
	return code, message
}

// describe words what an exchange without a usable result was, for people: the
// status, the code and the start of the message or body.
func describe(x api.Exchange, hint string) string {
	if x.Fault != nil {
		return x.Fault.Message
	}
	s := fmt.Sprintf("status %d", x.Status)
	code, message := errorOf(x.Body)
	if code != "" {
		s += " " + excerpt(code, 100)
	}
	switch {
	case message != "":
		s += ": " + excerpt(message, 500)
	case code == "" && len(x.Body) == 0:
		s += ", empty body"
	case code == "":
		s += fmt.Sprintf(", %s: %s", contentType(x), excerpt(printable(x.Body), 100))
	}
	if hint != "" {
		s += "; " + hint
	}
	return s
}

func contentType(x api.Exchange) string {
	if x.ContentType == "" {
		return "no content type"
	}
	return excerpt(x.ContentType, 80)
}

// printable is the start of a body with everything that is not text left out.
func printable(b []byte) string {
	if len(b) > 2000 {
		b = b[:2000]
	}
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(string(b), ""), func(r rune) bool { return r <= ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 }), " ")
}

// excerpt is at most n runes of s, with an ellipsis when something was cut.
func excerpt(s string, n int) string {
	runes := 0
	for i := range s {
		if runes == n {
			return s[:i] + "…"
		}
		runes++
	}
	return s
}

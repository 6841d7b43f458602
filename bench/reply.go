// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"bytes"
	"fmt"
	"mime"
	"strings"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/schema/jsonl"
	"github.com/go-json-experiment/json/jsontext"
)

// A consensusReply is the part of a consensus reply that the metrics need.
type consensusReply struct {
	risk   string
	answer *string
	engine string
}

var (
	consensusNames = []string{"false_consensus_risk", "consensus_answer", "engine"}
	judgeNames     = []string{"verdict"}
)

// readConsensus takes the three fields from a complete 200. The error says why
// it is no answer; it never becomes a default.
func readConsensus(x api.Exchange) (consensusReply, *predictions.Error) {
	var fields [3][]byte
	if e := readObject(x, consensusNames, fields[:]); e != nil {
		return consensusReply{}, e
	}
	risk, answer, engine := fields[0], fields[1], fields[2]
	r := consensusReply{engine: predictions.Unstated}
	if risk == nil {
		return r, noAnswer(x, "bad_reply", "the reply has no false_consensus_risk")
	}
	var ok bool
	if r.risk, ok = jsonl.Text(risk); !ok || !api.IsRisk(r.risk) {
		return r, noAnswer(x, "bad_reply", "false_consensus_risk must be low, medium or high, not "+excerpt(string(risk), 80))
	}
	if r.answer, ok = optionalString(answer); !ok {
		return r, noAnswer(x, "bad_reply", "consensus_answer must be a string or null, not "+excerpt(string(answer), 80))
	}
	stated, ok := optionalString(engine)
	if !ok {
		return r, noAnswer(x, "bad_reply", "engine must be a string, not "+excerpt(string(engine), 80))
	}
	switch {
	case x.Wrapped != nil:
		r.engine = x.Wrapped.Engine
	case stated != nil && *stated != "":
		r.engine = *stated
	}
	return r, nil
}

// readJudge takes the verdict from a complete 200. An unknown verdict is kept
// and is an error, never mapped.
func readJudge(x api.Exchange) (verdict *string, e *predictions.Error) {
	var fields [1][]byte
	if e := readObject(x, judgeNames, fields[:]); e != nil {
		return nil, e
	}
	if verdict, _ = optionalString(fields[0]); verdict == nil {
		return nil, noAnswer(x, "bad_reply", "the reply has no verdict")
	}
	if !api.IsVerdict(*verdict) {
		return verdict, noAnswer(x, "unknown_verdict", "verdict must be pass, fail or retry, not "+excerpt(*verdict, 80))
	}
	return verdict, nil
}

// optionalString reads a raw value that is a string, null or not there (nil).
func optionalString(v []byte) (s *string, ok bool) {
	if v == nil || v[0] == 'n' {
		return nil, true
	}
	text, ok := jsonl.Text(v)
	if !ok {
		return nil, false
	}
	return &text, true
}

// readObject checks that a 200 holds one JSON object in UTF-8 and finds the
// named members.
func readObject(x api.Exchange, names []string, values [][]byte) *predictions.Error {
	if c := charsetOf(x.ContentType); c != "" && c != "utf-8" && c != "utf8" && c != "us-ascii" {
		return noAnswer(x, "not_json", "the reply is said to be in "+excerpt(c, 40)+", not UTF-8")
	}
	if w := x.Wrapped; w != nil && w.Missing != nil {
		return noAnswer(x, w.Missing.Kind, excerpt(w.Missing.Message, 500))
	}
	body := withoutBOM(answerOf(x))
	if len(body) == 0 {
		return noAnswer(x, "empty_reply", "the reply is empty")
	}
	if p := jsonl.Check(body); p != nil {
		return noAnswer(x, "not_json", "the reply is not JSON: "+p.Message)
	}
	if body[0] != '{' {
		return noAnswer(x, "bad_reply", "the reply is not a JSON object")
	}
	fault, p := jsonl.Fields(body, names, values, "error")
	if p != nil {
		return noAnswer(x, "bad_reply", p.Message)
	}
	if fault != nil && fault[0] != 'n' {
		return noAnswer(x, "bad_reply", "the reply holds an error") // whatever else it holds
	}
	return nil
}

// charsetOf is the charset that a content type names, in lower case, "" for none.
func charsetOf(contentType string) string {
	if contentType == "application/json" {
		return ""
	}
	_, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		return ""
	}
	return strings.ToLower(params["charset"])
}

// answerOf is what is to be read: the body, or what an adapter cut from it.
func answerOf(x api.Exchange) []byte {
	if x.Wrapped != nil {
		return []byte(x.Wrapped.Answer)
	}
	return x.Body
}

// noAnswer words a 200 that is no answer, with the start of what came instead.
func noAnswer(x api.Exchange, kind, what string) *predictions.Error {
	cut := x.Wrapped != nil && x.Wrapped.Missing == nil
	shown := x.Body
	if cut {
		shown = answerOf(x)
	}
	if code, message := errorOf(shown); kind == "bad_reply" && code+message != "" {
		kind, what = "error_reply", "the reply is an error: "+excerpt(strings.TrimSpace(code+" "+message), 500)
	}
	s := fmt.Sprintf("status %d, %s: %s", x.Status, contentType(x), what)
	switch {
	case x.Status == 0:
		s = what
	case cut:
		s = "the text in the reply: " + what
	}
	if start := excerpt(printable(shown), 100); start != "" {
		s += "; it begins " + start
	}
	if x.Status != 0 && !cut && (kind == "not_json" || kind == "empty_reply") {
		s += "; check --base-url"
	}
	return &predictions.Error{Kind: kind, Message: s}
}

// withoutBOM is a reply without a leading byte-order mark, which means nothing,
// and without white space around it.
func withoutBOM(body []byte) []byte { return bytes.TrimSpace(bytes.TrimPrefix(body, jsonl.BOM)) }

// asResponse is the reply as a JSON value with the white space between tokens
// removed, or nil when it is not JSON.
func asResponse(body []byte) jsontext.Value {
	v, err := jsonl.Compact(withoutBOM(body))
	if err != nil {
		return nil
	}
	return v
}

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
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A consensusReply is the part of a consensus reply that the metrics need.
type consensusReply struct {
	risk   string
	answer *string
	engine string
}

// readConsensus takes the three fields from a complete 200. The error says why
// it is no answer; it never becomes a default.
func readConsensus(x api.Exchange) (consensusReply, *predictions.Error) {
	var fields struct {
		Risk   jsontext.Value `json:"false_consensus_risk"`
		Answer jsontext.Value `json:"consensus_answer"`
		Engine jsontext.Value `json:"engine"`
	}
	if e := readObject(x, &fields); e != nil {
		return consensusReply{}, e
	}
	r := consensusReply{engine: predictions.Unstated}
	if len(fields.Risk) == 0 {
		return r, noAnswer(x, "bad_reply", "the reply has no false_consensus_risk")
	}
	if json.Unmarshal(fields.Risk, &r.risk) != nil || !api.IsRisk(r.risk) {
		return r, noAnswer(x, "bad_reply", "false_consensus_risk must be low, medium or high, not "+excerpt(string(fields.Risk), 80))
	}
	if e := optionalString(fields.Answer, &r.answer); e != nil {
		return r, noAnswer(x, "bad_reply", "consensus_answer must be a string or null, not "+excerpt(string(fields.Answer), 80))
	}
	var engine *string
	if e := optionalString(fields.Engine, &engine); e != nil {
		return r, noAnswer(x, "bad_reply", "engine must be a string, not "+excerpt(string(fields.Engine), 80))
	}
	switch {
	case x.Wrapped != nil:
		r.engine = x.Wrapped.Engine
	case engine != nil && *engine != "":
		r.engine = *engine
	}
	return r, nil
}

// readJudge takes the verdict from a complete 200. An unknown verdict is kept
// and is an error, never mapped.
func readJudge(x api.Exchange) (verdict *string, e *predictions.Error) {
	var fields struct {
		Verdict jsontext.Value `json:"verdict"`
	}
	if e := readObject(x, &fields); e != nil {
		return nil, e
	}
	if optionalString(fields.Verdict, &verdict) != nil || verdict == nil {
		return nil, noAnswer(x, "bad_reply", "the reply has no verdict")
	}
	if !api.IsVerdict(*verdict) {
		return verdict, noAnswer(x, "unknown_verdict", "verdict must be pass, fail or retry, not "+excerpt(*verdict, 80))
	}
	return verdict, nil
}

func optionalString(v jsontext.Value, to **string) error {
	if len(v) == 0 {
		return nil
	}
	return json.Unmarshal(v, to)
}

// readObject checks that a 200 holds one JSON object in UTF-8 and decodes it.
func readObject(x api.Exchange, to any) *predictions.Error {
	if _, params, err := mime.ParseMediaType(x.ContentType); err == nil {
		if c := strings.ToLower(params["charset"]); c != "" && c != "utf-8" && c != "utf8" && c != "us-ascii" {
			return noAnswer(x, "not_json", "the reply is said to be in "+excerpt(c, 40)+", not UTF-8")
		}
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
	if p := jsonl.Unmarshal(body, to); p != nil {
		return noAnswer(x, "bad_reply", p.Message)
	}
	var fault struct {
		Error jsontext.Value `json:"error"`
	}
	if json.Unmarshal(body, &fault) == nil && len(fault.Error) > 0 && fault.Error.Kind() != 'n' {
		return noAnswer(x, "bad_reply", "the reply holds an error") // whatever else it holds
	}
	return nil
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

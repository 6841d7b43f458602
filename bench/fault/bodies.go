// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package fault

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf16"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A reply is what will be sent, before it is cut or stalled.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// bodies are the kinds of spoilt body. Fresh ones replace the reply, so no work
// is done for them.
var bodies = map[string]struct {
	fresh bool
	make  func(*reply)
}{
	"error": {true, func(*reply) {}}, // made by action.fresh, which knows code and message
	"html": {true, func(r *reply) {
		r.header.Set("Content-Type", "text/html; charset=utf-8")
		r.body = []byte("<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><h1>Sign in to continue</h1></body></html>\n")
	}},
	"empty": {true, func(r *reply) { r.body = nil }},
	"garbage": {true, func(r *reply) {
		r.body = []byte("\x00\x1b[2J\xff\xfe{\"false_consensus_risk\": \"low\"\x80\r\nnot JSON \u202e")
	}},
	"nan": {false, func(r *reply) {
		r.edit(func(name string, value []byte) []byte {
			if name == "agreement_score" || name == "confidence" {
				return []byte("NaN")
			}
			return value
		})
	}},
	"norisk": {false, func(r *reply) {
		r.edit(func(name string, value []byte) []byte {
			if name == "false_consensus_risk" || name == "verdict" {
				return nil
			}
			return value
		})
	}},
	"badrisk": {false, func(r *reply) {
		r.edit(func(name string, value []byte) []byte {
			if name == "false_consensus_risk" || name == "verdict" {
				return []byte(`"severe"`)
			}
			return value
		})
	}},
	"utf16": {false, func(r *reply) {
		r.header.Set("Content-Type", "application/json; charset=utf-16")
		out := []byte{0xff, 0xfe}
		for _, u := range utf16.Encode([]rune(string(r.body))) {
			out = append(out, byte(u), byte(u>>8))
		}
		r.body = out
	}},
}

// edit rewrites the members of a JSON object; nil takes a member out. A body
// that is no object stays as it is.
func (r *reply) edit(change func(name string, value []byte) []byte, more ...[]byte) {
	d := jsontext.NewDecoder(bytes.NewReader(r.body))
	if d.PeekKind() != '{' {
		return
	}
	if _, err := d.ReadToken(); err != nil {
		return
	}
	var members [][]byte
	for d.PeekKind() == '"' {
		name, err := d.ReadToken()
		if err != nil {
			return
		}
		key := name.String()
		value, err := d.ReadValue()
		if err != nil {
			return
		}
		if value = change(key, value); value != nil {
			members = append(members, member(key, value))
		}
	}
	if _, err := d.ReadToken(); err != nil {
		return
	}
	members = append(members, more...)
	r.body = append(append([]byte{'{'}, bytes.Join(members, []byte{','})...), '}')
}

func member(name string, value []byte) []byte {
	b, err := jsontext.AppendQuote(nil, name)
	if err != nil { // not UTF-8: only a header name of the request could be that, and those are tokens
		panic("fault: " + err.Error())
	}
	return append(append(b, ':'), value...)
}

// add puts one more member at the end of a JSON object, and text at the end of
// any other body.
func (r *reply) add(name string, v any) {
	b, err := json.Marshal(v, jsontext.AllowInvalidUTF8(true), json.Deterministic(true))
	if err != nil {
		panic("fault: " + err.Error())
	}
	before := len(r.body)
	r.edit(func(_ string, value []byte) []byte { return value }, member(name, b))
	if len(r.body) <= before {
		r.body = append(bytes.Clone(r.body), b...)
	}
}

// codes are the error codes that fit a status.
var codes = map[int]string{
	400: "invalid_request", 401: "unauthorized", 402: "payment_required", 403: "forbidden", 404: "not_found",
	405: "method_not_allowed", 413: "payload_too_large", 422: "unprocessable", 429: "rate_limited", 500: "internal",
	502: "upstream_unavailable", 503: "upstream_unavailable", 504: "upstream_unavailable",
}

// errorBody is the API's JSON error.
func errorBody(status int, code, message string) []byte {
	if code == "" {
		if code = codes[status]; code == "" {
			code = "error"
		}
	}
	type problem struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	}
	b, err := json.Marshal(struct {
		Error     problem `json:"error"`
		RequestID string  `json:"request_id"`
	}{problem{code, strings.ToValidUTF8(message, "\ufffd")}, "req_fault"}, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		panic("fault: " + err.Error())
	}
	return b
}

// fresh reports whether the action answers by itself, without work.
func (a action) fresh() bool {
	return a.status != 0 || a.redirect != "" || a.text != nil || bodies[a.body].fresh
}

// answer makes the reply of a fresh action.
func (a action) answer(r *http.Request) *reply {
	out := &reply{status: a.status, header: http.Header{"Content-Type": {"application/json; charset=utf-8"}}}
	if out.status == 0 {
		out.status = http.StatusOK
		if a.redirect != "" {
			out.status = http.StatusTemporaryRedirect
		}
	}
	if a.redirect != "" {
		out.header.Set("Location", a.redirect)
	}
	message := fmt.Sprintf("status %d asked for by a fault rule", out.status)
	if a.echo {
		for _, h := range sortedHeaders(r.Header) {
			message += "; " + h[0] + ": " + h[1]
		}
	}
	out.body = errorBody(out.status, a.code, message)
	return out
}

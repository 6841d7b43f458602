// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package engine

import (
	"bytes"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/go-json-experiment/json"
)

// A refusal is a reply other than 200, with the codes of the API sheet.
type refusal struct {
	status        int
	code, message string
	header        http.Header
}

func refuse(status int, code, format string, a ...any) *refusal {
	return &refusal{status: status, code: code, message: fmt.Sprintf(format, a...)}
}

// route answers one request, whatever it is, with JSON.
func (e *Engine) route(w http.ResponseWriter, r *http.Request) {
	defer func() {
		if p := recover(); p != nil {
			if p == http.ErrAbortHandler {
				panic(p)
			}
			e.refuse(w, r, nil, refuse(http.StatusInternalServerError, "internal", "the engine failed on this request"))
		}
	}()
	method, paid, answer := http.MethodPost, true, e.consensus
	switch r.URL.Path {
	case api.PathHealth:
		method, paid, answer = http.MethodGet, false, e.health
	case api.PathConsensus:
	case api.PathJudge:
		answer = e.judge
	case api.PathVerify:
		paid, answer = false, e.verify
	default:
		e.refuse(w, r, nil, refuse(http.StatusNotFound, "not_found", "no such path"))
		return
	}
	if r.Method != method && (method != http.MethodGet || r.Method != http.MethodHead) {
		no := refuse(http.StatusMethodNotAllowed, "method_not_allowed", "%s takes %s", r.URL.Path, method)
		no.header = http.Header{"Allow": {method}}
		e.refuse(w, r, nil, no)
		return
	}
	if paid && !e.authorized(r) {
		no := refuse(http.StatusUnauthorized, "unauthorized", "the API key is missing or unknown")
		no.header = http.Header{"Www-Authenticate": {"Bearer"}}
		e.refuse(w, r, nil, no)
		return
	}
	body, no := readBody(r)
	if no != nil {
		e.refuse(w, r, body, no)
		return
	}
	// Else the server takes a slow reply for a client that left.
	http.NewResponseController(w).SetReadDeadline(time.Time{})
	reply, no := answer(body)
	if paid && !wait(r, e.o.Latency) {
		panic(http.ErrAbortHandler) // the client has gone
	}
	if no != nil {
		e.refuse(w, r, body, no)
		return
	}
	send(w, http.StatusOK, reply)
}

// authorized compares in constant time. A scheme other than Bearer is no key.
func (e *Engine) authorized(r *http.Request) bool {
	if e.o.APIKey == "" {
		return true
	}
	scheme, key, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.EqualFold(scheme, "Bearer") &&
		subtle.ConstantTimeCompare([]byte(strings.TrimSpace(key)), []byte(e.o.APIKey)) == 1
}

// readBody reads at most [api.MaxBody] bytes.
func readBody(r *http.Request) ([]byte, *refusal) {
	var b bytes.Buffer
	_, err := b.ReadFrom(r.Body)
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, refuse(http.StatusRequestEntityTooLarge, "payload_too_large", "the body has more than %d bytes", large.Limit)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, refuse(http.StatusRequestTimeout, "request_timeout", "the body did not arrive in time")
	case err != nil && err != io.EOF:
		return nil, refuse(http.StatusBadRequest, "invalid_request", "the body could not be read to its end")
	}
	return b.Bytes(), nil
}

// wait pauses for d; false means that the client went away.
func wait(r *http.Request, d time.Duration) bool {
	if d <= 0 {
		return true
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-r.Context().Done():
		return false
	}
}

// maxMessage bounds the text of an error, which may quote the request.
const maxMessage = 500

func (e *Engine) refuse(w http.ResponseWriter, r *http.Request, body []byte, no *refusal) {
	for k, v := range no.header {
		w.Header()[k] = v
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%s %s\n", r.Method, r.URL.Path)
	sum.Write(body)
	id, _ := e.o.IDs("sha256:" + hex.EncodeToString(sum.Sum(nil)))
	m := no.message
	if len(m) > maxMessage {
		cut := maxMessage
		for !utf8.RuneStart(m[cut]) {
			cut--
		}
		m = m[:cut] + "…"
	}
	send(w, no.status, encode(errorReply{Error: problem{no.code, m}, RequestID: id}))
}

type problem struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

type errorReply struct {
	Error     problem `json:"error"`
	RequestID string  `json:"request_id"`
}

// send writes one JSON document. The length is stated, so a cut reply can be
// told from a whole one.
func send(w http.ResponseWriter, status int, body []byte) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	w.Write(body) // a client that left has nobody to tell
}

// encode marshals a reply of ours, which cannot fail: all text in it came from
// strict JSON.
func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("engine: " + err.Error())
	}
	return b
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package api

import (
	"context"
	"time"
)

// Kinds of transport failure. The first group means that no request left this
// machine; after any of the second the service may have done the work.
const (
	FaultDNS          = "dns"
	FaultRefused      = "connection_refused"
	FaultProxy        = "proxy"
	FaultCertificate  = "certificate"
	FaultTLS          = "tls"
	FaultConnect      = "connect"         // any other way not to connect, a timeout included; a local program that read nothing
	FaultProgram      = "program"         // a local program that cannot be started
	FaultBabbleBefore = "program_babbled" // it wrote a line that answers nothing, before it was sent the request

	FaultBabble      = "program_babbles" // it wrote such a line after it was sent the request
	FaultTimeout     = "timeout"         // no answer in time
	FaultTimeoutBody = "timeout_in_body" // the answer began and did not end in time
	FaultCutBody     = "body_cut_short"
	FaultReset       = "connection_lost"
	FaultTooLarge    = "reply_too_large"
	FaultInterrupted = "interrupted" // the program ended before the answer came
)

// NeverSent reports whether a fault of this kind is certain to have come before
// the request left this machine.
func NeverSent(kind string) bool {
	switch kind {
	case FaultDNS, FaultRefused, FaultProxy, FaultCertificate, FaultTLS, FaultConnect, FaultProgram, FaultBabbleBefore:
		return true
	}
	return false
}

// Babbles reports whether a fault of this kind means that a local program writes lines
// that answer nothing, so that none of its replies is certain to belong to its request.
func Babbles(kind string) bool { return kind == FaultBabble || kind == FaultBabbleBefore }

// A Fault is why an exchange has no complete reply.
type Fault struct {
	Kind    string
	Message string // without keys; may hold text of the other side
	Hint    string // what to do about it; "" for nothing
	Mute    bool   // of a local program that has not replied once since it was started
}

// An Exchange is what came of sending one request once. Keys are already
// replaced in everything it holds.
type Exchange struct {
	Status      int    // of HTTP; 0 when no reply began, and from a local program
	ContentType string // as received
	RetryAfter  string // as received
	Location    string // of a redirect, resolved, without userinfo and query
	URL         string // that was asked, without userinfo and query
	Body        []byte // as received, as far as it came
	Redacted    bool   // a key stood in the reply and was replaced
	Fault       *Fault // nil: the reply is complete
	Started     time.Time
	Latency     time.Duration
	Wrapped     *Wrapped // of an adapter whose replies wrap the answer; nil: the body is the answer
}

// A Wrapped is what an adapter cut from a complete 200 that wraps the answer in
// something else, such as a chat reply. The body stays as it was received.
type Wrapped struct {
	Engine  string // who answered, in place of what the answer says of itself
	Answer  string // read in place of the body
	Missing *Fault // why there is no answer in the reply; nil: there is one
	Usage   *Usage // nil: the reply does not say
}

// Usage is what the service says that a call used.
type Usage struct {
	InputTokens  int `json:"input_tokens"`
	OutputTokens int `json:"output_tokens"` // hidden reasoning included
}

// A Next says what follows an exchange: another try after Wait, or the end.
type Next struct {
	Retry bool
	Wait  time.Duration
}

// A Gate stands before and after every attempt at a call. It belongs to whoever
// keeps the books (package bench); whoever carries the call (bench/endpoint)
// must ask it each time.
type Gate interface {
	// Before is asked before each attempt; an error means: do not send.
	Before() error
	// After is told what came of each attempt for which Before said yes.
	After(Exchange) (Next, error)
	// Stopped is done when waiting for another try has become pointless.
	Stopped() context.Context
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package engine is the reference server of the consensus API: it answers
// POST /v1/consensus and /v1/judge with small documented rules, signs receipts
// and checks them. fcb score runs it in-process for --endpoint reference and
// the baselines, fcb serve over the network, and clients are tested against it.
//
// The same request always gets the same bytes: ids derive from the hash of the
// request, receipts carry a fixed time unless told otherwise, and the rules use
// no clock and no randomness. Deliberately not here: a language model, storage,
// payment, TLS, and misbehaviour, which is bench/fault.
//
// Begin with [Start]. The rules are in reference.go, baseline.go and judge.go,
// on top of tokens.go, similarity.go, cluster.go and naming.go.
package engine

import (
	"crypto/ed25519"
	"net/http"
	"time"

	"github.com/false-consensus/fcb/bench/fault"
	"github.com/false-consensus/fcb/bench/receipt"
)

// Epoch is the issued_at of receipts unless [Options.IssuedAt] says otherwise.
var Epoch = time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC)

// Options are the settings of an engine. The zero value is the reference
// engine, open to everyone, on a free loopback port.
type Options struct {
	Addr     string   // address to listen on; "" is 127.0.0.1:0, a free port
	Detector Detector // zero: [Reference]
	Version  string   // named by /v1/health; "" leaves it out

	SigningKey ed25519.PrivateKey // nil: [receipt.MockKey], which is public
	KeyID      string             // its name in receipts; "": [receipt.KeyID]
	IssuedAt   func() time.Time   // issued_at of receipts; nil: always [Epoch]
	// IDs names a request by its hash ("sha256:" and hex) and its receipt; nil
	// derives both from the hash.
	IDs func(hash string) (request, receipt string)

	APIKey     string           // bearer token asked of judge and consensus; "" asks none
	DailyLimit *int             // calls answered a UTC day, judge and consensus together; nil: no limit
	Now        func() time.Time // clock of the quota and of recorded calls; nil: [time.Now]
	Latency    time.Duration    // wait before each judge and consensus reply
	Faults     *fault.Plan      // misbehaviour on demand; nil: none
	Record     bool             // keep every request for [Server.Calls], without bound
}

// Engine answers the API as an [http.Handler]. Use [Start] to have it listen.
type Engine struct {
	o       Options
	public  ed25519.PublicKey
	quota   quota
	record  recorder
	handler http.Handler
}

// New makes an engine. A signing key of a wrong size is a programmer's mistake.
func New(o Options) *Engine {
	if o.Detector.assess == nil {
		o.Detector = Reference()
	}
	if o.SigningKey == nil {
		o.SigningKey = receipt.MockKey()
	}
	if len(o.SigningKey) != ed25519.PrivateKeySize {
		panic("engine: the signing key has a wrong size")
	}
	e := &Engine{public: o.SigningKey.Public().(ed25519.PublicKey)}
	if o.KeyID == "" {
		o.KeyID = receipt.KeyID(e.public)
	}
	if o.IssuedAt == nil {
		o.IssuedAt = func() time.Time { return Epoch }
	}
	if o.IDs == nil {
		o.IDs = deriveIDs
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	e.o = o
	e.quota = quota{limit: o.DailyLimit, now: o.Now}
	e.record = recorder{on: o.Record, now: o.Now}
	e.handler = e.record.wrap(o.Faults.Wrap(http.HandlerFunc(e.route), o.Now))
	return e
}

// deriveIDs takes the first 24 hex digits of a hash, so that a log line, a
// reply and a receipt of one request can be told to belong together.
func deriveIDs(hash string) (request, receipt string) {
	const prefix = len("sha256:")
	short := hash[prefix : prefix+24]
	return "req_" + short, "rcp_" + short
}

// PublicKey is the key that the engine's receipts are signed with.
func (e *Engine) PublicKey() ed25519.PublicKey { return e.public }

// Calls lists the requests received so far, in the order of their arrival; nil
// without [Options.Record].
func (e *Engine) Calls() []Call { return e.record.list() }

// ServeHTTP answers one request.
func (e *Engine) ServeHTTP(w http.ResponseWriter, r *http.Request) { e.handler.ServeHTTP(w, r) }

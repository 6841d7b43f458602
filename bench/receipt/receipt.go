// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package receipt signs and checks the receipts of profile fcb-mock-1: an
// Ed25519 signature over a small JSON object that names a request and a reply
// by the hashes of their canonical forms (RFC 8785).
//
// It is a leaf shared by the reference server, which signs, and by fcb's
// receipts verb, which checks. The profile is ours: what the real service signs
// is not published, so nothing here claims to check its receipts offline. No
// HTTP and no files either.
//
// Begin with [Verify]; [Cut] finds the receipt in a stored reply.
package receipt

import (
	"errors"
	"fmt"
	"time"
)

// Profile is the value of a receipt's version that this package understands.
const Profile = "fcb-mock-1"

// Algorithm is the only signature algorithm of the profile.
const Algorithm = "Ed25519"

// Types of a receipt.
const (
	TypeConsensus = "consensus"
	TypeJudge     = "judge"
)

// ErrMalformed marks bytes that are no receipt at all: not strict JSON, not an
// object, or without one of the profile's fields.
var ErrMalformed = errors.New("malformed receipt")

// ErrProfile marks a well-formed object of another profile, about which
// nothing can be said here.
var ErrProfile = errors.New("unknown receipt profile")

// ErrInvalid marks a receipt of this profile that does not hold: its signature,
// its request or its reply is another.
var ErrInvalid = errors.New("invalid receipt")

// Receipt is a parsed receipt. Field order is the order on the wire; the
// signature does not depend on it.
type Receipt struct {
	Version     string `json:"version"`
	ReceiptID   string `json:"receipt_id"`
	Type        string `json:"type"` // [TypeConsensus] or [TypeJudge]
	RequestID   string `json:"request_id"`
	IssuedAt    string `json:"issued_at"` // RFC 3339, UTC, whole seconds
	Alg         string `json:"alg"`
	KeyID       string `json:"key_id"`
	RequestHash string `json:"request_hash"` // "sha256:" and hex
	PayloadHash string `json:"payload_hash"`
	Signature   string `json:"signature,omitempty"` // standard base64 of 64 bytes
}

// timeLayout is RFC 3339 in UTC with whole seconds.
const timeLayout = "2006-01-02T15:04:05Z"

// FormatTime writes t as issued_at has it.
func FormatTime(t time.Time) string { return t.UTC().Format(timeLayout) }

// problem is an error of one of the three kinds with its own wording.
type problem struct {
	kind   error
	reason string
}

func (p *problem) Error() string { return p.kind.Error() + ": " + p.reason }
func (p *problem) Unwrap() error { return p.kind }

func fail(kind error, format string, a ...any) error {
	return &problem{kind, fmt.Sprintf(format, a...)}
}

// Refuted is an [ErrInvalid] with the reason that another party gives.
func Refuted(reason string) error { return &problem{ErrInvalid, reason} }

// Reason is the text of an error of this package without its kind, as the
// verify endpoint gives it.
func Reason(err error) string {
	var p *problem
	if errors.As(err, &p) {
		return p.reason
	}
	return err.Error()
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package receipt

import (
	"crypto/ed25519"
	"encoding/base64"
	"time"

	"github.com/go-json-experiment/json"
)

// Parse reads a receipt of any key. The error wraps [ErrMalformed] when raw is
// no receipt, [ErrProfile] when it is one of another profile and [ErrInvalid]
// when a value breaks the profile. Unknown members are kept: the signature
// covers them, so a foreign one makes the signature fail.
func Parse(raw []byte) (Receipt, error) {
	var r Receipt
	_, version, err := split(raw, "version")
	if err != nil {
		return r, fail(ErrMalformed, "%v", err)
	}
	var v string
	if version == nil || json.Unmarshal(version, &v) != nil || v == "" {
		return r, fail(ErrMalformed, "no version")
	}
	if v != Profile {
		return r, fail(ErrProfile, "%q, not %q", v, Profile)
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		return Receipt{}, fail(ErrMalformed, "a field has the wrong type")
	}
	for _, f := range []struct{ name, value string }{
		{"receipt_id", r.ReceiptID}, {"type", r.Type}, {"request_id", r.RequestID}, {"issued_at", r.IssuedAt},
		{"alg", r.Alg}, {"key_id", r.KeyID}, {"request_hash", r.RequestHash}, {"payload_hash", r.PayloadHash},
		{"signature", r.Signature},
	} {
		if f.value == "" {
			return Receipt{}, fail(ErrMalformed, "no %s", f.name)
		}
	}
	return r, r.check()
}

// check refuses values that the profile does not allow, signed or not.
func (r Receipt) check() error {
	if r.Alg != Algorithm {
		return fail(ErrInvalid, "alg is %q, not %q", r.Alg, Algorithm)
	}
	if r.Type != TypeConsensus && r.Type != TypeJudge {
		return fail(ErrInvalid, "type is %q", r.Type)
	}
	if t, err := time.Parse(time.RFC3339, r.IssuedAt); err != nil || FormatTime(t) != r.IssuedAt {
		return fail(ErrInvalid, "issued_at is %q, not a time in UTC with whole seconds", r.IssuedAt)
	}
	return nil
}

// VerifySignature checks that raw is a receipt signed by the key.
func VerifySignature(raw []byte, key ed25519.PublicKey) (Receipt, error) {
	r, err := Parse(raw)
	if err != nil {
		return r, err
	}
	// A fixed length and strict padding bits: otherwise several spellings of one signature would pass.
	sig, err := base64.StdEncoding.Strict().DecodeString(r.Signature)
	if err != nil || len(r.Signature) != base64.StdEncoding.EncodedLen(ed25519.SignatureSize) {
		return r, fail(ErrInvalid, "signature is not base64 of %d bytes", ed25519.SignatureSize)
	}
	unsigned, _, err := split(raw, "signature")
	if err != nil {
		return r, fail(ErrMalformed, "%v", err)
	}
	canonical, err := Canonical(unsigned)
	if err != nil {
		return r, fail(ErrMalformed, "%v", err)
	}
	if len(key) != ed25519.PublicKeySize || !ed25519.Verify(key, canonical, sig) {
		return r, fail(ErrInvalid, "signature does not match")
	}
	return r, nil
}

// Verify checks a receipt against the exchange it was given for: the signature,
// then that requestBody is the request it names, then that responseBody
// without its receipt is the reply it names. So a receipt moved to another
// case fails although its signature holds. Raw is the stored receipt, best
// taken with [Cut] from responseBody.
func Verify(raw, requestBody, responseBody []byte, key ed25519.PublicKey) error {
	r, err := VerifySignature(raw, key)
	if err != nil {
		return err
	}
	return r.Matches(requestBody, responseBody)
}

// Matches checks both hashes of a receipt, which says nothing about its
// signature.
func (r Receipt) Matches(requestBody, responseBody []byte) error {
	got, err := Hash(requestBody)
	if err != nil {
		return fail(ErrInvalid, "the request is not JSON: %v", err)
	}
	if got != r.RequestHash {
		return fail(ErrInvalid, "it was issued for another request (request_hash differs)")
	}
	payload, _, err := split(responseBody, "receipt")
	if err != nil {
		return fail(ErrInvalid, "the reply is not a JSON object: %v", err)
	}
	if got, err = Hash(payload); err != nil {
		return fail(ErrInvalid, "the reply has no canonical form: %v", err)
	}
	if got != r.PayloadHash {
		return fail(ErrInvalid, "the reply is not the one it was issued for (payload_hash differs)")
	}
	return nil
}

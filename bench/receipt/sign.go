// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package receipt

import (
	"crypto/ed25519"
	"encoding/base64"
	"fmt"

	"github.com/go-json-experiment/json"
)

// Sign fills in version, algorithm, both hashes and the signature of r and
// gives the receipt as it goes on the wire: compact, in the order of [Receipt].
// Request is the request body, payload the reply without its receipt; both must
// be strict JSON. The caller sets the ids, the type, the time and the key's name.
func Sign(key ed25519.PrivateKey, r Receipt, request, payload []byte) ([]byte, error) {
	var err error
	r.Version, r.Alg, r.Signature = Profile, Algorithm, ""
	if r.RequestHash, err = Hash(request); err != nil {
		return nil, fmt.Errorf("hashing the request: %w", err)
	}
	if r.PayloadHash, err = Hash(payload); err != nil {
		return nil, fmt.Errorf("hashing the reply: %w", err)
	}
	unsigned, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	canonical, err := Canonical(unsigned)
	if err != nil {
		return nil, err
	}
	r.Signature = base64.StdEncoding.EncodeToString(ed25519.Sign(key, canonical))
	return json.Marshal(r)
}

// Attach puts a receipt into a reply as its last member.
func Attach(payload, receipt []byte) []byte {
	out := make([]byte, 0, len(payload)+len(receipt)+12)
	out = append(out, payload[:len(payload)-1]...)
	if len(payload) > 2 {
		out = append(out, ',')
	}
	out = append(out, `"receipt":`...)
	out = append(out, receipt...)
	return append(out, '}')
}

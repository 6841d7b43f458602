// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package receipt

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/gowebpki/jcs"
)

// hashPrefix names the hash function in request_hash and payload_hash.
const hashPrefix = "sha256:"

// Canonical is the RFC 8785 form of one JSON value. A doubled key, invalid
// UTF-8, a lone surrogate or a number beyond a double has none.
func Canonical(b []byte) ([]byte, error) { return jcs.Transform(b) }

// Hash is "sha256:" and the lower-case hex SHA-256 of the canonical form of b.
func Hash(b []byte) (string, error) {
	c, err := Canonical(b)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(c)
	return hashPrefix + hex.EncodeToString(sum[:]), nil
}

// Cut finds the member "receipt" of a reply and gives its exact bytes, which
// are what is to be stored and sent to be verified. The receipt is nil when the
// reply is an object without one (or with null). A reply that is not one strict
// JSON object is an error.
func Cut(reply []byte) ([]byte, error) {
	_, raw, err := split(reply, "receipt")
	if err != nil || string(raw) == "null" {
		return nil, err
	}
	return raw, nil
}

// split takes one member out of a JSON object: rest is the object without it
// (members as they are, white space between them gone), value its exact bytes,
// nil when there is none.
func split(object []byte, member string) (rest, value []byte, err error) {
	d := jsontext.NewDecoder(bytes.NewReader(object))
	if d.PeekKind() != '{' {
		if err := strict(object); err != nil {
			return nil, nil, err
		}
		return nil, nil, errors.New("not a JSON object")
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, nil, err
	}
	rest = append(rest, '{')
	for d.PeekKind() != '}' {
		name, err := d.ReadValue()
		if err != nil {
			return nil, nil, err
		}
		key, err := jsontext.AppendUnquote(nil, name)
		if err != nil {
			return nil, nil, err
		}
		name = bytes.Clone(name)
		v, err := d.ReadValue()
		if err != nil {
			return nil, nil, err
		}
		if string(key) == member {
			value = bytes.Clone(v)
			continue
		}
		if len(rest) > 1 {
			rest = append(rest, ',')
		}
		rest = append(append(append(rest, name...), ':'), v...)
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, nil, err
	}
	if _, err := d.ReadToken(); err != io.EOF {
		return nil, nil, fmt.Errorf("more than one JSON value (byte %d)", d.InputOffset())
	}
	return append(rest, '}'), value, nil
}

// strict reports why b is not exactly one strict JSON value.
func strict(b []byte) error {
	d := jsontext.NewDecoder(bytes.NewReader(b))
	if _, err := d.ReadValue(); err != nil {
		if err == io.EOF {
			return errors.New("empty")
		}
		return err
	}
	if _, err := d.ReadToken(); err != io.EOF {
		return fmt.Errorf("more than one JSON value (byte %d)", d.InputOffset())
	}
	return nil
}

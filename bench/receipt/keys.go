// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package receipt

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
)

// MockKeyID is the name of [MockKey] in receipts.
const MockKeyID = "mock-key-1"

// MockKey is the key that signs when none is given: its seed is the bytes 00,
// 01, ... 1f, so anyone can sign with it. It shows that the protocol works and
// proves nothing else.
func MockKey() ed25519.PrivateKey {
	seed := make([]byte, ed25519.SeedSize)
	for i := range seed {
		seed[i] = byte(i)
	}
	return ed25519.NewKeyFromSeed(seed)
}

// KeyID names a key in receipts: [MockKeyID] for the mock key, else "key-" and
// the first 16 hex digits of the SHA-256 of the public key's 32 bytes.
func KeyID(key ed25519.PublicKey) string {
	if key.Equal(MockKey().Public()) {
		return MockKeyID
	}
	sum := sha256.Sum256(key)
	return "key-" + hex.EncodeToString(sum[:8])
}

// EncodePublicKey is standard base64 of the key's 32 bytes.
func EncodePublicKey(key ed25519.PublicKey) string { return base64.StdEncoding.EncodeToString(key) }

// ParsePublicKey reads base64 or hex of 32 bytes, or PEM holding an Ed25519
// public key (PKIX). White space around it is ignored.
func ParsePublicKey(b []byte) (ed25519.PublicKey, error) {
	b = bytes.TrimSpace(b)
	if bytes.HasPrefix(b, []byte("-----BEGIN")) {
		block, rest := pem.Decode(b)
		switch {
		case block == nil || len(bytes.TrimSpace(rest)) > 0:
			return nil, errors.New("not exactly one PEM block")
		case block.Type != "PUBLIC KEY":
			return nil, fmt.Errorf("PEM block is %q, not \"PUBLIC KEY\"", block.Type)
		}
		k, err := x509.ParsePKIXPublicKey(block.Bytes)
		if err != nil {
			return nil, errors.New("PEM block is not a public key")
		}
		pub, ok := k.(ed25519.PublicKey)
		if !ok {
			return nil, errors.New("PEM block is not an Ed25519 key")
		}
		return pub, nil
	}
	k := decodeKey(b)
	if len(k) != ed25519.PublicKeySize {
		return nil, fmt.Errorf("neither PEM nor base64 of %d bytes", ed25519.PublicKeySize)
	}
	return k, nil
}

// decodeKey reads base64 or hex; nil when it is neither. 32 bytes take 44
// characters in the one and 64 in the other, so no key can be read as both.
func decodeKey(b []byte) []byte {
	if k, err := hex.DecodeString(string(b)); err == nil {
		return k
	}
	k, err := base64.StdEncoding.Strict().DecodeString(string(b))
	if err != nil {
		return nil
	}
	return k
}

// ParseSigningKey reads base64 or hex of a 32-byte seed or of the 64 bytes of
// seed and public key, or PEM holding an Ed25519 private key (PKCS #8, as
// "openssl genpkey -algorithm ed25519" writes it). Its errors never quote the
// input.
func ParseSigningKey(b []byte) (ed25519.PrivateKey, error) {
	b = bytes.TrimSpace(b)
	if bytes.HasPrefix(b, []byte("-----BEGIN")) {
		block, rest := pem.Decode(b)
		if block == nil || len(bytes.TrimSpace(rest)) > 0 || block.Type != "PRIVATE KEY" {
			return nil, errors.New("not exactly one PEM block of type \"PRIVATE KEY\"")
		}
		k, err := x509.ParsePKCS8PrivateKey(block.Bytes)
		if err != nil {
			return nil, errors.New("PEM block is not a PKCS #8 key")
		}
		priv, ok := k.(ed25519.PrivateKey)
		if !ok {
			return nil, errors.New("PEM block is not an Ed25519 key")
		}
		return priv, nil
	}
	k := decodeKey(b)
	switch len(k) {
	case ed25519.SeedSize:
		return ed25519.NewKeyFromSeed(k), nil
	case ed25519.PrivateKeySize:
		if full := ed25519.NewKeyFromSeed(k[:ed25519.SeedSize]); bytes.Equal(full, k) {
			return full, nil
		}
		return nil, errors.New("the public half does not belong to the private half")
	}
	return nil, fmt.Errorf("neither PEM nor base64 of a %d-byte seed", ed25519.SeedSize)
}

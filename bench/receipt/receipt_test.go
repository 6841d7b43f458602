// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package receipt_test

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/false-consensus/fcb/bench/receipt"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func vector(t testing.TB) (request, reply, raw []byte, key ed25519.PublicKey) {
	t.Helper()
	request, err := os.ReadFile("testdata/vector_request.json")
	require.NoError(t, err)
	reply, err = os.ReadFile("testdata/vector_reply.json")
	require.NoError(t, err)
	raw, err = receipt.Cut(reply)
	require.NoError(t, err)
	key, err = receipt.ParsePublicKey([]byte("A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=\n"))
	require.NoError(t, err)
	return request, reply, raw, key
}

// The published example: hashes and signature were computed by another program.
func TestVectorSignsAndVerifies(t *testing.T) {
	request, reply, raw, key := vector(t)
	require.NoError(t, receipt.Verify(raw, request, reply, key))
	assert.Equal(t, key, receipt.MockKey().Public())
	assert.Equal(t, "mock-key-1", receipt.KeyID(key))

	payload := []byte(strings.Replace(string(reply), `,"receipt":`+string(raw), "", 1))
	got, err := receipt.Sign(receipt.MockKey(), receipt.Receipt{
		ReceiptID: "rcp_0001", RequestID: "req_0001", Type: receipt.TypeConsensus, KeyID: receipt.MockKeyID,
		IssuedAt: receipt.FormatTime(time.Date(2026, 11, 29, 1, 0, 0, 999, time.FixedZone("", 3600))),
	}, request, payload)
	require.NoError(t, err)
	assert.Equal(t, string(raw), string(got))
	assert.Equal(t, string(reply), string(receipt.Attach(payload, got)))
	assert.Equal(t, `{"receipt":{}}`, string(receipt.Attach([]byte("{}"), []byte("{}"))))

	r, err := receipt.Parse(raw)
	require.NoError(t, err)
	assert.Equal(t, "sha256:4a70f93c6997feb6911d8e1e4d83a373d292bcd8dc8984a5e48965e033db83cf", r.RequestHash)
}

// The copies in testdata are those of the API sheet.
func TestVectorIsTheSheets(t *testing.T) {
	sheet, err := os.ReadFile("../../../shared/api/consensus-api.md")
	if err != nil {
		t.Skip("the API sheet is not beside the project")
	}
	_, _, raw, _ := vector(t)
	r, err := receipt.Parse(raw)
	require.NoError(t, err)
	for _, s := range []string{r.RequestHash, r.PayloadHash, r.Signature, r.IssuedAt, r.KeyID} {
		assert.Contains(t, string(sheet), s)
	}
}

// Every single byte of the receipt matters.
func TestAnyChangedByteIsInvalid(t *testing.T) {
	request, reply, raw, key := vector(t)
	for i := range raw {
		for _, flip := range []byte{1, 2, 0x20} {
			b := append([]byte(nil), raw...)
			b[i] ^= flip
			assert.Error(t, receipt.Verify(b, request, reply, key), "byte %d: %s", i, b)
		}
	}
}

func TestEachCheckFailsForItsOwnReason(t *testing.T) {
	request, reply, raw, key := vector(t)
	edit := func(b []byte, old, new string) []byte {
		require.Contains(t, string(b), old)
		return []byte(strings.Replace(string(b), old, new, 1))
	}
	other, _, err := ed25519.GenerateKey(rand.Reader)
	require.NoError(t, err)
	_, otherPrivate, err := ed25519.GenerateKey(rand.Reader)
	require.NoError(t, err)
	resigned, err := receipt.Sign(otherPrivate, receipt.Receipt{ReceiptID: "r", RequestID: "q", Type: receipt.TypeJudge,
		IssuedAt: "2026-11-29T00:00:00Z", KeyID: "k"}, request, []byte("{}"))
	require.NoError(t, err)
	for _, c := range []struct {
		name                string
		raw, request, reply []byte
		key                 ed25519.PublicKey
		kind                error
		reason              string
	}{
		{"another request", raw, edit(request, "most moons", "fewest moons"), reply, key, receipt.ErrInvalid, "another request"},
		{"another reply", raw, request, edit(reply, `"high"`, `"low"`), key, receipt.ErrInvalid, "not the one it was issued for"},
		{"a member added to the reply", raw, request, edit(reply, "{", `{"x":1,`), key, receipt.ErrInvalid, "not the one it was issued for"},
		{"another key", raw, request, reply, other, receipt.ErrInvalid, "signature does not match"},
		{"a key of no size", raw, request, reply, nil, receipt.ErrInvalid, "signature does not match"},
		{"signed by someone else", resigned, request, []byte("{}"), key, receipt.ErrInvalid, "signature does not match"},
		{"a member added to the receipt", edit(raw, "{", `{"x":1,`), request, reply, key, receipt.ErrInvalid, "signature does not match"},
		{"line feed in the signature", edit(raw, "LCA==", `LC\nA==`), request, reply, key, receipt.ErrInvalid, "not base64 of 64 bytes"},
		{"loose bits in the signature", edit(raw, "LCA==", "LCB=="), request, reply, key, receipt.ErrInvalid, "not base64 of 64 bytes"},
		{"another algorithm", edit(raw, "Ed25519", "none"), request, reply, key, receipt.ErrInvalid, "alg is"},
		{"another type", edit(raw, `"consensus"`, `"consent"`), request, reply, key, receipt.ErrInvalid, "type is"},
		{"local time", edit(raw, "00:00Z", "00:00+00:00"), request, reply, key, receipt.ErrInvalid, "issued_at"},
		{"another profile", edit(raw, "fcb-mock-1", "v2"), request, reply, key, receipt.ErrProfile, "\"v2\", not \"fcb-mock-1\""},
		{"no field", edit(raw, "key_id", "kid"), request, reply, key, receipt.ErrMalformed, "no key_id"},
		{"null field", edit(raw, `"mock-key-1"`, "null"), request, reply, key, receipt.ErrMalformed, "no key_id"},
		{"number", edit(raw, `"mock-key-1"`, "1"), request, reply, key, receipt.ErrMalformed, "wrong type"},
		{"doubled key", edit(raw, "{", `{"alg":"Ed25519",`), request, reply, key, receipt.ErrMalformed, "duplicate"},
		{"no version", []byte("{}"), request, reply, key, receipt.ErrMalformed, "no version"},
		{"version is a number", []byte(`{"version":1}`), request, reply, key, receipt.ErrMalformed, "no version"},
		{"no object", []byte("[]"), request, reply, key, receipt.ErrMalformed, "not a JSON object"},
		{"no JSON", []byte("x"), request, reply, key, receipt.ErrMalformed, "invalid character"},
		{"nothing", nil, request, reply, key, receipt.ErrMalformed, "empty"},
		{"request is no JSON", raw, []byte("x"), reply, key, receipt.ErrInvalid, "the request is not JSON"},
		{"reply is no JSON", raw, request, []byte("x"), key, receipt.ErrInvalid, "not a JSON object"},
		{"reply has no canonical form", raw, request, []byte(`{"x":1e999}`), key, receipt.ErrInvalid, "no canonical form"},
	} {
		err := receipt.Verify(c.raw, c.request, c.reply, c.key)
		if assert.ErrorIs(t, err, c.kind, c.name) {
			assert.Contains(t, receipt.Reason(err), c.reason, c.name)
			assert.NotContains(t, receipt.Reason(err), c.kind.Error(), c.name)
		}
	}
	assert.Equal(t, "x", receipt.Reason(errors.New("x")))
}

func TestCutKeepsBytes(t *testing.T) {
	for _, c := range []struct{ reply, want string }{
		{`{"receipt":{"b": 1.0,  "a":73283342022008696660}, "x":1}`, `{"b": 1.0,  "a":73283342022008696660}`},
		{` { "x" : 1 , "rec\u0065ipt" :  "opaque" } `, `"opaque"`},
		{`{"x":{"receipt":1}}`, ""},
		{`{"receipt":null}`, ""},
	} {
		got, err := receipt.Cut([]byte(c.reply))
		require.NoError(t, err, c.reply)
		assert.Equal(t, c.want, string(got))
	}
	for _, bad := range []string{"", "[]", "null", `{"receipt":1`, `{"receipt":1}{}`, `{"receipt":1,"receipt":1}`, "{\"receipt\":\"\xff\"}", `{"a" 1}`, `{"a":}`} {
		_, err := receipt.Cut([]byte(bad))
		assert.Error(t, err, bad)
	}
}

func TestSignRefusesWhatHasNoHash(t *testing.T) {
	_, err := receipt.Sign(receipt.MockKey(), receipt.Receipt{}, []byte("x"), []byte("{}"))
	assert.ErrorContains(t, err, "hashing the request")
	_, err = receipt.Sign(receipt.MockKey(), receipt.Receipt{}, []byte("{}"), []byte("{} {}"))
	assert.ErrorContains(t, err, "hashing the reply")
}

func TestKeys(t *testing.T) {
	pub, priv, err := ed25519.GenerateKey(rand.Reader)
	require.NoError(t, err)
	der, err := x509.MarshalPKIXPublicKey(pub)
	require.NoError(t, err)
	got, err := receipt.ParsePublicKey(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))
	require.NoError(t, err)
	assert.Equal(t, pub, got)
	got, err = receipt.ParsePublicKey([]byte(receipt.EncodePublicKey(pub)))
	require.NoError(t, err)
	assert.Equal(t, pub, got)
	assert.Regexp(t, `^key-[0-9a-f]{16}$`, receipt.KeyID(pub))

	pder, err := x509.MarshalPKCS8PrivateKey(priv)
	require.NoError(t, err)
	k, err := receipt.ParseSigningKey(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: pder}))
	require.NoError(t, err)
	assert.Equal(t, priv, k)
	k, err = receipt.ParseSigningKey([]byte(" " + base64.StdEncoding.EncodeToString(priv.Seed()) + "\r\n"))
	require.NoError(t, err)
	assert.Equal(t, priv, k)

	for _, text := range []string{hex.EncodeToString(priv.Seed()), base64.StdEncoding.EncodeToString(priv), hex.EncodeToString(priv)} {
		k, err = receipt.ParseSigningKey([]byte(text))
		require.NoError(t, err)
		assert.Equal(t, priv, k)
	}
	got, err = receipt.ParsePublicKey([]byte(hex.EncodeToString(pub)))
	require.NoError(t, err)
	assert.Equal(t, pub, got)
	wrong := append(append([]byte(nil), priv[:32]...), make([]byte, 32)...)
	_, err = receipt.ParseSigningKey([]byte(base64.StdEncoding.EncodeToString(wrong)))
	assert.ErrorContains(t, err, "does not belong")

	ec, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	ecPub, err := x509.MarshalPKIXPublicKey(&ec.PublicKey)
	require.NoError(t, err)
	ecPriv, err := x509.MarshalPKCS8PrivateKey(ec)
	require.NoError(t, err)
	block := func(kind string, b []byte) string {
		return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: b}))
	}
	for _, bad := range []string{"", "AAAA", "!", block("PUBLIC KEY", ecPub), block("PUBLIC KEY", []byte("x")), block("PRIVATE KEY", pder),
		block("PUBLIC KEY", der) + block("PUBLIC KEY", der), "-----BEGIN PUBLIC KEY-----"} {
		_, err := receipt.ParsePublicKey([]byte(bad))
		assert.Error(t, err, bad)
	}
	const secret = "c2VjcmV0LXNlY3JldA=="
	for _, bad := range []string{"", secret, block("PRIVATE KEY", ecPriv), block("PRIVATE KEY", []byte("x")), block("PUBLIC KEY", der), "-----BEGIN PRIVATE KEY-----"} {
		_, err := receipt.ParseSigningKey([]byte(bad))
		if assert.Error(t, err, bad) {
			assert.NotContains(t, err.Error(), secret)
		}
	}
}

// Two implementations of RFC 8785 must agree.
func TestCanonicalAgreesWithAnotherImplementation(t *testing.T) {
	leaf := rapid.OneOf(
		rapid.Map(rapid.String(), func(s string) any { return s }),
		rapid.Map(rapid.Float64(), func(f float64) any { return f }),
		rapid.Map(rapid.Bool(), func(b bool) any { return b }),
	)
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.MapOf(rapid.String(), rapid.OneOf(leaf, rapid.Map(rapid.SliceOfN(leaf, 0, 3), func(s []any) any { return s }))).Draw(t, "v")
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		got, err := receipt.Canonical(b)
		if err != nil {
			t.Fatal(err)
		}
		want := jsontext.Value(append([]byte(nil), b...))
		if err := want.Canonicalize(); err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Fatalf("%s\n%s", got, want)
		}
	})
}

// Whatever is offered as a receipt: an error or the true one, never a crash.
func FuzzVerify(f *testing.F) {
	request, reply, raw, key := vector(f)
	f.Add(raw)
	f.Add([]byte(`{"version":"fcb-mock-1"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if err := receipt.Verify(b, request, reply, key); err == nil {
			got, err := receipt.Canonical(b)
			require.NoError(t, err)
			want, err := receipt.Canonical(raw)
			require.NoError(t, err)
			require.Equal(t, string(want), string(got))
		}
	})
}

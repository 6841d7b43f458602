// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package wirecheck compares fcb's thin wire adapters with the vendors' own Go
// SDKs: both ask a server on loopback that records what it is sent, and both
// read the same replies. What the SDK means, ours must mean.
//
// It is a module of its own, so that fcb links none of the SDKs. They are used
// as oracles only: retries off, base URL, key and every other option given, and
// nothing taken from the environment, which the tests fill with lures.
//
// Not here: what a reply is worth (bench, bench/study). Begin with [server] and
// the three files named after the vendors.
package wirecheck

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/study/model"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// key is sent by both sides.
const key = "sk-wirecheck-0123456789"

// prompt has every kind of character that an encoder may treat in its own way.
var prompt = model.Prompt{
	System: "Answer in one line.\nNothing else: <b>&amp; \u2028 \"quoted\".",
	User:   "What is 7 × 6?\t😀 \\ / é {\"json\": [1, 2]}",
}

// A request is what the server was sent.
type request struct {
	method, path, query string
	header              http.Header
	body                map[string]any
}

// A server records requests and answers each with the same reply.
type server struct {
	*httptest.Server
	status   int
	reply    string
	requests []request
}

func newServer(t *testing.T, status int, reply string) *server {
	s := &server{status: status, reply: reply}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		q := request{method: r.Method, path: r.URL.Path, query: r.URL.RawQuery, header: r.Header}
		assert.NoError(t, json.Unmarshal(raw, &q.body))
		s.requests = append(s.requests, q)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(s.status)
		io.WriteString(w, s.reply)
	}))
	t.Cleanup(s.Close)
	return s
}

// once is the one request the server was sent.
func (s *server) once(t *testing.T) request {
	t.Helper()
	require.Len(t, s.requests, 1, "asked once")
	return s.requests[0]
}

// lures fills the environment with what an SDK would take from it.
func lures(t *testing.T) {
	for _, name := range []string{"OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN",
		"GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_CLOUD_PROJECT", "GOOGLE_CLOUD_LOCATION"} {
		t.Setenv(name, "from-the-environment")
	}
	for _, name := range []string{"OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "GOOGLE_GEMINI_BASE_URL"} {
		t.Setenv(name, "http://127.0.0.1:1/from-the-environment")
	}
	t.Setenv("GOOGLE_GENAI_USE_VERTEXAI", "true")
}

// one is a gate that allows one attempt and keeps what came.
type one struct{ exchanges []api.Exchange }

func (o *one) Before() error {
	if len(o.exchanges) > 0 {
		return errors.New("one attempt only")
	}
	return nil
}

func (o *one) After(x api.Exchange) (api.Next, error) {
	o.exchanges = append(o.exchanges, x)
	return api.Next{}, nil
}

func (o *one) Stopped() context.Context { return context.Background() }

// ours asks a server through the study's adapter and reads its reply.
func ours(t *testing.T, provider, base string, s *server, o model.Options) model.Reply {
	t.Helper()
	agent, err := model.NewHTTP(model.HTTPOptions{Provider: provider, Base: base, Key: key, Timeout: 10 * time.Second}, o)
	require.NoError(t, err)
	defer agent.Close()
	path, body := agent.Request(prompt)
	g := &one{}
	require.NoError(t, agent.Ask(context.Background(), path, body, g))
	require.Len(t, g.exchanges, 1)
	require.Nil(t, g.exchanges[0].Fault)
	if s.status != http.StatusOK {
		return model.Reply{}
	}
	r, _ := agent.Read(g.exchanges[0].Body)
	return r
}

// sameRequest compares meaning: method, path, query, the headers that carry key
// and version, and the body after plain has spelt both sides in one way.
func sameRequest(t *testing.T, theirs, ours request, headers []string, plain func(map[string]any)) {
	t.Helper()
	assert.Equal(t, theirs.method, ours.method)
	assert.Equal(t, theirs.path, ours.path)
	assert.Equal(t, theirs.query, ours.query)
	for _, h := range headers {
		assert.NotEmpty(t, theirs.header.Get(h), h)
		assert.Equal(t, theirs.header.Get(h), ours.header.Get(h), h)
	}
	for _, r := range []request{theirs, ours} {
		for name, values := range r.header {
			for _, v := range values {
				assert.NotContains(t, v, "from-the-environment", name)
			}
		}
		plain(r.body)
	}
	assert.Equal(t, theirs.body, ours.body)
}

func asIs(map[string]any) {}

// usageOf is nil-safe.
func usageOf(u *api.Usage) (input, output int) {
	if u == nil {
		return -1, -1
	}
	return u.InputTokens, u.OutputTokens
}

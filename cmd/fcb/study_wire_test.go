// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/bench/study"
)

// A wireFake speaks one provider's format on loopback, checks what it is sent,
// counts requests by body and misbehaves.
type wireFake struct {
	*httptest.Server
	t        *testing.T
	provider string
	mu       sync.Mutex
	seen     map[string]int
	total    int
	bad      func(n int, w http.ResponseWriter) (done bool) // nil: always answer
	delay    time.Duration
	output   int // tokens reported; 0: 40
}

const fakeKey = "sk-fake-secret-0123456789"

func newWireFake(t *testing.T, provider string) *wireFake {
	f := &wireFake{t: t, provider: provider, seen: map[string]int{}}
	f.Server = httptest.NewServer(http.HandlerFunc(f.serve))
	t.Cleanup(f.Close)
	return f
}

func (f *wireFake) serve(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	f.check(r, body)
	f.mu.Lock()
	n := f.total
	f.total++
	f.seen[r.URL.Path+" "+string(body)]++
	bad := f.bad
	f.mu.Unlock()
	if f.delay > 0 {
		time.Sleep(rand.N(f.delay))
	}
	if bad != nil && bad(n, w) {
		return
	}
	said, _ := json.Marshal(fmt.Sprintf(`{"answer":"%d","reasoning":"the key is %s"}`, n%3, fakeKey))
	out := f.output
	if out == 0 {
		out = 40
	}
	switch f.provider {
	case "openai":
		fmt.Fprintf(w, `{"model":"fake-o-1","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":%s}}],"usage":{"prompt_tokens":100,"completion_tokens":%d}}`, said, out)
	case "anthropic":
		fmt.Fprintf(w, `{"type":"message","model":"fake-a-1","content":[{"type":"text","text":%s}],"stop_reason":"end_turn","usage":{"input_tokens":100,"output_tokens":%d}}`, said, out)
	case "google":
		fmt.Fprintf(w, `{"modelVersion":"fake-g-1","candidates":[{"content":{"role":"model","parts":[{"text":"hidden","thought":true},{"text":%s}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":100,"candidatesTokenCount":%d,"thoughtsTokenCount":5}}`, said, out)
	}
}

// check holds the request to the provider's format: where the key is, where the
// instruction is, that nothing else is asked for.
func (f *wireFake) check(r *http.Request, body []byte) {
	var m map[string]any
	if !assert.NoError(f.t, json.Unmarshal(body, &m)) {
		return
	}
	allowed := map[string][]string{
		"openai":    {"model", "messages", "temperature", "max_completion_tokens"},
		"anthropic": {"model", "max_tokens", "system", "messages", "temperature"},
		"google":    {"systemInstruction", "contents", "generationConfig"},
	}[f.provider]
	for k := range m {
		assert.Contains(f.t, allowed, k, "nothing else is requested")
	}
	assert.Contains(f.t, string(body), "You are an independent expert.")
	assert.NotContains(f.t, string(body), `"key"`)
	assert.NotContains(f.t, string(body), fakeKey)
	switch f.provider {
	case "openai":
		assert.Equal(f.t, "/v1/chat/completions", r.URL.Path)
		assert.Equal(f.t, "Bearer "+fakeKey, r.Header.Get("Authorization"))
	case "anthropic":
		assert.Equal(f.t, "/v1/messages", r.URL.Path)
		assert.Equal(f.t, fakeKey, r.Header.Get("x-api-key"))
		assert.Equal(f.t, "2023-06-01", r.Header.Get("anthropic-version"))
		assert.Empty(f.t, r.Header.Get("Authorization"))
	case "google":
		assert.Equal(f.t, "/v1beta/models/fake-g:generateContent", r.URL.Path)
		assert.Equal(f.t, fakeKey, r.Header.Get("x-goog-api-key"))
		assert.Empty(f.t, r.Header.Get("Authorization"))
	}
}

func (f *wireFake) counts() (total, most int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, n := range f.seen {
		most = max(most, n)
	}
	return f.total, most
}

// writeWireStudy makes a frozen study of n questions, asked by the three fakes
// and two simulated agents.
func (p *program) writeWireStudy(dir string, n int, capUSD string, fakes ...*wireFake) {
	t := p.t
	p.t.Setenv("FAKE_KEY", fakeKey)
	code, out := p.run("study", "init", dir)
	require.Equal(t, 0, code, out)
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"id":"q%03d","family":"f%d","question":"What is %d minus %d?","key":"%d","kind":"integer","repeat":%v}`+"\n", i, i%3, i+i%3, i, i%3, i%10 == 0)
	}
	require.NoError(t, os.MkdirAll(filepath.Join(p.dir, dir, "corpus"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(p.dir, dir, "corpus", "sums.jsonl"), []byte(b.String()), 0o644))
	path := filepath.Join(p.dir, dir, study.ConfigFile)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	head, _, _ := strings.Cut(string(text), "\nmodels:")
	_, tail, _ := strings.Cut(string(text), "\n# Printed in")
	head = strings.Replace(head, "strata: [source-packets]", "strata: [sums]", 1)
	head = strings.Replace(head, "cap_usd: 40", "cap_usd: "+capUSD, 1)
	head = strings.Replace(head, "timeout: 120s", "timeout: 2s", 1)
	models := "\nmodels:\n"
	for _, f := range fakes {
		base := f.URL
		if f.provider == "openai" {
			base += "/v1"
		}
		models += fmt.Sprintf("  - {name: m-%s, provider: %s, family: %s, model: fake-%c, base_url: %q, api_key_env: FAKE_KEY, prices: {input: 1, output: 10}}\n", f.provider, f.provider, f.provider, f.provider[0], base)
	}
	models += "  - {name: sim-a, provider: simulated, family: sa, accuracy: 0.8}\n  - {name: sim-b, provider: simulated, family: sb, accuracy: 0.8}\n"
	require.NoError(t, os.WriteFile(path, []byte(head+models+"\n# Printed in"+tail), 0o644))
	code, out = p.run("study", "freeze", dir)
	require.Equal(t, 0, code, out)
}

func (p *program) status(dir string) *study.Status {
	p.t.Helper()
	cmd, _ := p.command("study", "status", dir, "--format", "json")
	cmd.Stdout = nil
	cmd.Stderr = nil
	b, err := cmd.Output()
	require.NoError(p.t, err)
	var st study.Status
	require.NoError(p.t, json.Unmarshal(b, &st))
	return &st
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package engine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/engine"
	"github.com/false-consensus/fcb/bench/receipt"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// A connection that net/http gave up lingers for half a second, so that the
// client may still read the reply; it is no leak of ours.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("net/http.(*conn).closeWriteAndWait"))
}

// client keeps no connections, so that a leak is the server's.
var client = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

func start(t *testing.T, o engine.Options) *engine.Server {
	t.Helper()
	s, err := engine.Start(context.Background(), o)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, s.Close()) })
	return s
}

type reply struct {
	status int
	header http.Header
	body   []byte
}

// do sends one request and insists on a JSON object with a request id.
func do(t *testing.T, method, url, body string, header ...string) reply {
	t.Helper()
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	require.NoError(t, err)
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := client.Do(req)
	require.NoError(t, err)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	assert.Equal(t, "application/json; charset=utf-8", resp.Header.Get("Content-Type"))
	if method != http.MethodHead {
		var v struct {
			RequestID string `json:"request_id"`
		}
		require.NoError(t, json.Unmarshal(b, &v), string(b))
		assert.Regexp(t, `^req_`, v.RequestID)
	}
	return reply{resp.StatusCode, resp.Header, b}
}

func (r reply) code(t *testing.T) string {
	t.Helper()
	var v struct {
		Error struct{ Code, Message string }
	}
	require.NoError(t, json.Unmarshal(r.body, &v))
	return v.Error.Code
}

func file(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	return string(b)
}

const small = `{"task":"q","answers":[{"agent_id":"a","output":"red green blue white"},{"agent_id":"b","output":"red green blue white"}]}`

// The example of the API sheet, section 12a, whose hashes and signature were
// computed elsewhere: the whole reply, over HTTP, byte for byte.
func TestPublishedExample(t *testing.T) {
	s := start(t, engine.Options{IDs: func(string) (string, string) { return "req_0001", "rcp_0001" }})
	got := do(t, "POST", s.URL()+api.PathConsensus, file(t, "vector_request.json"))
	assert.Equal(t, 200, got.status)
	assert.Equal(t, file(t, "vector_reply.json"), string(got.body))
	assert.Equal(t, "A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=", receipt.EncodePublicKey(s.PublicKey()))

	raw, err := receipt.Cut(got.body)
	require.NoError(t, err)
	ok := do(t, "POST", s.URL()+api.PathVerify, string(raw))
	assert.Contains(t, string(ok.body), `{"valid":true,"key_id":"mock-key-1"`)
	wrapped := do(t, "POST", s.URL()+api.PathVerify, `{"receipt": `+string(raw)+`}`)
	assert.Equal(t, string(ok.body), string(wrapped.body))
	bad := do(t, "POST", s.URL()+api.PathVerify, strings.Replace(string(raw), "rcp_0001", "rcp_0002", 1))
	assert.Equal(t, 200, bad.status)
	assert.Contains(t, string(bad.body), `{"valid":false,"reason":"signature does not match"`)
}

func TestSameRequestSameBytes(t *testing.T) {
	one, two := start(t, engine.Options{}), start(t, engine.Options{Latency: time.Millisecond})
	for _, c := range []struct{ path, body string }{
		{api.PathConsensus, small},
		{api.PathJudge, `{"task":"q","agent_output":"a b","evidence":["a b c"]}`},
		{api.PathHealth, ""},
		{api.PathConsensus, "{"},
	} {
		method := "POST"
		if c.path == api.PathHealth {
			method = "GET"
		}
		a, b := do(t, method, one.URL()+c.path, c.body), do(t, method, two.URL()+c.path, c.body)
		assert.Equal(t, string(a.body), string(b.body), c.path)
		assert.Equal(t, string(a.body), string(do(t, method, one.URL()+c.path, c.body).body), c.path)
	}
	a := do(t, "POST", one.URL()+api.PathConsensus, small)
	spaced := do(t, "POST", one.URL()+api.PathConsensus, strings.ReplaceAll(small, ",", " , "))
	assert.Equal(t, string(a.body), string(spaced.body), "ids and hashes are of the canonical form")
	hash, err := receipt.Hash([]byte(small))
	require.NoError(t, err)
	assert.Contains(t, string(a.body), `"request_id":"req_`+strings.TrimPrefix(hash, "sha256:")[:24]+`"`)
}

func TestEveryRefusalIsJSON(t *testing.T) {
	s := start(t, engine.Options{APIKey: "k3y"})
	long := func(n int) string { return strings.Repeat("x", n) }
	two := func(a, b string) string {
		return string(api.ConsensusRequest{Task: "q", Answers: []api.Answer{{Output: a}, {Output: b}}}.Encode())
	}
	key := []string{"Authorization", "Bearer k3y"}
	for _, c := range []struct {
		name, method, path, body string
		status                   int
		code                     string
	}{
		{"unknown path", "POST", "/v1/nope", small, 404, "not_found"},
		{"slash at the end", "POST", "/v1/consensus/", small, 404, "not_found"},
		{"wrong method", "GET", api.PathConsensus, "", 405, "method_not_allowed"},
		{"wrong method for health", "POST", api.PathHealth, "", 405, "method_not_allowed"},
		{"empty", "POST", api.PathConsensus, "", 400, "invalid_json"},
		{"cut", "POST", api.PathConsensus, small[:40], 400, "invalid_json"},
		{"array", "POST", api.PathConsensus, "[" + small + "]", 400, "invalid_request"},
		{"two values", "POST", api.PathConsensus, small + small, 400, "invalid_json"},
		{"byte-order mark", "POST", api.PathConsensus, "\ufeff" + small, 400, "invalid_json"},
		{"doubled key", "POST", api.PathConsensus, `{"task":"q",` + small[1:], 400, "invalid_json"},
		{"unknown field", "POST", api.PathConsensus, `{"evidence":[],` + small[1:], 400, "invalid_request"},
		{"unknown field of an answer", "POST", api.PathConsensus, `{"task":"q","answers":[{"output":"a","correct":true},{"output":"b"}]}`, 400, "invalid_request"},
		{"another case", "POST", api.PathConsensus, strings.Replace(small, "task", "Task", 1), 400, "invalid_request"},
		{"no task", "POST", api.PathConsensus, `{"answers":[{"output":"a"},{"output":"b"}]}`, 400, "invalid_request"},
		{"no answers", "POST", api.PathConsensus, `{"task":"q"}`, 400, "invalid_request"},
		{"no output", "POST", api.PathConsensus, `{"task":"q","answers":[{"output":"a"},{}]}`, 400, "invalid_request"},
		{"null", "POST", api.PathConsensus, `{"task":null,"answers":[{"output":"a"},{"output":"b"}]}`, 400, "invalid_request"},
		{"number", "POST", api.PathConsensus, `{"task":1,"answers":[{"output":"a"},{"output":"b"}]}`, 400, "invalid_request"},
		{"retain is no boolean", "POST", api.PathConsensus, `{"retain":"yes",` + small[1:], 400, "invalid_request"},
		{"lone surrogate", "POST", api.PathConsensus, strings.Replace(small, "red", `\ud83d`, 1), 400, "invalid_json"},
		{"invalid UTF-8", "POST", api.PathConsensus, strings.Replace(small, "red", "\xff", 1), 400, "invalid_json"},
		{"one answer", "POST", api.PathConsensus, `{"task":"q","answers":[{"output":"a"}]}`, 422, "unprocessable"},
		{"empty output", "POST", api.PathConsensus, two("a", ""), 422, "unprocessable"},
		{"long output", "POST", api.PathConsensus, two("a", long(16001)), 422, "unprocessable"},
		{"text in all", "POST", api.PathConsensus, two(long(12000), long(12000)), 413, "payload_too_large"},
		{"bytes in all", "POST", api.PathConsensus, small + long(100_001), 413, "payload_too_large"},
		{"judge without output", "POST", api.PathJudge, `{"task":"q"}`, 400, "invalid_request"},
		{"judge: unknown field", "POST", api.PathJudge, `{"task":"q","agent_output":"a","checks":[]}`, 400, "invalid_request"},
		{"judge: evidence is a string", "POST", api.PathJudge, `{"task":"q","agent_output":"a","evidence":"e"}`, 400, "invalid_request"},
		{"judge: null in evidence", "POST", api.PathJudge, `{"task":"q","agent_output":"a","evidence":[null]}`, 400, "invalid_request"},
		{"judge: long evidence", "POST", api.PathJudge, `{"task":"q","agent_output":"a","evidence":["` + long(4001) + `"]}`, 422, "unprocessable"},
		{"judge: empty criterion", "POST", api.PathJudge, `{"task":"q","agent_output":"a","criteria":[""]}`, 422, "unprocessable"},
		{"judge: 21 criteria", "POST", api.PathJudge, `{"task":"q","agent_output":"a","criteria":["a"` + strings.Repeat(`,"a"`, 20) + `]}`, 422, "unprocessable"},
		{"verify: no JSON", "POST", api.PathVerify, "x", 400, "invalid_json"},
		{"verify: no object", "POST", api.PathVerify, "[]", 400, "invalid_json"},
		{"verify: no receipt", "POST", api.PathVerify, "{}", 400, "invalid_request"},
		{"verify: half a receipt", "POST", api.PathVerify, `{"version":"fcb-mock-1","alg":"Ed25519"}`, 400, "invalid_request"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := do(t, c.method, s.URL()+c.path, c.body, key...)
			assert.Equal(t, c.status, got.status, string(got.body))
			assert.Equal(t, c.code, got.code(t), string(got.body))
			if c.status == 405 {
				assert.NotEmpty(t, got.header.Get("Allow"))
			}
		})
	}
	for _, auth := range []string{"", "Bearer", "Bearer nope", "Basic k3y", "k3y"} {
		got := do(t, "POST", s.URL()+api.PathConsensus, small, "Authorization", auth)
		assert.Equal(t, 401, got.status, auth)
		assert.Equal(t, "unauthorized", got.code(t))
	}
	assert.Equal(t, 200, do(t, "POST", s.URL()+api.PathConsensus, small, "Authorization", "bearer  k3y ").status)
	assert.Equal(t, 200, do(t, "GET", s.URL()+api.PathHealth, "").status, "no key for health")
	assert.Equal(t, 200, do(t, "HEAD", s.URL()+api.PathHealth, "").status)
}

func TestMessagesNameThePlaceAndAreBounded(t *testing.T) {
	s := start(t, engine.Options{})
	got := do(t, "POST", s.URL()+api.PathConsensus, `{"task":"q","answers":[{"output":"a"},{"output":7}]}`)
	assert.Contains(t, string(got.body), `"/answers/1/output: must be a string"`)
	got = do(t, "POST", s.URL()+api.PathConsensus, `{"`+strings.Repeat("é", 40_000)+`":1}`)
	assert.Equal(t, 400, got.status)
	assert.Less(t, len(got.body), 700)
}

func TestLimitsAreInclusive(t *testing.T) {
	s := start(t, engine.Options{})
	x := func(n int) string { return strings.Repeat("x", n) }
	r := api.ConsensusRequest{Task: x(8000), Answers: []api.Answer{{Output: x(8000)}, {Output: x(8000)}}}
	assert.Equal(t, 200, do(t, "POST", s.URL()+api.PathConsensus, string(r.Encode())).status)
	body := small + strings.Repeat(" ", api.MaxBody-len(small))
	assert.Equal(t, 200, do(t, "POST", s.URL()+api.PathConsensus, body).status)
	assert.Equal(t, 413, do(t, "POST", s.URL()+api.PathConsensus, body+" ").status)
	assert.Equal(t, 200, do(t, "POST", s.URL()+api.PathConsensus, `{"retain":true,`+small[1:]).status)
	got := do(t, "POST", s.URL()+api.PathJudge, `{"task":"q","agent_output":"a","criteria":["be brief"],"retain":false}`)
	assert.Equal(t, 200, got.status)
	assert.Contains(t, string(got.body), "criteria were not judged")
}

func TestDailyLimitCountsAnswersUntilMidnightUTC(t *testing.T) {
	now := time.Date(2026, 11, 29, 15, 13, 0, 500, time.FixedZone("", 3600)) // 14:13 UTC
	var mu sync.Mutex
	clock := func() time.Time { mu.Lock(); defer mu.Unlock(); return now }
	limit := 2
	s := start(t, engine.Options{DailyLimit: &limit, Now: clock})
	ask := func(path, body string) reply { return do(t, "POST", s.URL()+path, body) }
	assert.Equal(t, 400, ask(api.PathConsensus, "{").status, "a refused request takes nothing")
	assert.Equal(t, 200, ask(api.PathConsensus, small).status)
	assert.Equal(t, 200, ask(api.PathJudge, `{"task":"q","agent_output":"a"}`).status, "one pool for both")
	got := ask(api.PathConsensus, small)
	assert.Equal(t, 429, got.status)
	assert.Equal(t, "quota_exhausted", got.code(t))
	assert.Equal(t, strconv.Itoa(9*3600+47*60), got.header.Get("Retry-After"), "14:13 to 24:00, rounded up")
	mu.Lock()
	now = now.Add(9*time.Hour + 47*time.Minute)
	mu.Unlock()
	assert.Equal(t, 200, ask(api.PathConsensus, small).status, "a new day")
	none := 0
	z := start(t, engine.Options{DailyLimit: &none, Now: clock})
	assert.Equal(t, 429, do(t, "POST", z.URL()+api.PathConsensus, small).status, "zero is a limit")
	assert.Equal(t, 200, do(t, "GET", z.URL()+api.PathHealth, "").status)
}

func TestBaselineNamesItsEngine(t *testing.T) {
	d, _ := engine.Lookup("share")
	s := start(t, engine.Options{Detector: d, Version: "1.2.3"})
	assert.Contains(t, string(do(t, "POST", s.URL()+api.PathConsensus, small).body), `"engine":"baseline-share"`)
	assert.Contains(t, string(do(t, "GET", s.URL()+api.PathHealth, "").body), `{"status":"ok","engine":"baseline-share","version":"1.2.3"`)
}

func TestOtherSigningKey(t *testing.T) {
	key, err := receipt.ParseSigningKey([]byte("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="))
	require.NoError(t, err)
	at := time.Date(2027, 1, 2, 3, 4, 5, 6, time.UTC)
	s := start(t, engine.Options{SigningKey: key, IssuedAt: func() time.Time { return at }})
	got := do(t, "POST", s.URL()+api.PathConsensus, small)
	raw, err := receipt.Cut(got.body)
	require.NoError(t, err)
	assert.Contains(t, string(raw), `"issued_at":"2027-01-02T03:04:05Z"`)
	require.NoError(t, receipt.Verify(raw, []byte(small), got.body, s.PublicKey()))
	mock := start(t, engine.Options{})
	assert.Contains(t, string(do(t, "POST", mock.URL()+api.PathVerify, string(raw)).body), `"valid":false,"reason":"signed by a key unknown here"`)
	other := do(t, "POST", s.URL()+api.PathVerify, `{"version":"v9"}`)
	assert.Contains(t, string(other.body), `"valid":false`)
}

func TestCallsAreRecorded(t *testing.T) {
	at := time.Unix(1_800_000_000, 0)
	s := start(t, engine.Options{Record: true, Now: func() time.Time { return at }})
	do(t, "POST", s.URL()+api.PathConsensus, small, "X-Test", "yes")
	do(t, "POST", s.URL()+"/nope", "abc")
	calls := s.Calls()
	require.Len(t, calls, 2)
	assert.Equal(t, engine.Call{Method: "POST", Path: api.PathConsensus, Header: calls[0].Header, Time: at,
		Body: []byte(small), BodySHA256: api.SHA256([]byte(small)), Status: 200}, calls[0])
	assert.Equal(t, "yes", calls[0].Header.Get("X-Test"))
	assert.Equal(t, 404, calls[1].Status)
	assert.Empty(t, calls[1].BodySHA256, "its body was never read")
	assert.Nil(t, start(t, engine.Options{}).Calls())
}

func TestManyClientsAtOnce(t *testing.T) {
	s := start(t, engine.Options{Record: true})
	want := do(t, "POST", s.URL()+api.PathConsensus, small)
	var wg sync.WaitGroup
	for range 32 {
		wg.Go(func() {
			resp, err := client.Post(s.URL()+api.PathConsensus, "application/json", strings.NewReader(small))
			if assert.NoError(t, err) {
				b, _ := io.ReadAll(resp.Body)
				resp.Body.Close()
				assert.True(t, bytes.Equal(want.body, b))
			}
		})
	}
	wg.Wait()
	assert.Len(t, s.Calls(), 33)
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package fault_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/false-consensus/fcb/bench/fault"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// A connection that net/http gave up lingers for half a second; it is no leak of ours.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("net/http.(*conn).closeWriteAndWait"))
}

const good = `{"agreement_score":0.75,"false_consensus_risk":"high","reasons":["say \"agreement_score\":1"]}`

// A server answers good and counts the work it did.
type server struct {
	*httptest.Server
	worked atomic.Int32
	bodies sync.Map
}

func serve(t *testing.T, plan string) *server {
	t.Helper()
	p, err := fault.Parse(plan)
	require.NoError(t, err, plan)
	s := &server{}
	now := func() time.Time { return time.Date(2026, 11, 29, 23, 59, 30, 0, time.UTC) }
	s.Server = httptest.NewUnstartedServer(p.Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		s.worked.Add(1)
		s.bodies.Store(string(b), true)
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		io.WriteString(w, good)
	}), now))
	ctx, cancel := context.WithCancel(context.Background())
	s.Config.BaseContext = func(net.Listener) context.Context { return ctx }
	s.Start()
	t.Cleanup(func() { cancel(); s.Close() })
	return s
}

type got struct {
	status int
	header http.Header
	body   string
	err    error // of the call or of reading the body
}

var client = &http.Client{
	Transport:     &http.Transport{DisableKeepAlives: true},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

func post(url, body string, header ...string) got {
	return postCtx(context.Background(), url, body, header...)
}

func postCtx(ctx context.Context, url, body string, header ...string) got {
	r, err := http.NewRequestWithContext(ctx, "POST", url, strings.NewReader(body))
	if err != nil {
		return got{err: err}
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := client.Do(r)
	if err != nil {
		return got{err: err}
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return got{resp.StatusCode, resp.Header, string(b), err}
}

func TestReplies(t *testing.T) {
	for _, c := range []struct {
		plan   string
		status int
		kind   string // Content-Type
		body   string // contained
		worked int32
	}{
		{"status=503", 503, "application/json; charset=utf-8", `{"error":{"code":"upstream_unavailable","message":"status 503`, 0},
		{"status=418", 418, "application/json; charset=utf-8", `{"error":{"code":"error"`, 0},
		{"status=429,code=other", 429, "application/json; charset=utf-8", `"code":"other"`, 0},
		{"body=error", 200, "application/json; charset=utf-8", `{"error":{"code":"error"`, 0},
		{"body=html,status=502", 502, "text/html; charset=utf-8", "<!DOCTYPE html>", 0},
		{"body=garbage", 200, "application/json; charset=utf-8", "\x00\x1b[2J\xff", 0},
		{"text=\"hi: there\",type=text/plain", 200, "text/plain", "hi: there", 0},
		{"body=nan", 200, "application/json; charset=utf-8", `{"agreement_score":NaN,"false_consensus_risk":"high","reasons":["say \"agreement_score\":1"]}`, 1},
		{"body=norisk", 200, "application/json; charset=utf-8", `{"agreement_score":0.75,"reasons"`, 1},
		{"body=badrisk", 200, "application/json; charset=utf-8", `"false_consensus_risk":"severe"`, 1},
		{"pad=5", 200, "application/json; charset=utf-8", `],"padding":"xxxxx"}`, 1},
		{"pad=3,text=ab", 200, "application/json; charset=utf-8", "ab\"xxx\"", 0},
		{"header=\"X-Y: z\"", 200, "application/json; charset=utf-8", good, 1},
	} {
		s := serve(t, c.plan)
		g := post(s.URL, "body")
		require.NoError(t, g.err, c.plan)
		assert.Equal(t, c.status, g.status, c.plan)
		assert.Equal(t, c.kind, g.header.Get("Content-Type"), c.plan)
		assert.Contains(t, g.body, c.body, c.plan)
		assert.Equal(t, c.worked, s.worked.Load(), "work done under "+c.plan)
	}
	g := post(serve(t, "body=empty").URL, "")
	assert.Equal(t, "", g.body)
	assert.Equal(t, "0", g.header.Get("Content-Length"))
	g = post(serve(t, "status=204").URL, "")
	assert.Equal(t, 204, g.status)
	assert.Empty(t, g.body)
	assert.Equal(t, "z", post(serve(t, "header=\"X-Y: z\"").URL, "").header.Get("X-Y"))
}

func TestUTF16(t *testing.T) {
	g := post(serve(t, "body=utf16").URL, "")
	assert.Equal(t, "application/json; charset=utf-16", g.header.Get("Content-Type"))
	assert.True(t, strings.HasPrefix(g.body, "\xff\xfe{\x00\"\x00a\x00"), "%q", g.body[:8])
	assert.Len(t, g.body, 2+2*len(good))
}

func TestQuotaAndRetryAfter(t *testing.T) {
	s := serve(t, "quota:after=2")
	for range 2 {
		assert.Equal(t, 200, post(s.URL, "").status)
	}
	g := post(s.URL, "")
	assert.Equal(t, 429, g.status)
	assert.Equal(t, "30", g.header.Get("Retry-After"))
	assert.Contains(t, g.body, "quota_exhausted")
	assert.EqualValues(t, 2, s.worked.Load())
}

func TestRedirect(t *testing.T) {
	g := post(serve(t, `redirect="http://127.0.0.1:1/else"`).URL, "")
	assert.Equal(t, 307, g.status)
	assert.Equal(t, "http://127.0.0.1:1/else", g.header.Get("Location"))
	assert.Equal(t, 301, post(serve(t, "redirect=/x,status=301").URL, "").status)
}

func TestEcho(t *testing.T) {
	const key = "s3cret/+key"
	b64 := base64.StdEncoding.EncodeToString([]byte(key))
	for _, plan := range []string{"echo", "echo,status=500", "echo,body=html"} {
		g := post(serve(t, plan).URL, "", "Authorization", "Bearer "+key)
		for _, form := range []string{"Bearer " + key, b64, "s3cret%2F%2Bkey"} {
			assert.Contains(t, g.body, form, plan)
			assert.Contains(t, fmt.Sprint(g.header), form, plan)
		}
	}
	g := post(serve(t, "echo,status=500").URL, "", "Authorization", "Bearer "+key)
	var v struct{ Error struct{ Message string } }
	require.NoError(t, json.Unmarshal([]byte(g.body), &v))
	assert.Contains(t, v.Error.Message, key)
}

// Every way to lose a body, and what a client of net/http sees of it.
func TestCutBodies(t *testing.T) {
	for _, c := range []struct {
		plan  string
		read  string
		whole bool // no error although (or because) nothing is missing
	}{
		{"cut=10", good[:10], false},
		{"cut=0", "", false},
		{"cut=10,framing=chunked", good[:10], false},
		{"cut=10,framing=close", good[:10], true}, // nothing tells that it is short
		{"cut=100000", good, true},
		{fmt.Sprintf("cut=%d", len(good)), good, true},
		{fmt.Sprintf("cut=%d,framing=chunked", len(good)), good, false}, // only the last chunk is missing
		{"framing=chunked", good, true},
		{"framing=close", good, true},
	} {
		s := serve(t, c.plan)
		g := post(s.URL, "x")
		assert.Equal(t, 200, g.status, c.plan)
		assert.Equal(t, c.read, g.body, c.plan)
		if c.whole {
			assert.NoError(t, g.err, c.plan)
		} else {
			assert.ErrorIs(t, g.err, io.ErrUnexpectedEOF, c.plan)
		}
		assert.EqualValues(t, 1, s.worked.Load())
	}
}

func TestStallsUntilTheClientLeaves(t *testing.T) {
	for _, plan := range []string{"stall=7", "stall=7,framing=chunked", "stall=7,framing=close"} {
		s := serve(t, plan)
		ctx, cancel := context.WithCancel(context.Background())
		r, err := http.NewRequestWithContext(ctx, "POST", s.URL, strings.NewReader("x"))
		require.NoError(t, err)
		resp, err := client.Do(r)
		require.NoError(t, err, plan)
		b := make([]byte, 7)
		_, err = io.ReadFull(resp.Body, b)
		require.NoError(t, err, plan)
		assert.Equal(t, good[:7], string(b))
		cancel()
		_, err = io.ReadAll(resp.Body)
		assert.ErrorIs(t, err, context.Canceled, plan)
		resp.Body.Close()
	}
	// And until the server closes, which must not hang (the clean-up of serve does it).
	s := serve(t, "stall=1,framing=close")
	conn, err := net.Dial("tcp", s.Listener.Addr().String())
	require.NoError(t, err)
	defer conn.Close()
	fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
	_, err = bufio.NewReader(conn).ReadString('{')
	require.NoError(t, err)
}

func TestResets(t *testing.T) {
	for plan, worked := range map[string]int32{"reset=before": 0, "reset=after": 1, "reset=before:match=x": 0} {
		s := serve(t, plan)
		g := post(s.URL, "x")
		assert.True(t, isReset(g.err), "%s: %v", plan, g.err)
		assert.Equal(t, worked, s.worked.Load(), plan)
	}
}

// Without a connection to take, no reply is the closest thing.
func TestResetWithoutAConnection(t *testing.T) {
	p, err := fault.Parse("reset=before")
	require.NoError(t, err)
	r := httptest.NewRequest("POST", "/", nil)
	assert.PanicsWithValue(t, http.ErrAbortHandler, func() { p.Wrap(http.NotFoundHandler(), time.Now).ServeHTTP(httptest.NewRecorder(), r) })
}

func TestCounting(t *testing.T) {
	for _, c := range []struct {
		plan string
		want string // one character a call: . untouched, x taken
	}{
		{"status=500:first=2", "xx......"},
		{"status=500:after=5", ".....xxx"},
		{"status=500:call=3", "..x....."},
		{"status=500:call=3..4", "..xx...."},
		{"status=500:every=3", "..x..x.."},
		{"status=500:after=2,every=2", "...x.x.x"},
		{"status=500:after=2,first=4", "..xx...."},
		{"status=500:path=/other", "........"},
		{"status=500:match=no", "........"},
		{"status=500:match=body,call=1", "x......."},
		{"status=500:p=0", "........"},
		{"status=500:p=1", "xxxxxxxx"},
		{"status=500:attempt=2..3", ".xx....."},
		{"status=500:call=1;status=501:call=1..2", "xx......"}, // both rules count every call
	} {
		s := serve(t, c.plan)
		out := ""
		for range c.want {
			if g := post(s.URL+"/v1/consensus", "body"); g.status >= 500 {
				out += "x"
			} else {
				out += "."
			}
		}
		assert.Equal(t, c.want, out, c.plan)
	}
}

func TestHealthIsSparedUnlessNamed(t *testing.T) {
	assert.Equal(t, 200, post(serve(t, "status=500").URL+"/v1/health", "").status)
	assert.Equal(t, 500, post(serve(t, "status=500:path=/v1/health").URL+"/v1/health", "").status)
}

// The fate of a request depends on seed, body and attempt: not on its place.
func TestProbabilityIgnoresOrder(t *testing.T) {
	fate := func(plan string, order []int) map[int]int {
		s, out := serve(t, plan), map[int]int{}
		for _, i := range order {
			out[i] = post(s.URL, fmt.Sprint("body ", i)).status
		}
		return out
	}
	var up, down []int
	for i := range 60 {
		up, down = append(up, i), append(down, 59-i)
	}
	a := fate("status=500:p=0.5,seed=3", up)
	assert.Equal(t, a, fate("status=500:p=0.5,seed=3", down))
	assert.NotEqual(t, a, fate("status=500:p=0.5,seed=4", up))
	hit := 0
	for _, s := range a {
		hit += (s - 200) / 300
	}
	assert.InDelta(t, 30, hit, 15, "60 draws at one half: 15 is almost four standard deviations")
	s := serve(t, "status=500:p=0.5,seed=3") // attempts of one body are drawn apart
	seen := map[int]bool{}
	for range 20 {
		seen[post(s.URL, "same").status] = true
	}
	assert.Len(t, seen, 2)
}

func TestDelayWaitsAndEndsWithTheClient(t *testing.T) {
	s := serve(t, "delay=1ms..3ms")
	assert.Equal(t, good, post(s.URL, "x").body)
	s = serve(t, "delay=1h")
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	assert.ErrorIs(t, postCtx(ctx, s.URL, "x").err, context.DeadlineExceeded)
	assert.EqualValues(t, 1, s.worked.Load(), "a late reply is of work done")
}

func TestTheHandlerGetsTheWholeBody(t *testing.T) {
	for _, plan := range []string{"pad=1", "pad=1:match=zzz;echo:attempt=9"} {
		s := serve(t, plan)
		body := strings.Repeat("x", 50_000)
		require.Equal(t, 200, post(s.URL, body).status)
		_, ok := s.bodies.Load(body)
		assert.True(t, ok, plan)
	}
}

// A body that breaks off reaches the handler as that, not as a shorter one.
func TestABrokenRequestStaysBroken(t *testing.T) {
	s := serve(t, "pad=1")
	conn, err := net.Dial("tcp", s.Listener.Addr().String())
	require.NoError(t, err)
	defer conn.Close()
	fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf")
	require.NoError(t, conn.(*net.TCPConn).CloseWrite())
	line, err := bufio.NewReader(conn).ReadString('\n')
	require.NoError(t, err)
	assert.Contains(t, line, "400")
	assert.Zero(t, s.worked.Load())
}

func TestClosing(t *testing.T) {
	g := post(serve(t, "close=announce").URL, "x")
	assert.Equal(t, good, g.body)

	s := serve(t, "close=silent")
	conn, err := net.Dial("tcp", s.Listener.Addr().String())
	require.NoError(t, err)
	defer conn.Close()
	fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx")
	b, err := io.ReadAll(conn)
	require.NoError(t, err, "a close, not a reset")
	head, body, _ := bytes.Cut(b, []byte("\r\n\r\n"))
	assert.Equal(t, good, string(body))
	assert.Contains(t, string(head), fmt.Sprintf("Content-Length: %d", len(good)))
	assert.NotContains(t, strings.ToLower(string(head)), "connection", "nothing announces it")
}

func TestNoPlanIsNoWrapping(t *testing.T) {
	h := http.NewServeMux()
	assert.Same(t, h, (*fault.Plan)(nil).Wrap(h, time.Now).(*http.ServeMux))
	assert.Same(t, h, fault.Join().Wrap(h, time.Now).(*http.ServeMux))
}

// isReset tells a reset from an orderly close, whether reading or writing met it.
func isReset(err error) bool {
	return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

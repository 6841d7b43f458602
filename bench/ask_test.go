// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/endpoint"
	"github.com/false-consensus/fcb/bench/engine"
	"github.com/false-consensus/fcb/predictions"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReferenceRunEndsComplete(t *testing.T) {
	e, err := engine.Start(context.Background(), engine.Options{Record: true})
	require.NoError(t, err)
	defer e.Close()
	s := newSetup(t, e.URL(), 20)
	s.set.Concurrency, s.task.Judge = 8, true
	rows, stop, books := s.session(t)
	assert.Nil(t, stop)
	assert.Equal(t, map[string]int{"ok": 20}, statuses(rows))
	assert.Equal(t, len(e.Calls()), books.Sent)
	for i, r := range rows {
		assert.Equal(t, s.cases[i].ID, r.CaseID, "dataset order")
		assert.Equal(t, api.SHA256(s.cases[i].Request(api.EvidenceInline).Encode()), r.RequestSHA256)
		require.NotNil(t, r.Judge)
	}
	_, stop, after := s.session(t)
	assert.Nil(t, stop)
	assert.Equal(t, books.Sent, after.Sent, "a finished run sends nothing")
}

// Contract section 5 and the API sheet's section 9: what each reply does to the
// case, to the run and to the books. want* describe a run of three cases with
// one worker where every reply is the same.
func TestOutcomeTable(t *testing.T) {
	html := map[string]string{"Content-Type": "text/html"}
	json := map[string]string{"Content-Type": "application/json"}
	for _, c := range []struct {
		name     string
		code     int
		header   map[string]string
		body     string
		statuses string // of the three cases, in order
		stop     int    // -1: none
		kind     string // of the first case's error
		sent     int
	}{
		{"200 answer", 200, json, lowReply, "ok ok ok", -1, "", 3},
		{"200 error body", 200, json, `{"error":{"code":"internal","message":"sorry"}}`, "failed failed failed", -1, "error_reply", 3},
		{"200 html", 200, html, "<html>login</html>", "failed failed failed", -1, "not_json", 3},
		{"200 empty", 200, json, "", "failed failed failed", -1, "empty_reply", 3},
		{"200 no risk", 200, json, `{"consensus_answer":"x"}`, "failed failed failed", -1, "bad_reply", 3},
		{"200 unknown risk", 200, json, `{"false_consensus_risk":"LOW"}`, "failed failed failed", -1, "bad_reply", 3},
		{"200 risk not a string", 200, json, `{"false_consensus_risk":1}`, "failed failed failed", -1, "bad_reply", 3},
		{"200 NaN", 200, json, `{"false_consensus_risk":"low","agreement_score":NaN}`, "failed failed failed", -1, "not_json", 3},
		{"200 doubled key", 200, json, `{"false_consensus_risk":"low","false_consensus_risk":"high"}`, "failed failed failed", -1, "not_json", 3},
		{"200 other charset", 200, map[string]string{"Content-Type": "application/json; charset=utf-16"}, lowReply, "failed failed failed", -1, "not_json", 3},
		{"200 array", 200, json, "[]", "failed failed failed", -1, "bad_reply", 3},
		{"200 answer is null", 200, json, `{"false_consensus_risk":"low","consensus_answer":null}`, "ok ok ok", -1, "", 3},
		{"204", 204, nil, "", "failed failed failed", -1, "unexpected_status", 3},
		{"201", 201, json, lowReply, "failed failed failed", -1, "unexpected_status", 3},
		{"301", 301, map[string]string{"Location": "http://127.0.0.1:1/x"}, "", "unattempted unattempted unattempted", 3, "redirect", 1},
		{"400", 400, json, `{"error":"no"}`, "failed failed unattempted", 4, "client_error", 3},
		{"401", 401, json, "", "unattempted unattempted unattempted", 3, "unauthorized", 1},
		{"402", 402, json, "", "unattempted unattempted unattempted", 4, "payment_required", 1},
		{"403", 403, json, "", "unattempted unattempted unattempted", 3, "forbidden", 1},
		{"404", 404, html, "<p>no</p>", "unattempted unattempted unattempted", 3, "wrong_url", 1},
		{"405", 405, json, "", "unattempted unattempted unattempted", 3, "wrong_url", 1},
		{"413", 413, json, "", "failed failed failed", -1, "client_error", 3},
		{"422", 422, json, `{"message":"maximum 500 tokens; see 502 Bad Gateway"}`, "failed failed failed", -1, "client_error", 3},
		{"429 without retries", 429, json, "", "failed failed failed", -1, "rate_limited", 3},
		{"503 without retries", 503, json, "", "failed failed failed", -1, "unavailable", 3},
		{"429 quota without retries", 429, json, `{"error":{"code":"quota_exhausted"}}`, "unattempted unattempted unattempted", 4, "quota_exhausted", 1},
		{"429 long wait", 429, map[string]string{"Retry-After": "61"}, "", "unattempted unattempted unattempted", 4, "rate_limited", 1},
		{"503 long wait", 503, map[string]string{"Retry-After": "61"}, "", "unattempted unattempted unattempted", 4, "unavailable", 1},
		{"503 wait at the limit", 503, map[string]string{"Retry-After": "60"}, "", "failed failed failed", -1, "unavailable", 3},
		{"500", 500, json, "", "unknown unknown unknown", -1, "server_error", 3},
		{"502 html", 502, html, "<html>bad gateway</html>", "unknown unknown unknown", -1, "server_error", 3},
		{"504", 504, nil, "", "unknown unknown unknown", -1, "server_error", 3},
		{"524", 524, nil, "", "unknown unknown unknown", -1, "server_error", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			srv := serve(t, status(c.code, c.header, c.body))
			rows, stop, books := newSetup(t, srv.URL, 3).session(t)
			var got []string
			for _, r := range rows {
				got = append(got, r.Status)
			}
			assert.Equal(t, c.statuses, strings.Join(got, " "))
			if c.stop < 0 {
				assert.Nil(t, stop)
			} else if assert.NotNil(t, stop) {
				assert.Equal(t, c.stop, stop.Code)
			}
			assert.Equal(t, c.sent, srv.count(), "requests the server saw")
			assert.Equal(t, c.sent, books.Sent, "requests in the books")
			if c.kind != "" && assert.NotNil(t, rows[0].Error) {
				assert.Equal(t, c.kind, rows[0].Error.Kind)
			}
			for _, r := range rows {
				if r.Status != predictions.OK {
					assert.Nil(t, r.FalseConsensusRisk, "never a default class")
				}
			}
		})
	}
}

func TestRefusalIsTriedAgainWithTheSameBytes(t *testing.T) {
	srv := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
		if n < 2 {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader([]int{429, 503}[n])
			return
		}
		answerLow(n, w, r)
	})
	s := newSetup(t, srv.URL, 1)
	s.set.Retries = 3
	rows, stop, books := s.session(t)
	assert.Nil(t, stop)
	assert.Equal(t, "ok", rows[0].Status)
	assert.Equal(t, 3, rows[0].Attempts)
	assert.Equal(t, 2, books.Refused)
	assert.Equal(t, srv.bodies[0], srv.bodies[1])
	assert.Equal(t, srv.bodies[0], srv.bodies[2])
}

func TestRefusalLeftAfterRetriesIsFailed(t *testing.T) {
	srv := serve(t, status(503, map[string]string{"Retry-After": "0"}, ""))
	s := newSetup(t, srv.URL, 2)
	s.set.Retries = 2
	rows, stop, _ := s.session(t)
	assert.Nil(t, stop)
	assert.Equal(t, map[string]int{"failed": 2}, statuses(rows))
	assert.Equal(t, 6, srv.count())
	_, _, books := s.session(t)
	assert.Equal(t, 6, books.Sent, "a plain resume does not send failed cases")
	s.set.RetryFailed = true
	_, _, books = s.session(t)
	assert.Equal(t, 12, books.Sent)
}

func TestThirdRefusalWithoutAWaitStops(t *testing.T) {
	srv := serve(t, status(429, map[string]string{"Retry-After": "soon"}, ""))
	s := newSetup(t, srv.URL, 5)
	s.set.Retries, s.set.MaxWait = 1, time.Millisecond
	rows, stop, _ := s.session(t)
	if assert.NotNil(t, stop) {
		assert.Equal(t, 4, stop.Code)
	}
	// Case 0 is tried twice and fails, the first try of case 1 is the third in a row.
	assert.Equal(t, map[string]int{"failed": 1, "unattempted": 4}, statuses(rows))
	assert.Equal(t, 3, srv.count())
}

func TestWrongRequestsInARowAreCountedOverResumes(t *testing.T) {
	code := 400
	srv := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
		if code == 200 {
			answerLow(n, w, r)
			return
		}
		w.WriteHeader(code)
	})
	s := newSetup(t, srv.URL, 6)
	_, stop, _ := s.session(t)
	require.NotNil(t, stop)
	assert.Equal(t, 3, srv.count())
	_, stop, _ = s.session(t)
	require.NotNil(t, stop)
	assert.Equal(t, 4, srv.count(), "the fourth in a row stops at once")
	code = 200
	rows, stop, _ := s.session(t)
	assert.Nil(t, stop)
	assert.Equal(t, map[string]int{"ok": 4, "failed": 2}, statuses(rows))
}

// A run whose last call was refused begins with one call, be the reason still there or
// not; the others follow once it has an answer.
func TestAfterARefusalOneCallIsTriedFirst(t *testing.T) {
	var code atomic.Int32
	var flying, most atomic.Int32
	srv := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
		for now := flying.Add(1); ; {
			if was := most.Load(); now <= was || most.CompareAndSwap(was, now) {
				break
			}
		}
		defer flying.Add(-1)
		time.Sleep(20 * time.Millisecond)
		switch c := int(code.Load()); {
		case c == 200:
			answerLow(n, w, r)
		default:
			w.WriteHeader(c)
		}
	})
	s := newSetup(t, srv.URL, 40)
	s.set.Concurrency = 8
	code.Store(403)
	_, stop, _ := s.session(t)
	require.NotNil(t, stop)
	first := srv.count()
	assert.LessOrEqual(t, first, 8)
	for range 3 {
		_, stop, _ = s.session(t)
		require.NotNil(t, stop)
	}
	assert.Equal(t, first+3, srv.count(), "one call a session")
	most.Store(0)
	code.Store(200)
	rows, stop, _ := s.session(t)
	assert.Nil(t, stop)
	assert.Equal(t, map[string]int{"ok": 40}, statuses(rows))
	assert.Greater(t, most.Load(), int32(1), "not one after the other")

	// Also where an answer came later than refusals of what was sent after it.
	var asked atomic.Int32
	slow := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) == 1 {
			time.Sleep(500 * time.Millisecond)
			answerLow(n, w, r)
			return
		}
		w.WriteHeader(403)
	})
	late := newSetup(t, slow.URL, 40)
	late.set.Concurrency = 8
	_, stop, _ = late.session(t)
	require.NotNil(t, stop)
	before := slow.count()
	_, stop, _ = late.session(t)
	require.NotNil(t, stop)
	assert.Equal(t, before+1, slow.count())

	// Refusals that are worth another try, to the end of the work.
	code.Store(503)
	again := newSetup(t, srv.URL, 5)
	again.set.Concurrency = 8
	for range 2 {
		again.set.RetryFailed = true
		rows, stop, _ = again.session(t)
		assert.Nil(t, stop)
		assert.Equal(t, map[string]int{"failed": 5}, statuses(rows))
	}
}

// A timeout, a reset, a body cut short: unknown, maybe billed, never sent again
// by itself.
func TestUnknownOutcomes(t *testing.T) {
	for _, c := range []struct {
		name, kind string
		answer     func(n int, w http.ResponseWriter, r *http.Request)
	}{
		{"timeout", api.FaultTimeout, func(_ int, _ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }},
		{"stall in body", api.FaultTimeoutBody, func(_ int, w http.ResponseWriter, r *http.Request) {
			io.WriteString(w, lowReply[:20])
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		}},
		{"cut by length", api.FaultCutBody, func(_ int, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			io.WriteString(w, strings.Repeat("x", 400))
		}},
		{"cut chunked", api.FaultCutBody, func(_ int, w http.ResponseWriter, _ *http.Request) {
			io.WriteString(w, lowReply[:20])
			w.(http.Flusher).Flush()
			panic(http.ErrAbortHandler)
		}},
		{"reset", api.FaultReset, func(_ int, w http.ResponseWriter, _ *http.Request) {
			conn, _, _ := w.(http.Hijacker).Hijack()
			conn.Close()
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			srv := serve(t, c.answer)
			s := newSetup(t, srv.URL, 2)
			s.opts.Timeout, s.set.Retries = 300*time.Millisecond, 3
			rows, stop, books := s.session(t)
			assert.Nil(t, stop)
			assert.Equal(t, map[string]int{"unknown": 2}, statuses(rows))
			assert.Equal(t, c.kind, rows[0].Error.Kind)
			assert.Equal(t, 2, srv.count())
			assert.Equal(t, 2, books.Unknown)
			s.session(t)
			assert.Equal(t, 2, srv.count(), "a plain resume does not send it again")
			s.set.RetryUnknown = true
			s.session(t)
			assert.Equal(t, 4, srv.count())
		})
	}
}

// The transport of net/http may repeat a request on a connection that dies
// before the answer; ours has nothing to repeat.
func TestDyingKeepAliveConnectionIsNotReplayed(t *testing.T) {
	srv := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
		if n%2 == 1 {
			conn, _, _ := w.(http.Hijacker).Hijack()
			conn.Close()
			return
		}
		answerLow(n, w, r)
	})
	rows, stop, _ := newSetup(t, srv.URL, 10).session(t)
	assert.Nil(t, stop)
	assert.Equal(t, map[string]int{"ok": 5, "unknown": 5}, statuses(rows))
	assert.Equal(t, 10, srv.count())
	seen := map[string]int{}
	for _, b := range srv.bodies {
		seen[b]++
	}
	assert.Len(t, seen, 10, "each body once")
}

func TestNeverConnected(t *testing.T) {
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	s := newSetup(t, gone.URL, 4)
	s.set.Retries, s.set.MaxWait, s.set.Price = 2, time.Millisecond, money(t, "0.005")
	s.set.Concurrency = 2
	rows, stop, books := s.session(t)
	require.NotNil(t, stop)
	assert.Equal(t, 3, stop.Code, "no case has an outcome")
	assert.Equal(t, api.FaultRefused, stop.Kind)
	assert.Equal(t, map[string]int{"unattempted": 4}, statuses(rows))
	assert.Zero(t, books.Sent)
	assert.GreaterOrEqual(t, books.Unsent, 3)
	assert.Equal(t, "0", books.Spent.String(), "the reservation is released")

	// Once a case has an outcome, the same stop is resumable.
	srv := serve(t, answerLow)
	s.opts.Base = srv.URL
	s.set.MaxCalls = new(int)
	*s.set.MaxCalls = 1
	s.session(t)
	s.opts.Base, s.set.MaxCalls = gone.URL, nil
	_, stop, _ = s.session(t)
	require.NotNil(t, stop)
	assert.Equal(t, 4, stop.Code)
}

func money(t *testing.T, s string) bench.Money {
	t.Helper()
	m, err := bench.ParseMoney(s)
	require.NoError(t, err)
	return m
}

// The cap holds at any concurrency, over resumes, judge calls included.
func TestCapIsNeverOvershot(t *testing.T) {
	srv := serve(t, answerLow)
	s := newSetup(t, srv.URL, 40)
	s.task.Judge, s.set.Concurrency, s.set.Price = true, 32, money(t, "0.1")
	capped := money(t, "1")
	s.set.MaxCost = &capped
	for range 3 {
		_, stop, books := s.session(t)
		require.NotNil(t, stop)
		assert.Equal(t, 4, stop.Code)
		assert.Equal(t, "cap", stop.Kind)
		assert.Equal(t, "1", books.Spent.String(), "ten calls at 0.1 make exactly 1")
	}
	assert.Equal(t, 10, srv.count())
	n := 25
	s.set.MaxCost, s.set.MaxCalls = nil, &n
	s.session(t)
	assert.Equal(t, 25, srv.count())
	n = 80
	rows, stop, _ := s.session(t)
	assert.Nil(t, stop, "a cap that is exactly enough stops nothing")
	assert.Equal(t, map[string]int{"ok": 40}, statuses(rows))
	assert.Equal(t, 80, srv.count())
}

func TestDailyLimitOverResumes(t *testing.T) {
	srv := serve(t, answerLow)
	s := newSetup(t, srv.URL, 25)
	now := time.Date(2026, 11, 29, 23, 0, 0, 0, time.UTC)
	limit := 10
	s.set.Now, s.set.DailyLimit, s.set.Concurrency = func() time.Time { return now }, &limit, 4
	_, stop, _ := s.session(t)
	require.NotNil(t, stop)
	assert.Equal(t, "daily_limit", stop.Kind)
	state, err := bench.Load(s.dir)
	require.NoError(t, err)
	assert.Equal(t, time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC), state.ResumeAt(s.set, now))
	s.session(t)
	assert.Equal(t, 10, srv.count(), "the same day gives no more")
	now = now.Add(2 * time.Hour)
	s.session(t)
	assert.Equal(t, 20, srv.count())
	now = now.Add(24 * time.Hour)
	rows, stop, books := s.session(t)
	assert.Nil(t, stop)
	assert.Equal(t, map[string]int{"ok": 25}, statuses(rows))
	assert.Equal(t, []string{"2026-11-29", "2026-11-30", "2026-12-01"}, books.DayNames())
	assert.Equal(t, map[string]int{"deterministic": 5}, books.Days["2026-12-01"].Engines)
}

func TestInterruptionFinishesWhatIsInFlight(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	srv := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
		if n == 3 {
			cancel()
			time.Sleep(50 * time.Millisecond)
		}
		answerLow(n, w, r)
	})
	s := newSetup(t, srv.URL, 20)
	h, err := endpoint.NewHTTP(s.opts)
	require.NoError(t, err)
	defer h.Close()
	run := s.open(t)
	stop := run.Ask(ctx, h, s.set)
	require.NotNil(t, stop)
	assert.Equal(t, bench.KindInterrupted, stop.Kind)
	assert.Equal(t, map[string]int{"ok": 4, "unattempted": 16}, statuses(run.State().Predictions(run.Plan)))
	require.NoError(t, run.Close())
	s.session(t)
	assert.Equal(t, 20, srv.count())
}

// An interruption does not wait out the pause before another try.
func TestInterruptionEndsAWait(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	srv := serve(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "50")
		w.WriteHeader(429)
		time.AfterFunc(50*time.Millisecond, cancel)
	})
	s := newSetup(t, srv.URL, 2)
	s.set.Retries = 3
	h, err := endpoint.NewHTTP(s.opts)
	require.NoError(t, err)
	run := s.open(t)
	ended := make(chan *bench.Stop)
	go func() { ended <- run.Ask(ctx, h, s.set) }()
	select {
	case stop := <-ended:
		assert.Equal(t, bench.KindInterrupted, stop.Kind)
	case <-time.After(20 * time.Second):
		t.Fatal("the wait was not ended")
	}
	assert.Equal(t, map[string]int{"unattempted": 2}, statuses(run.State().Predictions(run.Plan)))
	require.NoError(t, run.Close())
}

func TestJudge(t *testing.T) {
	verdicts := []string{`{"verdict":"pass"}`, `{"verdict":"maybe"}`, `{"no":1}`, `<html>`, `{"verdict":"retry","confidence":0.5}`}
	judged := 0
	srv := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == api.PathJudge {
			io.WriteString(w, verdicts[judged%len(verdicts)])
			judged++
			return
		}
		if n == 0 {
			io.WriteString(w, `{"false_consensus_risk":"low","consensus_answer":" "}`)
			return
		}
		io.WriteString(w, lowReply)
	})
	s := newSetup(t, srv.URL, 6)
	s.task.Judge = true
	rows, stop, books := s.session(t)
	assert.Nil(t, stop)
	var got []string
	for _, r := range rows {
		v := "-"
		if r.Judge.Verdict != nil {
			v = *r.Judge.Verdict
		}
		got = append(got, r.Judge.Status+" "+v)
	}
	assert.Equal(t, []string{"skipped -", "ok pass", "failed maybe", "failed -", "failed -", "ok retry"}, got)
	assert.Equal(t, 11, books.Sent)
	// The judge gets the bare question, the answer, and the evidence apart.
	assert.Contains(t, srv.bodies, `{"task":"What is 3 plus one?","agent_output":"It is 1.","evidence":["A note <with> marks & signs."]}`)
	assert.Contains(t, srv.bodies, `{"task":"What is 1 plus one?","agent_output":"It is 1."}`)

	s.set.RetryFailed = true
	judged = 0
	verdicts = []string{`{"verdict":"fail"}`}
	rows, _, books = s.session(t)
	assert.Equal(t, 14, books.Sent, "only the three failed judge calls are asked again")
	assert.Equal(t, "fail", *rows[2].Judge.Verdict)
}

func TestRepeats(t *testing.T) {
	srv := serve(t, answerLow)
	s := newSetup(t, srv.URL, 3)
	s.task.Repeats = 4
	rows, stop, _ := s.session(t)
	assert.Nil(t, stop)
	require.Len(t, rows, 12)
	assert.Equal(t, 12, srv.count())
	assert.Equal(t, 3, *rows[3].Repeat)
	assert.Equal(t, "case-001", rows[4].CaseID)
}

func TestReplyIsKeptExactly(t *testing.T) {
	body := "{ \"false_consensus_risk\" : \"low\",\n \"n\": 9223372036854775808, \"s\": \"\\u00e9<&>\" }"
	srv := serve(t, status(200, nil, body))
	s := newSetup(t, srv.URL, 1)
	rows, _, _ := s.session(t)
	lines, err := predictions.Encode(rows)
	require.NoError(t, err)
	assert.Contains(t, string(lines), `"response":{"false_consensus_risk":"low","n":9223372036854775808,"s":"\u00e9<&>"}`)
	part, err := bench.ReadPart(s.dir)
	require.NoError(t, err)
	assert.Equal(t, body, string(part.Records[1].Reply()))
}

func TestManyWorkersLargeReplies(t *testing.T) {
	filler := strings.Repeat("x", 200<<10)
	srv := serve(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"false_consensus_risk":"high","filler":"%s","n":%d}`, filler, n)
	})
	s := newSetup(t, srv.URL, 200)
	s.set.Concurrency = 64
	rows, stop, _ := s.session(t)
	assert.Nil(t, stop)
	assert.Equal(t, map[string]int{"ok": 200}, statuses(rows))
	assert.Equal(t, 200, srv.count())
}

// Asking again what may have been paid for must not make it forgotten when
// nothing comes of the try: a plain resume would pay a second time.
func TestATryThatComesToNothingLeavesTheCaseAsItWas(t *testing.T) {
	for name, second := range map[string]func(int, http.ResponseWriter, *http.Request){
		"never connected": nil,
		"quota":           status(429, nil, `{"error":"quota_exhausted"}`),
		"unauthorized":    status(401, nil, ""),
	} {
		t.Run(name, func(t *testing.T) {
			first := serve(t, status(500, nil, "oops"))
			s := newSetup(t, first.URL, 2)
			rows, _, _ := s.session(t)
			require.Equal(t, map[string]int{"unknown": 2}, statuses(rows))

			gone := httptest.NewServer(http.NotFoundHandler())
			gone.Close()
			s.opts.Base = gone.URL
			if second != nil {
				s.opts.Base = serve(t, second).URL
			}
			s.set.RetryUnknown = true
			rows, stop, _ := s.session(t)
			require.NotNil(t, stop)
			assert.Equal(t, map[string]int{"unknown": 2}, statuses(rows))

			third := serve(t, answerLow)
			s.opts.Base, s.set.RetryUnknown = third.URL, false
			rows, stop, _ = s.session(t)
			assert.Nil(t, stop)
			assert.Zero(t, third.count(), "a plain resume sends nothing")
			assert.Equal(t, map[string]int{"unknown": 2}, statuses(rows))
		})
	}
}

// The code of a stop because nothing could be sent is known only when what was
// in flight has ended.
func TestUnsentStopWaitsForWhatIsInFlight(t *testing.T) {
	slow, arrived := make(chan struct{}), make(chan struct{})
	srv := serve(t, func(n int, w http.ResponseWriter, r *http.Request) {
		close(arrived)
		<-slow
		answerLow(n, w, r)
	})
	s := newSetup(t, srv.URL, 3)
	s.set.Concurrency = 2
	run := s.open(t)
	h, err := endpoint.NewHTTP(s.opts)
	require.NoError(t, err)
	defer h.Close()
	bad, err := endpoint.NewHTTP(endpoint.Options{Base: "http://127.0.0.1:1", Timeout: time.Second})
	require.NoError(t, err)
	c := &switching{first: h, then: bad, arrived: arrived}
	time.AfterFunc(300*time.Millisecond, func() { close(slow) })
	stop := run.Ask(context.Background(), c, s.set)
	require.NotNil(t, stop)
	assert.Equal(t, 4, stop.Code)
	require.NoError(t, run.Close())
}

// switching sends its first call one way and, once that has arrived, all others
// another.
type switching struct {
	first, then bench.Caller
	arrived     chan struct{}
	n           atomic.Int32
}

func (s *switching) Call(ctx context.Context, path string, body []byte, g api.Gate) error {
	if s.n.Add(1) == 1 {
		return s.first.Call(ctx, path, body, g)
	}
	<-s.arrived
	return s.then.Call(ctx, path, body, g)
}

// latin1 is a proxy's refusal in bytes that are no text, as an adapter tells it.
type latin1 struct{}

func (latin1) Call(_ context.Context, _ string, _ []byte, gate api.Gate) error {
	if err := gate.Before(); err != nil {
		return err
	}
	_, err := gate.After(api.Exchange{Started: time.Now(), Fault: &api.Fault{Kind: api.FaultReset, Message: "interdit: caf\xe9"}})
	return err
}

// An outcome that quotes what is no text is recorded all the same: one that could
// not be written would end the run.
func TestAFaultThatIsNoTextIsRecorded(t *testing.T) {
	s := newSetup(t, "http://127.0.0.1:1", 2)
	run := s.open(t)
	stop := run.Ask(context.Background(), latin1{}, s.set)
	require.NoError(t, run.Close())
	assert.Nil(t, stop)
	state, err := bench.Load(s.dir)
	require.NoError(t, err)
	assert.Equal(t, 2, state.Books.Unknown)
	assert.Equal(t, "interdit: caf\uFFFD", state.Predictions(run.Plan)[0].Error.Message)
}

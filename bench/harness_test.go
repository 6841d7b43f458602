// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/endpoint"
	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
	"github.com/stretchr/testify/require"
)

// someCases makes n small cases; every third has evidence.
func someCases(n int) []cases.Case {
	out := make([]cases.Case, n)
	for i := range out {
		out[i] = cases.Case{
			ID: fmt.Sprintf("case-%03d", i), Category: cases.Categories()[i%8],
			Question: fmt.Sprintf("What is %d plus one?", i),
			Answers: []cases.Answer{
				{AgentID: "agent-a", Output: fmt.Sprintf("It is %d.", i+1)},
				{AgentID: "agent-b", Output: fmt.Sprintf("Adding one gives %d.", i+1)},
			},
		}
		if i%3 == 0 {
			out[i].Evidence = []string{"A note <with> marks & signs."}
		}
	}
	return out
}

// A server counts requests and answers each with the handler's nth reply.
type server struct {
	*httptest.Server
	mu     sync.Mutex
	paths  []string
	bodies []string
}

func serve(t *testing.T, answer func(n int, w http.ResponseWriter, r *http.Request)) *server {
	t.Helper()
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		n := len(s.paths)
		s.paths, s.bodies = append(s.paths, r.URL.Path), append(s.bodies, string(body))
		s.mu.Unlock()
		answer(n, w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *server) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.paths)
}

const lowReply = `{"consensus_answer":"It is 1.","false_consensus_risk":"low","engine":"deterministic","request_id":7328334202200869666}`

func answerLow(_ int, w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if r.URL.Path == api.PathJudge {
		io.WriteString(w, `{"verdict":"pass","engine":"llm"}`)
		return
	}
	io.WriteString(w, lowReply)
}

// status answers with a fixed status, header and body.
func status(code int, header map[string]string, body string) func(int, http.ResponseWriter, *http.Request) {
	return func(_ int, w http.ResponseWriter, _ *http.Request) {
		for k, v := range header {
			w.Header().Set(k, v)
		}
		w.WriteHeader(code)
		io.WriteString(w, body)
	}
}

// A setup is one run of a test; change what differs.
type setup struct {
	dir   string
	cases []cases.Case
	task  predictions.Task
	set   bench.Settings
	url   string
	opts  endpoint.Options
}

func newSetup(t *testing.T, url string, n int) *setup {
	return &setup{
		dir: filepath.Join(t.TempDir(), "run"), cases: someCases(n), url: url,
		task: predictions.Task{Evidence: api.EvidenceInline, TemplateVersion: api.TemplateVersion, Repeats: 1},
		set:  bench.Settings{Concurrency: 1, Retries: 0, MaxWait: time.Minute, Now: time.Now},
		opts: endpoint.Options{Base: url, Timeout: 5 * time.Second, Concurrency: 64},
	}
}

func (s *setup) plan(t *testing.T) *bench.Plan {
	t.Helper()
	p, err := bench.NewPlan(s.cases, s.task, predictions.Selection{})
	require.NoError(t, err)
	return p
}

// open creates the run, or opens it when it exists.
func (s *setup) open(t *testing.T) *bench.Run {
	t.Helper()
	p := s.plan(t)
	m := predictions.Manifest{Format: predictions.RunFormat}
	var run *bench.Run
	var err error
	if predictions.HasManifest(s.dir) {
		run, err = bench.Open(s.dir, m, p, s.set.Now())
	} else {
		run, err = bench.Create(s.dir, m, []byte("{}\n"), p, s.set.Now())
	}
	require.NoError(t, err)
	return run
}

// session opens the run, asks once, and gives the predictions and why it stopped.
func (s *setup) session(t *testing.T) ([]predictions.Prediction, *bench.Stop, bench.Books) {
	t.Helper()
	h, err := endpoint.NewHTTP(s.opts)
	require.NoError(t, err)
	defer h.Close()
	run := s.open(t)
	stop := run.Ask(context.Background(), h, s.set)
	rows := run.State().Predictions(run.Plan)
	books := run.State().Books
	require.NoError(t, run.Close())
	balance(t, books)

	// What the journal says afterwards is what the session knew.
	state, err := bench.Load(s.dir)
	require.NoError(t, err)
	require.Equal(t, rows, state.Predictions(run.Plan), "the journal replays to the same predictions")
	require.Equal(t, books.Spent.String(), state.Books.Spent.String())
	return rows, stop, books
}

func balance(t *testing.T, b bench.Books) {
	t.Helper()
	require.Equal(t, b.Sent, b.Answered+b.Refused+b.Failed+b.Unknown, "the books balance")
}

func statuses(rows []predictions.Prediction) map[string]int {
	out := map[string]int{}
	for _, r := range rows {
		out[r.Status]++
	}
	return out
}

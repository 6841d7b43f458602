// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/endpoint"
	"github.com/false-consensus/fcb/predictions"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const chatReply = `{"choices":[{"finish_reason":"stop","message":{"content":"{\"false_consensus_risk\":\"low\",\"consensus_answer\":null,\"reasons\":[]}"}}]%s}`

// chatSession asks a chat model once over all cases.
func chatSession(t *testing.T, s *setup) ([]predictions.Prediction, *bench.Stop, *bench.State) {
	t.Helper()
	chat := endpoint.Chat{Model: "m", OutputLimit: 500, LimitField: endpoint.MaxTokens, ReplyFormat: endpoint.ReplySchema}
	s.set.Tokens = &bench.TokenPrice{Input: money(t, "2.5"), Output: money(t, "10"), InputBound: chat.InputBound, OutputLimit: chat.OutputLimit}
	h, err := endpoint.NewHTTP(s.opts)
	require.NoError(t, err)
	defer h.Close()
	caller, err := endpoint.NewOpenAI(h, chat)
	require.NoError(t, err)
	run := s.open(t)
	stop := run.Ask(context.Background(), caller, s.set)
	rows, books := run.State().Predictions(run.Plan), run.State().Books
	require.NoError(t, run.Close())
	balance(t, books)
	state, err := bench.Load(s.dir)
	require.NoError(t, err)
	require.Equal(t, rows, state.Predictions(run.Plan), "the journal replays to the same predictions")
	require.Equal(t, books.Spent.String(), state.Books.Spent.String())
	return rows, stop, state
}

func TestTokenPriceIsExact(t *testing.T) {
	p := bench.TokenPrice{Input: money(t, "0.15"), Output: money(t, "0.6")}
	assert.Equal(t, "0.00000075", p.Cost(1, 1).String())
	assert.Equal(t, "0.75", p.Cost(1_000_000, 1_000_000).String())
}

// Whatever each call turns out to use, what is spent never passes the cap, and
// the cap is used up to less than one call.
func TestCapHoldsWhereTokensArePaid(t *testing.T) {
	var used int64
	srv := serve(t, func(n int, w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, chatReply, fmt.Sprintf(`,"usage":{"prompt_tokens":%d,"completion_tokens":%d}`, 1+rand.N(2000), rand.N(501)))
	})
	s := newSetup(t, srv.URL, 200)
	s.set.Concurrency = 16
	cost := money(t, "0.2")
	s.set.MaxCost = &cost
	s.set.Progress = func(p bench.Progress) {
		used++
		assert.LessOrEqual(t, p.Spent.Cmp(cost), 0, "USD %s spent", p.Spent)
	}
	rows, stop, state := chatSession(t, s)
	require.NotNil(t, stop)
	assert.Equal(t, "cap", stop.Kind)
	assert.EqualValues(t, used, srv.count())
	assert.LessOrEqual(t, state.Books.Spent.Cmp(cost), 0)
	left := cost.Sub(state.Books.Spent)
	assert.Equal(t, -1, left.Cmp(s.set.Tokens.Reserve(s.plan(t).Tasks[0].Body).Times(2)), "USD %s of the cap left", left)
	assert.Positive(t, statuses(rows)[predictions.OK])

	// More money, and the rest is asked; nothing is asked twice.
	cost = money(t, "50")
	rows, stop, _ = chatSession(t, s)
	require.Nil(t, stop)
	assert.Equal(t, 200, statuses(rows)[predictions.OK])
	assert.Equal(t, 200, srv.count())
}

// Where a reply does not say what it used, and where there is none, the
// reservation stays.
func TestReservationStaysWhereUsageIsNotKnown(t *testing.T) {
	for name, answer := range map[string]func(int, http.ResponseWriter, *http.Request){
		"no usage": func(_ int, w http.ResponseWriter, _ *http.Request) { fmt.Fprintf(w, chatReply, "") },
		"negative usage": func(_ int, w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, chatReply, `,"usage":{"prompt_tokens":-5,"completion_tokens":1}`)
		},
		"half a usage": func(_ int, w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, chatReply, `,"usage":{"prompt_tokens":5}`)
		},
		"server error": status(500, nil, `{"usage":{"prompt_tokens":1,"completion_tokens":1}}`),
		"not json":     func(_ int, w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "<html>") },
	} {
		s := newSetup(t, serve(t, answer).URL, 1)
		_, _, state := chatSession(t, s)
		assert.Equal(t, s.set.Tokens.Reserve(s.plan(t).Tasks[0].Body).String(), state.Books.Spent.String(), name)
	}
}

// An edited cost is found by the journal's checksum; one that is no amount by the reader.
func TestJournalRefusesACostThatIsNone(t *testing.T) {
	s := newSetup(t, serve(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, chatReply, `,"usage":{"prompt_tokens":5,"completion_tokens":5}`)
	}).URL, 1)
	chatSession(t, s)
	path := filepath.Join(s.dir, predictions.JournalFile)
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(b), `"cost":"0.0000625"`)
	require.NoError(t, os.WriteFile(path, []byte(strings.Replace(string(b), `"cost":"0.0000625"`, `"cost":"0.0000000"`, 1)), 0o644))
	_, err = bench.Load(s.dir)
	assert.ErrorContains(t, err, "changed after it was written")
	_, err = bench.ReadPart(s.dir)
	assert.Error(t, err)
}

// The answer that was cut from a reply is what is scored, also after a replay,
// and a body that looks like an answer is not.
func TestAnswerComesFromTheContentOnly(t *testing.T) {
	s := newSetup(t, serve(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, `{"false_consensus_risk":"high","engine":"body","choices":[{"message":{"content":"{\"false_consensus_risk\":\"medium\",\"engine\":\"model\"}"}}]}`)
	}).URL, 1)
	rows, _, _ := chatSession(t, s)
	require.Equal(t, predictions.OK, rows[0].Status)
	assert.Equal(t, api.RiskMedium, *rows[0].FalseConsensusRisk)
	assert.Equal(t, "openai:m", *rows[0].Engine)

	s = newSetup(t, serve(t, func(_ int, w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, `{"false_consensus_risk":"high","choices":[{"message":{"content":"high"}}]}`)
	}).URL, 1)
	rows, _, _ = chatSession(t, s)
	assert.Equal(t, predictions.Failed, rows[0].Status)
	assert.Nil(t, rows[0].FalseConsensusRisk)
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package engine_test

import (
	"context"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/engine"
	"github.com/false-consensus/fcb/bench/fault"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEndOfContextLetsRequestsFinish(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s, err := engine.Start(ctx, engine.Options{Latency: 200 * time.Millisecond, Record: true})
	require.NoError(t, err)
	got := make(chan reply, 1)
	go func() { got <- do(t, "POST", s.URL()+api.PathConsensus, small) }()
	require.Eventually(t, func() bool { c := s.Calls(); return len(c) == 1 && c[0].BodySHA256 != "" }, 5*time.Second, time.Millisecond)
	cancel()
	assert.Equal(t, 200, (<-got).status)
	<-s.Done()
	_, err = net.Dial("tcp", s.Addr())
	assert.Error(t, err, "no longer listening")
	assert.NoError(t, s.Close(), "closing again is allowed")
}

func TestCloseCutsWaitingRequests(t *testing.T) {
	s, err := engine.Start(context.Background(), engine.Options{Latency: time.Hour, Record: true})
	require.NoError(t, err)
	failed := make(chan error, 1)
	go func() {
		resp, err := client.Post(s.URL()+api.PathConsensus, "application/json", strings.NewReader(small))
		if err == nil {
			resp.Body.Close()
		}
		failed <- err
	}()
	require.Eventually(t, func() bool { return len(s.Calls()) == 1 }, 5*time.Second, time.Millisecond)
	require.NoError(t, s.Close())
	assert.Error(t, <-failed)
}

// What stands before a handler is bounded too.
func TestHeadersAreBounded(t *testing.T) {
	s := start(t, engine.Options{})
	conn, err := net.Dial("tcp", s.Addr())
	require.NoError(t, err)
	defer conn.Close()
	go func() {
		io.WriteString(conn, "GET /v1/health HTTP/1.1\r\nHost: x\r\nX-Long: ")
		io.WriteString(conn, strings.Repeat("x", 200_000)+"\r\n\r\n") // breaks off: the server stops reading
	}()
	b := make([]byte, 12)
	_, err = io.ReadFull(conn, b)
	require.NoError(t, err)
	assert.Equal(t, "HTTP/1.1 431", string(b))
}

func TestShutdownWaits(t *testing.T) {
	s, err := engine.Start(context.Background(), engine.Options{})
	require.NoError(t, err)
	require.NoError(t, s.Shutdown(context.Background()))
	<-s.Done()
}

func TestStartNamesATakenAddress(t *testing.T) {
	s := start(t, engine.Options{})
	_, err := engine.Start(context.Background(), engine.Options{Addr: s.Addr()})
	assert.ErrorContains(t, err, s.Addr())
}

// Faults stand between the recorder and the engine: every request is counted,
// work that a fault rule prevented is not charged.
func TestFaultsAreCountedAndNotCharged(t *testing.T) {
	plan, err := fault.Parse("status=503,retry-after=imf+2s:first=1;reset=before:call=2;reset=after:call=3;close=silent:call=4")
	require.NoError(t, err)
	limit := 2
	at := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	s := start(t, engine.Options{Faults: plan, Record: true, DailyLimit: &limit, Now: func() time.Time { return at }})
	got := do(t, "POST", s.URL()+api.PathConsensus, small)
	assert.Equal(t, 503, got.status)
	assert.Equal(t, "Sun, 29 Nov 2026 12:00:02 GMT", got.header.Get("Retry-After"))
	for range 2 {
		_, err := client.Post(s.URL()+api.PathConsensus, "application/json", strings.NewReader(small))
		assert.Error(t, err)
	}
	assert.Equal(t, 200, do(t, "POST", s.URL()+api.PathConsensus, small).status)
	assert.Equal(t, 429, do(t, "POST", s.URL()+api.PathConsensus, small).status, "one reply was lost, one was given: two were charged")
	var statuses []int
	for _, c := range s.Calls() {
		statuses = append(statuses, c.Status)
	}
	assert.Equal(t, []int{503, 0, 0, 200, 429}, statuses)
	assert.Empty(t, s.Calls()[1].BodySHA256, "reset before its body was read")
	assert.NotEmpty(t, s.Calls()[2].BodySHA256)
}

// A stalled reply ends with the server.
func TestCloseEndsStalledReplies(t *testing.T) {
	for _, p := range []string{"stall=5", "stall=5,framing=close", "delay=1h"} {
		plan, err := fault.Parse(p)
		require.NoError(t, err)
		s, err := engine.Start(context.Background(), engine.Options{Faults: plan, Record: true})
		require.NoError(t, err)
		failed := make(chan error, 1)
		go func() {
			resp, err := client.Post(s.URL()+api.PathConsensus, "application/json", strings.NewReader(small))
			if err == nil {
				_, err = io.ReadAll(resp.Body)
				resp.Body.Close()
			}
			failed <- err
		}()
		require.Eventually(t, func() bool { c := s.Calls(); return len(c) == 1 && c[0].BodySHA256 != "" }, 5*time.Second, time.Millisecond)
		require.NoError(t, s.Close())
		<-failed // a reply told by closing is cut without a trace, so there may be no error
	}
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package endpoint_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"testing"
	"time"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/endpoint"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Time that ran out in one call, or between two, is not missing in the next.
func TestCallsInARowEachHaveTheWholeTime(t *testing.T) {
	const limit = time.Second
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch body, _ := io.ReadAll(r.Body); string(body) {
		case api.FaultTimeout:
			<-r.Context().Done()
		case api.FaultTimeoutBody:
			w.Write([]byte("{"))
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		default:
			time.Sleep(limit / 4)
			w.Write([]byte("{}"))
		}
	}))
	t.Cleanup(srv.Close) // after the parallel ones
	const pause = "pause"
	cancellable, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	for name, ctx := range map[string]context.Context{"cannot be cancelled": context.Background(), "can be": cancellable} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h, err := endpoint.NewHTTP(endpoint.Options{Base: srv.URL, Timeout: limit})
			require.NoError(t, err)
			defer h.Close()
			for _, want := range []string{"", "", "", "", "", pause, "", api.FaultTimeout, "", api.FaultTimeoutBody, ""} {
				if want == pause {
					time.Sleep(limit + limit/4)
					continue
				}
				r := &recorder{allow: 1}
				require.NoError(t, h.Call(ctx, "/x", []byte(want), r))
				x := r.exchanges[0]
				if want == "" {
					assert.Nil(t, x.Fault)
				} else if assert.NotNil(t, x.Fault, want) {
					assert.Equal(t, want, x.Fault.Kind)
					assert.GreaterOrEqual(t, x.Latency, limit, want)
				}
			}
		})
	}
}

// The same within one call: an attempt whose time ran out before it had a
// connection is followed by one that has all its time.
func TestAttemptsEachHaveTheWholeTime(t *testing.T) {
	mute, err := net.Listen("tcp", "127.0.0.1:0") // takes connections and says nothing, least of all in TLS
	require.NoError(t, err)
	defer mute.Close()
	const limit = 100 * time.Millisecond
	got := call(t, endpoint.Options{Base: "https://" + mute.Addr().String(), Timeout: limit}, 3)
	require.Len(t, got, 3)
	for _, x := range got {
		if assert.NotNil(t, x.Fault) {
			assert.Equal(t, api.FaultConnect, x.Fault.Kind)
			assert.Contains(t, x.Fault.Message, "could not connect within 100ms")
		}
		assert.GreaterOrEqual(t, x.Latency, limit)
	}
}

// A context that ends ends the call, whatever the time limit.
func TestACancelledCallIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.ReadAll(r.Body)
		cancel(errors.New("a signal came"))
		<-r.Context().Done()
	}))
	defer srv.Close()
	h, err := endpoint.NewHTTP(endpoint.Options{Base: srv.URL, Timeout: time.Minute})
	require.NoError(t, err)
	defer h.Close()
	r := &recorder{allow: 1}
	_ = h.Call(ctx, "/x", []byte("{}"), r)
	if assert.Len(t, r.exchanges, 1) && assert.NotNil(t, r.exchanges[0].Fault) {
		assert.Equal(t, api.FaultInterrupted, r.exchanges[0].Fault.Kind)
	}
}

// A foreign is a context that package context has to watch with a goroutine for
// whoever waits for its end.
type foreign struct {
	context.Context
	done chan struct{}
}

func (f foreign) Done() <-chan struct{} { return f.done }

// A call leaves nothing behind in a context that goes on.
func TestCallsLetGoOfTheirContext(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("{}")) }))
	defer srv.Close()
	h, err := endpoint.NewHTTP(endpoint.Options{Base: srv.URL, Timeout: time.Minute})
	require.NoError(t, err)
	defer h.Close()
	ctx := foreign{context.Background(), make(chan struct{})}
	ask := func() { require.NoError(t, h.Call(ctx, "/x", []byte("{}"), &recorder{allow: 2})) }
	ask() // makes the connection and its goroutines
	before := runtime.NumGoroutine()
	for range 50 {
		ask()
	}
	assert.Eventually(t, func() bool { return runtime.NumGoroutine() < before+25 }, 10*time.Second, 10*time.Millisecond)
}

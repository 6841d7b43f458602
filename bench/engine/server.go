// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package engine

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

// Bounds on what one client can hold.
const (
	headerTime = 10 * time.Second
	bodyTime   = 30 * time.Second // headers and body
	replyTime  = 60 * time.Second // on top of the latency asked for
	idleTime   = 2 * time.Minute
	graceTime  = 5 * time.Second // for requests in flight when the context ends
	maxHeaders = 64 << 10
)

// A Server is an engine that listens.
type Server struct {
	*Engine
	http   *http.Server
	addr   string
	cancel context.CancelFunc // ends waiting handlers
	done   chan struct{}

	mu       sync.Mutex
	closed   bool
	inFlight sync.WaitGroup
	err      error
}

// Start listens and serves until ctx ends or [Server.Close] is called. When ctx
// ends, requests in flight have five seconds to finish; give a context that
// outlives the clients whose last requests matter.
func Start(ctx context.Context, o Options) (*Server, error) {
	if o.Addr == "" {
		o.Addr = "127.0.0.1:0"
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", o.Addr)
	if err != nil {
		return nil, err
	}
	base, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s := &Server{Engine: New(o), addr: l.Addr().String(), cancel: cancel, done: make(chan struct{})}
	s.http = &http.Server{
		Handler:           http.HandlerFunc(s.serve),
		BaseContext:       func(net.Listener) context.Context { return base },
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       bodyTime,
		WriteTimeout:      replyTime + o.Latency,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeaders,
		ErrorLog:          log.New(io.Discard, "", 0), // what clients do wrong is answered, not logged
	}
	ended := make(chan error, 1)
	go func() { ended <- s.http.Serve(l) }()
	go s.watch(ctx, ended)
	return s, nil
}

// watch ends the server with its context, then waits for what is in flight.
func (s *Server) watch(ctx context.Context, ended <-chan error) {
	defer close(s.done)
	var err error
	select {
	case err = <-ended:
		s.stop()
	case <-ctx.Done():
		grace, stop := context.WithTimeout(context.WithoutCancel(ctx), graceTime)
		s.http.Shutdown(grace) // what does not end in time is closed next
		stop()
		s.stop()
		err = <-ended
	}
	s.inFlight.Wait()
	if !errors.Is(err, http.ErrServerClosed) {
		s.err = err
	}
}

// serve counts requests in flight, and refuses them once the server closes.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		panic(http.ErrAbortHandler)
	}
	s.inFlight.Add(1)
	s.mu.Unlock()
	defer s.inFlight.Done()
	s.Engine.ServeHTTP(w, r)
}

func (s *Server) stop() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.cancel()
	s.http.Close()
}

// URL is the base URL, without a final slash.
func (s *Server) URL() string { return "http://" + s.addr }

// Addr is the address it listens on, host and port.
func (s *Server) Addr() string { return s.addr }

// Done is closed when the server has stopped and no request is in flight.
func (s *Server) Done() <-chan struct{} { return s.done }

// Shutdown stops listening and lets requests in flight finish until ctx ends;
// it returns when nothing of the server runs any more.
func (s *Server) Shutdown(ctx context.Context) error {
	err := s.http.Shutdown(ctx)
	return errors.Join(err, s.Close())
}

// Close stops at once, cutting requests in flight, and returns when nothing of
// the server runs any more. It may be called again. The error is that of the
// listener, had it failed before.
func (s *Server) Close() error {
	s.stop()
	<-s.done
	return s.err
}

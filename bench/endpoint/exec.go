// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package endpoint

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/google/shlex"
)

// Exec is a detector that is a program on this machine: one JSON request a line
// on its standard input, one JSON reply a line on its standard output, one
// request in flight a process. It is safe for concurrent use; each call takes a
// process of its own, kept for the next one.
type Exec struct {
	words   []string
	env     []string
	timeout time.Duration

	unheard atomic.Bool // a process that had replied was killed

	mu   sync.Mutex
	idle []*process
	all  map[*process]bool
}

// ExecOptions are the settings of a program.
type ExecOptions struct {
	Command  string        // split into words as a shell would; no shell runs. Required
	Timeout  time.Duration // for each reply; a call that has to be made to a second process may take it twice. Required
	DropEnv  []string      // variables that the program does not inherit
	DropKeys []string      // values; a variable with one of them is not inherited either
}

// NewExec checks the options; it starts nothing.
func NewExec(o ExecOptions) (*Exec, error) {
	words, err := shlex.Split(o.Command)
	if err != nil {
		return nil, fmt.Errorf("the command cannot be split into words: %w", err)
	}
	if len(words) == 0 {
		return nil, errors.New("the command is empty")
	}
	if o.Timeout <= 0 {
		return nil, errors.New("timeout must be positive")
	}
	return &Exec{words: words, env: withoutKeys(os.Environ(), o.DropEnv, o.DropKeys), timeout: o.Timeout, all: map[*process]bool{}}, nil
}

// withoutKeys drops variables by name and by value.
func withoutKeys(environ, names, values []string) []string {
	var out []string
next:
	for _, kv := range environ {
		name, value, _ := strings.Cut(kv, "=")
		for _, n := range names {
			if n != "" && strings.EqualFold(name, n) {
				continue next
			}
		}
		for _, v := range values {
			if v != "" && strings.Contains(value, v) {
				continue next
			}
		}
		out = append(out, kv)
	}
	return out
}

// Call writes the request as one line and reads one line. A program that cannot
// be started, that wrote a line nobody asked for, or that ends or is killed before
// it has read any of the request was not sent it; one that ends or stays silent
// after it has an unknown outcome.
func (e *Exec) Call(_ context.Context, _ string, body []byte, gate api.Gate) error {
	for {
		if err := gate.Before(); err != nil {
			return err
		}
		next, err := gate.After(e.attempt(body, gate.Stopped()))
		if err != nil || !next.Retry {
			return err
		}
		timer := time.NewTimer(next.Wait)
		select {
		case <-timer.C:
		case <-gate.Stopped().Done():
			timer.Stop()
			return gate.Stopped().Err()
		}
	}
}

// attempt sends the request to an idle process. One that turns out to have ended without
// reading it, as programs do that answer one request each, has a successor, which is sent
// it unless the session has stopped meanwhile.
func (e *Exec) attempt(body []byte, stopped context.Context) api.Exchange {
	x := api.Exchange{URL: e.words[0], Started: time.Now()}
	p, fault := e.takeIdle()
	if x.Fault = fault; fault != nil {
		return x
	}
	if p != nil {
		e.exchange(p, body, &x)
		if x.Fault != nil && x.Fault.Kind == api.FaultConnect && stopped.Err() == nil {
			e.drop(p)
			p = nil
		}
	}
	if p == nil {
		if p, x.Fault = e.start(); p != nil {
			e.exchange(p, body, &x)
		}
	}
	switch {
	case p == nil:
	case x.Fault != nil:
		e.drop(p)
	default:
		e.mu.Lock()
		e.idle = append(e.idle, p)
		e.mu.Unlock()
	}
	return x
}

// exchange asks a process. The time counts from when nothing keeps it from being sent
// the request.
func (e *Exec) exchange(p *process, body []byte, x *api.Exchange) {
	if x.Fault = p.check(); x.Fault != nil {
		return
	}
	x.Started = time.Now()
	x.Body, x.Fault = p.ask(body, e.timeout)
	x.Latency = time.Since(x.Started)
	p.longest = max(p.longest, x.Latency)
}

// takeIdle gives a process that waits for a request; nil when there is none. The fault
// is of one that has ended, with a reply more than it had requests.
func (e *Exec) takeIdle() (*process, *api.Fault) {
	for {
		e.mu.Lock()
		n := len(e.idle)
		if n == 0 {
			e.mu.Unlock()
			return nil, nil
		}
		p := e.idle[n-1]
		e.idle = e.idle[:n-1]
		e.mu.Unlock()
		if !p.hasEnded() {
			return p, nil
		}
		fault, _ := p.finish(api.FaultBabbleBefore, 0)
		if e.drop(p); fault != nil {
			return nil, fault
		}
	}
}

// start begins a process.
func (e *Exec) start() (*process, *api.Fault) {
	p, err := start(e.words, e.env)
	if err != nil {
		return nil, &api.Fault{Kind: api.FaultProgram, Message: fmt.Sprintf("the program could not be started: %v", err)}
	}
	e.mu.Lock()
	e.all[p] = true
	e.mu.Unlock()
	return p, nil
}

func (e *Exec) drop(p *process) {
	if p.asked > 0 && p.killed {
		e.unheard.Store(true)
	}
	e.mu.Lock()
	delete(e.all, p)
	e.mu.Unlock()
	p.end(0)
}

// Finish ends the input of every process, for a caller that has no more requests, and
// waits for their ends: two seconds, or twice as long as a reply took, or ten seconds
// where few were asked for, up to the timeout. The fault, if any, is of a program that
// then has one reply more than it had requests, so that its replies are not certain to
// belong to them. heard is false where a process that had replied did not come to its end by
// itself, so that such a reply would not have been seen.
func (e *Exec) Finish() (first *api.Fault, heard bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	type end struct {
		fault *api.Fault
		heard bool
	}
	ends := make(chan end, len(e.idle))
	for _, p := range e.idle {
		go func() {
			fault, heard := p.finish(api.FaultBabble, e.timeout)
			ends <- end{fault, heard}
		}()
	}
	heard = !e.unheard.Load()
	for range e.idle {
		x := <-ends
		heard = heard && x.heard
		if first == nil {
			first = x.fault
		}
	}
	return first, heard
}

// Close ends every process: end of input, then, if it stays, a kill.
func (e *Exec) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	var ending sync.WaitGroup
	for p := range e.all {
		ending.Go(func() { p.end(patience) })
	}
	ending.Wait()
	e.all, e.idle = map[*process]bool{}, nil
	return nil
}

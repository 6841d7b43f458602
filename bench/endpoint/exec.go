// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package endpoint

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
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

	mu   sync.Mutex
	idle []*process
	all  map[*process]bool
}

// ExecOptions are the settings of a program.
type ExecOptions struct {
	Command  string        // split into words as a shell would; no shell runs. Required
	Timeout  time.Duration // for each reply. Required
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
// be started, or that wrote a line nobody asked for, was not sent the request;
// one that ends or stays silent after it has an unknown outcome.
func (e *Exec) Call(_ context.Context, _ string, body []byte, gate api.Gate) error {
	for {
		if err := gate.Before(); err != nil {
			return err
		}
		next, err := gate.After(e.attempt(body))
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

func (e *Exec) attempt(body []byte) api.Exchange {
	x := api.Exchange{URL: e.words[0], Started: time.Now()}
	p, fault := e.take()
	if fault == nil {
		x.Body, fault = p.ask(body, e.timeout)
	}
	x.Fault, x.Latency = fault, time.Since(x.Started)
	if p == nil {
		return x
	}
	if fault != nil {
		e.drop(p)
	} else {
		e.mu.Lock()
		e.idle = append(e.idle, p)
		e.mu.Unlock()
	}
	return x
}

// take gives an idle process, or a new one.
func (e *Exec) take() (*process, *api.Fault) {
	e.mu.Lock()
	for n := len(e.idle); n > 0; n = len(e.idle) {
		p := e.idle[n-1]
		e.idle = e.idle[:n-1]
		e.mu.Unlock()
		if !p.endedByItself() {
			return p, nil
		}
		e.mu.Lock() // its successor goes on
		delete(e.all, p)
	}
	e.mu.Unlock()
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
	e.mu.Lock()
	delete(e.all, p)
	e.mu.Unlock()
	p.end(0)
}

// Close ends every process: end of input, then, if it stays, a kill.
func (e *Exec) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	var ending sync.WaitGroup
	for p := range e.all {
		ending.Go(func() { p.end(2 * time.Second) })
	}
	ending.Wait()
	e.all, e.idle = map[*process]bool{}, nil
	return nil
}

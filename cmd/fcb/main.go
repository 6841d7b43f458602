// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Command fcb measures whether the agreement of several AI agents deserves
// trust. This package wires the verbs: each file of a verb turns flags into an
// options struct, calls one package and hands the result to one renderer. What
// is computed stands in the packages cases, bench, scorer and below.
//
// Begin with run in app.go.
package main

import (
	"context"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"

	"github.com/false-consensus/fcb/bench/endpoint"
)

func main() {
	// Package net/http logs what it finds on an idle connection, a key that a
	// service echoes included.
	log.SetOutput(io.Discard)
	ctx, stop := watchSignals(context.Background(), func(code int) {
		endpoint.KillPrograms()
		os.Exit(code)
	})
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// watchSignals cancels the context with an interruption as its cause at the
// first SIGINT, SIGTERM or SIGHUP, unless that is ignored; a second signal leaves at once.
func watchSignals(parent context.Context, exit func(int)) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		signal.Notify(signals, syscall.SIGHUP)
	}
	// What reads our messages may be gone, as tee is after a Ctrl-C: writing to it is then
	// an error like any other and does not end the program with calls in flight.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	go func() {
		var first os.Signal
		for s := range signals {
			if first != nil {
				exit(interruption{s}.code())
			}
			first = s
			cancel(interruption{s})
		}
	}()
	return ctx, func() { signal.Stop(signals); cancel(nil) }
}

// An interruption is the cause of a context cancelled by a signal.
type interruption struct{ signal os.Signal }

func (i interruption) Error() string {
	switch i.signal {
	case syscall.SIGINT:
		return "interrupted by SIGINT"
	case syscall.SIGTERM:
		return "interrupted by SIGTERM"
	case syscall.SIGHUP:
		return "interrupted by SIGHUP"
	}
	return "interrupted by " + i.signal.String()
}

// code is 130 for SIGINT, and 143 for SIGTERM and for SIGHUP, which asks for the same.
func (i interruption) code() int {
	if i.signal == syscall.SIGINT {
		return 130
	}
	return 143
}

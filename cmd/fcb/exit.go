// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Exit codes (contract section 2).
const (
	exitDone       = 0
	exitNo         = 1 // done, and the answer is no
	exitUsage      = 2
	exitFailed     = 3 // could not do it
	exitIncomplete = 4 // resumable
	exitRefused    = 5
)

// exitCodes is the table that `fcb help exit-codes` prints.
const exitCodes = `  0    done
  1    done, and the answer is no: problems found, gate missed, self-test failed, a receipt invalid
  2    wrong usage
  3    could not do it: input unreadable, schema broken, I/O, network, credentials
  4    incomplete but resumable: quota, cap, failures or unknowns left, partial coverage
  5    refused: manifest, dataset or resume mismatch
  130  interrupted (SIGINT)
  143  terminated (SIGTERM, SIGHUP)

0, 1 and 4 print the result; 2, 3 and 5 leave standard output empty.
`

// An exitError carries the exit code a verb ends with. err may be nil where the
// output has said everything (exit 1 of validate).
type exitError struct {
	code int
	err  error
	hint string // printed on a line of its own
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// withHint adds advice to an error, which goes on a line of its own.
func (e *exitError) withHint(format string, a ...any) *exitError {
	e.hint = fmt.Sprintf(format, a...)
	return e
}

func exitf(code int, format string, a ...any) *exitError {
	return &exitError{code: code, err: fmt.Errorf(format, a...)}
}

func usagef(format string, a ...any) *exitError   { return exitf(exitUsage, format, a...) }
func failedf(format string, a ...any) *exitError  { return exitf(exitFailed, format, a...) }
func refusedf(format string, a ...any) *exitError { return exitf(exitRefused, format, a...) }

// done ends a verb with a code and no message.
func done(code int) error {
	if code == exitDone {
		return nil
	}
	return &exitError{code: code}
}

// codeOf maps any error to an exit code: one of ours as it says, an interruption
// to its signal's, everything else to 3.
func codeOf(ctx context.Context, err error) int {
	var ours *exitError
	var stopped interruption
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &ours):
		return ours.code
	case errors.As(err, &stopped):
		return stopped.code()
	case errors.Is(err, context.Canceled) && errors.As(context.Cause(ctx), &stopped):
		return stopped.code()
	}
	return exitFailed
}

// printsResult reports whether a result goes to standard output under this code.
func printsResult(code int) bool {
	return code != exitUsage && code != exitFailed && code != exitRefused
}

// report writes an error to stderr: one line for each line of its text, then the hint.
func (e *environment) report(err error) {
	var ours *exitError
	if errors.As(err, &ours) && ours.err == nil && ours == err {
		return
	}
	for _, line := range strings.Split(strings.TrimRight(err.Error(), "\n"), "\n") {
		e.errorLine("", line)
	}
	if ours != nil && ours.hint != "" {
		for _, line := range strings.Split(ours.hint, "\n") {
			e.errorLine("hint: ", line)
		}
	}
}

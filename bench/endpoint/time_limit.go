// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package endpoint

import (
	"context"
	"math"
	"time"
)

// A timeLimit is the context of attempts that follow each other, each of which may
// take so long. One that has run out is made anew; to use one for many attempts is
// cheaper than a context with a deadline for each, as http.Client.Timeout makes it.
type timeLimit struct {
	parent context.Context
	length time.Duration
	ctx    context.Context // of the next attempt; once the time is over, its cause is context.DeadlineExceeded
	cancel context.CancelCauseFunc
	timer  *time.Timer // ends ctx
}

func newTimeLimit(parent context.Context, length time.Duration) timeLimit {
	l := timeLimit{parent: parent, length: length}
	l.renew()
	return l
}

func (l *timeLimit) renew() {
	ctx, cancel := context.WithCancelCause(l.parent)
	l.ctx, l.cancel = ctx, cancel
	l.timer = time.AfterFunc(math.MaxInt64, func() { cancel(context.DeadlineExceeded) })
	l.timer.Stop() // until start
}

// end lets go of the parent, after the last attempt.
func (l *timeLimit) end() { l.cancel(nil) }

// start begins the time of an attempt.
func (l *timeLimit) start() { l.timer.Reset(l.length) }

// stop ends it.
func (l *timeLimit) stop() {
	if !l.timer.Stop() || l.ctx.Err() != nil {
		l.renew()
	}
}

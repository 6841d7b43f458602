// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package endpoint

import (
	"bytes"
	"fmt"
	"time"

	"github.com/false-consensus/fcb/bench/api"
)

// check says what keeps a program from being sent a request: it wrote something since
// its last reply, or ended. What one that was just started has written by then is its
// reply: it need not read a request to answer it, and might have been slower.
func (p *process) check() *api.Fault {
	if p.asked == 0 {
		return nil
	}
	out, open, said := p.unaskedLine()
	switch {
	case !said:
		return nil
	case open:
		if fault := p.farewell(out, api.FaultBabbleBefore); fault != nil {
			return fault
		}
	}
	return p.notRead()
}

// farewell is the fault, of the kind, of a program that wrote a line nobody asked for;
// nil where the line is no reply and the program ends now without a reply too many.
func (p *process) farewell(out output, kind string) *api.Fault {
	if isReply(out.line) {
		return p.unasked(out, kind)
	}
	fault, ended := p.lastWords(kind, patience)
	if fault == nil && !ended {
		fault = p.unasked(out, kind)
	}
	return fault
}

// grace is how long a program may take after its first reply to show that it ends, or
// that it writes more than one line a request.
const grace = 50 * time.Millisecond

// unaskedLine is what the program wrote since its last reply; open is false where it
// has ended.
func (p *process) unaskedLine() (out output, open, said bool) {
	if p.asked == 1 {
		timer := time.NewTimer(grace)
		defer timer.Stop()
		select {
		case out, open = <-p.lines:
			return out, open, true
		case <-timer.C:
			return out, open, false
		}
	}
	select {
	case out, open = <-p.lines:
		return out, open, true
	default:
		return out, open, false
	}
}

// allUnread reports whether a request of n bytes that was written stands unread in the
// pipe of a program that has replied before: a line that comes then is no reply to it,
// but one more about an earlier request.
func (p *process) allUnread(n int, written <-chan struct{}) bool {
	if p.asked == 0 {
		return false
	}
	select {
	case <-written:
		return unreadIn(p.input) >= n
	default:
		return false
	}
}

// unasked is the fault of a program that writes more than one line a request:
// no reply of its can be trusted to belong to the request before it.
func (p *process) unasked(out output, kind string) *api.Fault {
	return &api.Fault{Kind: kind, Message: fmt.Sprintf("the program wrote a line nobody asked for (beside %s), so none of its replies is certain to belong to its request: a reply is one line, anything else belongs on standard error%s", shorten(out.line), p.said())}
}

// patience is how long a program may take to end once its input has ended.
const patience = 2 * time.Second

// With fewReplies it is not known how long one takes: then the program has patienceAtFirst.
const (
	fewReplies      = 3
	patienceAtFirst = 10 * time.Second
)

// finish closes the program's input and waits for its end, as long as a reply may take
// that it is still at, but no longer than limit. A reply that comes now is one too many,
// a fault of the kind. Anything else is its farewell. heard is false where it did not end
// by itself.
func (p *process) finish(kind string, limit time.Duration) (fault *api.Fault, heard bool) {
	_ = p.stdin.Close()
	wait := 2 * p.longest
	if p.asked < fewReplies {
		wait = max(wait, patienceAtFirst)
	}
	fault, ended := p.lastWords(kind, max(patience, min(wait, limit)))
	if !ended {
		p.kill()
	}
	const bySignal = -1
	return fault, ended && p.cmd.ProcessState.ExitCode() != bySignal
}

// lastWords listens to a program for a while, until it ends. The fault, of the kind, is a
// reply that it then says.
func (p *process) lastWords(kind string, wait time.Duration) (fault *api.Fault, ended bool) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for {
		select {
		case out, open := <-p.lines:
			switch {
			case !open:
				return nil, true
			case isReply(out.line):
				return p.unasked(out, kind), false
			}
		case <-timer.C:
			return nil, false
		}
	}
}

// isReply reports whether a line looks like a reply, and not like a farewell.
func isReply(line []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(line), []byte("{")) }

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
	case open && (isReply(out.line) || !p.endsWithin(grace)):
		return p.unasked(out, api.FaultBabbleBefore)
	}
	return p.notRead()
}

// endsWithin reports whether the program ends by itself in a while, as after a farewell.
func (p *process) endsWithin(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-p.exited:
		return true
	case <-timer.C:
		return false
	}
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

// fewReplies are too few to know how long one takes.
const fewReplies = 3

// finish closes the program's input and waits for its end, as long as a reply may take
// that it is still at, but no longer than limit. A reply that comes now is one too many,
// a fault of the kind. Anything else is its farewell. heard is false where it had to be
// killed.
func (p *process) finish(kind string, limit time.Duration) (fault *api.Fault, heard bool) {
	_ = p.stdin.Close()
	wait := max(patience, min(2*p.longest, limit))
	if p.asked < fewReplies {
		wait = max(patience, limit)
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for {
		select {
		case out, open := <-p.lines:
			switch {
			case !open:
				return nil, true
			case isReply(out.line):
				return p.unasked(out, kind), true
			}
		case <-timer.C:
			p.kill()
			return nil, false
		}
	}
}

// isReply reports whether a line looks like a reply, and not like a farewell.
func isReply(line []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(line), []byte("{")) }

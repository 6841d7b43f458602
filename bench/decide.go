// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"fmt"
	"time"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/predictions"
)

// A decision is what follows an attempt.
type decision struct {
	next api.Next
	stop *Stop
}

// judge fills class, status and error of the outcome from the exchange alone and
// gives the row of the table that it falls under.
func (g *gate) judge(x api.Exchange, out *Record) rule {
	r := classify(x)
	out.Class = r.class
	switch r.class {
	case Answered:
		g.answered(x, out)
	case Failed, Unknown:
		out.Status = string(r.class)
		out.Error = &predictions.Error{Kind: r.kind, Message: describe(x, urlHint(x))}
	default:
		out.Status = predictions.Unattempted
		out.Error = &predictions.Error{Kind: r.kind, Message: describe(x, "")}
	}
	if out.Error != nil { // it may quote the other side
		out.Error.Message = toValid(out.Error.Message)
	}
	return r
}

// decide says what follows an outcome that was judged. It is called with the
// session's lock held, so that "in a row" means the order of the journal.
func (g *gate) decide(r rule, x api.Exchange, out *Record, now time.Time) decision {
	streak := g.asking.run.state.streak
	wait := ParseRetryAfter(x.RetryAfter, now)
	streak.note(out.Class, out.HTTPStatus, wait.Usable)
	switch r.action {
	case actStopNow:
		s := stopNow(r, g.kind, x, out)
		s.unsent = out.Class == Unsent && !api.Babbles(r.kind)
		return decision{stop: s}
	case actStreak:
		if streak.bad400 < streakLimit {
			return decision{}
		}
		out.Class, out.Status = Refused, predictions.Unattempted
		return decision{stop: &Stop{Code: r.code, Kind: r.kind, Message: fmt.Sprintf("%d requests in a row were refused as wrong: %s", streak.bad400, out.Error.Message)}}
	case actWait:
		return g.refused(x, out, wait, streak, now)
	case actReconnect:
		return g.reconnect(r, x, out)
	}
	if x.Fault != nil && x.Fault.Mute {
		return decision{stop: g.mute(out)}
	}
	return decision{}
}

// muteLimit is how many requests a program may leave without a reply before its
// first one, beyond those that are still under way.
const muteLimit = 3

// mute gives up on a program that has not replied to anything in this run. One
// that cannot even begin would turn every case into an unknown outcome.
func (g *gate) mute(out *Record) *Stop {
	b, others := &g.asking.run.state.Books, g.asking.progress.InFlight-1
	without := b.Unknown - others // with this one
	if b.Answered+b.Failed > 0 || without < muteLimit+others {
		return nil
	}
	hint := "try it by hand with one line of fcb score --dry-run"
	if out.Error.Kind == api.FaultTimeout { // the usual reason, which does not show by hand where the input ends
		hint = "does it flush its output after each line (in Python flush=True, or python3 -u)?"
	}
	return &Stop{Code: StopFailed, Kind: KindMute, Message: fmt.Sprintf("the program has replied to none of its first %d requests: %s", without, out.Error.Message), Hint: hint}
}

// answered checks a complete 200.
func (g *gate) answered(x api.Exchange, out *Record) {
	var problem *predictions.Error
	if g.kind == CallJudge {
		_, problem = readJudge(x)
	} else {
		var reply consensusReply
		if reply, problem = readConsensus(x); problem == nil {
			out.consensus = &reply
		}
	}
	out.Status = predictions.OK
	if problem != nil {
		out.Class, out.Status, out.Error = Failed, predictions.Failed, problem
	}
}

// refused deals with a 429 or 503: stop, try again, or give up.
func (g *gate) refused(x api.Exchange, out *Record, wait RetryAfter, streak streaks, now time.Time) decision {
	set := g.asking.set
	if wait.Note != "" {
		out.Error.Message += " (" + wait.Note + ")"
	}
	stop := func(kind, message string) decision {
		return decision{stop: &Stop{Code: StopIncomplete, Kind: kind, Message: message + ": " + out.Error.Message}}
	}
	switch {
	case x.Status == 429 && quotaSpent(x.Body):
		out.Error.Kind = "quota_exhausted"
		d := stop("quota", "the quota is used up")
		if set.DailyLimit == nil {
			d.stop.Hint = "--daily-limit N, N being what the service allows a day, stops a run before it is refused; refused calls are booked too"
		}
		return d
	case wait.Usable && wait.Wait > set.MaxWait:
		return stop("quota", fmt.Sprintf("the service asks for a wait of %s, longer than --max-wait %s", wait.Wait.Round(time.Second), set.MaxWait))
	case set.Retries > 0 && x.Status == 429 && streak.blind429 >= streakLimit:
		return stop("quota", fmt.Sprintf("%d refusals in a row without a usable wait", streak.blind429))
	case g.tries > set.Retries:
		out.Status = predictions.Failed
		return decision{}
	}
	next := api.Next{Retry: true, Wait: wait.Wait}
	if !wait.Usable {
		next.Wait = backoff(g.tries, set.MaxWait)
	}
	return decision{next: next}
}

// reconnect deals with an attempt that never connected.
func (g *gate) reconnect(r rule, x api.Exchange, out *Record) decision {
	set := g.asking.set
	if g.tries <= set.Retries {
		return decision{next: api.Next{Retry: true, Wait: backoff(g.tries, set.MaxWait)}}
	}
	return decision{stop: &Stop{unsent: true, Kind: r.kind, Message: out.Error.Message, Hint: x.Fault.Hint}}
}

// unsentCode is the code of a stop because nothing could be sent: the run cannot
// be done while no case has an outcome, and is resumable after that.
func (a *asking) unsentCode() int {
	if p := a.progress; p.OK+p.Failed+p.Unknown > 0 {
		return StopIncomplete
	}
	return StopFailed
}

// HintBabble is the advice about a run whose program babbles, see [api.Babbles].
const HintBabble = "mend the program and begin a new run: any reply recorded in this one may belong to another case"

func stopNow(r rule, kind string, x api.Exchange, out *Record) *Stop {
	s := &Stop{Code: r.code, Kind: r.kind, Message: out.Error.Message}
	switch r.kind {
	case "unauthorized", "forbidden":
		s.Hint = "the service does not accept the key; check the variable or file it comes from"
	case "payment_required":
		s.Hint = "free quota and credits are used up, or no key was sent; fcb never pays by itself"
	case "wrong_url":
		s.Hint = "check --base-url: " + x.URL + " is not there; another URL takes a new run"
		if kind == CallJudge {
			s.Hint = "a service without " + api.PathJudge + " takes a new run without --judge; " + s.Hint
		}
	case "redirect":
		s.Message = fmt.Sprintf("status %d: %s redirects to %s", x.Status, x.URL, orUnnamed(toValid(x.Location)))
		s.Hint = "redirects are not followed; the final URL takes a new run"
		out.Error.Message = s.Message
	case api.FaultBabble, api.FaultBabbleBefore:
		s.Hint = HintBabble
	case api.FaultCertificate:
		s.Hint = "give the certificate of a private authority with --ca-cert FILE"
	}
	return s
}

func orUnnamed(s string) string {
	if s == "" {
		return "an unnamed place"
	}
	return s
}

// urlHint suggests the usual reason for a page where an answer was expected.
func urlHint(x api.Exchange) string {
	if x.Fault == nil && x.Status >= 500 && printable(x.Body) != "" && printable(x.Body)[0] == '<' {
		return "check --base-url"
	}
	return ""
}

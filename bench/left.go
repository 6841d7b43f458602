// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import "time"

// A Rest is what is left to ask, before tries after a refusal.
type Rest struct {
	Calls int   // a judge's call for each answer that may come among them
	Cost  Money // of all, at most
	Next  Money // of the first, at most
}

// Left is what a session with these settings would send of a plan: what was never
// asked, and what RetryFailed and RetryUnknown ask for.
func (s *State) Left(p *Plan, set Settings) Rest {
	a := &asking{run: &Run{Plan: p, state: s}, set: set}
	var rest Rest
	add := func(price Money) {
		if rest.Calls++; rest.Calls == 1 {
			rest.Next = price
		}
		rest.Cost = rest.Cost.Add(price)
	}
	for _, j := range a.left(a.jobs()) {
		if a.wants(j.state.consensus.status) {
			add(set.reservation(j.task.Body))
		}
		if p.Judge {
			add(set.Price)
		}
	}
	return rest
}

// ResumeAt is when it makes sense to go on: when the daily limit frees calls, or the
// time that the service named when it refused the last call. Zero when neither keeps
// a session from sending at now.
func (s *State) ResumeAt(set Settings, now time.Time) time.Time {
	var at time.Time
	if limit := set.DailyLimit; limit != nil && s.Books.sentOn(now) >= *limit {
		at = nextDay(now)
	}
	if s.lastRefused == nil {
		return at
	}
	r := (&call{last: s.lastRefused}).outcome()
	then, err := parseStamp(r.Time)
	if err != nil {
		return at
	}
	if named := refusedUntil(r.HTTPStatus, r.Reply(), ParseRetryAfter(r.RetryAfter, then), then); named.After(now) && named.After(at) {
		at = named
	}
	return at
}

// refusedUntil is when a 429 or 503 of a time says that the work may be done: after
// the wait it names, or, for a quota without one, on the next day. Zero when not known.
func refusedUntil(status int, body []byte, wait RetryAfter, at time.Time) time.Time {
	switch {
	case wait.Usable && wait.Wait > 0:
		return at.Add(wait.Wait)
	case status == 429 && quotaSpent(body):
		return nextDay(at)
	}
	return time.Time{}
}

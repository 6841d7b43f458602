// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import "time"

// ResumeAt is when it makes sense to go on: when the daily limit frees calls, or the
// latest time that the service named when it refused calls after which none was sent.
// Zero when neither keeps a session from sending at now, or no day would.
func (s *State) ResumeAt(set Settings, now time.Time) time.Time {
	var at time.Time
	if limit := set.DailyLimit; limit != nil && *limit > 0 && s.Books.sentOn(now) >= *limit {
		at = nextDay(now)
	}
	if s.until.After(now) && s.until.After(at) {
		at = s.until
	}
	return at
}

// namedIn is when a refusal says that the work may be done: after the wait it names,
// or, for a quota without one, on the next day. Zero when not known.
func namedIn(r *Record) time.Time {
	at, err := parseStamp(r.Time)
	if err != nil {
		return time.Time{}
	}
	switch wait := ParseRetryAfter(r.RetryAfter, at); {
	case wait.Usable && wait.Wait > 0:
		return at.Add(wait.Wait)
	case r.HTTPStatus == 429 && quotaSpent(r.Reply()):
		return nextDay(at)
	}
	return time.Time{}
}

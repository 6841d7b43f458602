// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import "time"

// ResumeAt is when it makes sense to go on: when the daily limit frees calls, or the
// time that the service named when it refused a call after which none was sent. Zero
// when neither keeps a session from sending at now, or no day would.
func (s *State) ResumeAt(set Settings, now time.Time) time.Time {
	var at time.Time
	if limit := set.DailyLimit; limit != nil && *limit > 0 && s.Books.sentOn(now) >= *limit {
		at = nextDay(now)
	}
	if s.lastRefused == nil {
		return at
	}
	r := decodeOutcome(s.lastRefused)
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

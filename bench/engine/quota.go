// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package engine

import (
	"net/http"
	"strconv"
	"sync"
	"time"
)

// quota counts the calls answered in one UTC day.
type quota struct {
	limit *int
	now   func() time.Time

	mu   sync.Mutex
	day  string
	used int
}

// take reserves one call, or refuses it until the next 00:00 UTC. Only requests
// that will be answered take one.
func (q *quota) take() *refusal {
	if q.limit == nil {
		return nil
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	now := q.now().UTC()
	if day := now.Format(time.DateOnly); day != q.day {
		q.day, q.used = day, 0
	}
	if q.used >= *q.limit {
		no := refuse(http.StatusTooManyRequests, "quota_exhausted", "daily quota of %d calls used", *q.limit)
		no.header = http.Header{"Retry-After": {strconv.Itoa(secondsToMidnight(now))}}
		return no
	}
	q.used++
	return nil
}

// secondsToMidnight is the time to the next 00:00 UTC, rounded up: a client
// that waits it out is never early.
func secondsToMidnight(now time.Time) int {
	next := now.UTC().Truncate(24 * time.Hour).Add(24 * time.Hour)
	return int((next.Sub(now) + time.Second - 1) / time.Second)
}

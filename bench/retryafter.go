// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"math/big"
	"net/http"
	"strings"
	"time"
)

// maxRetryAfter is where a wait stops being believable; longer ones are taken as this.
const maxRetryAfter = 48 * time.Hour

// A RetryAfter is a parsed Retry-After header.
type RetryAfter struct {
	Wait   time.Duration // 0..48 h
	Usable bool          // false when absent or unreadable
	Note   string        // what was odd about it, "" when nothing
}

// ParseRetryAfter reads seconds or any of the three HTTP date forms, seen at
// now. A negative number or a date in the past means no wait; beyond 48 hours
// the wait is clamped. Anything else is not usable.
func ParseRetryAfter(header string, now time.Time) RetryAfter {
	s := strings.TrimSpace(header)
	if s == "" {
		return RetryAfter{}
	}
	digits := strings.TrimPrefix(s, "-")
	if n, ok := new(big.Int).SetString(s, 10); ok && digits != "" && digits[0] >= '0' && digits[0] <= '9' {
		switch limit := big.NewInt(int64(maxRetryAfter / time.Second)); {
		case n.Sign() < 0:
			return RetryAfter{Usable: true, Note: "negative Retry-After taken as 0"}
		case n.Cmp(limit) > 0:
			return RetryAfter{Wait: maxRetryAfter, Usable: true, Note: "Retry-After beyond 48 hours taken as 48 hours"}
		default:
			return RetryAfter{Wait: time.Duration(n.Int64()) * time.Second, Usable: true}
		}
	}
	t, err := http.ParseTime(s)
	if err != nil {
		return RetryAfter{Note: "unreadable Retry-After ignored"}
	}
	switch d := t.Sub(now); {
	case d <= 0:
		return RetryAfter{Usable: true, Note: "Retry-After in the past taken as 0"}
	case d > maxRetryAfter:
		return RetryAfter{Wait: maxRetryAfter, Usable: true, Note: "Retry-After beyond 48 hours taken as 48 hours"}
	default:
		return RetryAfter{Wait: d, Usable: true}
	}
}

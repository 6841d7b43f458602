// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import "github.com/false-consensus/fcb/bench/api"

// Classify says what an exchange counts as by the outcome table alone, for
// callers that keep books of their own: the class, and unless it was answered the
// kind of trouble and its words. It decides nothing about trying again.
func Classify(x api.Exchange) (class Class, kind, message string) {
	r := classify(x)
	if r.class == Answered {
		return r.class, "", ""
	}
	return r.class, r.kind, describe(x, urlHint(x))
}

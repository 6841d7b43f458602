// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package fault

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// httpDates are the three forms of a date that HTTP knows (RFC 9110, 5.6.7).
var httpDates = map[string]string{
	"imf":     http.TimeFormat,
	"rfc850":  "Monday, 02-Jan-06 15:04:05 GMT",
	"asctime": time.ANSIC,
}

// retryAfter reads a value of the action of this name. A quoted value is always
// sent as it is.
func retryAfter(it item) (func(time.Time) string, error) {
	v, err := plain(it)
	if err != nil {
		if it.quoted && it.value == "" {
			return func(time.Time) string { return "" }, nil // an empty header is a form of junk
		}
		return nil, err
	}
	if it.quoted {
		return func(time.Time) string { return v }, nil
	}
	if v == "midnight" {
		return midnight, nil
	}
	for name, layout := range httpDates {
		offset, ok := strings.CutPrefix(v, name)
		if !ok {
			continue
		}
		if offset == "" || offset[0] != '+' && offset[0] != '-' {
			return nil, errors.New(name + " is followed by the time from now, such as " + name + "+90s")
		}
		d, err := time.ParseDuration(offset)
		if err != nil {
			return nil, fmt.Errorf("%q is not a duration such as +90s", offset)
		}
		return func(now time.Time) string { return now.UTC().Add(d).Format(layout) }, nil
	}
	return func(time.Time) string { return v }, nil
}

// midnight is the number of seconds to the next 00:00 UTC, rounded up.
func midnight(now time.Time) string {
	next := now.UTC().Truncate(24 * time.Hour).Add(24 * time.Hour)
	return strconv.Itoa(int((next.Sub(now) + time.Second - 1) / time.Second))
}

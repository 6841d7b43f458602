// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package fault

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Bounds of numbers in a plan.
const (
	maxDelay  = 24 * time.Hour
	maxPad    = 64 << 20
	maxNumber = 1_000_000_000
)

// An entry is a name of the language: the shape of its value, what it does, and
// how the value is taken over.
type entry[T any] struct {
	value, help string
	set         func(*T, item) error
}

var actions = map[string]entry[action]{
	"status": {"N", "answer with this status (200 to 599) and do no work; the body is the API's JSON error",
		func(a *action, it item) (err error) { a.status, err = number(it, 200, 599); return }},
	"code": {"WORD", "the error code in that body; by default the one that fits the status",
		func(a *action, it item) (err error) { a.code, err = plain(it); return }},
	"retry-after": {"V", "a Retry-After header: any text as it is (2, -5, soon); midnight for the seconds to 00:00 UTC; imf+90s, rfc850-1h or asctime+2s for one of the three HTTP dates, from now",
		func(a *action, it item) (err error) { a.retryAfter, err = retryAfter(it); return }},
	"quota": {"", "short for status=429,code=quota_exhausted,retry-after=midnight",
		func(a *action, it item) error {
			a.status, a.code, a.retryAfter = http.StatusTooManyRequests, "quota_exhausted", midnight
			return none(it)
		}},
	"redirect": {"\"URL\"", "Location with status 307, or the one given by status; no work is done",
		func(a *action, it item) (err error) { a.redirect, err = location(it); return }},
	"body": {"KIND", "another body, with status 200 unless given: error, html, empty, garbage (no work is done); nan, utf16, norisk, badrisk (the reply, spoilt)",
		func(a *action, it item) (err error) {
			a.body, err = oneOf(it, slices.Sorted(maps.Keys(bodies))...)
			return
		}},
	"text": {"\"...\"", "this body; no work is done",
		func(a *action, it item) error { a.text = &it.value; return given(it) }},
	"type": {"MIME", "another Content-Type",
		func(a *action, it item) (err error) { a.mime, err = plain(it); return }},
	"header": {"\"K: V\"", "one more response header; may be given several times",
		func(a *action, it item) error {
			k, v, err := headerLine(it)
			a.header = append(a.header, [2]string{k, v})
			return err
		}},
	"pad": {"N", "N more bytes in the reply, under the key padding",
		func(a *action, it item) (err error) { a.pad, err = number(it, 0, maxPad); return }},
	"echo": {"", "send the request's headers back, keys included, plain, in base64 and URL-encoded: in the body, in the error message and in X-Echo- headers",
		func(a *action, it item) error { a.echo = true; return none(it) }},
	"delay": {"D or D..D", "wait before replying, the work being done; between two durations it depends on the request and the seed",
		func(a *action, it item) (err error) { a.delay, err = durations(it); return }},
	"cut": {"N", "end the connection after N bytes of the body",
		func(a *action, it item) (err error) { a.cut, err = number(it, 0, maxNumber); return }},
	"stall": {"N", "send N bytes of the body, then nothing until the client leaves",
		func(a *action, it item) (err error) { a.stall, err = number(it, 0, maxNumber); return }},
	"framing": {"HOW", "how the body's end is told: length (default), chunked, or close (by closing, so that a cut is not seen)",
		func(a *action, it item) (err error) { a.framing, err = oneOf(it, "length", "chunked", "close"); return }},
	"reset": {"WHEN", "reset the connection instead of replying: before the body is read, or after the work is done",
		func(a *action, it item) (err error) { a.reset, err = oneOf(it, "before", "after"); return }},
	"close": {"HOW", "close the connection after the reply: announce says so in a header, silent does not",
		func(a *action, it item) (err error) { a.close, err = oneOf(it, "announce", "silent"); return }},
}

func actionNames() []string { return slices.Sorted(maps.Keys(actions)) }

// check refuses actions that contradict each other.
func (a action) check() error {
	endings := 0
	for _, on := range []bool{a.cut >= 0, a.stall >= 0, a.reset != "", a.close != ""} {
		if on {
			endings++
		}
	}
	switch {
	case endings > 1:
		return errors.New("only one of cut, stall, reset and close")
	case a.framing != "" && (a.reset != "" || a.close != ""):
		return errors.New("framing goes with cut, stall or a whole reply only")
	case a.body != "" && a.text != nil:
		return errors.New("only one of body and text")
	case a.redirect != "" && a.status != 0 && (a.status < 300 || a.status > 399):
		return fmt.Errorf("redirect goes with a status of 300 to 399, not %d", a.status)
	case a.code != "" && a.status == 0 && a.body != "error":
		return errors.New("code goes with status or body=error")
	}
	return nil
}

func given(it item) error {
	if !it.has {
		return errors.New("needs a value")
	}
	return nil
}

func none(it item) error {
	if it.has {
		return errors.New("takes no value")
	}
	return nil
}

func number(it item, from, to int) (int, error) {
	n, err := strconv.Atoi(it.value)
	if err != nil || n < from || n > to {
		return 0, fmt.Errorf("must be a whole number from %d to %d, not %q", from, to, it.value)
	}
	return n, nil
}

func oneOf(it item, words ...string) (string, error) {
	if !slices.Contains(words, it.value) {
		return "", fmt.Errorf("must be one of %s, not %q", strings.Join(words, ", "), it.value)
	}
	return it.value, nil
}

// plain refuses what cannot stand in a header line.
func plain(it item) (string, error) {
	if !it.has || it.value == "" {
		return "", errors.New("needs a value")
	}
	for _, c := range []byte(it.value) {
		if c < ' ' && c != '\t' || c == 0x7f {
			return "", fmt.Errorf("holds the control character %q", string(c))
		}
	}
	return it.value, nil
}

func location(it item) (string, error) {
	v, err := plain(it)
	if err == nil {
		_, err = url.Parse(v)
	}
	if err != nil {
		return "", fmt.Errorf("needs a URL, not %q", it.value)
	}
	return v, nil
}

func headerLine(it item) (k, v string, err error) {
	line, err := plain(it)
	if err != nil {
		return "", "", err
	}
	k, v, ok := strings.Cut(line, ":")
	if !ok || k == "" || strings.ContainsFunc(k, notToken) {
		return "", "", fmt.Errorf("must look like \"Name: value\", not %q", it.value)
	}
	return k, strings.TrimSpace(v), nil
}

// notToken tells the characters that cannot stand in a header name.
func notToken(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r < 0x80 && strings.ContainsRune("!#$%&'*+-.^_`|~", r))
}

func durations(it item) (d [2]time.Duration, err error) {
	low, high, both := strings.Cut(it.value, "..")
	if !both {
		high = low
	}
	for i, s := range []string{low, high} {
		if d[i], err = time.ParseDuration(s); err != nil || d[i] < 0 || d[i] > maxDelay {
			return d, fmt.Errorf("must be a duration such as 50ms, up to 24h, or two with .. between, not %q", it.value)
		}
	}
	if d[0] > d[1] {
		return d, fmt.Errorf("ends (%s) before it begins (%s)", d[1], d[0])
	}
	return d, nil
}

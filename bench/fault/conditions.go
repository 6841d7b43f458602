// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package fault

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

var conditions = map[string]entry[condition]{
	"first": {"N", "calls 1 to N",
		func(c *condition, it item) error {
			n, err := number(it, 1, maxNumber)
			return c.narrow(span{1, n}, err)
		}},
	"after": {"N", "calls N+1 and later",
		func(c *condition, it item) error {
			n, err := number(it, 0, maxNumber)
			return c.narrow(span{n + 1, math.MaxInt}, err)
		}},
	"call": {"N or N..M", "these calls",
		func(c *condition, it item) error { s, err := numbers(it); return c.narrow(s, err) }},
	"every": {"N", "each Nth call: N, 2N, 3N",
		func(c *condition, it item) (err error) { c.every, err = number(it, 1, maxNumber); return }},
	"attempt": {"N or N..M", "the Nth time that this very body is sent, counted for each body",
		func(c *condition, it item) (err error) { c.attempt, err = numbers(it); return }},
	"path": {"/PATH", "this path only; without it every path but /v1/health",
		func(c *condition, it item) error {
			if !strings.HasPrefix(it.value, "/") {
				return fmt.Errorf("must begin with /, not %q", it.value)
			}
			c.path = it.value
			return nil
		}},
	"match": {"\"...\"", "bodies that hold this text",
		func(c *condition, it item) error {
			if it.value == "" {
				return fmt.Errorf("needs a text")
			}
			c.match = it.value
			return nil
		}},
	"p": {"P", "with this probability, 0 to 1, decided by seed, body and attempt, so that order and concurrency do not matter",
		func(c *condition, it item) (err error) {
			c.p, err = strconv.ParseFloat(it.value, 64)
			if err != nil || !(c.p >= 0 && c.p <= 1) {
				return fmt.Errorf("must be a number from 0 to 1, not %q", it.value)
			}
			return nil
		}},
	"seed": {"N", "of p and of delay ranges (default 1)",
		func(c *condition, it item) (err error) {
			if c.seed, err = strconv.ParseUint(it.value, 10, 64); err != nil {
				return fmt.Errorf("must be a whole number, not %q", it.value)
			}
			return nil
		}},
}

func conditionNames() []string { return slices.Sorted(maps.Keys(conditions)) }

// narrow adds a range of call numbers; first, after and call hold together.
func (c *condition) narrow(s span, err error) error {
	if err != nil {
		return err
	}
	if c.call != (span{}) {
		s = span{max(s.from, c.call.from), min(s.to, c.call.to)}
	}
	if s.from > s.to {
		return fmt.Errorf("leaves no call together with the conditions before")
	}
	c.call = s
	return nil
}

func numbers(it item) (span, error) {
	low, high, both := strings.Cut(it.value, "..")
	if !both {
		high = low
	}
	from, err := strconv.Atoi(low)
	to, err2 := strconv.Atoi(high)
	if err != nil || err2 != nil || from < 1 || to > maxNumber {
		return span{}, fmt.Errorf("must be a whole number from 1 or two with .. between, not %q", it.value)
	}
	if from > to {
		return span{}, fmt.Errorf("ends (%d) before it begins (%d)", to, from)
	}
	return span{from, to}, nil
}

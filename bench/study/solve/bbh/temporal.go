// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bbh

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var (
	span   = regexp.MustCompile(`(\d+[ap]m) to (\d+[ap]m)`)
	sight  = regexp.MustCompile(`^\w+ saw .* from (\d+[ap]m) to (\d+[ap]m)\.$`)
	awake  = regexp.MustCompile(`woke up at (\d+[ap]m)\.$`)
	closed = regexp.MustCompile(`closed after (\d+[ap]m)\.$`)
)

// hour reads 7am, 12pm as hours from midnight.
func hour(s string) (int, error) {
	h, err := strconv.Atoi(s[:len(s)-2])
	if err != nil || h < 1 || h > 12 {
		return 0, fmt.Errorf("not a time: %q", s)
	}
	h %= 12
	if strings.HasSuffix(s, "pm") {
		h += 12
	}
	return h, nil
}

// temporal finds the option that lies between waking and closing and overlaps
// no time at which the person was seen elsewhere.
func temporal(question string) (string, error) {
	stem, opts, err := options(question)
	if err != nil {
		return "", err
	}
	var busy [24]bool
	from, to := -1, -1
	lines := strings.Split(stem, "\n")
	if len(lines) < 5 {
		return "", fmt.Errorf("too few lines")
	}
	for _, l := range lines[2 : len(lines)-1] {
		if m := sight.FindStringSubmatch(l); m != nil {
			a, b, err := hours(m[1], m[2])
			if err != nil {
				return "", err
			}
			for h := a; h < b; h++ {
				busy[h] = true
			}
		} else if m := awake.FindStringSubmatch(l); m != nil {
			from, err = hour(m[1])
		} else if m := closed.FindStringSubmatch(l); m != nil {
			to, err = hour(m[1])
		} else {
			return "", fmt.Errorf("line not understood: %q", l)
		}
		if err != nil {
			return "", err
		}
	}
	if from < 0 || to <= from {
		return "", fmt.Errorf("no waking or closing time")
	}
	return only(opts, func(text string) (bool, error) {
		m := span.FindStringSubmatch(text)
		if m == nil {
			return false, fmt.Errorf("not a span of time: %q", text)
		}
		a, b, err := hours(m[1], m[2])
		if err != nil || a < from || b > to {
			return false, err
		}
		for h := a; h < b; h++ {
			if busy[h] {
				return false, nil
			}
		}
		return true, nil
	})
}

func hours(from, to string) (a, b int, err error) {
	if a, err = hour(from); err == nil {
		b, err = hour(to)
	}
	if err == nil && b <= a {
		err = fmt.Errorf("%s to %s runs backwards", from, to)
	}
	return a, b, err
}

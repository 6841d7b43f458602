// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package corpus

import (
	"fmt"
	"slices"
	"strings"

	"github.com/false-consensus/fcb/bench/study/answer"
)

// A problem is what the schema cannot say about one task.
type problem struct{ pointer, message string }

// problems lists what makes a key impossible to give: a spelling that no answer
// has after normalisation, or a word that is not allowed.
func (t *Task) problems() []problem {
	var out []problem
	add := func(pointer, format string, a ...any) {
		out = append(out, problem{pointer, fmt.Sprintf(format, a...)})
	}
	for i, l := range t.Labels {
		for j := range i {
			if strings.EqualFold(l, t.Labels[j]) {
				add(fmt.Sprintf("/labels/%d", i), "%q and %q differ only by case, and answers are compared without it", t.Labels[j], l)
			}
		}
		if n := answer.Normalise(l, nil); n != l && answer.Normalise(n, t.Labels) != l {
			add(fmt.Sprintf("/labels/%d", i), "no answer could equal this: it is compared as %q", n)
		}
	}
	if n := t.Normalise(t.Key); n != t.Key {
		add("/key", "no answer could equal this key: %q is compared as %q", t.Key, n)
	} else if m := t.notAllowed(t.Key); m != "" {
		add("/key", "%s", m)
	}
	if t.Lure != "" {
		switch n := t.Normalise(t.Lure); {
		case n == t.Key:
			add("/lure", "the lure is the key")
		case n != t.Lure:
			add("/lure", "no answer could equal this lure: %q is compared as %q", t.Lure, n)
		}
	}
	return out
}

// notAllowed says why a key is outside what its task may be answered with, or "".
func (t *Task) notAllowed(key string) string {
	listed := slices.Contains(t.Labels, key)
	switch t.Kind {
	case KindInteger:
		if !answer.IsInteger(key) && !listed && key != answer.Insufficient {
			return fmt.Sprintf("a whole number is wanted for kind integer (or %s, or one of the labels), not %q", answer.Insufficient, key)
		}
	case KindLabel:
		if len(t.Labels) > 0 && !listed {
			return fmt.Sprintf("%q is not one of the labels: %s", key, strings.Join(t.Labels, ", "))
		}
	}
	return ""
}

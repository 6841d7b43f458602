// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// A Key holds the right answers of the questions of an answers file.
type Key struct {
	Path   string
	SHA256 string

	questions map[string]keyEntry
}

type keyEntry struct {
	choice  string   // as ParseAnswer gives it
	options []string // shown with the question; none where any whole number may be the answer
}

// ReadKey reads a key: CSV or JSON Lines with question_id, answer and
// optionally options, the texts shown with the question (in CSV with | between
// them). With options, answer is the number of the right one, counted from 1,
// or its exact text; without, it is a whole number.
func ReadKey(ctx context.Context, path string, stdin io.Reader) (*Key, error) {
	k := &Key{Path: path, questions: map[string]keyEntry{}}
	f := &fields{path: path, required: []string{"question_id", "answer"}, optional: []string{"options"},
		lists: map[string]bool{"options": true}}
	lines := map[string]int{}
	err := f.read(ctx, stdin, func(line int, values []string) {
		q := values[0]
		entry, why := newKeyEntry(values[1], values[2])
		switch first, twice := lines[q]; {
		case q == "":
			why = "question_id is empty"
		case twice:
			why = fmt.Sprintf("question %q has a key on line %d already", q, first)
		}
		if why != "" {
			f.problem(line, "%s", why)
			return
		}
		k.questions[q], lines[q] = entry, line
	})
	if err != nil {
		return nil, err
	}
	k.SHA256 = f.sha256
	return k, nil
}

// newKeyEntry reads the right answer, or says why it is none.
func newKeyEntry(answer, list string) (e keyEntry, why string) {
	if list != "" {
		e.options = strings.Split(list, listSeparator)
	}
	answer = strings.TrimSpace(answer)
	number := trailingNumber.FindString(answer) == answer && answer != ""
	if len(e.options) == 0 {
		if !number {
			return e, fmt.Sprintf("the key %q is not a whole number, and no options are shown", answer)
		}
		e.choice = wholeNumber(answer)
		return e, ""
	}
	if len(e.options) == 1 {
		return e, "one option is no choice"
	}
	byText := 0
	for i, o := range e.options {
		if strings.TrimSpace(o) != answer {
			continue
		}
		if byText != 0 {
			return e, fmt.Sprintf("options %d and %d are both %q", byText, i+1, answer)
		}
		byText = i + 1
	}
	byNumber := 0
	if number {
		if c, ok := readChoice(answer, e.options); ok {
			byNumber, _ = strconv.Atoi(c)
		}
	}
	switch {
	case byText == 0 && byNumber == 0:
		return e, fmt.Sprintf("the key %q is neither the number nor the text of one of the %d options", answer, len(e.options))
	case byText != 0 && byNumber != 0 && byText != byNumber:
		return e, fmt.Sprintf("the key %q could be option %d by its number or option %d by its text", answer, byNumber, byText)
	}
	e.choice = strconv.Itoa(max(byText, byNumber))
	return e, ""
}

// notAmong lists the questions of the key that are in neither list, sorted.
func (k *Key) notAmong(lists ...[]string) []string {
	known := map[string]bool{}
	for _, l := range lists {
		for _, q := range l {
			known[q] = true
		}
	}
	var out []string
	for q := range k.questions {
		if !known[q] {
			out = append(out, q)
		}
	}
	slices.Sort(out)
	return out
}

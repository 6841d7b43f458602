// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package bbh recomputes the keys of seven BIG-Bench Hard tasks (Suzgun et al.
// 2022, arXiv:2210.09261) from the text of their questions: by evaluation,
// sorting, simulation, brute force over all orders, and interval arithmetic. It
// sees neither the keys nor anything else of this project, and quotes no
// question: its patterns are the few words on which an answer depends.
//
// Not here: the upstream files and their selection (package corpus), and what is
// made of a mismatch (package precall).
//
// Begin with [Answer].
package bbh

import (
	"fmt"
	"regexp"
	"strings"
)

// Names of the tasks, as upstream names its files.
const (
	Boolean    = "boolean_expressions"
	Sorting    = "word_sorting"
	Deduction  = "logical_deduction_seven_objects"
	Arithmetic = "multistep_arithmetic_two"
	Temporal   = "temporal_sequences"
	Tracking   = "tracking_shuffled_objects_seven_objects"
	Dates      = "date_understanding"
)

// Answer computes the answer to a question: True or False, words, a number, or
// the letter of an option. The error says what is not understood; it wraps a
// [*Defect] where the question is understood and has no single answer.
func Answer(task, question string) (string, error) {
	switch task {
	case Boolean:
		return boolean(question)
	case Sorting:
		return sorting(question)
	case Deduction:
		return deduction(question)
	case Arithmetic:
		return arithmetic(question)
	case Temporal:
		return temporal(question)
	case Tracking:
		return tracking(question)
	case Dates:
		return dates(question)
	}
	return "", fmt.Errorf("no task %q", task)
}

// A Defect says why a question has no single answer.
type Defect struct{ Reason string }

func (d *Defect) Error() string { return d.Reason }

func defect(format string, a ...any) error { return &Defect{fmt.Sprintf(format, a...)} }

// An option is one of the lettered answers.
type option struct{ letter, text string }

var optionLine = regexp.MustCompile(`^\(([A-Z])\) (.+)$`)

// options separates the question from its options.
func options(question string) (stem string, list []option, err error) {
	stem, tail, ok := strings.Cut(question, "\nOptions:\n")
	if !ok {
		return "", nil, fmt.Errorf("no options")
	}
	for _, l := range strings.Split(strings.TrimSpace(tail), "\n") {
		m := optionLine.FindStringSubmatch(l)
		if m == nil {
			return "", nil, fmt.Errorf("not an option: %q", l)
		}
		list = append(list, option{m[1], strings.TrimSpace(m[2])})
	}
	return stem, list, nil
}

// only gives the letter of the one option that satisfies ok.
func only(list []option, ok func(text string) (bool, error)) (string, error) {
	letter := ""
	for _, o := range list {
		fits, err := ok(o.text)
		if err != nil {
			return "", err
		}
		if fits && letter != "" {
			return "", defect("options %s and %s both fit", letter, o.letter)
		}
		if fits {
			letter = o.letter
		}
	}
	if letter == "" {
		return "", defect("no option fits")
	}
	return letter, nil
}

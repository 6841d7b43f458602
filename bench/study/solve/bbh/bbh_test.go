// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bbh_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/bench/study/solve/bbh"
)

const (
	seven  = "In a queue there are seven people: Ada, Ben, Cem, Dov, Eva, Fay, and Gil. "
	who    = "\nOptions:\n(A) Ada finished first\n(B) Ben finished first\n(C) Cem finished first\n(D) Dov finished first\n(E) Eva finished first\n(F) Fay finished first\n(G) Gil finished first"
	shelf  = "Here are seven books: a red book, a blue book, a green book, a white book, a black book, a gray book, and a tan book. "
	middle = "\nOptions:\n(A) The red book is the fourth from the left\n(B) The blue book is the fourth from the left\n(C) The tan book is the fourth from the right\n(D) The gray book is the leftmost"
	slots  = "\nOptions:\n(A) 5am to 7am\n(B) 7am to 9am\n(C) 12pm to 2pm"
	team   = "Ada, Ben, Cem, Dov, Eva, Fay, and Gil play. At the start of it all, each has one: Ada has a red ball, Ben has a blue ball, Cem has a tan ball, Dov has an orange ball, Eva has a pink ball, Fay has a gray ball, and Gil has a lime ball.\nThen they trade. "
	balls  = "\nOptions:\n(A) red ball\n(B) blue ball\n(C) tan ball\n(D) orange ball\n(E) pink ball\n(F) gray ball\n(G) lime ball"
	two    = " in MM/DD/YYYY?\nOptions:\n(A) 03/01/2012\n(B) 02/29/2012"
)

// Every answer was worked out by hand.
func TestAnswers(t *testing.T) {
	for _, c := range []struct{ task, question, want string }{
		{bbh.Boolean, "True or False and False is", "True"}, // and binds closer
		{bbh.Boolean, "( True or False ) and False is", "False"},
		{bbh.Boolean, "not not False or not ( True and not False ) is", "False"},
		{bbh.Boolean, "not False and False is", "False"},
		{bbh.Arithmetic, "((-1 + 2 * 3) - (4 - -5)) =", "-4"},
		{bbh.Arithmetic, "(2 - 3 - 4) =", "-5"}, // from the left
		{bbh.Arithmetic, "((-2 * -3 * -4)) =", "-24"},
		{bbh.Arithmetic, "(99999999999 * 99999999999 * 99999999999) =", "999999999970000000000299999999999"},
		{bbh.Sorting, "Sort. List: pear apple it's ant ants", "ant ants apple it's pear"},
		{bbh.Deduction, seven + "Ada finished above Ben. Ben finished above Cem. Cem finished third. Gil finished last." + who, "A"},
		{bbh.Deduction, seven + "Gil finished second-to-last. Fay finished below Gil. Ada finished fifth. Ben finished fourth. Cem finished third. Dov finished below Eva." + who, "E"},
		{bbh.Deduction, shelf + "The red book is to the left of the blue book. The blue book is the second from the left. The gray book is to the right of the tan book. The tan book is the third from the right. " +
			"The green book is the third from the left. The white book is to the left of the tan book. The black book is the rightmost." + strings.Replace(middle, "blue", "white", 1), "B"},
		{bbh.Temporal, "Ada went.\nWhen?\nAda woke up at 5am.\nBen saw Ada at work from 7am to 12pm.\nThe pool was closed after 1pm.\nWhen was it?" + slots, "A"},
		{bbh.Temporal, "Ada went.\nWhen?\nAda woke up at 7am.\nBen saw Ada at work from 7am to 12pm.\nThe pool was closed after 2pm.\nWhen was it?" + slots, "C"},
		{bbh.Tracking, team + "First, Ada and Ben swap balls. Then, Ben and Cem swap balls. Finally, Ada and Cem swap balls. At the end of it all, Ada has the" + balls, "A"},
		{bbh.Tracking, team + "First, Dov and Eva swap balls. Finally, Eva and Dov swap balls. At the end of it all, Dov has the" + balls, "D"},
		{bbh.Dates, "It is 3/31/2012 today. What is the date a month ago" + two, "B"},
		{bbh.Dates, "Yesterday was Feb 28, 2012. What is the date tomorrow" + two, "A"},
		{bbh.Dates, "The day before yesterday was 02/28/2012. What is the date yesterday" + two, "B"},
		{bbh.Dates, "They married on Mar 1, 2005. It is their 7-year anniversary. What is the date 24 hours later" + strings.Replace(two, "03/01", "03/02", 1), "A"},
	} {
		got, err := bbh.Answer(c.task, c.question)
		require.NoError(t, err, c.question)
		assert.Equal(t, c.want, got, c.question)
	}
}

func TestDefectsAndWhatIsNotUnderstood(t *testing.T) {
	for _, c := range []struct {
		task, question, says string
		defect               bool
	}{
		{bbh.Deduction, seven + "Ada finished above Ben." + who, "no option fits", true},
		{bbh.Deduction, seven + "Ada finished above Ben. Ben finished above Ada." + who, "contradict", true},
		{bbh.Deduction, seven + "Ada finished near Ben." + who, "not understood", false},
		{bbh.Deduction, seven + "Ada finished above Zoe." + who, "not understood", false},
		{bbh.Temporal, "Ada went.\nWhen?\nAda woke up at 5am.\nBen saw Ada at work from 9am to 12pm.\nThe pool was closed after 2pm.\nWhen was it?" + slots, "both fit", true},
		{bbh.Temporal, "Ada went.\nWhen?\nAda woke up at 5am.\nBen met Ada from 9am to 12pm.\nThe pool was closed after 2pm.\nWhen was it?" + slots, "not understood", false},
		{bbh.Tracking, team + "First, Ada and Ben swap balls. Then, Ben drops it. Finally, Ada and Cem swap balls. At the end of it all, Ada has the" + balls, "2 of 3", false},
		{bbh.Dates, "It is 3/31/2012 today. What is the date tomorrow" + two, "04/01/2012", true},
		{bbh.Dates, "It is late. What is the date tomorrow" + two, "not understood", false},
		{bbh.Boolean, "( True is", "not closed", false},
		{bbh.Boolean, "True False is", "unexpected", false},
		{bbh.Arithmetic, "(1 / 2) =", "no arithmetic", false},
		{bbh.Arithmetic, "(1 + ) =", "unexpected", false},
		{bbh.Sorting, "List: b A", "lower case", false},
		{"riddles", "?", "no task", false},
	} {
		_, err := bbh.Answer(c.task, c.question)
		require.Error(t, err, c.question)
		var d *bbh.Defect
		assert.Equal(t, c.defect, errors.As(err, &d), "%s: %v", c.question, err)
		assert.Contains(t, err.Error(), c.says)
	}
}

func TestFalseWeekday(t *testing.T) {
	assert.Empty(t, bbh.FalseWeekday("(Sun, 7/9/1972)"))
	assert.Empty(t, bbh.FalseWeekday("7/9/1972"))
	assert.Contains(t, bbh.FalseWeekday("(Mon, 7/9/1972)"), "Sun")
}

func FuzzAnswerDoesNotPanic(f *testing.F) {
	f.Add("True and ( False ) is")
	f.Add("((1 + -2) * 3) =")
	f.Add(seven + "Ada finished above Ben." + who)
	f.Add("Ada went.\nWhen?\nAda woke up at 5am.\nThe pool was closed after 2pm.\nWhen was it?" + slots)
	f.Add(team + "First, Ada and Ben swap balls. At the end of it all, Ada has the" + balls)
	f.Add("It is 3/31/2012 today. What is the date a month ago" + two)
	f.Fuzz(func(t *testing.T, question string) {
		if len(question) > 2000 {
			return
		}
		for _, task := range []string{bbh.Boolean, bbh.Sorting, bbh.Deduction, bbh.Arithmetic, bbh.Temporal, bbh.Tracking, bbh.Dates} {
			if a, err := bbh.Answer(task, question); (a == "") == (err == nil) {
				t.Fatalf("%s: answer %q and error %v", task, a, err)
			}
		}
	})
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bbh

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A clue is a way of saying which day today is.
type clue struct {
	re    *regexp.Regexp
	today func(m []string) (time.Time, error)
}

const (
	slashed = `(\d{1,2}/\d{1,2}/\d{4})`
	written = `([A-Z][a-z]+\.? \d{1,2}(?:st|nd|rd|th)?, \d{4})`
	either  = `(?:` + slashed + `|` + written + `)`
)

// clues are tried in this order; the first that matches decides.
var clues = []clue{
	{regexp.MustCompile(`UK.* today is (\d\d)/(\d\d)/(\d{4})`), func(m []string) (time.Time, error) { return parse(m[2]+"/"+m[1]+"/"+m[3], "") }},
	{regexp.MustCompile(`(Jane|John) thinks today is ` + slashed + `, but (?:Jane|John) thinks today is ` + slashed + `\. (Jane|John) is correct`), func(m []string) (time.Time, error) {
		if m[4] == m[1] {
			return parse(m[2], "")
		}
		return parse(m[3], "")
	}},
	{regexp.MustCompile(`today is ` + slashed + `, but today is in fact ([A-Z][a-z]+ \d+),`), func(m []string) (time.Time, error) { return parse("", m[2]+", "+m[1][len(m[1])-4:]) }},
	{regexp.MustCompile(`married on ` + written + `\. It is their (\d+)-year anniversary`), func(m []string) (time.Time, error) { return years(m[1], m[2]) }},
	{regexp.MustCompile(`married on ` + written + `\..* golden wedding`), func(m []string) (time.Time, error) { return years(m[1], "50") }},
	{regexp.MustCompile(written + ` is like yesterday .* ten years ago`), func(m []string) (time.Time, error) { return years(m[1], "10") }},
	{regexp.MustCompile(`on ` + written + `\. (\d+) days have passed`), func(m []string) (time.Time, error) { return days("", m[1], m[2], 1) }},
	{regexp.MustCompile(`scheduled to be on ` + either + `, but was delayed by one day to today`), func(m []string) (time.Time, error) { return days(m[1], m[2], "1", 1) }},
	{regexp.MustCompile(`It was ` + written + ` a week ago`), func(m []string) (time.Time, error) { return days("", m[1], "7", 1) }},
	{regexp.MustCompile(`deadline is ` + written + `, which is (\d+) days away`), func(m []string) (time.Time, error) { return days("", m[1], m[2], -1) }},
	{regexp.MustCompile(`day before yesterday was ` + either), func(m []string) (time.Time, error) { return days(m[1], m[2], "2", 1) }},
	{regexp.MustCompile(`Yesterday(?: was |, )` + either), func(m []string) (time.Time, error) { return days(m[1], m[2], "1", 1) }},
	{regexp.MustCompile(`[Tt]omorrow(?: is |, | \([A-Z][a-z]+, )` + either), func(m []string) (time.Time, error) { return days(m[1], m[2], "1", -1) }},
	{regexp.MustCompile(`(?:[Tt]oday is |Today, |It is |pm of )` + either), func(m []string) (time.Time, error) { return parse(m[1], m[2]) }},
	{regexp.MustCompile(`Today is (\d+/\d+)[^0-9/].*\b(\d{4})\b`), func(m []string) (time.Time, error) { return parse(m[1]+"/"+m[2], "") }},
	{regexp.MustCompile(`Christmas Eve of (\d{4})`), func(m []string) (time.Time, error) { return parse("12/24/"+m[1], "") }},
	{regexp.MustCompile(`US Thanksgiving of (\d{4})`), func(m []string) (time.Time, error) { return nth(m[1], time.November, time.Thursday, 4) }},
	{regexp.MustCompile(`today is the first Monday of (\d{4})`), func(m []string) (time.Time, error) { return nth(m[1], time.January, time.Monday, 1) }},
	{regexp.MustCompile(`last day of the first quarter of (\d{4})`), func(m []string) (time.Time, error) { return parse("3/31/"+m[1], "") }},
	{regexp.MustCompile(`born on the last day of Feb\w+ in (\d{4})\. Today is her (\d+)-year-old birthday`), func(m []string) (time.Time, error) { return leapBirthday(m[1], m[2]) }},
	{regexp.MustCompile(`the last day of ([A-Z][a-z]+) (\d{4})`), func(m []string) (time.Time, error) {
		t, err := parse("", m[1]+" 1, "+m[2])
		return t.AddDate(0, 1, -1), err
	}},
	{regexp.MustCompile(`the last day of (\d{4})`), func(m []string) (time.Time, error) { return parse("12/31/"+m[1], "") }},
	{regexp.MustCompile(`the first day of (\d{4})`), func(m []string) (time.Time, error) { return parse("1/1/"+m[1], "") }},
	{regexp.MustCompile(`the second day of the third month of (\d{4})`), func(m []string) (time.Time, error) { return parse("3/2/"+m[1], "") }},
	{regexp.MustCompile(`palindrome day of (\d{4})`), func(m []string) (time.Time, error) { return palindrome(m[1]) }},
	{regexp.MustCompile(`bought \d+ eggs\. She ate one per day`), func([]string) (time.Time, error) {
		return time.Time{}, fmt.Errorf("two readings: whether one was eaten on the day of purchase decides the date, and the text does not say")
	}},
	{regexp.MustCompile(`(\d{4}) is coming in (\d+) hours`), func(m []string) (time.Time, error) {
		// The day that holds the moment so many hours before midnight.
		t, err := parse("1/1/"+m[1], "")
		h, _ := strconv.Atoi(m[2])
		return t.Add(-time.Duration(h) * time.Hour).Truncate(24 * time.Hour), err
	}},
	{regexp.MustCompile(`the (\d+)th of each month starting from the ([A-Z][a-z]+) of (\d{4})\. It is her (\d)th`), func(m []string) (time.Time, error) {
		t, err := parse("", m[2]+" "+m[1]+", "+m[3])
		n, _ := strconv.Atoi(m[4])
		return t.AddDate(0, n-1, 0), err
	}},
	{regexp.MustCompile(`in (\d{4})\. Today is her (\d+)-year work anniversary.* on ([A-Z][a-z]+ \d+), her second day`), func(m []string) (time.Time, error) {
		t, err := parse("", m[3]+", "+m[1])
		n, _ := strconv.Atoi(m[2])
		return t.AddDate(n, 0, -1), err
	}},
}

// parse reads 7/9/1972 or, if that is empty, Jan 2, 1958 in its spellings.
func parse(slash, words string) (time.Time, error) {
	if slash != "" {
		return time.Parse("1/2/2006", slash)
	}
	words = regexp.MustCompile(`(\d)(?:st|nd|rd|th),`).ReplaceAllString(words, "$1,")
	words = regexp.MustCompile(`^([A-Z][a-z]{2})[a-z]*\.?`).ReplaceAllString(words, "$1")
	return time.Parse("Jan 2, 2006", words)
}

func years(words, n string) (time.Time, error) {
	t, err := parse("", words)
	k, _ := strconv.Atoi(n)
	return t.AddDate(k, 0, 0), err
}

func days(slash, words, n string, sign int) (time.Time, error) {
	t, err := parse(slash, words)
	k, _ := strconv.Atoi(n)
	return t.AddDate(0, 0, sign*k), err
}

func nth(year string, month time.Month, day time.Weekday, n int) (time.Time, error) {
	y, err := strconv.Atoi(year)
	t := time.Date(y, month, 1, 0, 0, 0, 0, time.UTC)
	for t.Weekday() != day {
		t = t.AddDate(0, 0, 1)
	}
	return t.AddDate(0, 0, 7*(n-1)), err
}

func leapBirthday(year, age string) (time.Time, error) {
	y, err := strconv.Atoi(year)
	n, _ := strconv.Atoi(age)
	day := time.Date(y, 3, 0, 0, 0, 0, 0, time.UTC).Day()
	last := time.Date(y+n, 3, 0, 0, 0, 0, 0, time.UTC).Day()
	return time.Date(y+n, 2, min(day, last), 0, 0, 0, 0, time.UTC), err
}

func palindrome(year string) (time.Time, error) {
	y, err := strconv.Atoi(year)
	for t := time.Date(y, 1, 1, 0, 0, 0, 0, time.UTC); err == nil && t.Year() == y; t = t.AddDate(0, 0, 1) {
		s := t.Format("01022006")
		if s[0] == s[7] && s[1] == s[6] && s[2] == s[5] && s[3] == s[4] {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("no palindrome day in %s", year)
}

// monthsBack keeps the day of the month, or takes the last day of a shorter one.
func monthsBack(t time.Time, n int) time.Time {
	last := time.Date(t.Year(), t.Month()-time.Month(n)+1, 0, 0, 0, 0, 0, time.UTC)
	return time.Date(last.Year(), last.Month(), min(t.Day(), last.Day()), 0, 0, 0, 0, time.UTC)
}

// dates finds today and moves by what is asked. The eggs of one premise can be
// counted in two ways (is one eaten on the day of purchase?), so that it is left
// undecided.
func dates(question string) (string, error) {
	stem, opts, err := options(question)
	if err != nil {
		return "", err
	}
	cut := strings.LastIndex(stem, "What is the date ")
	if cut < 0 {
		return "", fmt.Errorf("no question about a date")
	}
	t, err := findToday(stem[:cut])
	if err != nil {
		return "", err
	}
	switch asked := strings.TrimSuffix(stem[cut+len("What is the date "):], " in MM/DD/YYYY?"); asked {
	case "today":
	case "tomorrow", "24 hours later":
		t = t.AddDate(0, 0, 1)
	case "yesterday":
		t = t.AddDate(0, 0, -1)
	case "one week from today":
		t = t.AddDate(0, 0, 7)
	case "one week ago from today":
		t = t.AddDate(0, 0, -7)
	case "10 days ago":
		t = t.AddDate(0, 0, -10)
	case "a month ago":
		t = monthsBack(t, 1)
	case "one year ago from today":
		t = monthsBack(t, 12)
	default:
		return "", fmt.Errorf("not understood: the date %q", asked)
	}
	want := t.Format("01/02/2006")
	letter, err := only(opts, func(text string) (bool, error) { return text == want, nil })
	if d, ok := err.(*Defect); ok {
		err = defect("%s: the date is %s", d.Reason, want)
	}
	return letter, err
}

func findToday(premise string) (time.Time, error) {
	for _, c := range clues {
		if m := c.re.FindStringSubmatch(premise); m != nil {
			return c.today(m)
		}
	}
	return time.Time{}, fmt.Errorf("which day today is was not understood")
}

var weekdayOf = regexp.MustCompile(`\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, ` + slashed)

// FalseWeekday says that a premise gives a date a weekday it does not have, or
// "". The answer may be the key all the same.
func FalseWeekday(question string) string {
	m := weekdayOf.FindStringSubmatch(question)
	if m == nil {
		return ""
	}
	t, err := parse(m[2], "")
	if err != nil || strings.HasPrefix(t.Weekday().String(), m[1]) {
		return ""
	}
	return fmt.Sprintf("%s is called a %s and was a %s", m[2], m[1], t.Format("Mon"))
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package solve

import (
	"fmt"
	"regexp"
	"sort"
	"time"
)

// A paper is one memo; exactly one of its effects is set.
type paper struct {
	number, from, subject string
	issued                time.Time

	fixed     time.Time // the date it names
	shift     func(time.Time) time.Time
	withdraws string // number of another memo
}

// memo puts the papers of the office in order of issue and carries them out.
func memo(p *packet, ask []string) (string, error) {
	event := ask[1]
	rules, err := p.one(`WHO SETS DATES`)
	if err != nil {
		return "", err
	}
	office := rules.all(`Only the ([A-Z]\w+(?: [A-Z]\w+)?) sets or changes the date of the ` + event + `\. Memos of other offices have no effect on it\.`)
	if len(office) != 1 {
		return "", fmt.Errorf("no office for the %s", event)
	}
	if err := rules.must(`Where memos of the ` + office[0][1] + ` differ, the one issued last counts\.`); err != nil {
		return "", err
	}
	may := map[string]bool{
		"withdraw": rules.has(`A withdrawn memo has no effect, as if it had never been issued\.`),
		"clash":    rules.has(`Where two memos of one day contradict each other, the date is open until a later memo settles it; numbers of memos say nothing about which counts\.`),
		"shift":    rules.has(`A memo that moves the date counts from the date in force when it is issued\. Working days are Monday to Friday; there are no holidays in this period\.`),
	}
	var papers []paper
	gone := map[string]bool{}
	for _, s := range p.called(`MEMO (\d+)`) {
		x, err := read(s)
		if err != nil {
			return "", err
		}
		if x.from != office[0][1] || x.subject != event {
			continue
		}
		if x.withdraws != "" {
			if !may["withdraw"] {
				return "", fmt.Errorf("memo %s withdraws without a rule", x.number)
			}
			gone[x.withdraws] = true
			continue
		}
		if x.shift != nil && !may["shift"] {
			return "", fmt.Errorf("memo %s moves the date without a rule", x.number)
		}
		papers = append(papers, x)
	}
	sort.SliceStable(papers, func(i, j int) bool { return papers[i].issued.Before(papers[j].issued) })
	var force, since time.Time
	open := true
	for _, x := range papers {
		if gone[x.number] {
			continue
		}
		switch {
		case x.shift != nil:
			if open || x.issued.Equal(since) {
				return "", fmt.Errorf("memo %s moves a date that is not certain", x.number)
			}
			force = x.shift(force)
		case !since.IsZero() && x.issued.Equal(since):
			if !may["clash"] {
				return "", fmt.Errorf("two memos of one day without a rule")
			}
			open = open || !x.fixed.Equal(force)
		default:
			force, open = x.fixed, false
		}
		since = x.issued
	}
	if open {
		return Insufficient, nil
	}
	return force.Format("2006-01-02"), nil
}

var dated = regexp.MustCompile(`^(?:The [a-z ]+ takes place on|The date of the [a-z ]+ is|We have booked the hall again: the [a-z ]+ will be on|Please note that the [a-z ]+ has been moved to) ([A-Z]\w+day) ` + aDay + `\.$`)

var moved = regexp.MustCompile(`^The [a-z ]+ takes place (\d+) (working days|calendar days|calendar weeks) (later|earlier) than the date now in force\.$`)

// read takes a memo apart.
func read(s *sheet) (paper, error) {
	x := paper{number: pattern(`\d+`).FindString(s.lines[0])}
	from, issued, subject := s.all(`From: (.+)`), s.all(`Issued: `+aDay), s.all(`Subject: (.+)`)
	if len(from) != 1 || len(issued) != 1 || len(subject) != 1 {
		return x, fmt.Errorf("memo %s: its head is incomplete", x.number)
	}
	x.from, x.subject = from[0][1], subject[0][1]
	var err error
	if x.issued, err = day(issued[0][1]); err != nil {
		return x, err
	}
	for i, l := range s.lines {
		if s.read[i] {
			continue
		}
		if m := dated.FindStringSubmatch(l); m != nil {
			if x.fixed, err = day(m[2]); err != nil {
				return x, err
			}
			if w := x.fixed.Weekday().String(); w != m[1] {
				return x, fmt.Errorf("memo %s: %s is a %s", x.number, m[2], w)
			}
		} else if m := moved.FindStringSubmatch(l); m != nil {
			n, err := number(m[1])
			if err != nil {
				return x, err
			}
			if n > 10_000 {
				return x, fmt.Errorf("memo %s: %d %s", x.number, n, m[2])
			}
			if m[3] == "earlier" {
				n = -n
			}
			x.shift = shift(n, m[2])
		} else if m := pattern(`^Memo (\d+) is withdrawn\.$`).FindStringSubmatch(l); m != nil {
			x.withdraws = m[1]
		} else {
			continue // stays unread
		}
		s.read[i] = true
	}
	return x, nil
}

func shift(n int, unit string) func(time.Time) time.Time {
	return func(t time.Time) time.Time {
		switch unit {
		case "calendar weeks":
			return t.AddDate(0, 0, 7*n)
		case "calendar days":
			return t.AddDate(0, 0, n)
		}
		step := 1
		if n < 0 {
			n, step = -n, -1
		}
		for left := n; left > 0; {
			t = t.AddDate(0, 0, step)
			if w := t.Weekday(); w != time.Saturday && w != time.Sunday {
				left--
			}
		}
		return t
	}
}

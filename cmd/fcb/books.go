// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"sort"
	"strings"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/scorer/report/visible"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// books is the JSON of fcb score --status. Amounts of money are decimal strings.
type books struct {
	Format   string        `json:"format"`
	Calls    bookedCalls   `json:"calls"`
	Money    bookedMoney   `json:"money"`
	Cases    bookedCases   `json:"predictions"`
	Days     []bookedDay   `json:"days"`
	Left     bookedRest    `json:"left"`             // what a plain resume sends
	Retry    bookedRest    `json:"retry"`            // what --retry-failed and --retry-unknown add to it
	ResumeAt *string       `json:"resume_at"`        // RFC 3339, UTC; null where nothing is to be waited for
	Holder   *string       `json:"held_by"`          // the process that asks now, whose calls under way are among the unknown; null for none
	Why      *string       `json:"distrusted"`       // why no reply is certain to belong to its case and a resume is refused; null where nothing says so
	Judged   *bookedJudged `json:"judged,omitempty"` // of a run with a judge
}

// A tally counts predictions, or the judge's calls, by what became of them.
type tally struct {
	OK          int `json:"ok"`
	Failed      int `json:"failed"`
	Unknown     int `json:"unknown"`
	Unattempted int `json:"unattempted"`
}

func (t *tally) add(status string) {
	switch status {
	case predictions.OK:
		t.OK++
	case predictions.Failed:
		t.Failed++
	case predictions.Unknown:
		t.Unknown++
	default:
		t.Unattempted++
	}
}

type bookedJudged struct {
	tally
	Skipped int `json:"skipped"` // there is no answer to judge
}

// bookedRest is what is left to send, before tries after a refusal.
type bookedRest struct {
	Calls int     `json:"calls"`
	Cost  *string `json:"cost"` // at most; null where no price is known
}

type bookedCalls struct {
	Sent     int  `json:"sent"` // answered + refused + failed + unknown
	Answered int  `json:"answered"`
	Refused  int  `json:"refused"`
	Failed   int  `json:"failed"`
	Unknown  int  `json:"unknown"`
	Unsent   int  `json:"never_connected"`
	Max      *int `json:"max_calls"`
	Daily    *int `json:"daily_limit"`
}

type bookedMoney struct {
	Price   string  `json:"price"`              // a call
	In      *string `json:"price_in,omitempty"` // a million input tokens, where tokens are paid
	Out     *string `json:"price_out,omitempty"`
	Spent   string  `json:"spent"`
	MaxCost *string `json:"max_cost"`
}

type bookedCases struct {
	Scheduled int `json:"scheduled"`
	tally
}

type bookedDay struct {
	Day     string         `json:"day"` // UTC
	Sent    int            `json:"sent"`
	Spent   string         `json:"spent"`
	Engines map[string]int `json:"engines"` // answered consensus calls
}

// A ledger is a run as its files have it.
type ledger struct {
	*onward
	rows   []predictions.Prediction
	holder string // of the lock; "" for none
}

func (l *ledger) document() books {
	m, b := l.manifest, l.books
	out := books{
		Format: predictions.BooksFormat,
		Calls: bookedCalls{b.Sent, b.Answered, b.Refused, b.Failed, b.Unknown, b.Unsent,
			m.Money.MaxCalls, m.Money.DailyLimit},
		Money: bookedMoney{m.Money.Price, m.Money.PriceIn, m.Money.PriceOut, b.Spent.String(), m.Money.MaxCost},
		Days:  []bookedDay{},
		Left:  bookedRest{l.left.Calls, l.costText(l.left)},
		Retry: bookedRest{l.again.Calls - l.left.Calls, l.costText(bench.Rest{Cost: l.again.Cost.Sub(l.left.Cost)})},
	}
	if !l.resumeAt.IsZero() {
		at := rfc3339(l.resumeAt)
		out.ResumeAt = &at
	}
	if l.holder != "" {
		out.Holder = &l.holder
	}
	if m.Distrusted != "" {
		out.Why = &m.Distrusted
	}
	if m.Task.Judge {
		out.Judged = &bookedJudged{}
	}
	for _, r := range l.rows {
		out.Cases.Scheduled++
		out.Cases.add(r.Status)
		switch {
		case r.Judge == nil || out.Judged == nil:
		case r.Judge.Status == predictions.Skipped:
			out.Judged.Skipped++
		default:
			out.Judged.add(r.Judge.Status)
		}
	}
	for _, name := range b.DayNames() {
		d := b.Days[name]
		out.Days = append(out.Days, bookedDay{name, d.Sent, d.Spent.String(), d.Engines})
	}
	return out
}

func (l *ledger) writeJSON(w io.Writer) error {
	b, err := json.Marshal(l.document(), json.Deterministic(true), jsontext.WithIndent("  "))
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

func (l *ledger) writeText(w io.Writer) {
	b, m := l.document(), l.manifest
	whom := m.Endpoint.Name
	if m.Endpoint.BaseURL != "" && !isInside(m.Endpoint.Name) { // whose port says nothing
		whom += " at " + m.Endpoint.BaseURL
	}
	fmt.Fprintf(w, "%s: %s, evidence %s, started %s\n", visible.Text(l.dir), visible.Text(whom), m.Task.Evidence, m.StartedAt)
	fmt.Fprintf(w, "predictions  %d scheduled = %d ok + %d failed + %d unknown + %d unattempted\n",
		b.Cases.Scheduled, b.Cases.OK, b.Cases.Failed, b.Cases.Unknown, b.Cases.Unattempted)
	if j := b.Judged; j != nil {
		fmt.Fprintf(w, "judged       %d ok + %d failed + %d unknown + %d unattempted + %d skipped\n", j.OK, j.Failed, j.Unknown, j.Unattempted, j.Skipped)
	}
	fmt.Fprintf(w, "calls        %d sent = %d answered + %d refused + %d failed + %d unknown (and %d never connected)\n",
		b.Calls.Sent, b.Calls.Answered, b.Calls.Refused, b.Calls.Failed, b.Calls.Unknown, b.Calls.Unsent)
	fmt.Fprintf(w, "money        USD %s spent at most, %s%s, %s\n", b.Money.Spent, m.Money.PriceText(), l.otherPrices(), l.limitText())
	for _, d := range b.Days {
		fmt.Fprintf(w, "%s   %d sent, USD %s", d.Day, d.Sent, d.Spent)
		var names []string
		for name := range d.Engines {
			names = append(names, name)
		}
		sort.Strings(names)
		for _, name := range names {
			fmt.Fprintf(w, ", %s %d", visible.Text(name), d.Engines[name])
		}
		fmt.Fprintln(w)
	}
	l.writeNext(w)
}

// writeNext says who is at it or how to go on.
func (l *ledger) writeNext(w io.Writer) {
	if l.holder != "" {
		fmt.Fprintf(w, "in use by %s: what it has under way is unknown until it ends\n", visible.Text(l.holder))
		return
	}
	if why := l.manifest.Distrusted; why != "" {
		fmt.Fprintf(w, "not to be gone on with: %s\n", visible.Text(why))
		return
	}
	for _, line := range l.lines() {
		fmt.Fprintln(w, visible.Text(line))
	}
}

// otherPrices says that not all calls were booked at the price a resume would have.
func (l *ledger) otherPrices() string {
	if pricesVary(l.books, l.set) {
		return " from here on (earlier calls at another price)"
	}
	return ""
}

// pricesVary reports whether calls were booked at another price than that of set; never
// where set pays by the token, since then no two calls need cost the same.
func pricesVary(b *bench.Books, set bench.Settings) bool {
	return set.Tokens == nil && b.Spent.Cmp(set.Price.Times(b.Sent)) != 0
}

// limitText is the caps in words.
func (l *ledger) limitText() string {
	m := &l.manifest.Money
	var out []string
	if m.MaxCost != nil {
		out = append(out, "cap USD "+*m.MaxCost)
	}
	if m.MaxCalls != nil {
		out = append(out, fmt.Sprintf("cap %s", counted(*m.MaxCalls, "call")))
	}
	if m.DailyLimit != nil {
		out = append(out, fmt.Sprintf("%s a UTC day", counted(*m.DailyLimit, "call")))
	}
	if len(out) == 0 {
		return "no cap"
	}
	return strings.Join(out, ", ")
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"sort"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/scorer/report/visible"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// books is the JSON of fcb score --status. Amounts of money are decimal strings.
type books struct {
	Format string      `json:"format"`
	Calls  bookedCalls `json:"calls"`
	Money  bookedMoney `json:"money"`
	Cases  bookedCases `json:"predictions"`
	Days   []bookedDay `json:"days"`
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
	Scheduled   int `json:"scheduled"`
	OK          int `json:"ok"`
	Failed      int `json:"failed"`
	Unknown     int `json:"unknown"`
	Unattempted int `json:"unattempted"`
}

type bookedDay struct {
	Day     string         `json:"day"` // UTC
	Sent    int            `json:"sent"`
	Spent   string         `json:"spent"`
	Engines map[string]int `json:"engines"` // answered consensus calls
}

func booksOf(m *predictions.Manifest, p *bench.Plan, state *bench.State) books {
	b := state.Books
	out := books{
		Format: predictions.BooksFormat,
		Calls: bookedCalls{b.Sent, b.Answered, b.Refused, b.Failed, b.Unknown, b.Unsent,
			m.Money.MaxCalls, m.Money.DailyLimit},
		Money: bookedMoney{m.Money.Price, m.Money.PriceIn, m.Money.PriceOut, b.Spent.String(), m.Money.MaxCost},
		Days:  []bookedDay{},
	}
	for _, r := range state.Predictions(p) {
		out.Cases.Scheduled++
		switch r.Status {
		case predictions.OK:
			out.Cases.OK++
		case predictions.Failed:
			out.Cases.Failed++
		case predictions.Unknown:
			out.Cases.Unknown++
		default:
			out.Cases.Unattempted++
		}
	}
	for _, name := range b.DayNames() {
		d := b.Days[name]
		out.Days = append(out.Days, bookedDay{name, d.Sent, d.Spent.String(), d.Engines})
	}
	return out
}

func writeBooksJSON(w io.Writer, m *predictions.Manifest, p *bench.Plan, state *bench.State) error {
	b, err := json.Marshal(booksOf(m, p, state), json.Deterministic(true), jsontext.WithIndent("  "))
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

func writeBooksText(w io.Writer, dir string, m *predictions.Manifest, p *bench.Plan, state *bench.State) {
	b := booksOf(m, p, state)
	fmt.Fprintf(w, "%s: %s, evidence %s, started %s\n", visible.Text(dir), visible.Text(m.Endpoint.Name), m.Task.Evidence, m.StartedAt)
	fmt.Fprintf(w, "predictions  %d scheduled = %d ok + %d failed + %d unknown + %d unattempted\n",
		b.Cases.Scheduled, b.Cases.OK, b.Cases.Failed, b.Cases.Unknown, b.Cases.Unattempted)
	fmt.Fprintf(w, "calls        %d sent = %d answered + %d refused + %d failed + %d unknown (and %d never connected)\n",
		b.Calls.Sent, b.Calls.Answered, b.Calls.Refused, b.Calls.Failed, b.Calls.Unknown, b.Calls.Unsent)
	limit := "no cap"
	if b.Money.MaxCost != nil {
		limit = "cap USD " + *b.Money.MaxCost
	}
	price := "USD " + b.Money.Price + " a call"
	if b.Money.In != nil && b.Money.Out != nil {
		price = "USD " + *b.Money.In + " and " + *b.Money.Out + " a million input and output tokens"
	}
	fmt.Fprintf(w, "money        USD %s spent at most, %s, %s\n", b.Money.Spent, price, limit)
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
}

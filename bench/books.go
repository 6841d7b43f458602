// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"sort"
	"time"

	"github.com/false-consensus/fcb/predictions"
)

// Books are the calls and the money of a run over all its resumes. A call in
// flight counts as unknown until its outcome is recorded, so that
// Sent = Answered + Refused + Failed + Unknown always holds.
type Books struct {
	Sent, Answered, Refused, Failed, Unknown int
	Unsent                                   int // attempts that never left the machine; not among Sent
	Spent                                    Money
	Days                                     map[string]*Day // by UTC day, 2006-01-02, of the intent
}

// A Day is one UTC day of the books.
type Day struct {
	Sent    int
	Spent   Money
	Engines map[string]int // answered consensus calls by engine
}

func newBooks() Books { return Books{Days: map[string]*Day{}} }

func dayOf(stamp string) string { return stamp[:min(len(stamp), len("2006-01-02"))] }

func (b *Books) day(stamp string) *Day {
	d := b.Days[dayOf(stamp)]
	if d == nil {
		d = &Day{Engines: map[string]int{}}
		b.Days[dayOf(stamp)] = d
	}
	return d
}

// reserve books a call that is about to be sent and gives the day it counts to.
func (b *Books) reserve(stamp string, price Money) *Day {
	b.Sent++
	b.Unknown++
	b.Spent = b.Spent.Add(price)
	d := b.day(stamp)
	d.Sent++
	d.Spent = d.Spent.Add(price)
	return d
}

// settle moves a call to what became of it. Its reservation stays, unless the
// outcome says what the call cost.
func (b *Books) settle(in *openCall, out *Record) {
	b.Unknown--
	d, price := in.day, in.price
	if out.Cost != "" && out.Class != Unsent {
		cost, _ := ParseMoney(out.Cost) // checked when read
		b.Spent = b.Spent.Sub(price).Add(cost)
		d.Spent = d.Spent.Sub(price).Add(cost)
	}
	switch out.Class {
	case Answered:
		b.Answered++
		if in.kind == CallConsensus {
			d.Engines[engineOf(out)]++
		}
	case Refused:
		b.Refused++
	case Failed:
		b.Failed++
	case Unsent:
		b.Unsent++
		b.Sent--
		b.Spent = b.Spent.Sub(price)
		d.Sent--
		d.Spent = d.Spent.Sub(price)
	default:
		b.Unknown++
	}
}

// DayNames lists the days that have calls, in order.
func (b *Books) DayNames() []string {
	var out []string
	for name, d := range b.Days {
		if d.Sent > 0 {
			out = append(out, name)
		}
	}
	sort.Strings(out)
	return out
}

func engineOf(out *Record) string {
	if reply := out.usable(); reply != nil {
		return reply.engine
	}
	return predictions.Unstated
}

// sentOn counts the calls of the UTC day of now.
func (b *Books) sentOn(now time.Time) int {
	if d := b.Days[dayOf(stamp(now))]; d != nil {
		return d.Sent
	}
	return 0
}

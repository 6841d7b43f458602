// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package corpus

import (
	"fmt"
	"slices"

	"github.com/false-consensus/fcb/bench/study/answer"
)

func memoFamily() Family {
	return Family{
		Name:  "memo",
		About: "Memos give different dates for one event, and a rule says which counts. The date in force.",
		Variants: []Variant{
			{"latest", "The memo issued last counts, and the pile is not in order; the careless reader takes the last page, which may concern another event.", memoLatest},
			{"authority", "Only one office may set the date; the careless reader follows the newest memo, which another office wrote.", memoAuthority},
			{"relative", "Memos move the date by weeks, days or working days from the date then in force; the careless reader counts working days as calendar days.", memoRelative},
			{"withdrawn", "A memo is withdrawn later and the date before it is in force again; the careless reader keeps the withdrawn date.", memoWithdrawn},
			{"same-day", "Two memos of one day contradict each other. That settles nothing unless a later memo does, or one of them was withdrawn; the careless reader picks one, or gives up.", memoSameDay},
		},
	}
}

// A memo is one paper of the pile. no is its running number.
type memo struct {
	no      int
	from    string
	issued  date
	subject string
	body    string
}

func (m memo) doc() string {
	return doc(fmt.Sprintf("MEMO %d", m.no), "From: "+m.from, "Issued: "+m.issued.String(), "Subject: "+m.subject, "", m.body)
}

// A pile is an event with its office and papers.
type pile struct {
	d             *draw
	event, office string
	other         string // another event
	start         date   // of the first memo
	base          date   // about when the event is
	numbers       []int  // running numbers still to give, ascending
	memos         []memo
}

func newPile(d *draw) *pile {
	events := some(d, []string{"spring fair", "stock audit", "open day", "fire drill", "works meeting", "safety training", "supplier day"}, 2)
	p := &pile{d: d, event: events[0], other: events[1], office: pick(d, []string{"Events Office", "Planning Office", "Directorate"}), start: on(2025, d.between(1, 6), d.between(1, 28))}
	p.base = p.start + date(d.between(60, 120))
	n := d.between(101, 180)
	for range 8 {
		p.numbers = append(p.numbers, n)
		n += d.between(1, 6)
	}
	return p
}

// workday gives a day near the event, Monday to Friday, not yet used.
func (p *pile) workday(used ...date) date {
	for {
		x := p.base + date(p.d.below(40))
		if x.weekday() < 5 && !slices.Contains(used, x) {
			return x
		}
	}
}

func day(x date) string { return x.weekdayName() + " " + x.String() }

func (p *pile) add(from string, after int, subject, body string) memo {
	m := memo{no: p.numbers[len(p.memos)], from: from, issued: p.start + date(after), subject: subject, body: body}
	p.memos = append(p.memos, m)
	return m
}

func (p *pile) set(from string, after int, event string, x date) memo {
	text := pick(p.d, []string{"The %s takes place on %s.", "The date of the %s is %s."})
	return p.add(from, after, event, fmt.Sprintf(text, event, day(x)))
}

func (p *pile) rule(more ...string) string {
	lines := []string{"WHO SETS DATES", "",
		fmt.Sprintf("Only the %s sets or changes the date of the %s. Memos of other offices have no effect on it.", p.office, p.event),
		fmt.Sprintf("Where memos of the %s differ, the one issued last counts.", p.office)}
	return doc(append(lines, more...)...)
}

func (p *pile) packet(sources []string, key, lure string) packet {
	return datePacket(sources, fmt.Sprintf("According to these documents, on which date does the %s take place?", p.event), key, lure)
}

// docs gives the papers in the order of list.
func docs(list []memo) []string {
	var out []string
	for _, m := range list {
		out = append(out, m.doc())
	}
	return out
}

func memoLatest(d *draw, _ int) (packet, bool) {
	p := newPile(d)
	a := p.workday()
	b := p.workday(a)
	c := p.workday(a, b)
	x := p.workday(a, b, c)
	p.set(p.office, 0, p.event, a)
	p.set(p.office, d.between(3, 9), p.event, b)
	p.set(p.office, d.between(12, 20), p.event, c)
	last := p.set(p.office, d.between(24, 30), p.other, x)
	order := shuffle(d, p.memos[:3])
	lure := x // of the other event
	if role := d.below(2); role == 0 {
		lure = b
		if order[2].no == p.memos[2].no {
			return packet{}, false
		}
		if order[2].no == p.memos[0].no {
			lure = a
		}
		order = append([]memo{last}, order...)
	} else {
		order = append(order, last)
	}
	return p.packet(append([]string{p.rule()}, docs(order)...), c.iso(), lure.iso()), true
}

func memoAuthority(d *draw, _ int) (packet, bool) {
	p := newPile(d)
	a := p.workday()
	b := p.workday(a)
	c := p.workday(a, b)
	stranger := pick(d, []string{"Facilities", "Catering", "IT Support", "Human Resources"})
	p.set(p.office, 0, p.event, a)
	p.set(p.office, d.between(4, 10), p.event, b)
	text := pick(d, []string{
		"We have booked the hall again: the %s will be on %s.",
		"Please note that the %s has been moved to %s.",
	})
	p.add(stranger, d.between(14, 25), p.event, fmt.Sprintf(text, p.event, day(c)))
	return p.packet(append(docs(shuffle(d, p.memos)), p.rule()), b.iso(), c.iso()), true
}

// workdays moves x by n working days.
func (x date) workdays(n int) date {
	for n > 0 {
		if x++; x.weekday() < 5 {
			n--
		}
	}
	return x
}

func memoRelative(d *draw, _ int) (packet, bool) {
	p := newPile(d)
	first := p.workday()
	p.set(p.office, 0, p.event, first)
	in, careless := first, first
	steps := []func() string{
		func() string {
			n := d.between(3, 7)
			in, careless = in.workdays(n), careless+date(n)
			return fmt.Sprintf("takes place %d working days later than the date now in force", n)
		},
		func() string {
			n := d.between(2, 4)
			in, careless = in+date(7*n), careless+date(7*n)
			return fmt.Sprintf("takes place %d calendar weeks later than the date now in force", n)
		},
		func() string {
			n := d.between(2, 4)
			in, careless = in-date(n), careless-date(n)
			return fmt.Sprintf("takes place %d calendar days earlier than the date now in force", n)
		},
	}
	after := 0
	for _, s := range shuffle(d, steps) {
		after += d.between(2, 8)
		before := in
		text := s()
		if before.weekday() > 4 { // counting working days from a weekend invites doubt
			return packet{}, false
		}
		p.add(p.office, after, p.event, fmt.Sprintf("The %s %s.", p.event, text))
	}
	if in.weekday() > 4 {
		return packet{}, false
	}
	rule := p.rule("A memo that moves the date counts from the date in force when it is issued. Working days are Monday to Friday; there are no holidays in this period.")
	return p.packet(append(docs(shuffle(d, p.memos)), rule), in.iso(), careless.iso()), true
}

const withdrawRule = "A withdrawn memo has no effect, as if it had never been issued."

func memoWithdrawn(d *draw, _ int) (packet, bool) {
	p := newPile(d)
	a := p.workday()
	b := p.workday(a)
	c := p.workday(a, b)
	p.set(p.office, 0, p.event, a)
	middle := p.set(p.office, d.between(3, 8), p.event, b)
	last := p.set(p.office, d.between(10, 15), p.event, c)
	// Either the last one goes and the middle one counts, or both go and the first one does.
	p.add(p.office, d.between(17, 20), p.event, fmt.Sprintf("Memo %d is withdrawn.", last.no))
	key := b
	if d.chance(1, 2) {
		p.add(p.office, d.between(21, 25), p.event, fmt.Sprintf("Memo %d is withdrawn.", middle.no))
		key = a
	}
	return p.packet(append([]string{p.rule(withdrawRule)}, docs(shuffle(d, p.memos))...), key.iso(), c.iso()), true
}

func memoSameDay(d *draw, role int) (packet, bool) {
	p := newPile(d)
	a := p.workday()
	b := p.workday(a)
	c := p.workday(a, b)
	e := p.workday(a, b, c)
	p.set(p.office, 0, p.event, a)
	same := d.between(4, 9)
	one := p.set(p.office, same, p.event, b)
	p.set(p.office, same, p.event, c)
	key, lure := answer.Insufficient, c.iso()
	switch role {
	case 0: // a later memo about another event
		p.set(p.office, same+d.between(2, 7), p.other, e)
	case 1: // a later memo of another office, and the first one withdrawn
		p.add(p.office, same+d.between(1, 3), p.event, fmt.Sprintf("Memo %d is withdrawn.", p.memos[0].no))
		p.set("Facilities", same+d.between(4, 7), p.event, e)
		lure = pick(d, []string{b.iso(), e.iso()})
	case 2: // a later memo of the office
		p.set(p.office, same+d.between(2, 7), p.event, e)
		key, lure = e.iso(), answer.Insufficient
	case 3: // one of the two is withdrawn
		p.add(p.office, same+d.between(2, 7), p.event, fmt.Sprintf("Memo %d is withdrawn.", one.no))
		key, lure = c.iso(), answer.Insufficient
	}
	rule := p.rule(withdrawRule, "Where two memos of one day contradict each other, the date is open until a later memo settles it; numbers of memos say nothing about which counts.")
	return p.packet(append(docs(shuffle(d, p.memos)), rule), key, lure), true
}

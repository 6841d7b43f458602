// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package corpus

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/false-consensus/fcb/bench/study/answer"
)

func rotaFamily() Family {
	return Family{
		Name:  "rota",
		About: "Five people cover a counter from Monday to Friday under written constraints. Who works on a given day.",
		Variants: []Variant{
			{"availability", "Each person answers for which days they can come; several could take the day asked about, one has to. The careless reader takes another of them.", rotaAvailability},
			{"sequence", "The order follows only from all remarks together; the careless reader leaves out the last one.", rotaSequence},
			{"swaps", "Swaps count in the order of approval and only if approved, and messages are filed out of order; the careless reader carries out every request as filed.", rotaSwaps},
			{"cover", "A substitute must be trained, free on the day, within the weekly limit and must not work early on the day after a late shift; the careless reader overlooks the neighbouring day.", rotaCover},
			{"open", "The remarks do not fix the whole rota. Sometimes they fix the day asked about all the same, sometimes not; the careless reader guesses, or gives up.", rotaOpen},
		},
	}
}

// A rota is a permutation: who works on day i.
type rota []int

// rotas lists all 120 rotas of five people.
var rotas = sync.OnceValue(func() []rota {
	var out []rota
	var grow func(r rota)
	grow = func(r rota) {
		if len(r) == len(weekdays) {
			out = append(out, slices.Clone(r))
			return
		}
		for p := range weekdays {
			if !slices.Contains(r, p) {
				grow(append(r, p))
			}
		}
	}
	grow(nil)
	return out
})

// A remark is a constraint in words with the rotas it allows.
type remark struct {
	text   string
	allows func(r rota) bool
}

// workers lists who may work on a day under all remarks.
func workers(remarks []remark, day int) []int {
	var out []int
	for _, r := range rotas() {
		ok := true
		for _, m := range remarks {
			ok = ok && m.allows(r)
		}
		if ok && !slices.Contains(out, r[day]) {
			out = append(out, r[day])
		}
	}
	slices.Sort(out)
	return out
}

// possible counts the rotas that satisfy all remarks.
func possible(remarks []remark) int {
	n := 0
	for _, r := range rotas() {
		ok := true
		for _, m := range remarks {
			ok = ok && m.allows(r)
		}
		if ok {
			n++
		}
	}
	return n
}

func (r rota) dayOf(p int) int { return slices.Index(r, p) }

const rotaRule = "The counter is open from Monday to Friday. Each of the five people works on exactly one of the five days, and each day has exactly one person."

func rotaDocs(d *draw, names []string, title string, lines []string) []string {
	plan := doc("ROTA RULES - COUNTER", "", rotaRule, "People on the rota of this week: "+strings.Join(names, ", ")+".")
	return []string{plan, doc(append([]string{title, ""}, lines...)...)}
}

func rotaPacket(sources, names []string, day int, key, lure string) packet {
	return labelPacket(sources, "Who works at the counter on "+weekdays[day]+" of this week?", names, key, lure)
}

func rotaAvailability(d *draw, _ int) (packet, bool) {
	names := some(d, people, 5)
	truth, day := rota(d.order(5)), d.below(5)
	var remarks []remark
	for p := range names {
		free := []int{truth.dayOf(p)}
		for _, x := range d.order(5)[:d.between(1, 2)] {
			if !slices.Contains(free, x) {
				free = append(free, x)
			}
		}
		if p == truth[day] && len(free) == 1 {
			return packet{}, false // the answer would stand in one line
		}
		slices.Sort(free)
		var words []string
		for _, x := range free {
			words = append(words, weekdays[x])
		}
		text := fmt.Sprintf(pick(d, []string{"%s can come on %s only.", "%s is free on %s and on no other day."}), names[p], orList(words))
		if len(free) < 4 && d.chance(1, 3) {
			text = fmt.Sprintf("%s cannot come on %s.", names[p], orList(complement(free)))
		}
		remarks = append(remarks, remark{text, func(r rota) bool { return slices.Contains(free, r.dayOf(p)) }})
	}
	if len(workers(remarks, day)) != 1 {
		return packet{}, false
	}
	var others []int // who says they can come that day, but does not
	for p, m := range remarks {
		for _, r := range rotas() {
			if r[day] == p && p != truth[day] && m.allows(r) {
				others = append(others, p)
				break
			}
		}
	}
	if len(others) == 0 {
		return packet{}, false
	}
	sources := rotaDocs(d, names, "REPLIES TO THE ROTA REQUEST", textsOf(shuffle(d, remarks)))
	return rotaPacket(sources, names, day, names[truth[day]], names[pick(d, others)]), true
}

func complement(days []int) []string {
	var out []string
	for i, w := range weekdays {
		if !slices.Contains(days, i) {
			out = append(out, w)
		}
	}
	return out
}

func orList(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

func textsOf(remarks []remark) []string {
	var out []string
	for _, m := range remarks {
		out = append(out, "- "+m.text)
	}
	return out
}

// trueRemark draws a remark about two people, or a person and a day, that holds
// in truth.
func trueRemark(d *draw, names []string, truth rota) remark {
	pq := d.order(5)
	p, q := pq[0], pq[1]
	a, b := truth.dayOf(p), truth.dayOf(q)
	if a > b {
		p, q, a, b = q, p, b, a
	}
	switch kind := d.below(6); {
	case kind == 0:
		x := d.below(5)
		if x == a {
			x = b
		}
		return remark{fmt.Sprintf("%s does not work on %s.", names[p], weekdays[x]), func(r rota) bool { return r.dayOf(p) != x }}
	case kind == 1:
		return remark{fmt.Sprintf("%s works later in the week than %s.", names[q], names[p]), func(r rota) bool { return r.dayOf(q) > r.dayOf(p) }}
	case kind == 2 && b-a > 1:
		return remark{fmt.Sprintf("%s and %s do not work on neighbouring days.", names[q], names[p]), func(r rota) bool {
			n := r.dayOf(q) - r.dayOf(p)
			return n > 1 || n < -1
		}}
	case kind == 3 && b-a == 1:
		return remark{fmt.Sprintf("%s works on the day right after %s.", names[q], names[p]), func(r rota) bool { return r.dayOf(q) == r.dayOf(p)+1 }}
	case kind == 4 && b-a == 2:
		return remark{fmt.Sprintf("Exactly one day lies between the days of %s and %s.", names[p], names[q]), func(r rota) bool {
			n := r.dayOf(q) - r.dayOf(p)
			return n == 2 || n == -2
		}}
	}
	return remark{fmt.Sprintf("%s works earlier in the week than %s.", names[p], names[q]), func(r rota) bool { return r.dayOf(p) < r.dayOf(q) }}
}

// remarksUntil draws true remarks, none superfluous when it was added, until
// done says so.
func remarksUntil(d *draw, names []string, truth rota, done func([]remark) bool) []remark {
	var out []remark
	left := len(rotas())
	for range 60 {
		m := trueRemark(d, names, truth)
		if n := possible(append(slices.Clone(out), m)); n < left {
			out, left = append(out, m), n
		}
		if done(out) {
			return out
		}
	}
	return nil
}

func rotaSequence(d *draw, _ int) (packet, bool) {
	names := some(d, people, 5)
	truth, day := rota(d.order(5)), d.below(5)
	remarks := remarksUntil(d, names, truth, func(m []remark) bool { return possible(m) == 1 })
	if len(remarks) < 4 || len(remarks) > 7 {
		return packet{}, false
	}
	last := shuffle(d, remarks)
	var others []int
	for _, p := range workers(last[:len(last)-1], day) {
		if p != truth[day] {
			others = append(others, p)
		}
	}
	if len(others) == 0 {
		return packet{}, false
	}
	return rotaPacket(rotaDocs(d, names, "REMARKS FOR THE ROTA", textsOf(last)), names, day, names[truth[day]], names[pick(d, others)]), true
}

func rotaOpen(d *draw, role int) (packet, bool) {
	names := some(d, people, 5)
	truth, day := rota(d.order(5)), d.below(5)
	settled := role >= 2
	remarks := remarksUntil(d, names, truth, func(m []remark) bool {
		who := len(workers(m, day))
		return len(m) >= 3 && (settled && who == 1 || !settled && who == 2)
	})
	if len(remarks) < 3 || len(remarks) > 7 || possible(remarks) < 2 {
		return packet{}, false
	}
	key, lure := names[truth[day]], answer.Insufficient
	if !settled {
		key, lure = lure, names[truth[day]]
	}
	return rotaPacket(rotaDocs(d, names, "REMARKS FOR THE ROTA", textsOf(shuffle(d, remarks))), names, day, key, lure), true
}

func rotaSwaps(d *draw, _ int) (packet, bool) {
	names := some(d, people, 5)
	posted, day := rota(d.order(5)), d.below(5)
	rows := [][]string{{"Day", "Person"}}
	for i, w := range weekdays {
		rows = append(rows, []string{w, names[posted[i]]})
	}
	type request struct {
		p, q     int
		sent, at int // minutes after 8:00 on the Friday before
		fate     string
	}
	fates := shuffle(d, []string{"approved", "approved", "approved", "declined", "withdrawn"})
	var requests []request
	for i, f := range fates {
		pq := d.order(5)
		requests = append(requests, request{pq[0], pq[1], 10 + 17*i + d.below(12), 0, f})
	}
	at := d.order(5)
	for i := range requests {
		requests[i].at = 130 + 23*at[i] + d.below(15)
	}
	clock := func(m int) string { return fmt.Sprintf("%02d:%02d", 8+m/60, m%60) }
	apply := func(list []request) rota {
		r := slices.Clone(posted)
		for _, x := range list {
			i, j := r.dayOf(x.p), r.dayOf(x.q)
			r[i], r[j] = r[j], r[i]
		}
		return r
	}
	var approved []request
	for _, x := range requests {
		if x.fate == "approved" {
			approved = append(approved, x)
		}
	}
	slices.SortFunc(approved, func(a, b request) int { return a.at - b.at })
	key, lure := apply(approved)[day], apply(requests)[day]
	sources := []string{
		doc("ROTA RULES - COUNTER", "", rotaRule, "In a swap two people exchange the days they hold at that moment. A swap counts only if the manager approves it; approved swaps take effect in the order of approval."),
		doc("ROTA OF NEXT WEEK, AS POSTED ON FRIDAY AT 07:45", "", table(rows...)),
	}
	manager := pick(d, surnames)
	var lines []string
	for i, x := range requests {
		line := fmt.Sprintf("%d. Sent %s: %s and %s want to swap days. ", i+1, clock(x.sent), names[x.p], names[x.q])
		switch x.fate {
		case "approved":
			line += fmt.Sprintf("Approved by %s at %s.", manager, clock(x.at))
		case "declined":
			line += fmt.Sprintf("Declined by %s at %s.", manager, clock(x.at))
		default:
			line += fmt.Sprintf("Withdrawn by %s at %s.", names[x.p], clock(x.at))
		}
		lines = append(lines, line)
	}
	sources = append(sources, doc(append([]string{"SWAP REQUESTS FOR NEXT WEEK, RECEIVED ON FRIDAY (manager: " + manager + ")", ""}, lines...)...))
	return labelPacket(sources, "After all swaps that count, who works at the counter on "+weekdays[day]+" of next week?", names, names[key], names[lure]), true
}

func rotaCover(d *draw, _ int) (packet, bool) {
	names := some(d, people, 6)
	const limit = 3
	// shifts[day][0] is early, [1] late.
	var shifts [5][2]int
	for i := range shifts {
		two := d.order(6)
		shifts[i] = [2]int{two[0], two[1]}
	}
	for i := 1; i < 5; i++ {
		if shifts[i][0] == shifts[i-1][1] {
			return packet{}, false // the posted rota keeps the rule itself
		}
	}
	day, late := d.between(1, 3), d.below(2)
	sick := shifts[day][late]
	count := make([]int, 6)
	for _, s := range shifts {
		count[s[0]]++
		count[s[1]]++
	}
	if slices.Max(count) > limit {
		return packet{}, false
	}
	trained := make([]bool, 6)
	for p := range trained {
		trained[p] = p == sick || count[p] > 0 || d.chance(2, 3)
	}
	rested := func(p int) bool {
		if late == 0 {
			return shifts[day-1][1] != p
		}
		return shifts[day+1][0] != p
	}
	var fit, tempting []int
	for p := range names {
		if p == sick || !trained[p] || shifts[day][0] == p || shifts[day][1] == p || count[p]+1 > limit {
			continue
		}
		if rested(p) {
			fit = append(fit, p)
		} else {
			tempting = append(tempting, p)
		}
	}
	if len(fit) != 1 || len(tempting) != 1 {
		return packet{}, false
	}
	rows := [][]string{{"Day", "Early", "Late"}}
	for i, w := range weekdays {
		rows = append(rows, []string{w, names[shifts[i][0]], names[shifts[i][1]]})
	}
	var able []string
	for p, ok := range trained {
		if ok {
			able = append(able, names[p])
		}
	}
	shift := [2]string{"early", "late"}[late]
	sources := []string{
		doc("ROTA RULES - WORKSHOP", "",
			"1. Only people trained on the press may take a shift.",
			"2. Nobody works both shifts of one day.",
			"3. Nobody works an early shift on the day after a late shift.",
			fmt.Sprintf("4. Nobody works more than %d shifts in the week, cover included.", limit)),
		doc("POSTED ROTA", "", table(rows...)),
		doc("STAFF LIST", "", "Workshop: "+strings.Join(names, ", ")+".", "Trained on the press: "+strings.Join(able, ", ")+"."),
		doc("MESSAGE", "", fmt.Sprintf("%s is ill on %s and cannot take the %s shift that day. The other shifts stay as posted. Please find cover from the workshop list.", names[sick], weekdays[day], shift)),
	}
	return labelPacket(sources, fmt.Sprintf("Who is the only person allowed to cover the %s shift on %s?", shift, weekdays[day]), names, names[fit[0]], names[tempting[0]]), true
}

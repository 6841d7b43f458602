// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package corpus

import (
	"fmt"
	"strings"

	"github.com/false-consensus/fcb/bench/study/answer"
)

func moneyFamily() Family {
	return Family{
		Name:  "conversion",
		About: "Units or currencies in a note are converted with the figures and rules given. A total in grams or cents.",
		Variants: []Variant{
			{"units", "Weights stand in several units, some for one piece and some for all pieces together; the careless reader multiplies the latter too.", moneyUnits},
			{"direction", "Rates are quoted in both directions; the careless reader multiplies by each.", moneyDirection},
			{"rate-date", "The rate of the day of payment counts, or the last one published before; the careless reader takes the day of the invoice.", moneyRateDate},
			{"rounding", "Each line is rounded by itself and bears a fee with a minimum; the careless reader rounds and charges once, on the total.", moneyRounding},
			{"missing-rate", "One rate is missing. It matters only if the item is refundable and no route over another currency is allowed by the listed rates; the careless reader leaves the item out, or gives up.", moneyMissingRate},
		},
	}
}

func moneyUnits(d *draw, _ int) (packet, bool) {
	items := some(d, goods, 5)
	type line struct {
		n, weight int
		unit      string
		each      bool
	}
	grams := map[string]int{"kg": 1000, "g": 1, "lb": 454}
	units := shuffle(d, []string{"kg", "kg", "g", "lb", "lb"})
	var rows []string
	sum, careless := 0, 0
	eaches := shuffle(d, []bool{true, true, true, false, false})
	for i, u := range units {
		l := line{d.between(2, 9), d.between(2, 14), u, eaches[i]}
		if u == "g" {
			l.weight = d.between(12, 90) * 25
		}
		w := l.weight * grams[u]
		careless += l.n * w
		form := pick(d, []string{"%d x %s, %d %s each", "%d x %s at %d %s apiece"})
		if l.each {
			sum += l.n * w
		} else {
			sum += w
			form = pick(d, []string{"%d x %s, %d %s in all", "%d x %s, together %d %s"})
		}
		rows = append(rows, "- "+fmt.Sprintf(form, l.n, items[i], l.weight, u))
	}
	pallet := d.between(8, 24)
	note := doc(append([]string{"PACKING LIST " + itoa(d.between(1200, 9800)), ""}, rows...)...)
	rule := doc("WEIGHING RULES", "", "1 kg is 1000 g. For our lists 1 lb is 454 g.", fmt.Sprintf("The empty pallet weighs %d kg and is not part of the net weight.", pallet))
	return integerPacket([]string{note, rule}, "What is the net weight of all goods on the packing list together, in grams?", "grams", itoa(sum), itoa(careless)), true
}

// A quote is a rate as it is printed: one unit of `one` is `hundredths`/100 of `other`.
type quote struct {
	one, other string
	hundredths int
}

func (q quote) String() string {
	return fmt.Sprintf("1 %s = %d.%02d %s", q.one, q.hundredths/100, q.hundredths%100, q.other)
}

// toEUR converts minor units exactly; ok is false where a fraction remains.
func (q quote) toEUR(minor int) (int, bool) {
	if q.other == "EUR" {
		return minor * q.hundredths / 100, minor*q.hundredths%100 == 0
	}
	return minor * 100 / q.hundredths, minor*100%q.hundredths == 0
}

func amount(minor int, currency string) string {
	return fmt.Sprintf("%s %d.%02d", currency, minor/100, minor%100)
}

var expenses = []string{"Hotel", "Train ticket", "Taxi", "Conference fee", "Printing", "Courier", "Meeting room", "Car hire"}

// exactQuotes gives a rate for each currency, some in each direction.
func exactQuotes(d *draw) []quote {
	quotes := []quote{
		{"GBP", "EUR", pick(d, []int{115, 120, 125})},
		{"EUR", "USD", pick(d, []int{105, 110, 125})},
		{"EUR", "PLN", pick(d, []int{400, 425, 440})},
		{"CHF", "EUR", pick(d, []int{104, 106, 108})},
	}
	return quotes
}

func (q quote) foreign() string {
	if q.one == "EUR" {
		return q.other
	}
	return q.one
}

// exactAmount draws an amount that converts without a remainder.
func (q quote) exactAmount(d *draw) int {
	if q.one == "EUR" {
		return d.between(30, 400) * q.hundredths
	}
	return d.between(30, 400) * 100
}

func moneyDirection(d *draw, _ int) (packet, bool) {
	quotes := exactQuotes(d)
	what := some(d, expenses, 4)
	rows := [][]string{{"Expense", "Amount"}}
	sum, careless := 0, 0
	for i, q := range quotes {
		m := q.exactAmount(d)
		e, ok := q.toEUR(m)
		if !ok {
			return packet{}, false
		}
		sum += e
		careless += m * q.hundredths / 100
		rows = append(rows, []string{what[i], amount(m, q.foreign())})
	}
	own := d.between(20, 300) * 25
	sum, careless = sum+own, careless+own
	rows = append(rows, []string{"Parking", amount(own, "EUR")})
	var rates []string
	for _, q := range shuffle(d, quotes) {
		rates = append(rates, q.String())
	}
	body := append([][]string{rows[0]}, shuffle(d, rows[1:])...)
	claim := doc("EXPENSE CLAIM - "+pick(d, people)+" "+pick(d, surnames), "", table(body...))
	rate := doc(append([]string{"RATES FOR THIS CLAIM", ""}, rates...)...)
	return integerPacket([]string{claim, rate}, "What is the total of the expense claim in euros at these rates, expressed in euro cents?", "cents", itoa(sum), itoa(careless)), true
}

func moneyRateDate(d *draw, _ int) (packet, bool) {
	start := on(2025, d.between(2, 9), d.between(1, 20))
	cur := pick(d, []string{"USD", "GBP", "CHF", "SEK"})
	// Rates on some days only.
	var days []date
	for x := start; len(days) < 6; x += date(d.between(1, 3)) {
		days = append(days, x)
	}
	var rates []int
	rows := [][]string{{"Published", "Rate"}}
	for range days {
		r := d.between(80, 130)
		rates = append(rates, r)
	}
	at := func(x date) int { // the last one published up to x
		r := 0
		for i, p := range days {
			if p <= x {
				r = rates[i]
			}
		}
		return r
	}
	for i, x := range days {
		rows = append(rows, []string{x.String(), quote{cur, "EUR", rates[i]}.String()})
	}
	lines := [][]string{{"Invoice", "Dated", "Paid", "Amount"}}
	sum, careless := 0, 0
	gap := false
	for range 3 {
		dated := days[0] + date(d.below(int(days[5]-days[0])))
		paid := dated + date(d.between(1, 6))
		if paid > days[5]+2 {
			return packet{}, false
		}
		known := false
		for _, x := range days {
			known = known || x == paid
		}
		gap = gap || !known
		m := d.between(20, 300) * 100
		sum += m * at(paid) / 100
		careless += m * at(dated) / 100
		lines = append(lines, []string{fmt.Sprintf("R-%d", d.between(3000, 9999)), dated.String(), paid.String(), amount(m, cur)})
	}
	if !gap {
		return packet{}, false
	}
	rule := doc("CONVERSION RULE", "", "Each invoice is converted to euros at the rate published on the day it was paid. If none was published on that day, the last rate published before it is used.")
	book := doc("PAID INVOICES", "", table(lines...))
	return integerPacket([]string{book, doc("PUBLISHED RATES", "", table(rows...)), rule}, "What do the paid invoices come to in euros under the conversion rule, expressed in euro cents?", "cents", itoa(sum), itoa(careless)), true
}

func moneyRounding(d *draw, _ int) (packet, bool) {
	rate := d.between(81, 129)
	cur := pick(d, []string{"USD", "GBP", "CHF"})
	percent, minimum := d.between(1, 3), d.between(4, 12)*25
	rows := [][]string{{"Payment", "Amount"}}
	sum, raw, small := 0, 0, 0
	for i := range 4 {
		m := d.between(1200, 90000)
		raw += m
		euro := (m*rate + 50) / 100 // nearest cent; halves up
		if m*rate%100 == 50 {
			return packet{}, false
		}
		fee := (euro*percent + 99) / 100 // up to whole cents
		if fee < minimum {
			fee = minimum
			small++
		}
		sum += euro + fee
		rows = append(rows, []string{fmt.Sprintf("P-%d", 10*i+d.between(101, 109)), amount(m, cur)})
	}
	euro := (raw*rate + 50) / 100
	careless := euro + max((euro*percent+99)/100, minimum)
	if small == 0 || small == 4 {
		return packet{}, false
	}
	rule := doc("BANK TERMS", "",
		"Each payment is converted to euros by itself and rounded to the nearest cent.",
		fmt.Sprintf("A fee of %d percent of the rounded euro amount is then added to each payment, rounded up to a whole cent, but at least %s a payment.", percent, cents(minimum)))
	list := doc("PAYMENTS OF THE DAY", "", table(rows...), "", "Rate of the day: "+quote{cur, "EUR", rate}.String())
	return integerPacket([]string{list, rule}, "What do the payments of the day cost in euros altogether, fees included, expressed in euro cents?", "cents", itoa(sum), itoa(careless)), true
}

func moneyMissingRate(d *draw, role int) (packet, bool) {
	quotes := shuffle(d, exactQuotes(d))
	missing := quotes[0]
	known := quotes[1:]
	what := some(d, expenses, 4)
	via := known[0]
	// One unit of the missing currency is cross/100 of the currency via.
	cross := pick(d, []int{50, 200, 300, 400})
	sum, partial := 0, 0
	rows := [][]string{{"Expense", "Amount", "Kind"}}
	for i, q := range quotes {
		m := q.exactAmount(d)
		kind := "business"
		if i == 0 {
			if role == 3 {
				kind = "private"
			}
			if role == 2 {
				m = via.exactAmount(d) * 100 / cross
				e, ok := via.toEUR(m * cross / 100)
				if !ok || m*cross%100 != 0 {
					return packet{}, false
				}
				sum += e
			}
			rows = append(rows, []string{what[i], amount(m, q.foreign()), kind})
			continue
		}
		e, ok := q.toEUR(m)
		if !ok {
			return packet{}, false
		}
		sum += e
		partial += e
		rows = append(rows, []string{what[i], amount(m, q.foreign()), kind})
	}
	if role != 3 { // something private stands in every claim
		rows = append(rows, []string{"Museum", amount(d.between(10, 60)*100, "EUR"), "private"})
	}
	var rates []string
	for _, q := range known {
		rates = append(rates, q.String())
	}
	key, lure := itoa(sum), answer.Insufficient
	switch role {
	case 2:
		rates = append(rates, quote{missing.foreign(), via.foreign(), cross}.String())
	case 0, 1: // a rate of the missing currency to one that has no rate itself
		key, lure = answer.Insufficient, itoa(partial)
		if role == 1 {
			rates = append(rates, quote{missing.foreign(), "DKK", pick(d, []int{650, 700, 160})}.String())
		}
	}
	body := append([][]string{rows[0]}, shuffle(d, rows[1:])...)
	rule := doc("REFUND RULES", "", "Business expenses are refunded in euros, private ones are not.",
		"Only the listed rates may be used. A currency without a rate to the euro is converted through one other currency if both rates needed are listed.")
	claim := doc("EXPENSE CLAIM - "+pick(d, people)+" "+pick(d, surnames), "", table(body...))
	return integerPacket([]string{rule, claim, doc("LISTED RATES", "", strings.Join(shuffle(d, rates), "\n"))},
		"What is to be refunded for the expense claim in euros, expressed in euro cents?", "cents", key, lure), true
}

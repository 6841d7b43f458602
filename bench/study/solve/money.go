// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package solve

import (
	"fmt"
	"math/big"
	"strconv"
	"time"
)

// weight adds up a packing list in grams.
func weight(p *packet, _ []string) (string, error) {
	rules, err := p.one(`WEIGHING RULES`)
	if err != nil {
		return "", err
	}
	rules.all(`The empty pallet weighs \d+ kg and is not part of the net weight\.`)
	pound := rules.all(`1 kg is 1000 g\. For our lists 1 lb is (\d+) g\.`)
	list, err := p.one(`PACKING LIST \d+`)
	if err != nil || len(pound) != 1 {
		return "", fmt.Errorf("list or units missing: %w", err)
	}
	grams := map[string]int{"g": 1, "kg": 1000}
	if grams["lb"], err = number(pound[0][1]); err != nil {
		return "", err
	}
	sum := 0
	add := func(pattern string, each bool) error {
		for _, m := range list.all(pattern) {
			n, err := number(m[1])
			if err != nil {
				return err
			}
			w, err := number(m[2])
			if err != nil {
				return err
			}
			if !each {
				n = 1
			}
			sum += n * w * grams[m[3]]
		}
		return nil
	}
	for _, f := range []struct {
		pattern string
		each    bool
	}{
		{`- (\d+) x .+, (\d+) (g|kg|lb) each`, true},
		{`- (\d+) x .+ at (\d+) (g|kg|lb) apiece`, true},
		{`- (\d+) x .+, (\d+) (g|kg|lb) in all`, false},
		{`- (\d+) x .+, together (\d+) (g|kg|lb)`, false},
	} {
		if err := add(f.pattern, f.each); err != nil {
			return "", err
		}
	}
	return strconv.Itoa(sum), nil
}

// rates reads lines "1 X = 1.25 Y" into a table of what one unit of a currency
// is in another, both ways.
func rates(s *sheet) (map[[2]string]*big.Rat, error) {
	out := map[[2]string]*big.Rat{}
	for _, m := range s.all(`1 ([A-Z]{3}) = ([\d.]+) ([A-Z]{3})`) {
		r, ok := new(big.Rat).SetString(m[2])
		if !ok || r.Sign() <= 0 {
			return nil, fmt.Errorf("not a rate: %q", m[0])
		}
		out[[2]string{m[1], m[3]}] = r
		out[[2]string{m[3], m[1]}] = new(big.Rat).Inv(r)
	}
	return out, nil
}

// claim converts every row of an expense claim.
func claim(p *packet, _ []string) (string, error) {
	form, err := p.one(`EXPENSE CLAIM - .+`)
	if err != nil {
		return "", err
	}
	rows, err := form.table("Expense", "Amount")
	if err != nil {
		return "", err
	}
	s, err := p.one(`RATES FOR THIS CLAIM`)
	if err != nil {
		return "", err
	}
	table, err := rates(s)
	if err != nil {
		return "", err
	}
	sum := new(big.Rat)
	for _, r := range rows {
		c, v, err := money(r[1])
		if err != nil {
			return "", err
		}
		if c != "EUR" {
			rate := table[[2]string{c, "EUR"}]
			if rate == nil {
				return Insufficient, nil
			}
			v.Mul(v, rate)
		}
		sum.Add(sum, v)
	}
	return inCents(sum)
}

// paid converts invoices at the last rate published up to the day of payment.
func paid(p *packet, _ []string) (string, error) {
	rules, err := p.one(`CONVERSION RULE`)
	if err != nil {
		return "", err
	}
	if err := rules.must(`Each invoice is converted to euros at the rate published on the day it was paid\. If none was published on that day, the last rate published before it is used\.`); err != nil {
		return "", err
	}
	book, err := p.one(`PAID INVOICES`)
	if err != nil {
		return "", err
	}
	list, err := p.one(`PUBLISHED RATES`)
	if err != nil {
		return "", err
	}
	invoices, err := book.table("Invoice", "Dated", "Paid", "Amount")
	if err != nil {
		return "", err
	}
	published, err := list.table("Published", "Rate")
	if err != nil {
		return "", err
	}
	sum := new(big.Rat)
	for _, r := range invoices {
		when, err := day(r[2])
		if err != nil {
			return "", err
		}
		c, v, err := money(r[3])
		if err != nil {
			return "", err
		}
		var best *big.Rat
		var newest time.Time
		for _, q := range published {
			at, err := day(q[0])
			if err != nil {
				return "", err
			}
			one, err := rates(&sheet{lines: []string{q[1]}, read: []bool{false}})
			if err != nil {
				return "", err
			}
			if rate := one[[2]string{c, "EUR"}]; rate != nil && !at.After(when) && at.After(newest) {
				best, newest = rate, at
			}
		}
		if best == nil {
			return Insufficient, nil
		}
		sum.Add(sum, v.Mul(v, best))
	}
	return inCents(sum)
}

// payments converts, rounds and charges each payment by itself.
func payments(p *packet, _ []string) (string, error) {
	terms, err := p.one(`BANK TERMS`)
	if err != nil {
		return "", err
	}
	if err := terms.must(`Each payment is converted to euros by itself and rounded to the nearest cent\.`); err != nil {
		return "", err
	}
	fee := terms.all(`A fee of (\d+) percent of the rounded euro amount is then added to each payment, rounded up to a whole cent, but at least (EUR [\d.]+) a payment\.`)
	list, err := p.one(`PAYMENTS OF THE DAY`)
	if err != nil || len(fee) != 1 {
		return "", fmt.Errorf("terms or payments missing: %w", err)
	}
	rows, err := list.table("Payment", "Amount")
	if err != nil {
		return "", err
	}
	rate := list.all(`Rate of the day: (1 ([A-Z]{3}) = .+)`)
	if len(rate) != 1 {
		return "", fmt.Errorf("no rate of the day")
	}
	table, err := rates(&sheet{lines: []string{rate[0][1]}, read: []bool{false}})
	if err != nil {
		return "", err
	}
	least, err := euro(fee[0][2])
	if err != nil {
		return "", err
	}
	percent, err := number(fee[0][1])
	if err != nil {
		return "", err
	}
	sum := new(big.Int)
	for _, r := range rows {
		c, v, err := money(r[1])
		if err != nil {
			return "", err
		}
		each := table[[2]string{c, "EUR"}]
		if each == nil {
			return Insufficient, nil
		}
		cent := new(big.Rat).Mul(v, each)
		cent.Mul(cent, whole(100))
		if new(big.Rat).Mul(cent, whole(2)).IsInt() && !cent.IsInt() {
			return "", fmt.Errorf("half a cent in %s: the nearest cent is not certain", r[0])
		}
		amount := floor(new(big.Rat).Add(cent, big.NewRat(1, 2)))
		charge := ceiling(new(big.Rat).Mul(new(big.Rat).SetInt(amount), big.NewRat(int64(percent), 100)))
		if l := ceiling(new(big.Rat).Mul(least, whole(100))); charge.Cmp(l) < 0 {
			charge = l
		}
		sum.Add(sum, amount)
		sum.Add(sum, charge)
	}
	return sum.String(), nil
}

func floor(r *big.Rat) *big.Int { return new(big.Int).Div(r.Num(), r.Denom()) }

func ceiling(r *big.Rat) *big.Int {
	q := floor(r)
	if !r.IsInt() {
		q.Add(q, big.NewInt(1))
	}
	return q
}

// refund converts the business expenses, through another currency if need be.
func refund(p *packet, _ []string) (string, error) {
	rules, err := p.one(`REFUND RULES`)
	if err != nil {
		return "", err
	}
	if err := rules.must(`Business expenses are refunded in euros, private ones are not\.`,
		`Only the listed rates may be used\. A currency without a rate to the euro is converted through one other currency if both rates needed are listed\.`); err != nil {
		return "", err
	}
	form, err := p.one(`EXPENSE CLAIM - .+`)
	if err != nil {
		return "", err
	}
	rows, err := form.table("Expense", "Amount", "Kind")
	if err != nil {
		return "", err
	}
	s, err := p.one(`LISTED RATES`)
	if err != nil {
		return "", err
	}
	table, err := rates(s)
	if err != nil {
		return "", err
	}
	sum := new(big.Rat)
	for _, r := range rows {
		c, v, err := money(r[1])
		if err != nil {
			return "", err
		}
		if r[2] != "business" && r[2] != "private" {
			return "", fmt.Errorf("kind of expense not understood: %q", r[2])
		}
		if r[2] == "private" {
			continue
		}
		rate, err := toEuro(table, c)
		if err != nil {
			return "", err
		}
		if rate == nil {
			return Insufficient, nil
		}
		sum.Add(sum, v.Mul(v, rate))
	}
	return inCents(sum)
}

// toEuro is the direct rate, else the one over a third currency, else nil. Two
// routes with different results are an error.
func toEuro(table map[[2]string]*big.Rat, c string) (*big.Rat, error) {
	if c == "EUR" {
		return whole(1), nil
	}
	if r := table[[2]string{c, "EUR"}]; r != nil {
		return r, nil
	}
	var found *big.Rat
	for pair, first := range table {
		second := table[[2]string{pair[1], "EUR"}]
		if pair[0] != c || second == nil {
			continue
		}
		r := new(big.Rat).Mul(first, second)
		if found != nil && found.Cmp(r) != 0 {
			return nil, fmt.Errorf("two routes from %s to EUR", c)
		}
		found = r
	}
	return found, nil
}

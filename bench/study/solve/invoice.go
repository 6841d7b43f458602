// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package solve

import (
	"fmt"
	"math/big"
	"time"
)

// invoice applies the standing rule: pieces in good order, capped by the order
// and by the invoice, at the price of the order.
func invoice(p *packet, ask []string) (string, error) {
	rule, err := p.one(`ACCOUNTS PAYABLE - STANDING RULE`)
	if err != nil {
		return "", err
	}
	if err := rule.must(`We pay only items that the invoice charges\. For each of them we pay the number of pieces received in good order \(delivered minus rejected\), ` +
		`but never more than the number ordered and never more than the number invoiced, at the unit price of the purchase order\. Supplier prices and totals are not used\.`); err != nil {
		return "", err
	}
	signedOnly := rule.has(`An amendment counts as part of the purchase order only if it is signed\. Where signed amendments differ, the one with the latest date counts\.`)
	discounts := rule.has(`Discounts in the terms of the purchase order are deducted line by line\.`)

	ordered, price, threshold, percent, err := purchase(p, discounts)
	if err != nil {
		return "", err
	}
	if err := amend(p, signedOnly, ordered, price); err != nil {
		return "", err
	}
	good, err := delivery(p)
	if err != nil {
		return "", err
	}
	bill, err := p.one(`INVOICE ` + ask[1])
	if err != nil {
		return "", err
	}
	bill.all(`From: .+|Your order: PO-\d+|Date: .+|Total due: .+`)
	rows, err := bill.table("Item", "Pieces", "Unit price", "Amount")
	if err != nil {
		return "", err
	}
	sum := new(big.Rat)
	for _, r := range rows {
		charged, err := number(r[1])
		if err != nil {
			return "", err
		}
		pieces, counted := good[r[0]]
		if !counted {
			return Insufficient, nil
		}
		cost, known := price[r[0]]
		if !known {
			return "", fmt.Errorf("%s was never ordered", r[0])
		}
		line := new(big.Rat).Mul(cost, whole(min(pieces, ordered[r[0]], charged)))
		if percent > 0 && pieces >= threshold {
			line.Mul(line, big.NewRat(int64(100-percent), 100))
		}
		sum.Add(sum, line)
	}
	return inCents(sum)
}

func purchase(p *packet, discounts bool) (ordered map[string]int, price map[string]*big.Rat, threshold, percent int, err error) {
	s, err := p.one(`PURCHASE ORDER PO-\d+`)
	if err != nil {
		return
	}
	s.all(`Supplier: .+|Date: .+`)
	if terms := s.all(`Terms: (\d+) percent off every line of which (\d+) or more pieces are received in good order\.`); len(terms) == 1 && discounts {
		if percent, err = number(terms[0][1]); err != nil {
			return
		}
		if threshold, err = number(terms[0][2]); err != nil {
			return
		}
	}
	rows, err := s.table("Item", "Pieces", "Unit price")
	if err != nil {
		return
	}
	ordered, price = map[string]int{}, map[string]*big.Rat{}
	for _, r := range rows {
		if ordered[r[0]], err = number(r[1]); err != nil {
			return
		}
		if price[r[0]], err = euro(r[2]); err != nil {
			return
		}
	}
	return
}

// amend applies the signed amendments, the latest date winning for each figure.
func amend(p *packet, signedOnly bool, ordered map[string]int, price map[string]*big.Rat) error {
	newest := map[string]time.Time{}
	for _, s := range p.called(`AMENDMENT \d+ TO PO-\d+`) {
		if !signedOnly {
			return fmt.Errorf("an amendment without a rule for amendments")
		}
		dates := s.all(`Date: (.+)`)
		signed := s.has(`Signed for purchasing: .+`)
		draft := s.has(`DRAFT - not signed`)
		if len(dates) != 1 || signed == draft {
			return fmt.Errorf("amendment without date or state")
		}
		when, err := day(dates[0][1])
		if err != nil {
			return err
		}
		prices := s.all(`The unit price of (.+) is now (EUR [\d.]+)\.`)
		counts := s.all(`The order for (.+) is now (\d+) pieces\.`)
		if !signed {
			continue
		}
		for _, m := range prices {
			if key := "price of " + m[1]; when.After(newest[key]) {
				newest[key] = when
				if price[m[1]], err = euro(m[2]); err != nil {
					return err
				}
			}
		}
		for _, m := range counts {
			if key := "count of " + m[1]; when.After(newest[key]) {
				newest[key] = when
				if ordered[m[1]], err = number(m[2]); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// delivery gives the pieces in good order; an item that nobody counted is absent.
func delivery(p *packet) (map[string]int, error) {
	s, err := p.one(`DELIVERY NOTE DN-\d+`)
	if err != nil {
		return nil, err
	}
	s.all(`For order: PO-\d+|Received: .+ by \w+`)
	rows, err := s.table("Item", "Delivered", "Rejected")
	if err != nil {
		return nil, err
	}
	good := map[string]int{}
	count := func(item, delivered, rejected string) error {
		d, err := number(delivered)
		if err != nil {
			return err
		}
		r, err := number(rejected)
		good[item] = d - r
		return err
	}
	for _, r := range rows {
		if r[1] == "not counted" && r[2] == "not counted" {
			continue
		}
		if err := count(r[0], r[1], r[2]); err != nil {
			return nil, err
		}
	}
	for _, w := range p.called(`WAREHOUSE NOTE`) {
		w.all(`To: accounts|Re: DN-\d+, PO-\d+`)
		for _, m := range w.all(`We went through the pallet today\. (.+): (\d+) delivered, (\d+) rejected\.`) {
			if err := count(m[1], m[2], m[3]); err != nil {
				return nil, err
			}
		}
	}
	return good, nil
}

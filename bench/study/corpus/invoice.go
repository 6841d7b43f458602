// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package corpus

import (
	"fmt"

	"github.com/false-consensus/fcb/bench/study/answer"
)

func invoiceFamily() Family {
	return Family{
		Name:  "invoice",
		About: "An invoice is reconciled with a purchase order and a delivery note under a written payment rule. The amount to pay, in cents.",
		Variants: []Variant{
			{"unit-price", "The invoice charges more than the ordered unit price; the careless reader pays the invoice total.", invoiceUnitPrice},
			{"short-delivery", "Fewer pieces arrived on one line, some were rejected on another, too many came on a third; the careless reader pays for whatever was kept, beyond the ordered quantity.", invoiceShortDelivery},
			{"amendment", "Signed amendments change the order and are filed out of sequence, and a draft was never signed; the careless reader lets the draft count.", invoiceAmendment},
			{"discount", "A line earns its discount on the pieces received in good order; the careless reader looks at the pieces ordered.", invoiceDiscount},
			{"missing-count", "One line of the delivery was not counted. It matters only if the invoice charges it and no later note gives the count; the careless reader assumes the ordered quantity, or gives up where the count does not matter.", invoiceMissingCount},
		},
	}
}

// A bill is the state of one order: lines in the order of the purchase order.
type bill struct {
	order, invoice, note string
	supplier             string
	ordered              date
	lines                []billLine
}

type billLine struct {
	item                                   string
	ordered, delivered, rejected, invoiced int
	price, charged                         int // cents
	uncounted, offInvoice                  bool
}

func newBill(d *draw, n int, roundPrices bool) *bill {
	b := &bill{
		order: fmt.Sprintf("PO-%d", d.between(2100, 8999)), invoice: fmt.Sprintf("INV-%d", d.between(10400, 99000)),
		note: fmt.Sprintf("DN-%d", d.between(310, 990)), supplier: pick(d, suppliers), ordered: on(2025, 2, 3) + date(d.below(60)),
	}
	for _, item := range some(d, goods, n) {
		q := d.between(6, 30)
		price := d.between(14, 180) * 50
		if roundPrices {
			price = d.between(5, 60) * 100
		}
		b.lines = append(b.lines, billLine{item: item, ordered: q, delivered: q, invoiced: q, price: price, charged: price})
	}
	return b
}

func (l *billLine) payable() int {
	return min(l.ordered, l.delivered-l.rejected, l.invoiced)
}

// due is what the standing rule pays.
func (b *bill) due() int {
	sum := 0
	for i := range b.lines {
		if l := &b.lines[i]; !l.offInvoice {
			sum += l.payable() * l.price
		}
	}
	return sum
}

func (b *bill) invoiceTotal() int {
	sum := 0
	for _, l := range b.lines {
		if !l.offInvoice {
			sum += l.invoiced * l.charged
		}
	}
	return sum
}

const payRule = "We pay only items that the invoice charges. For each of them we pay the number of pieces received in good order " +
	"(delivered minus rejected), but never more than the number ordered and never more than the number invoiced, " +
	"at the unit price of the purchase order. Supplier prices and totals are not used."

func (b *bill) ruleDoc(more ...string) string {
	lines := []string{"ACCOUNTS PAYABLE - STANDING RULE", "", payRule}
	return doc(append(lines, more...)...)
}

func (b *bill) orderDoc(more ...string) string {
	rows := [][]string{{"Item", "Pieces", "Unit price"}}
	for _, l := range b.lines {
		rows = append(rows, []string{l.item, itoa(l.ordered), cents(l.price)})
	}
	lines := []string{"PURCHASE ORDER " + b.order, "Supplier: " + b.supplier, "Date: " + b.ordered.String(), "", table(rows...)}
	return doc(append(lines, more...)...)
}

func (b *bill) deliveryDoc(d *draw) string {
	rows := [][]string{{"Item", "Delivered", "Rejected"}}
	for _, l := range shuffle(d, b.lines) {
		delivered, rejected := itoa(l.delivered), itoa(l.rejected)
		if l.uncounted {
			delivered, rejected = "not counted", "not counted"
		}
		rows = append(rows, []string{l.item, delivered, rejected})
	}
	return doc("DELIVERY NOTE "+b.note, "For order: "+b.order, "Received: "+(b.ordered+date(d.between(6, 14))).String()+" by "+pick(d, surnames), "", table(rows...))
}

func (b *bill) invoiceDoc(d *draw) string {
	rows := [][]string{{"Item", "Pieces", "Unit price", "Amount"}}
	for _, l := range shuffle(d, b.lines) {
		if !l.offInvoice {
			rows = append(rows, []string{l.item, itoa(l.invoiced), cents(l.charged), cents(l.invoiced * l.charged)})
		}
	}
	return doc("INVOICE "+b.invoice, "From: "+b.supplier, "Your order: "+b.order, "Date: "+(b.ordered+date(d.between(15, 28))).String(), "",
		table(rows...), "", "Total due: "+cents(b.invoiceTotal()))
}

func (b *bill) packet(sources []string, key, lure string) packet {
	return integerPacket(sources, "Under the standing rule, how much is to be paid against invoice "+b.invoice+"?", "cents", key, lure)
}

func invoiceUnitPrice(d *draw, _ int) (packet, bool) {
	b := newBill(d, d.between(3, 4), false)
	for _, i := range d.order(len(b.lines))[:d.between(1, 2)] {
		b.lines[i].charged += d.between(1, 12) * 25
	}
	return b.packet([]string{b.ruleDoc(), b.orderDoc(), b.deliveryDoc(d), b.invoiceDoc(d)}, itoa(b.due()), itoa(b.invoiceTotal())), true
}

func invoiceShortDelivery(d *draw, _ int) (packet, bool) {
	b := newBill(d, 4, false)
	o := d.order(4)
	b.lines[o[0]].delivered -= d.between(1, 4)
	b.lines[o[1]].rejected = d.between(1, 3)
	over := &b.lines[o[2]]
	over.delivered += d.between(2, 5)
	over.invoiced = over.delivered
	if d.chance(1, 2) {
		over.rejected = 1
	}
	kept := 0
	for _, l := range b.lines {
		kept += (l.delivered - l.rejected) * l.price
	}
	return b.packet([]string{b.orderDoc(), b.deliveryDoc(d), b.invoiceDoc(d), b.ruleDoc()}, itoa(b.due()), itoa(kept)), true
}

func invoiceAmendment(d *draw, _ int) (packet, bool) {
	b := newBill(d, 3, false)
	original := b.orderDoc()
	o := d.order(3)
	priced, counted := &b.lines[o[0]], &b.lines[o[1]]
	first := priced.price + d.between(2, 9)*50
	second := priced.price - d.between(1, 5)*50
	draft := priced.price - d.between(6, 10)*50
	fewer := counted.ordered - d.between(2, 4)
	if draft <= 0 {
		return packet{}, false
	}
	amend := func(n int, when date, signed bool, text string) string {
		state := "Signed for purchasing: " + pick(d, surnames)
		if !signed {
			state = "DRAFT - not signed"
		}
		return doc(fmt.Sprintf("AMENDMENT %d TO %s", n, b.order), "Date: "+when.String(), state, "", text)
	}
	price := func(c int) string { return fmt.Sprintf("The unit price of %s is now %s.", priced.item, cents(c)) }
	a1 := amend(1, b.ordered+1, true, price(first))
	a2 := amend(2, b.ordered+2, true, fmt.Sprintf("The order for %s is now %d pieces.", counted.item, fewer))
	a3 := amend(3, b.ordered+3, true, price(second))
	a4 := amend(4, b.ordered+4, false, price(draft))
	counted.ordered = fewer // delivered and invoiced as first ordered
	priced.charged = first
	priced.price = draft
	lure := b.due()
	priced.price = second
	amendments := shuffle(d, []string{a1, a2, a3, a4})
	rule := b.ruleDoc("", "An amendment counts as part of the purchase order only if it is signed. Where signed amendments differ, the one with the latest date counts.")
	sources := append([]string{original}, amendments...)
	return b.packet(append(sources, b.deliveryDoc(d), b.invoiceDoc(d), rule), itoa(b.due()), itoa(lure)), true
}

func invoiceDiscount(d *draw, _ int) (packet, bool) {
	b := newBill(d, 4, true)
	threshold, percent := pick(d, []int{10, 12, 15, 20}), pick(d, []int{5, 8, 10, 15})
	o := d.order(4)
	short := &b.lines[o[0]]
	short.ordered = threshold + d.between(0, 2)
	short.delivered, short.invoiced = short.ordered, short.ordered
	if d.chance(1, 2) {
		short.delivered = threshold - d.between(1, 3)
	} else {
		short.rejected = short.ordered - threshold + d.between(1, 2)
	}
	exact := &b.lines[o[1]] // exactly at the threshold: earns the discount
	exact.ordered, exact.delivered, exact.invoiced = threshold, threshold, threshold
	total := func(pieces func(l *billLine) int) int {
		sum := 0
		for i := range b.lines {
			l := &b.lines[i]
			amount := l.payable() * l.price
			if pieces(l) >= threshold {
				amount = amount / 100 * (100 - percent)
			}
			sum += amount
		}
		return sum
	}
	due := total(func(l *billLine) int { return l.delivered - l.rejected })
	lure := total(func(l *billLine) int { return l.ordered })
	terms := fmt.Sprintf("Terms: %d percent off every line of which %d or more pieces are received in good order.", percent, threshold)
	return b.packet([]string{b.orderDoc("", terms), b.invoiceDoc(d), b.deliveryDoc(d), b.ruleDoc("", "Discounts in the terms of the purchase order are deducted line by line.")},
		itoa(due), itoa(lure)), true
}

func invoiceMissingCount(d *draw, role int) (packet, bool) {
	b := newBill(d, 4, false)
	o := d.order(4)
	missing, other := &b.lines[o[0]], &b.lines[o[1]]
	b.lines[o[2]].rejected = d.between(1, 3)
	assumed := b.due()
	missing.uncounted = true
	key, lure := answer.Insufficient, itoa(assumed)
	recount := other // a later note about a line that was counted already
	switch role {
	case 2: // ... or about the one that was not
		recount = missing
		missing.delivered -= d.between(1, 4)
		key, lure = itoa(b.due()), answer.Insufficient
	case 3: // the item was ordered and came, but is not charged yet
		missing.offInvoice = true
		key, lure = itoa(b.due()), answer.Insufficient
	}
	received := recount.delivered
	note := doc("WAREHOUSE NOTE", "To: accounts", fmt.Sprintf("Re: %s, %s", b.note, b.order), "",
		fmt.Sprintf("We went through the pallet today. %s: %d delivered, %d rejected.", recount.item, received, recount.rejected))
	return b.packet([]string{b.ruleDoc(), b.orderDoc(), b.deliveryDoc(d), note, b.invoiceDoc(d)}, key, lure), true
}

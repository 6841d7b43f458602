// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package corpus

import (
	"fmt"

	"github.com/false-consensus/fcb/bench/study/answer"
)

func stockFamily() Family {
	return Family{
		Name:  "stock",
		About: "A store's stock is followed from an opening count through a log of movements. How many pieces are there at the end.",
		Variants: []Variant{
			{"returns", "Returned pieces go back to stock only if they are sound; the careless reader puts the damaged ones back too.", stockReturns},
			{"boxes", "Movements are in boxes and loose pieces, and the box size changes during the week; the careless reader uses the old size throughout.", stockBoxes},
			{"transfer", "A transfer leaves one store when it is sent and reaches the other when it is received; the careless reader counts what is still on the road.", stockTransfer},
			{"recount", "A count replaces the book figure; movements that happened before it but were booked later are already in it, and one entry is void. The careless reader adds to the count whatever was booked after it.", stockRecount},
			{"illegible", "One quantity cannot be read. It matters only behind the last count and without a slip that gives it; the careless reader takes the most plausible figure, or gives up.", stockIllegible},
		},
	}
}

var stockItems = []string{"hinges", "door handles", "brackets", "castors", "valve caps", "filter cartridges", "cable clips", "drawer runners"}

func stockQuestion(item, place string, end date) string {
	return fmt.Sprintf("How many %s does %s hold at the close of %s?", item, place, end)
}

// A move is one line of a log.
type move struct {
	text string
	by   int // pieces, negative for out
}

func incoming(d *draw, n int) move {
	return move{fmt.Sprintf(pick(d, []string{"Received %d from %s.", "Delivery of %d from %s put on the shelf."}), n, pick(d, suppliers)), n}
}

func outgoing(d *draw, n int) move {
	return move{fmt.Sprintf(pick(d, []string{"Issued %d to %s.", "%d taken out for %s."}), n, "job "+itoa(d.between(401, 489))), -n}
}

// openingCount draws a figure that no week of movements exhausts.
func openingCount(d *draw) int { return d.between(180, 420) }

func stockReturns(d *draw, _ int) (packet, bool) {
	item, start := pick(d, stockItems), on(2025, 3, 3)+date(7*d.below(12))
	stock := openingCount(d)
	end := start + 4
	lines := []string{"STORE LOG - " + item, "Opening count, " + start.String() + ", 07:00: " + itoa(stock) + " pieces.", ""}
	damaged := 0
	for i := range 5 {
		day := start + date(i)
		moves := []move{outgoing(d, d.between(9, 40))}
		if i%2 == 0 {
			moves = append(moves, incoming(d, d.between(20, 60)))
		}
		if n := d.between(2, 9); i == 1 || i == 3 {
			sound := n - d.between(1, n-1)
			damaged += n - sound
			moves = append(moves, move{fmt.Sprintf("%d came back from job %d: %d sound, %d damaged.", n, d.between(401, 489), sound, n-sound), sound})
		}
		if n := d.between(2, 6); i == 2 {
			damaged += n
			moves = append(moves, move{fmt.Sprintf("%d came back from job %d, all damaged.", n, d.between(401, 489)), 0})
		}
		for _, m := range shuffle(d, moves) {
			stock += m.by
			lines = append(lines, day.String()+": "+m.text)
		}
	}
	rule := doc("STORE RULES", "", "Sound pieces that come back from a job return to the shelf and count as stock.", "Damaged pieces are scrapped on arrival and are never stock.")
	return integerPacket([]string{doc(lines...), rule}, stockQuestion(item, "the store", end), "pieces", itoa(stock), itoa(stock+damaged)), true
}

func stockBoxes(d *draw, _ int) (packet, bool) {
	two := some(d, stockItems, 2)
	item, other := two[0], two[1]
	start := on(2025, 3, 3) + date(7*d.below(12))
	end := start + 4
	old := pick(d, []int{12, 20, 24, 25})
	size := pick(d, []int{10, 15, 18, 30})
	change := start + date(d.between(1, 3))
	stock := openingCount(d)
	naive := stock
	lines := []string{"STORE LOG", fmt.Sprintf("Opening count, %s, 07:00: %d %s, %d %s.", start, stock, item, openingCount(d), other), ""}
	for i := range 5 {
		day := start + date(i)
		box := old
		if day >= change {
			box = size
		}
		in, out := d.between(2, 6), d.between(2, 4)
		loose := d.between(3, 19)
		entries := []string{
			fmt.Sprintf("Received %d boxes of %s.", in, item),
			fmt.Sprintf("Issued %d boxes and %d loose %s.", out, loose, item),
			fmt.Sprintf(pick(d, []string{"Issued %d loose %s.", "Received %d boxes of %s."}), d.between(2, 8), other),
		}
		if stock < out*box+loose {
			return packet{}, false // issued before received, it would not be there
		}
		stock += (in-out)*box - loose
		naive += (in-out)*old - loose
		for _, e := range shuffle(d, entries) {
			lines = append(lines, day.String()+": "+e)
		}
	}
	note := doc("NOTE FROM PURCHASING", "",
		fmt.Sprintf("A box of %s holds %d pieces. For all movements from %s on (that day included), a box of %s holds %d pieces.", item, old, change, item, size),
		fmt.Sprintf("A box of %s holds %d pieces throughout.", other, pick(d, []int{16, 36, 40})))
	return integerPacket([]string{note, doc(lines...)}, stockQuestion(item, "the store", end), "pieces", itoa(stock), itoa(naive)), true
}

func stockTransfer(d *draw, _ int) (packet, bool) {
	item, start := pick(d, stockItems), on(2025, 3, 3)+date(7*d.below(12))
	end := start + 4
	places := some(d, []string{"North Yard", "South Yard", "Canal Depot", "Hill Depot"}, 2)
	here, there := places[0], places[1]
	opening, sentAway := openingCount(d), 0
	stock := opening
	rows := [][]string{{"Transfer", "Pieces", "From", "To", "Sent", "Received"}}
	road := 0
	type transfer struct {
		n              int
		in             bool
		sent, received date
	}
	var list []transfer
	for range 5 {
		t := transfer{n: d.between(8, 45), in: d.chance(1, 2), sent: start + date(d.below(4))}
		t.received = t.sent + date(d.between(0, 2))
		list = append(list, t)
	}
	// One is still on the road to here at the end, one left here and is not there yet.
	list = append(list,
		transfer{d.between(11, 40), true, end - date(d.below(2)), end + date(d.between(1, 3))},
		transfer{d.between(11, 40), false, end - date(d.below(2)), end + date(d.between(1, 3))})
	for i, t := range shuffle(d, list) {
		from, to := here, there
		if t.in {
			from, to = there, here
		}
		switch {
		case t.in && t.received <= end:
			stock += t.n
		case t.in:
			road += t.n
		default:
			stock -= t.n
			sentAway += t.n
		}
		rows = append(rows, []string{"T" + itoa(i+1), itoa(t.n), from, to, t.sent.String(), t.received.String()})
	}
	if sentAway > opening {
		return packet{}, false
	}
	rule := doc("TRANSFERS - HOW WE COUNT", "", "Pieces leave the stock of the place that sends them on the day they are sent and enter the stock of the other place on the day they are received. On the road they are in nobody's stock. Days include everything up to the close of that day.")
	open := doc("OPENING COUNT, "+start.String()+", before any movement", "", fmt.Sprintf("%s: %d %s", here, opening, item), fmt.Sprintf("%s: %d %s", there, openingCount(d), item))
	log := doc("TRANSFERS OF "+item, "", table(rows...), "", "There were no other movements.")
	return integerPacket([]string{open, rule, log}, stockQuestion(item, here, end), "pieces", itoa(stock), itoa(stock+road)), true
}

// An entry is a line of a log that is booked when it is noticed.
type entry struct {
	happened date
	clock    int // minutes after midnight
	booked   date
	move
}

func (e entry) when() string { return fmt.Sprintf("%s %02d:%02d", e.happened, e.clock/60, e.clock%60) }

func stockRecount(d *draw, _ int) (packet, bool) {
	item, start := pick(d, stockItems), on(2025, 3, 3)+date(7*d.below(12))
	end, counted := start+4, start+2
	opening := openingCount(d)
	var log []entry
	for i := range 5 {
		for j := range 2 {
			day := start + date(i)
			m := outgoing(d, d.between(5, 30))
			if j == 1 && d.chance(1, 2) {
				m = incoming(d, d.between(10, 45))
			}
			clock := 8*60 + 5*d.below(24) + 240*j // 08:00 to 09:55, 12:00 to 13:55
			log = append(log, entry{day, clock, day, m})
		}
	}
	const noon = 11*60 + 30 // of the count, between the two entries of its day
	book := opening
	for _, e := range log[:5] {
		book += e.by
	}
	count := book - d.between(2, 14)
	late := entry{start + 1, 15*60 + 5*d.below(11), start + 3, outgoing(d, d.between(6, 25))}
	doubled := log[7]
	doubled.booked = start + 4
	after := count
	for _, e := range log[5:] {
		after += e.by
	}
	// In order of booking: the late one on the fourth day, the doubled one on the fifth.
	booked := append(append(append(append([]entry{}, log[:6]...), late), log[6:8]...), doubled)
	booked = append(booked, log[8:]...)
	rows := [][]string{{"No.", "Booked on", "Happened", "Movement"}}
	lateNo, firstNo, secondNo := 0, 0, 0
	for i, e := range booked {
		switch {
		case e == late:
			lateNo = i + 1
		case e == doubled:
			secondNo = i + 1
		case e == log[7]:
			firstNo = i + 1
		}
		rows = append(rows, []string{itoa(i + 1), e.booked.String(), e.when(), e.text})
	}
	if lateNo == 0 || firstNo == 0 || secondNo == 0 || count < 150 { // no later issue exceeds the stock
		return packet{}, false
	}
	notes := []string{
		fmt.Sprintf("Entry %d repeats entry %d by mistake and is void.", secondNo, firstNo),
		fmt.Sprintf("Count on %s at %02d:%02d: %d pieces on the shelf.", counted, noon/60, noon%60, count),
	}
	return integerPacket([]string{
		doc("STORE RULES", "", "A count says what was on the shelf at that moment and replaces the book figure. Movements that happened before a count are already in it, whenever they were booked.", "A void entry is ignored."),
		doc("STORE LOG - "+item, "Opening count, "+start.String()+", 07:00: "+itoa(opening)+" pieces.", "", table(rows...)),
		doc("NOTES OF THE STOREKEEPER", "", notes[0], notes[1]),
	}, stockQuestion(item, "the store", end), "pieces", itoa(after), itoa(after+late.by)), true
}

func stockIllegible(d *draw, role int) (packet, bool) {
	item, start := pick(d, stockItems), on(2025, 3, 3)+date(7*d.below(12))
	end := start + 4
	opening := openingCount(d)
	jobs := some(d, []int{401, 407, 412, 418, 423, 436, 441, 455, 462, 478}, 5)
	issued := make([]int, 5)
	bad := 3 // the entry that cannot be read, on the day after the count
	if role == 2 {
		bad = 1
	}
	before, after := opening, 0
	var rows []string
	for i := range 5 {
		issued[i] = d.between(7, 38)
		in := d.between(5, 30)
		figure := itoa(issued[i])
		if i == bad {
			figure = "(figure illegible)"
		}
		lines := []string{
			fmt.Sprintf("%s: Issued %s to job %d.", start+date(i), figure, jobs[i]),
			fmt.Sprintf("%s: Received %d from %s.", start+date(i), in, pick(d, suppliers)),
		}
		rows = append(rows, shuffle(d, lines)...)
		if i < 2 {
			before += in - issued[i]
			continue
		}
		after += in - issued[i]
	}
	count := before - d.between(0, 9)
	if count < 120 { // the issues behind it do not exceed the stock
		return packet{}, false
	}
	log := append([]string{"STORE LOG - " + item, "Opening count, " + start.String() + ", 07:00: " + itoa(opening) + " pieces.", ""}, rows[:4]...)
	log = append(log, fmt.Sprintf("Count, %s, 18:00: %d pieces on the shelf. This replaces the book figure.", start+1, count))
	log = append(log, rows[4:]...)
	slip := func(i int) string {
		return doc("ISSUE SLIP", "", fmt.Sprintf("Job %d", jobs[i]), "Date: "+(start+date(i)).String(), fmt.Sprintf("Taken: %d %s", issued[i], item), "Signed: "+pick(d, surnames))
	}
	key, lure := itoa(count+after), answer.Insufficient
	filed := slip(4)
	switch role {
	case 0, 1:
		key, lure = answer.Insufficient, itoa(count+after+issued[3]-issued[4])
		if role == 0 {
			filed, lure = slip(2), itoa(count+after+issued[3])
		}
	case 3:
		filed = slip(3)
	}
	rule := doc("STORE RULES", "", "Log entries stand in the order in which the movements happened. All movements of the week are in the log; slips are kept as evidence of log entries and are not further movements.")
	return integerPacket([]string{rule, doc(log...), filed}, stockQuestion(item, "the store", end), "pieces", key, lure), true
}

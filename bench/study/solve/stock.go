// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package solve

import (
	"fmt"
	"regexp"
	"strconv"
	"time"
)

const aDay = `(\d+ [A-Z]\w+ \d{4})`

// stock follows one item through the documents. The form of the log decides how.
func stock(p *packet, ask []string) (string, error) {
	item, place := ask[1], ask[2]
	end, err := day(ask[3])
	if err != nil {
		return "", err
	}
	if s := p.called(`TRANSFERS OF ` + item); len(s) == 1 {
		return transfers(p, s[0], item, place, end)
	}
	if s := p.called(`STORE LOG`); len(s) == 1 {
		return boxes(p, s[0], item, end)
	}
	log, err := p.one(`STORE LOG - ` + item)
	if err != nil {
		return "", err
	}
	opening := log.all(`Opening count, ` + aDay + `, 07:00: (\d+) pieces\.`)
	if len(opening) != 1 {
		return "", fmt.Errorf("no opening count")
	}
	stock, err := number(opening[0][2])
	if err != nil {
		return "", err
	}
	rules, err := p.one(`STORE RULES`)
	if err != nil {
		return "", err
	}
	switch {
	case rules.has(`A count says what was on the shelf at that moment and replaces the book figure\. Movements that happened before a count are already in it, whenever they were booked\.`):
		return recount(p, rules, log)
	case rules.has(`Log entries stand in the order in which the movements happened\. All movements of the week are in the log; slips are kept as evidence of log entries and are not further movements\.`):
		return illegible(p, log, item, stock)
	}
	if err := rules.must(`Sound pieces that come back from a job return to the shelf and count as stock\.`, `Damaged pieces are scrapped on arrival and are never stock\.`); err != nil {
		return "", err
	}
	for i, l := range log.lines {
		m := pattern(`^` + aDay + `: (.+)$`).FindStringSubmatch(l)
		if m == nil {
			continue
		}
		by, ok := movement(m[2])
		if !ok {
			continue // stays unread
		}
		log.read[i] = true
		stock += by
	}
	return strconv.Itoa(stock), nil
}

var movements = []struct {
	re   *regexp.Regexp
	sign int
}{
	{regexp.MustCompile(`^Received (\d+) from .+\.$`), 1},
	{regexp.MustCompile(`^Delivery of (\d+) from .+ put on the shelf\.$`), 1},
	{regexp.MustCompile(`^Issued (\d+) to job \d+\.$`), -1},
	{regexp.MustCompile(`^(\d+) taken out for job \d+\.$`), -1},
	{regexp.MustCompile(`^\d+ came back from job \d+: (\d+) sound, \d+ damaged\.$`), 1},
	{regexp.MustCompile(`^(\d+) came back from job \d+, all damaged\.$`), 0},
}

// movement gives the change of stock that a line of a log describes.
func movement(text string) (by int, ok bool) {
	for _, m := range movements {
		if g := m.re.FindStringSubmatch(text); g != nil {
			n, err := number(g[1])
			return m.sign * n, err == nil
		}
	}
	return 0, false
}

func transfers(p *packet, log *sheet, item, place string, end time.Time) (string, error) {
	rules, err := p.one(`TRANSFERS - HOW WE COUNT`)
	if err != nil {
		return "", err
	}
	if err := rules.must(`Pieces leave the stock of the place that sends them on the day they are sent and enter the stock of the other place on the day they are received\. On the road they are in nobody's stock\. Days include everything up to the close of that day\.`); err != nil {
		return "", err
	}
	open, err := p.one(`OPENING COUNT, ` + aDay + `, before any movement`)
	if err != nil {
		return "", err
	}
	stock, known := 0, false
	for _, m := range open.all(`([A-Z]\w+ [A-Z]\w+): (\d+) ` + item) {
		if m[1] == place {
			if stock, err = number(m[2]); err != nil {
				return "", err
			}
			known = true
		}
	}
	rows, err := log.table("Transfer", "Pieces", "From", "To", "Sent", "Received")
	if err != nil || !known || !log.has(`There were no other movements\.`) {
		return "", fmt.Errorf("opening count or transfers missing: %w", err)
	}
	for _, r := range rows {
		n, err := number(r[1])
		if err != nil {
			return "", err
		}
		sent, err := day(r[4])
		if err != nil {
			return "", err
		}
		received, err := day(r[5])
		if err != nil {
			return "", err
		}
		if r[2] == place && !sent.After(end) {
			stock -= n
		}
		if r[3] == place && !received.After(end) {
			stock += n
		}
	}
	return strconv.Itoa(stock), nil
}

func boxes(p *packet, log *sheet, item string, end time.Time) (string, error) {
	opening := log.all(`Opening count, ` + aDay + `, 07:00: (\d+) ([a-z ]+), (\d+) ([a-z ]+)\.`)
	note, err := p.one(`NOTE FROM PURCHASING`)
	if err != nil || len(opening) != 1 {
		return "", fmt.Errorf("opening count or note missing: %w", err)
	}
	note.all(`A box of [a-z ]+ holds \d+ pieces throughout\.`)
	sizes := note.all(`A box of ` + item + ` holds (\d+) pieces\. For all movements from ` + aDay + ` on \(that day included\), a box of ` + item + ` holds (\d+) pieces\.`)
	if len(sizes) != 1 {
		return "", fmt.Errorf("no box size of %s", item)
	}
	change, err := day(sizes[0][2])
	if err != nil {
		return "", err
	}
	text := opening[0][2]
	if opening[0][5] == item {
		text = opening[0][4]
	}
	stock, err := number(text)
	if err != nil {
		return "", err
	}
	for _, m := range log.all(aDay + `: (Received|Issued) (?:(\d+) boxes)?(?: and )?(?:(\d+) loose)?(?: of)? ([a-z ]+)\.`) {
		if m[5] != item {
			continue
		}
		when, err := day(m[1])
		if err != nil {
			return "", err
		}
		size := sizes[0][1]
		if !when.Before(change) {
			size = sizes[0][3]
		}
		pieces := 0
		for _, f := range [][2]string{{m[3], size}, {m[4], "1"}} {
			if f[0] == "" {
				continue
			}
			n, err := number(f[0])
			if err != nil {
				return "", err
			}
			each, err := number(f[1])
			if err != nil {
				return "", err
			}
			pieces += n * each
		}
		if when.After(end) {
			continue
		}
		if m[2] == "Issued" {
			pieces = -pieces
		}
		stock += pieces
	}
	return strconv.Itoa(stock), nil
}

// recount begins at the count and adds what happened after it and is not void.
func recount(p *packet, rules, log *sheet) (string, error) {
	if err := rules.must(`A void entry is ignored\.`); err != nil {
		return "", err
	}
	notes, err := p.one(`NOTES OF THE STOREKEEPER`)
	if err != nil {
		return "", err
	}
	counts := notes.all(`Count on ` + aDay + ` at (\d\d:\d\d): (\d+) pieces on the shelf\.`)
	if len(counts) != 1 {
		return "", fmt.Errorf("%d counts", len(counts))
	}
	at, err := time.Parse("2 January 2006 15:04", counts[0][1]+" "+counts[0][2])
	if err != nil {
		return "", err
	}
	stock, err := number(counts[0][3])
	if err != nil {
		return "", err
	}
	void := map[string]bool{}
	for _, m := range notes.all(`Entry (\d+) repeats entry \d+ by mistake and is void\.`) {
		void[m[1]] = true
	}
	rows, err := log.table("No.", "Booked on", "Happened", "Movement")
	if err != nil {
		return "", err
	}
	for _, r := range rows {
		when, err := time.Parse("2 January 2006 15:04", r[2])
		if err != nil {
			return "", err
		}
		by, ok := movement(r[3])
		if !ok {
			return "", fmt.Errorf("movement not understood: %q", r[3])
		}
		if !void[r[0]] && when.After(at) {
			stock += by
		}
	}
	return strconv.Itoa(stock), nil
}

// illegible walks down the log; unknown holds until a count makes it irrelevant.
func illegible(p *packet, log *sheet, item string, stock int) (string, error) {
	taken := map[string]int{} // by job and day, from the slips
	for _, s := range p.called(`ISSUE SLIP`) {
		job, date, n := s.all(`Job (\d+)`), s.all(`Date: `+aDay), s.all(`Taken: (\d+) `+item)
		s.all(`Signed: \w+`)
		if len(job) != 1 || len(date) != 1 || len(n) != 1 {
			return "", fmt.Errorf("slip not understood")
		}
		pieces, err := number(n[0][1])
		if err != nil {
			return "", err
		}
		taken[job[0][1]+" "+date[0][1]] = pieces
	}
	unknown := false
	count := regexp.MustCompile(`^Count, ` + aDay + `, 18:00: (\d+) pieces on the shelf\. This replaces the book figure\.$`)
	unreadable := pattern(`^` + aDay + `: Issued \(figure illegible\) to job (\d+)\.$`)
	plain := pattern(`^` + aDay + `: (.+)$`)
	for i, l := range log.lines {
		if m := count.FindStringSubmatch(l); m != nil {
			n, err := number(m[2])
			if err != nil {
				return "", err
			}
			stock, unknown, log.read[i] = n, false, true
		} else if m := unreadable.FindStringSubmatch(l); m != nil {
			n, ok := taken[m[2]+" "+m[1]]
			stock, unknown, log.read[i] = stock-n, unknown || !ok, true
		} else if m := plain.FindStringSubmatch(l); m != nil {
			by, ok := movement(m[2])
			stock += by
			log.read[i] = ok
		}
	}
	if unknown {
		return Insufficient, nil
	}
	return strconv.Itoa(stock), nil
}

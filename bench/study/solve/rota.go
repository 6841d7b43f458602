// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package solve

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

var week = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday"}

// A test looks at a rota, given as the day of each person; a person who has no
// day yet is absent and the test then returns true.
type test func(on map[string]int) bool

const oneEach = `The counter is open from Monday to Friday\. Each of the five people works on exactly one of the five days, and each day has exactly one person\.`

// rota searches the rotas that satisfy every remark for who may have the day.
func rota(p *packet, ask []string) (string, error) {
	rules, err := p.one(`ROTA RULES - COUNTER`)
	if err != nil {
		return "", err
	}
	if err := rules.must(oneEach); err != nil {
		return "", err
	}
	list := rules.all(`People on the rota of this week: (.+)\.`)
	if len(list) != 1 {
		return "", fmt.Errorf("no list of people")
	}
	names := strings.Split(list[0][1], ", ")
	if len(names) != len(week) {
		return "", fmt.Errorf("%d people for %d days", len(names), len(week))
	}
	sheet, err := p.one(`REPLIES TO THE ROTA REQUEST|REMARKS FOR THE ROTA`)
	if err != nil {
		return "", err
	}
	tests := remarks(sheet)
	if err := p.unread(); err != nil { // before a search that would ignore it
		return "", err
	}
	want := slices.Index(week, ask[1])
	found := map[string]bool{}
	search(names, tests, map[string]int{}, want, found)
	switch len(found) {
	case 0:
		return "", fmt.Errorf("the remarks contradict each other")
	case 1:
		for who := range found {
			return who, nil
		}
	}
	return Insufficient, nil
}

// search gives days to the names one after another, leaving a branch as soon as
// a test fails, and collects who has day want in a complete rota.
func search(names []string, tests []test, on map[string]int, want int, found map[string]bool) {
	for _, t := range tests {
		if !t(on) {
			return
		}
	}
	if len(on) == len(names) {
		for who, d := range on {
			if d == want {
				found[who] = true
			}
		}
		return
	}
	next := names[len(on)]
	for d := range week {
		taken := false
		for _, x := range on {
			taken = taken || x == d
		}
		if !taken {
			on[next] = d
			search(names, tests, on, want, found)
			delete(on, next)
		}
	}
}

const who = `([A-Z]\w+)`

// remarks turns the lines that it understands into tests.
func remarks(s *sheet) []test {
	var tests []test
	days := func(list string) map[int]bool {
		out := map[int]bool{}
		for _, w := range strings.FieldsFunc(list, func(r rune) bool { return r == ' ' || r == ',' }) {
			if i := slices.Index(week, w); i >= 0 {
				out[i] = true
			}
		}
		return out
	}
	single := func(pattern string, only bool) {
		for _, m := range s.all(pattern) {
			set := days(m[2])
			tests = append(tests, func(on map[string]int) bool {
				d, known := on[m[1]]
				return !known || set[d] == only
			})
		}
	}
	const list = `((?:\w+day(?:, | or )?)+)`
	single(`- `+who+` can come on `+list+` only\.`, true)
	single(`- `+who+` is free on `+list+` and on no other day\.`, true)
	single(`- `+who+` cannot come on `+list+`\.`, false)
	single(`- `+who+` does not work on `+list+`\.`, false)
	pair := func(pattern string, ok func(first, second int) bool) {
		for _, m := range s.all(pattern) {
			tests = append(tests, func(on map[string]int) bool {
				a, knownA := on[m[1]]
				b, knownB := on[m[2]]
				return !knownA || !knownB || ok(a, b)
			})
		}
	}
	pair(`- `+who+` works later in the week than `+who+`\.`, func(a, b int) bool { return a > b })
	pair(`- `+who+` works earlier in the week than `+who+`\.`, func(a, b int) bool { return a < b })
	pair(`- `+who+` and `+who+` do not work on neighbouring days\.`, func(a, b int) bool { return a-b != 1 && b-a != 1 })
	pair(`- `+who+` works on the day right after `+who+`\.`, func(a, b int) bool { return a == b+1 })
	pair(`- Exactly one day lies between the days of `+who+` and `+who+`\.`, func(a, b int) bool { return a == b+2 || b == a+2 })
	return tests
}

// swaps carries out the approved swaps by the clock of their approval.
func swaps(p *packet, ask []string) (string, error) {
	rules, err := p.one(`ROTA RULES - COUNTER`)
	if err != nil {
		return "", err
	}
	if err := rules.must(oneEach, `In a swap two people exchange the days they hold at that moment\. A swap counts only if the manager approves it; approved swaps take effect in the order of approval\.`); err != nil {
		return "", err
	}
	posted, err := p.one(`ROTA OF NEXT WEEK, AS POSTED ON FRIDAY AT 07:45`)
	if err != nil {
		return "", err
	}
	rows, err := posted.table("Day", "Person")
	if err != nil {
		return "", err
	}
	has := map[string]string{} // day of each person
	for _, r := range rows {
		has[r[1]] = r[0]
	}
	requests, err := p.one(`SWAP REQUESTS FOR NEXT WEEK, RECEIVED ON FRIDAY \(manager: \w+\)`)
	if err != nil {
		return "", err
	}
	requests.all(`\d+\. Sent \d\d:\d\d: ` + who + ` and ` + who + ` want to swap days\. (?:Declined|Withdrawn) by \w+ at \d\d:\d\d\.`)
	approved := requests.all(`\d+\. Sent \d\d:\d\d: ` + who + ` and ` + who + ` want to swap days\. Approved by \w+ at (\d\d:\d\d)\.`)
	sort.Slice(approved, func(i, j int) bool { return approved[i][3] < approved[j][3] })
	for i, m := range approved {
		if i > 0 && approved[i-1][3] == m[3] {
			return "", fmt.Errorf("two approvals at %s", m[3])
		}
		has[m[1]], has[m[2]] = has[m[2]], has[m[1]]
	}
	for person, d := range has {
		if d == ask[1] {
			return person, nil
		}
	}
	return "", fmt.Errorf("nobody on %s", ask[1])
}

// cover tries the shift on everybody of the workshop.
func cover(p *packet, ask []string) (string, error) {
	rules, err := p.one(`ROTA RULES - WORKSHOP`)
	if err != nil {
		return "", err
	}
	if err := rules.must(`1\. Only people trained on the press may take a shift\.`, `2\. Nobody works both shifts of one day\.`,
		`3\. Nobody works an early shift on the day after a late shift\.`); err != nil {
		return "", err
	}
	most := rules.all(`4\. Nobody works more than (\d) shifts in the week, cover included\.`)
	posted, err := p.one(`POSTED ROTA`)
	if err != nil {
		return "", err
	}
	rows, err := posted.table("Day", "Early", "Late")
	if err != nil || len(most) != 1 {
		return "", fmt.Errorf("rota or limit missing: %w", err)
	}
	staff, err := p.one(`STAFF LIST`)
	if err != nil {
		return "", err
	}
	all, trained := staff.all(`Workshop: (.+)\.`), staff.all(`Trained on the press: (.+)\.`)
	message, err := p.one(`MESSAGE`)
	if err != nil {
		return "", err
	}
	ill := message.all(who + ` is ill on (\w+) and cannot take the (early|late) shift that day\. The other shifts stay as posted\. Please find cover from the workshop list\.`)
	if len(all) != 1 || len(trained) != 1 || len(ill) != 1 || ill[0][2] != ask[2] || ill[0][3] != ask[1] {
		return "", fmt.Errorf("staff list or message missing, or about another shift")
	}
	limit, err := number(most[0][1])
	if err != nil {
		return "", err
	}
	var fit []string
	for _, person := range strings.Split(all[0][1], ", ") {
		if person == ill[0][1] || !slices.Contains(strings.Split(trained[0][1], ", "), person) {
			continue
		}
		if allowed(rows, person, ask[2], ask[1], limit) {
			fit = append(fit, person)
		}
	}
	if len(fit) != 1 {
		return Insufficient, nil
	}
	return fit[0], nil
}

// allowed puts a person on a shift and looks for a broken rule in that person's week.
func allowed(rows [][]string, person, day, shift string, limit int) bool {
	total, lateBefore := 0, false
	for _, r := range rows {
		early := r[1] == person || r[0] == day && shift == "early"
		late := r[2] == person || r[0] == day && shift == "late"
		if early && late || early && lateBefore {
			return false
		}
		if early {
			total++
		}
		if late {
			total++
		}
		lateBefore = late
	}
	return total <= limit
}

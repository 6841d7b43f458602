// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package corpus

import (
	"fmt"
	"strings"

	"github.com/false-consensus/fcb/bench/study/answer"
)

func grantFamily() Family {
	return Family{
		Name:  "grant",
		About: "An application is judged by the written conditions of a grant. APPROVE or REFUSE.",
		Variants: []Variant{
			{"boundary", "One figure stands exactly on a limit; the careless reader takes \"below\" for \"up to\" or the reverse.", grantBoundary},
			{"exception", "A clause waives one condition and has a condition of its own; the careless reader stops at the clause that fails, or at the one that waives it.", grantException},
			{"dates", "Age counts on the closing date and residence from the last move to the town; the careless reader uses the day of the application or the first move.", grantDates},
			{"household", "Only adults' income counts, and some payments do not; the careless reader adds up everything, or takes a member who is of age for a child.", grantHousehold},
			{"missing", "A fact is missing. It matters only if no other condition fails and no clause waives the condition; the careless reader decides without it, or gives up.", grantMissing},
		},
	}
}

const (
	approve = "APPROVE"
	refuse  = "REFUSE"
)

// A scheme is the rule: limits of age in years, residence in months, income in
// euros.
type scheme struct {
	name, town  string
	closing     date
	age, months int
	income      int
	incomeUpTo  bool // "at most" rather than "below"
}

// A claim is what an applicant states.
type claim struct {
	name    string
	born    date
	moved   date
	signed  date
	income  int
	details []string // of the household's income; the income itself when empty
}

func newScheme(d *draw) scheme {
	return scheme{
		name: pick(d, []string{"Repair Grant", "Training Grant", "Workshop Grant", "Travel Grant"}), town: pick(d, towns),
		closing: on(2025, d.between(3, 11), d.between(8, 24)), age: pick(d, []int{18, 21, 23, 25}), months: pick(d, []int{6, 12, 18, 24}),
		income: d.between(18, 32) * 1000, incomeUpTo: d.chance(1, 2),
	}
}

// newClaim draws a claim that satisfies every condition with room to spare.
func newClaim(d *draw, s scheme) claim {
	y, m, _ := s.closing.civil()
	return claim{
		name: pick(d, people) + " " + pick(d, surnames),
		born: on(y-s.age-d.between(2, 12), d.between(1, 12), d.between(1, 28)), moved: on(y-s.months/12-d.between(2, 5), d.between(1, 12), d.between(1, 28)),
		signed: on(y, m-1, d.between(1, 28)), income: s.income - d.between(11, 60)*100,
	}
}

func (s scheme) oldEnough(born, when date) bool { return when.monthsSince(born) >= 12*s.age }
func (s scheme) settled(moved date) bool        { return s.closing.monthsSince(moved) >= s.months }
func (s scheme) poorEnough(income int) bool {
	return income < s.income || s.incomeUpTo && income == s.income
}

func (s scheme) decide(c claim) string {
	return verdict(s.oldEnough(c.born, s.closing) && s.settled(c.moved) && s.poorEnough(c.income))
}

func verdict(ok bool) string {
	if ok {
		return approve
	}
	return refuse
}

func opposite(v string) string { return verdict(v == refuse) }

func euros(n int) string { return fmt.Sprintf("EUR %d", n) }

func (s scheme) ruleDoc(more ...string) string {
	limit := "below " + euros(s.income)
	if s.incomeUpTo {
		limit = "at most " + euros(s.income)
	}
	lines := []string{
		fmt.Sprintf("CONDITIONS OF THE %s, TOWN OF %s", strings.ToUpper(s.name), strings.ToUpper(s.town)), "Closing date: " + s.closing.String(), "",
		"An application is approved if clauses 1 to 3 are met, and refused otherwise.",
		fmt.Sprintf("1. The applicant is at least %d years old on the closing date.", s.age),
		fmt.Sprintf("2. On the closing date the applicant has lived in %s without a break for at least %d full months. A month is full on the day of the same number: from 5 March to 5 April is one full month.", s.town, s.months),
		fmt.Sprintf("3. The household's yearly income is %s.", limit),
	}
	return doc(append(lines, more...)...)
}

func (s scheme) claimDoc(c claim, more ...string) string {
	lines := []string{"APPLICATION - " + s.name, "", "Name: " + c.name, "Date of birth: " + c.born.String(),
		"Living in " + s.town + " since: " + c.moved.String()}
	if len(c.details) == 0 {
		lines = append(lines, "Household's yearly income: "+euros(c.income))
	}
	lines = append(append(lines, c.details...), more...)
	return doc(append(lines, "Signed: "+c.signed.String())...)
}

func (s scheme) packet(c claim, sources []string, key, lure string) packet {
	return labelPacket(sources, fmt.Sprintf("Under the conditions of the %s, is the application of %s to be approved or refused?", s.name, c.name),
		[]string{approve, refuse}, key, lure)
}

// clerk is a document that settles nothing.
func clerk(d *draw, s scheme) string {
	return doc("COVER NOTE", "", pick(d, []string{
		"The application is complete and was received before the closing date.",
		"All statements in the application have been checked against documents and are correct.",
	}))
}

func grantBoundary(d *draw, role int) (packet, bool) {
	s := newScheme(d)
	c := newClaim(d, s)
	y, m, day := s.closing.civil()
	switch d.below(3) {
	case 0: // the birthday is the closing date, or the day after
		c.born = on(y-s.age, m, day)
		if role%2 == 1 {
			c.born++
		}
	case 1: // full months end on the closing date, or a day too late
		from := y*12 + m - 1 - s.months
		c.moved = on(from/12, from%12+1, day)
		if role%2 == 1 {
			c.moved++
		}
	case 2:
		c.income = s.income
		s.incomeUpTo = role%2 == 0
	}
	key := s.decide(c)
	return s.packet(c, []string{s.ruleDoc(), s.claimDoc(c), clerk(d, s)}, key, opposite(key)), key == verdict(role%2 == 0)
}

func grantException(d *draw, role int) (packet, bool) {
	s := newScheme(d)
	c := newClaim(d, s)
	y, m, _ := s.closing.civil()
	c.moved = on(y, m, 1) - date(d.between(20, 28*s.months-30)) // clause 2 fails
	if s.settled(c.moved) {
		return packet{}, false
	}
	apprentice, earlier := true, false
	switch role {
	case 0: // the clause waives, and nothing stands against it
	case 1: // the clause would waive, but an earlier grant bars it
		earlier = true
	case 2: // the clause waives clause 2, and clause 3 fails
		c.income = s.income + d.between(3, 40)*100
	case 3: // an earlier grant bars only the exception, which is not needed
		c = newClaim(d, s)
		earlier = true
	}
	key := verdict(s.oldEnough(c.born, s.closing) && s.poorEnough(c.income) && (s.settled(c.moved) || apprentice && !earlier))
	clause := "4. Clause 2 does not apply to apprentices, unless they have received this grant before."
	facts := []string{"Apprentice: yes", "Received this grant before: " + yesNo(earlier)}
	return s.packet(c, []string{s.ruleDoc(clause), s.claimDoc(c, facts...), clerk(d, s)}, key, opposite(key)), true
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func grantDates(d *draw, role int) (packet, bool) {
	s := newScheme(d)
	c := newClaim(d, s)
	y, m, _ := s.closing.civil()
	var history []string
	switch role {
	case 0, 1: // of age between the signature and the closing date, or just not yet
		c.born = on(y-s.age, m, 1) - date(d.below(3)) + date(d.below(7))
		if role == 1 {
			c.born = s.closing + date(d.between(1, 20))
			_, bm, bd := c.born.civil()
			c.born = on(y-s.age, bm, min(bd, 28))
		}
		early := s.oldEnough(c.born, c.signed)
		if role == 0 && (early || !s.oldEnough(c.born, s.closing)) || role == 1 && s.oldEnough(c.born, s.closing) {
			return packet{}, false
		}
	case 2, 3: // moved away and back
		first := c.moved
		gone := s.closing - date(28*s.months) - date(d.between(120, 200))
		back := s.closing - date(28*s.months) + date(d.between(35, 28*s.months/2+40))
		if role == 3 {
			gone -= 150
			back = s.closing - date(32*s.months) - date(d.between(5, 60))
		}
		gone, back = before29(gone), before29(back)
		if first >= gone || s.settled(back) != (role == 3) {
			return packet{}, false
		}
		c.moved = back
		history = []string{fmt.Sprintf("%s was first registered in %s on %s,", c.name, s.town, first),
			fmt.Sprintf("moved away on %s", gone), fmt.Sprintf("and has been registered in %s again since %s.", s.town, back)}
	}
	key := s.decide(c)
	application := s.claimDoc(c)
	register := clerk(d, s)
	if history != nil {
		shown := c
		shown.moved = 0
		application = doc("APPLICATION - "+s.name, "", "Name: "+c.name, "Date of birth: "+c.born.String(),
			"Living in "+s.town+": see extract from the register", "Household's yearly income: "+euros(c.income), "Signed: "+c.signed.String())
		register = doc("EXTRACT FROM THE REGISTER OF RESIDENTS", "", history[0]+" "+history[1]+" "+history[2])
	}
	return s.packet(c, []string{application, register, s.ruleDoc()}, key, opposite(key)), true
}

// before29 moves a day after the 28th to the 28th, so that full months are plain.
func before29(x date) date {
	y, m, day := x.civil()
	return on(y, m, min(day, 28))
}

func grantHousehold(d *draw, role int) (packet, bool) {
	s := newScheme(d)
	c := newClaim(d, s)
	y, m, _ := s.closing.civil()
	partner, sibling := pick(d, people), pick(d, people)
	// The sibling turns 18 shortly before or after the closing date.
	siblingBorn := on(y-18, m, 14) + date(d.between(20, 200))
	grown := role%2 == 1
	if grown {
		siblingBorn -= 365
	}
	siblingBorn = before29(siblingBorn)
	if s.closing.monthsSince(siblingBorn) >= 216 != grown {
		return packet{}, false
	}
	own, other := d.between(70, 130)*100, d.between(50, 110)*100
	job, benefit, allowance := d.between(12, 70)*100, d.between(20, 30)*100, d.between(6, 24)*100
	c.income = own + other + allowance
	if grown {
		c.income += job
	}
	all := own + other + job + benefit + allowance
	key := s.decide(c)
	// The limit falls between the figure of the rule and another plausible one.
	wrong := all
	if grown {
		wrong = own + other + allowance
	}
	lure := verdict(s.poorEnough(wrong))
	if partner == sibling || key != verdict(role%2 == 0) {
		return packet{}, false
	}
	c.details = []string{
		"Household and yearly income:",
		fmt.Sprintf("- %s (applicant), born %s: wages %s, child benefit %s", c.name, c.born, euros(own), euros(benefit)),
		fmt.Sprintf("- %s (partner), born %s: wages %s, housing allowance %s", partner, on(y-d.between(24, 45), d.between(1, 12), d.between(1, 28)), euros(other), euros(allowance)),
		fmt.Sprintf("- %s (sibling), born %s: wages %s", sibling, siblingBorn, euros(job)),
	}
	clauses := []string{"4. The household's yearly income is the sum of all income of its members who are at least 18 years old on the closing date, except that child benefit is not counted."}
	return s.packet(c, []string{s.ruleDoc(clauses...), s.claimDoc(c), clerk(d, s)}, key, lure), true
}

func grantMissing(d *draw, role int) (packet, bool) {
	s := newScheme(d)
	c := newClaim(d, s)
	waived := role == 3
	failed := role == 2
	if failed {
		c.income = s.income + d.between(3, 40)*100
	}
	clause := "4. Clause 2 does not apply to applicants who were born in " + s.town + "."
	birthplace := pick(d, towns)
	if waived {
		birthplace = s.town
	} else if birthplace == s.town {
		return packet{}, false
	}
	key := answer.Insufficient
	lure := approve
	if role == 1 {
		lure = refuse
	}
	if waived || failed {
		key, lure = verdict(!failed), answer.Insufficient
	}
	application := doc("APPLICATION - "+s.name, "", "Name: "+c.name, "Date of birth: "+c.born.String(), "Place of birth: "+birthplace,
		"Living in "+s.town+" since: (left blank)", "Household's yearly income: "+euros(c.income), "Signed: "+c.signed.String())
	note := doc("COVER NOTE", "", pick(d, []string{
		fmt.Sprintf("The register of residents shows the applicant in %s today. It does not show since when.", s.town),
		"We asked the applicant for the missing date by letter. There has been no reply, and no other record gives it.",
	}))
	return s.packet(c, []string{s.ruleDoc(clause), application, note}, key, lure), true
}

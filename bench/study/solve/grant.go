// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package solve

import (
	"fmt"
	"regexp"
	"time"
)

// A truth is yes, no or unknown (Kleene's three values).
type truth int

const (
	no truth = iota
	unknown
	yes
)

func known(b bool) truth {
	if b {
		return yes
	}
	return no
}

func and(list ...truth) truth {
	out := yes
	for _, t := range list {
		out = min(out, t)
	}
	return out
}

func or(a, b truth) truth { return max(a, b) }

// grant evaluates the clauses with what the application and its papers say.
func grant(p *packet, ask []string) (string, error) {
	rules, err := p.one(`CONDITIONS OF THE [A-Z]+ GRANT, TOWN OF [A-Z ]+`)
	if err != nil {
		return "", err
	}
	if err := rules.must(`An application is approved if clauses 1 to 3 are met, and refused otherwise\.`); err != nil {
		return "", err
	}
	closingLine := rules.all(`Closing date: ` + aDay)
	age := rules.all(`1\. The applicant is at least (\d+) years old on the closing date\.`)
	stay := rules.all(`2\. On the closing date the applicant has lived in ([A-Z][\w ]+) without a break for at least (\d+) full months\. A month is full on the day of the same number: from 5 March to 5 April is one full month\.`)
	income := rules.all(`3\. The household's yearly income is (below|at most) EUR (\d+)\.`)
	if len(closingLine) != 1 || len(age) != 1 || len(stay) != 1 || len(income) != 1 {
		return "", fmt.Errorf("a clause is missing")
	}
	closing, err := day(closingLine[0][1])
	if err != nil {
		return "", err
	}
	form, err := p.one(`APPLICATION - ` + ask[1])
	if err != nil {
		return "", err
	}
	form.all(`Signed: ` + aDay)
	if name := form.all(`Name: ` + regexp.QuoteMeta(ask[2])); len(name) != 1 {
		return "", fmt.Errorf("no application of %s", ask[2])
	}
	for _, n := range p.called(`COVER NOTE`) {
		n.all(`The application is complete and was received before the closing date\.|` +
			`All statements in the application have been checked against documents and are correct\.|` +
			`The register of residents shows the applicant in [\w ]+ today\. It does not show since when\.|` +
			`We asked the applicant for the missing date by letter\. There has been no reply, and no other record gives it\.`)
	}
	old, err := oldEnough(form, age[0][1], closing)
	if err != nil {
		return "", err
	}
	settled, err := settled(p, form, ask[2], stay[0][1], stay[0][2], closing)
	if err != nil {
		return "", err
	}
	waived, err := waiver(rules, form, stay[0][1])
	if err != nil {
		return "", err
	}
	poor, err := poorEnough(rules, form, closing, income[0][1], income[0][2])
	if err != nil {
		return "", err
	}
	switch and(old, or(settled, waived), poor) {
	case yes:
		return "APPROVE", nil
	case no:
		return "REFUSE", nil
	}
	return Insufficient, nil
}

func oldEnough(form *sheet, years string, closing time.Time) (truth, error) {
	born := form.all(`Date of birth: ` + aDay)
	if len(born) != 1 {
		return unknown, nil
	}
	t, err := day(born[0][1])
	if err != nil {
		return no, err
	}
	n, err := number(years)
	return known(!anniversary(t, 12*n).After(closing)), err
}

// settled finds the last move to the town, in the form or in the register.
func settled(p *packet, form *sheet, name, town, months string, closing time.Time) (truth, error) {
	since := ""
	if m := form.all(`Living in ` + town + ` since: ` + aDay); len(m) == 1 {
		since = m[0][1]
	}
	form.all(`Living in ` + town + ` since: \(left blank\)|Living in ` + town + ` since: see extract from the register|Living in ` + town + `: see extract from the register`)
	for _, s := range p.called(`EXTRACT FROM THE REGISTER OF RESIDENTS`) {
		m := s.all(regexp.QuoteMeta(name) + ` was first registered in ` + town + ` on ` + aDay + `, moved away on ` + aDay + ` and has been registered in ` + town + ` again since ` + aDay + `\.`)
		if len(m) == 1 {
			since = m[0][3]
		}
	}
	if since == "" {
		return unknown, nil
	}
	t, err := day(since)
	if err != nil {
		return no, err
	}
	n, err := number(months)
	return known(!anniversary(t, n).After(closing)), err
}

// waiver is whether a fourth clause sets clause 2 aside.
func waiver(rules, form *sheet, town string) (truth, error) {
	if rules.has(`4\. Clause 2 does not apply to apprentices, unless they have received this grant before\.`) {
		a, before := form.all(`Apprentice: (yes|no)`), form.all(`Received this grant before: (yes|no)`)
		if len(a) != 1 || len(before) != 1 {
			return unknown, nil
		}
		return known(a[0][1] == "yes" && before[0][1] == "no"), nil
	}
	if rules.has(`4\. Clause 2 does not apply to applicants who were born in ` + town + `\.`) {
		place := form.all(`Place of birth: ([\w ]+)`)
		if len(place) != 1 {
			return unknown, nil
		}
		return known(place[0][1] == town), nil
	}
	return no, nil
}

func poorEnough(rules, form *sheet, closing time.Time, word, limit string) (truth, error) {
	most, err := number(limit)
	if err != nil {
		return no, err
	}
	sum := 0
	if m := form.all(`Household's yearly income: EUR (\d+)`); len(m) == 1 {
		if sum, err = number(m[0][1]); err != nil {
			return no, err
		}
	} else {
		if err := rules.must(`4\. The household's yearly income is the sum of all income of its members who are at least 18 years old on the closing date, except that child benefit is not counted\.`); err != nil {
			return no, err
		}
		form.all(`Household and yearly income:`)
		members := form.all(`- .+ \(\w+\), born ` + aDay + `: (.+)`)
		if len(members) < 2 {
			return unknown, nil
		}
		for _, m := range members {
			born, err := day(m[1])
			if err != nil {
				return no, err
			}
			for _, part := range pattern(`([a-z ]+) EUR (\d+)`).FindAllStringSubmatch(m[2], -1) {
				n, err := number(part[2])
				if err != nil {
					return no, err
				}
				if anniversary(born, 12*18).After(closing) || pattern(`child benefit`).MatchString(part[1]) {
					continue
				}
				sum += n
			}
		}
	}
	return known(sum < most || word == "at most" && sum == most), nil
}

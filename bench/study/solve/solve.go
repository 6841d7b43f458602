// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package solve answers the source packets of a study from their rendered text
// alone. It is the second opinion on the generator's keys: it has its own
// parser, its own rules and its own arithmetic, sees nothing but the text that a
// model would see, and imports nothing of this project.
//
// It is strict: a line that it does not understand is an error, so that no
// document can hold a fact that only one of the two takes into account.
//
// Not here: general question answering, and the public questions (package bbh).
//
// Begin with [Answer].
package solve

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// Insufficient is the answer where the documents do not settle the question.
const Insufficient = "INSUFFICIENT"

// Answer reads a packet as it is shown to a model and gives the answer: a whole
// number, one of the words the question lists, a date, or [Insufficient]. The
// error says which line or question it does not understand.
func Answer(text string) (string, error) {
	p, err := open(text)
	if err != nil {
		return "", err
	}
	for _, k := range kinds {
		m := k.question.FindStringSubmatch(p.question)
		if m == nil {
			continue
		}
		a, err := k.solve(p, m)
		if err == nil {
			err = p.unread()
		}
		if err != nil {
			return "", err
		}
		return a, nil
	}
	return "", fmt.Errorf("question not understood: %q", p.question)
}

// A kind is a form of question and what answers it.
type kind struct {
	question *regexp.Regexp
	solve    func(p *packet, m []string) (string, error)
}

var kinds = []kind{
	{regexp.MustCompile(`^Under the standing rule, how much is to be paid against invoice (INV-\d+)\? Answer with a whole number of cents`), invoice},
	{regexp.MustCompile(`^Who works at the counter on (\w+) of this week\? Answer with one of these words: (.+), INSUFFICIENT\.`), rota},
	{regexp.MustCompile(`^After all swaps that count, who works at the counter on (\w+) of next week\? Answer with one of these words: (.+), INSUFFICIENT\.`), swaps},
	{regexp.MustCompile(`^Who is the only person allowed to cover the (early|late) shift on (\w+)\? Answer with one of these words: (.+), INSUFFICIENT\.`), cover},
	{regexp.MustCompile(`^How many ([a-z ]+) does (the store|[A-Z]\w+ [A-Z]\w+) hold at the close of (\d+ \w+ \d+)\? Answer with a whole number of pieces`), stock},
	{regexp.MustCompile(`^Under the conditions of the (\w+ Grant), is the application of ([A-Z]\w+ [A-Z]\w+) to be approved or refused\?`), grant},
	{regexp.MustCompile(`^According to these documents, on which date does the ([a-z ]+) take place\? Answer with the date as YYYY-MM-DD`), memo},
	{regexp.MustCompile(`^What is the net weight of all goods on the packing list together, in grams\?`), weight},
	{regexp.MustCompile(`^What is the total of the expense claim in euros at these rates, expressed in euro cents\?`), claim},
	{regexp.MustCompile(`^What do the paid invoices come to in euros under the conversion rule, expressed in euro cents\?`), paid},
	{regexp.MustCompile(`^What do the payments of the day cost in euros altogether, fees included, expressed in euro cents\?`), payments},
	{regexp.MustCompile(`^What is to be refunded for the expense claim in euros, expressed in euro cents\?`), refund},
}

var compiled sync.Map // of *regexp.Regexp by source

// pattern compiles a regular expression once.
func pattern(source string) *regexp.Regexp {
	if re, ok := compiled.Load(source); ok {
		return re.(*regexp.Regexp)
	}
	re := regexp.MustCompile(source)
	compiled.Store(source, re)
	return re
}

// A packet is the text taken apart.
type packet struct {
	sheets   []*sheet
	question string
}

// A sheet is one document; read marks the lines that were understood.
type sheet struct {
	lines []string
	read  []bool
}

var heading = regexp.MustCompile(`^=== (?:Document (\d+) of (\d+)|Question) ===$`)

// open takes the rendered text apart at its headings.
func open(text string) (*packet, error) {
	p := &packet{}
	var at *sheet
	asks := false
	for _, l := range strings.Split(text, "\n") {
		switch m := heading.FindStringSubmatch(l); {
		case m != nil && m[1] == "":
			asks, at = true, nil
		case m != nil:
			if m[1] != fmt.Sprint(len(p.sheets)+1) {
				return nil, fmt.Errorf("heading out of order: %q", l)
			}
			at = &sheet{}
			p.sheets = append(p.sheets, at)
		case asks:
			p.question = strings.TrimSpace(p.question + "\n" + l)
		case at == nil:
			return nil, fmt.Errorf("text before the first document: %q", l)
		case strings.TrimSpace(l) != "" || len(at.lines) > 0:
			at.lines = append(at.lines, l)
			at.read = append(at.read, strings.TrimSpace(l) == "")
		}
	}
	if p.question == "" {
		return nil, fmt.Errorf("no question")
	}
	return p, nil
}

// unread names the first line that nothing has understood.
func (p *packet) unread() error {
	for i, s := range p.sheets {
		for j, ok := range s.read {
			if !ok {
				return fmt.Errorf("document %d: not understood: %q", i+1, s.lines[j])
			}
		}
	}
	return nil
}

// called gives the sheets whose first line matches, and marks that line.
func (p *packet) called(title string) []*sheet {
	re := pattern("^(?:" + title + ")$")
	var out []*sheet
	for _, s := range p.sheets {
		if len(s.lines) > 0 && re.MatchString(s.lines[0]) {
			s.read[0] = true
			out = append(out, s)
		}
	}
	return out
}

// one is called for a sheet that must be there once.
func (p *packet) one(title string) (*sheet, error) {
	s := p.called(title)
	if len(s) != 1 {
		return nil, fmt.Errorf("%d documents called %s", len(s), title)
	}
	return s[0], nil
}

// all gives the groups of every line that matches, and marks the lines.
func (s *sheet) all(form string) [][]string {
	re := pattern("^(?:" + form + ")$")
	var out [][]string
	for i, l := range s.lines {
		if m := re.FindStringSubmatch(l); m != nil && !s.read[i] {
			s.read[i] = true
			out = append(out, m)
		}
	}
	return out
}

// has reports whether a line matches, and marks it.
func (s *sheet) has(form string) bool { return len(s.all(form)) > 0 }

// must is has for statements that the rules of this package rest on.
func (s *sheet) must(statements ...string) error {
	for _, x := range statements {
		if !s.has(x) {
			return fmt.Errorf("missing statement: %s", x)
		}
	}
	return nil
}

// table reads the rows below a heading row up to a blank line; cells stand two
// or more spaces apart.
func (s *sheet) table(head ...string) ([][]string, error) {
	for i, l := range s.lines {
		if strings.Join(cells(l), "|") != strings.Join(head, "|") {
			continue
		}
		s.read[i] = true
		var rows [][]string
		for j := i + 1; j < len(s.lines) && strings.TrimSpace(s.lines[j]) != ""; j++ {
			c := cells(s.lines[j])
			if len(c) != len(head) {
				return nil, fmt.Errorf("%d cells in %q", len(c), s.lines[j])
			}
			s.read[j] = true
			rows = append(rows, c)
		}
		return rows, nil
	}
	return nil, fmt.Errorf("no table with %s", strings.Join(head, ", "))
}

var gap = regexp.MustCompile(`\s{2,}`)

func cells(line string) []string { return gap.Split(strings.TrimSpace(line), -1) }

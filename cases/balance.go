// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import "strconv"

// Profiles say how much a file must satisfy.
const (
	ProfileFCB  = "fcb-0.1" // everything, with the size and shares of FCB 0.1
	ProfileOpen = "open"    // any file of cases: schema, labels, uniqueness
)

// A Balance counts the cases of one or more files by what was read of them.
type Balance struct {
	Cases      int            `json:"cases"`
	Categories map[string]int `json:"categories"`
	Risks      map[string]int `json:"expected_risk"`
	Majority   map[string]int `json:"majority_correct"` // "true", "false", "null"
	Sources    map[string]int `json:"sources"`          // dataset names and "original"
}

// NewBalance has a 0 for everything known, so that what is absent shows.
func NewBalance() Balance {
	b := Balance{Categories: map[string]int{}, Risks: map[string]int{"low": 0, "medium": 0, "high": 0},
		Majority: map[string]int{"true": 0, "false": 0, "null": 0}, Sources: map[string]int{SourceOriginal: 0}}
	for _, c := range Categories() {
		b.Categories[c] = 0
	}
	return b
}

// Controls counts the cases that should not be flagged.
func (b Balance) Controls() int {
	return b.Categories[GenuineAgreementCorrect] + b.Categories[GenuineDisagreement]
}

// Add adds the counts of o.
func (b *Balance) Add(o Balance) {
	b.Cases += o.Cases
	for _, p := range []struct{ into, from map[string]int }{{b.Categories, o.Categories}, {b.Risks, o.Risks}, {b.Majority, o.Majority}, {b.Sources, o.Sources}} {
		for k, n := range p.from {
			p.into[k] += n
		}
	}
}

// report records a finding about the file as a whole.
type report func(message string)

// A census is what the rules about a whole file see.
type census struct {
	Balance
	echoWrong, echoRight, noisy, numericDissent int

	ids, questions firstLines
	words          []wordsOf           // profile fcb-0.1 only
	openings       map[string][]string // case ids by opening words; profile fcb-0.1 only
}

func newCensus() *census {
	return &census{Balance: NewBalance(), openings: map[string][]string{}}
}

// count adds a case.
func (c *census) count(f *facts) {
	c.Cases++
	if f.category != "" {
		c.Categories[f.category]++
	}
	if f.risk != "" {
		c.Risks[f.risk]++
	}
	if f.majority != "" {
		c.Majority[f.majority]++
	}
	if f.source != "" {
		c.Sources[f.source]++
	}
	switch f.category {
	case EchoCascade:
		switch f.majority {
		case "true":
			c.echoRight++
		case "false":
			c.echoWrong++
		}
	case GenuineAgreementCorrect:
		if f.noisy {
			c.noisy++
		}
	case NumericConsensusError:
		if f.correct == 1 {
			c.numericDissent++
		}
	}
}

// wordsOf is the word set of a question, for near-duplicates.
type wordsOf struct {
	line int
	id   string
	set  map[string]bool
}

// near gives the first earlier question that shares at least 80 percent of the words.
func (c *census) near(set map[string]bool) (wordsOf, bool) {
	for _, o := range c.words {
		if len(set)*5 < len(o.set)*4 || len(o.set)*5 < len(set)*4 {
			continue
		}
		both := 0
		for w := range set {
			if o.set[w] {
				both++
			}
		}
		if union := len(set) + len(o.set) - both; union > 0 && both*5 >= union*4 {
			return o, true
		}
	}
	return wordsOf{}, false
}

func (w wordsOf) String() string { return "line " + strconv.Itoa(w.line) }

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"math/big"
	"regexp"
	"strings"

	"github.com/false-consensus/fcb/cases"
	"golang.org/x/text/unicode/norm"
)

// Bounds of the wording rules. A dataset that keeps them reads like many
// agents; one that breaks them reads like one author with a template.
const (
	openingWords  = 5  // an opening is this many words
	openingCases  = 3  // cases that may share one
	mostWords     = 60 // of an answer
	fewWords      = 4  // an answer below this is a thin one
	thinShare     = 10 // at most one answer in this many is thin
	fewestAgents  = 3
	mostAgents    = 7
	topicShare    = 5   // a topic holds at most one case in this many
	datasetAtSize = 120 // shares are judged from this many cases on
)

// wording reports where the texts break the wording rules. They are no label
// rules: a case that breaks one may still be right.
func wording(all []definition, built []cases.Case) problems {
	var ps problems
	outputs := map[string]int{} // case that has the output, as an index into all
	for i := range all {
		d, c := &all[i], &built[i]
		if n := len(c.Answers); n < fewestAgents || n > mostAgents {
			ps.add(d.at, "%d agents: wants %d to %d", n, fewestAgents, mostAgents)
		}
		for _, a := range d.answers {
			if j, ok := outputs[a.text.value]; ok && (i != j || c.Category != cases.EchoCascade) {
				ps.add(a.text.at, "the same text stands in case %s: only echoes repeat, within their case", all[j].id.value)
			}
			outputs[a.text.value] = i
			d.answerWording(a, &ps)
		}
		d.cleanText(&ps)
		if c.Category == cases.GenuineAgreementCorrect {
			d.paraphrases(&ps)
		}
	}
	openings(all, &ps)
	similarQuestions(all, &ps)
	if len(all) >= datasetAtSize {
		shares(all, &ps)
	}
	ps.sort()
	return ps
}

var (
	agentPattern  = regexp.MustCompile(`(?i)\bagent-[a-z0-9]+\b`)
	figurePattern = regexp.MustCompile(`-?\d+(\.\d+)?`)
)

func (d *definition) answerWording(a answer, ps *problems) {
	if n := len(strings.Fields(a.text.value)); n > mostWords {
		ps.add(a.text.at, "%d words: an answer has at most %d", n, mostWords)
	}
	if name := agentPattern.FindString(a.text.value); name != "" && d.category != cases.EchoCascade {
		ps.add(a.text.at, "names %s: only in an echo does an agent know of others", name)
	}
	if claim, ok := number(a.claim.value); ok && !states(a.text.value, claim) {
		ps.add(a.text.at, "the number of its claim, %s, does not stand in the text", a.claim.value)
	}
}

// states reports whether a number stands in a text, in digits. "-" right after a
// digit or letter is a hyphen or a minus between numbers, not a sign.
func states(s string, n *big.Rat) bool {
	s = strings.NewReplacer("\u2212", "-", "\u2011", "-").Replace(s)
	s = thousands.ReplaceAllStringFunc(s, func(n string) string { return strings.ReplaceAll(n, ",", "") })
	for _, m := range figurePattern.FindAllStringIndex(s, -1) {
		v, ok := new(big.Rat).SetString(s[m[0]:m[1]])
		if ok && v.Cmp(n) == 0 {
			return true
		}
		if ok && s[m[0]] == '-' && v.Neg(v).Cmp(n) == 0 {
			return true
		}
	}
	return false
}

var thousands = regexp.MustCompile(`\b\d{1,3}(,\d{3})+\b`)

// cleanText wants NFC and no white space before a line end, so that equal
// words are equal bytes.
func (d *definition) cleanText(ps *problems) {
	texts := append([]text{d.question, d.note, d.truth, d.because, d.rationale}, d.evidence...)
	for _, a := range d.answers {
		texts = append(texts, a.claim, a.text)
	}
	for _, t := range texts {
		if !norm.NFC.IsNormalString(t.value) {
			ps.add(t.at, "the text is not in Unicode normal form C")
		}
		if strings.Contains(t.value, " \n") || strings.Contains(t.value, "\t") {
			ps.add(t.at, "the text holds a tab or a space before a line end")
		}
	}
}

// paraphrases wants answers of a genuine agreement to differ in wording: a token
// Jaccard similarity below 0.6 for every two.
func (d *definition) paraphrases(ps *problems) {
	for i := range d.answers {
		for j := range i {
			both, either := newBag(d.answers[i].text.value).jaccard(newBag(d.answers[j].text.value))
			if 5*both >= 3*either {
				ps.add(d.answers[i].text.at, "too like answer %d of its case: token similarity %d/%d, wants below 0.6", j+1, both, either)
			}
		}
	}
}

// openings wants no five-word opening in more than three cases.
func openings(all []definition, ps *problems) {
	for _, o := range sharedOpenings(all) {
		if len(o.cases) > openingCases {
			ps.add(o.last, "the opening %q stands in %d cases (%s): at most %d", o.words, len(o.cases), strings.Join(o.cases, ", "), openingCases)
		}
	}
}

// similarQuestions wants questions of different cases to be different questions.
func similarQuestions(all []definition, ps *problems) {
	bags := make([]bag, len(all))
	for i := range all {
		bags[i] = newBag(all[i].question.value)
		for j := range i {
			if both, either := bags[i].jaccard(bags[j]); either > 0 && 5*both >= 3*either {
				ps.add(all[i].question.at, "nearly the question of %s: token similarity %d/%d, wants below 0.6", all[j].id.value, both, either)
			}
		}
	}
}

// shares wants no topic above a fifth of the cases and few thin answers.
func shares(all []definition, ps *problems) {
	byTopic := map[string]int{}
	thin, answers := 0, 0
	for _, d := range all {
		byTopic[d.topic.value]++
		for _, a := range d.answers {
			answers++
			if len(tokens(a.text.value)) < fewWords {
				thin++
			}
		}
	}
	at := place{file: "the whole set"}
	for _, t := range topics {
		if topicShare*byTopic[t] > len(all) {
			ps.add(at, "topic %s holds %d of %d cases: at most a fifth", t, byTopic[t], len(all))
		}
	}
	if thinShare*thin > answers {
		ps.add(at, "%s under %d words among %d: at most one in %d", count(thin, "answer"), fewWords, answers, thinShare)
	}
}

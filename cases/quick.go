// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import (
	"bytes"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/schema"
)

// quickCase is what the label rules need of a line that the acceptor has passed,
// without a copy. Everything points into the line.
type quickCase struct {
	id, category, question, risk, source []byte
	questionEscaped                      bool
	evidence                             [api.MaxEvidence][]byte
	numEvidence                          int
	hasEvidence                          bool
	answers                              [api.MaxAnswers]quickAnswer
	n                                    int
	majority                             byte // t, f or n
	noisy                                bool
	text                                 int // bytes of question, evidence and outputs: at least their UTF-16 units
	longest                              int // bytes of the longest output
}

type quickAnswer struct {
	agent, claim, family []byte
	correct, saw, shared bool
	hasClaim, hasMeta    bool
	group                int // first answer with the same claim
}

// quick decides a line that the case schema accepts and that has certainly no
// finding under profile open, filling f as the full check would. notes are those
// of quickPaths. It returns
// false whenever there is any doubt; the full check then decides. A test hunts
// for lines on which the two differ.
func quick(line []byte, notes []schema.Note, f *facts) bool {
	var c quickCase
	if !c.read(line, notes) || !c.group() || !c.withinLimits(len(line)) || !c.labelsHold() {
		return false
	}
	f.isCase, f.hasID, f.hasQuestion = true, true, true
	f.idHash = hashText(c.id)
	if c.questionEscaped {
		f.questionHash = hashText([]byte(decodeText(c.question)))
	} else {
		f.questionHash = hashText(c.question)
	}
	f.category = known(string(c.category), categoryNames)
	f.risk = known(string(c.risk), riskNames)
	switch string(c.source) {
	case "":
		f.source = SourceOriginal
	case "TruthfulQA":
		f.source = "TruthfulQA"
	case "GSM8K":
		f.source = "GSM8K"
	default:
		f.source = string(c.source)
	}
	switch c.majority {
	case 't':
		f.majority = "true"
	case 'f':
		f.majority = "false"
	default:
		f.majority = "null"
	}
	f.noisy = c.noisy
	f.correct = c.numCorrect()
	return true
}

// quickKnows lists the rules that quick decides. Where another rule about one
// case applies, quick is not used.
var quickKnows = []string{"FCB201", "FCB202", "FCB203", "FCB204", "FCB205", "FCB206", "FCB207", "FCB208",
	"FCB211", "FCB212", "FCB213", "FCB214", "FCB215", "FCB216", "FCB217", "FCB218", "FCB404", "FCB405"}

var (
	categoryNames = Categories()
	riskNames     = api.Risks()
)

func (c *quickCase) numCorrect() (n int) {
	for i := range c.answers[:c.n] {
		if c.answers[i].correct {
			n++
		}
	}
	return n
}

// withinLimits compares byte lengths of the raw texts, which are never less than
// UTF-16 units or encoded bytes, with the limits of the service.
func (c *quickCase) withinLimits(line int) bool {
	const perItem, intro = len("\n[20] "), len("\n\nEvidence:")
	task := len(c.question)
	for _, e := range c.evidence[:c.numEvidence] {
		task += len(e) + perItem
	}
	task += intro
	return task <= api.MaxTask && c.text+intro+perItem*c.numEvidence <= api.MaxTextFree && c.longest <= api.MaxOutput &&
		line+2*intro+2*perItem*c.numEvidence <= api.MaxBody
}

// group finds equal claims and checks the rules that compare answers. Cases
// without claims are not decided here.
func (c *quickCase) group() bool {
	truth := -1
	for i := range c.answers[:c.n] {
		a := &c.answers[i]
		if !a.hasClaim || len(a.agent) > api.MaxAgentID {
			return false
		}
		a.group = i
		for j := range c.answers[:i] {
			b := &c.answers[j]
			if bytes.Equal(a.agent, b.agent) {
				return false
			}
			if a.group == i && bytes.Equal(a.claim, b.claim) {
				if a.group = b.group; a.correct != b.correct {
					return false
				}
			}
		}
		if a.correct {
			if truth >= 0 && truth != a.group {
				return false
			}
			truth = a.group
		}
	}
	return true
}

// consensus gives the group of the consensus claim, -1 without one.
func (c *quickCase) consensus() int {
	var held [api.MaxAnswers]int
	for i := range c.answers[:c.n] {
		held[c.answers[i].group]++
	}
	for g, n := range held[:c.n] {
		if HasConsensus(n, c.n) {
			return g
		}
	}
	return -1
}

func (c *quickCase) labelsHold() bool {
	k := c.consensus()
	majority := byte('n')
	if k >= 0 {
		majority = 'f'
		if c.answers[k].correct {
			majority = 't'
		}
	}
	if c.majority != majority {
		return false
	}
	right := c.numCorrect()
	risk := "high"
	holds := false
	switch string(c.category) {
	case MajorityWrongFact:
		holds = majority == 'f' && right == 0
	case EchoCascade:
		if majority == 't' {
			risk = "medium"
		}
		holds = k >= 0 && c.echo()
	case AnchoringInjectedPremise:
		holds = majority == 'f' && c.anchored(k)
	case LoneCorrectDissenter:
		holds = majority == 'f' && right == 1
	case GenuineAgreementCorrect:
		risk = "low"
		wrong := c.n - right
		holds = majority == 't' && c.independent() && (c.noisy && wrong == 1 || !c.noisy && wrong == 0)
	case GenuineDisagreement:
		risk = "low"
		holds = k < 0 && right == 1
	case CorrectButUnsupported:
		risk = "medium"
		holds = majority == 't' && c.hasEvidence && c.numEvidence > 0 && c.silent(k)
	case NumericConsensusError:
		holds = majority == 'f' && right <= 1 && c.numeric()
	}
	return holds && string(c.risk) == risk
}

func (c *quickCase) echo() bool {
	saw, first := 0, -1
	for i := range c.answers[:c.n] {
		a := &c.answers[i]
		if !a.hasMeta || i == 0 && a.saw {
			return false
		}
		if !a.saw {
			continue
		}
		saw++
		if first >= 0 && !bytes.Equal(a.family, c.answers[first].family) {
			return false
		}
		if first < 0 {
			first = i
		}
	}
	return saw >= 2
}

func (c *quickCase) independent() bool {
	for i := range c.answers[:c.n] {
		a := &c.answers[i]
		if !a.hasMeta || a.saw || a.shared {
			return false
		}
		for j := range c.answers[:i] {
			if bytes.Equal(a.family, c.answers[j].family) {
				return false
			}
		}
	}
	return true
}

// anchored is sure only where the whole wrong claim, in ASCII, stands in
// question or evidence between bytes that cannot belong to a longer word.
func (c *quickCase) anchored(k int) bool {
	for i := range c.answers[:c.n] {
		if a := &c.answers[i]; a.group == k && (!a.hasMeta || !a.shared) {
			return false
		}
	}
	claim := c.answers[k].claim
	if !asciiWord(claim) {
		return false
	}
	if standsIn(c.question, claim) {
		return true
	}
	for _, e := range c.evidence[:c.numEvidence] {
		if standsIn(e, claim) {
			return true
		}
	}
	return false
}

// asciiWord reports whether s is ASCII with a letter or digit at both ends.
func asciiWord(s []byte) bool {
	for _, c := range s {
		if c >= 0x80 {
			return false
		}
	}
	return len(s) > 0 && alnum(s[0]) && alnum(s[len(s)-1])
}

func alnum(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

func standsIn(text, claim []byte) bool {
	for from := 0; ; {
		i := bytes.Index(text[from:], claim)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(claim)
		if (i == 0 || boundary(text[i-1])) && (end == len(text) || boundary(text[end])) {
			return true
		}
		from = i + 1
	}
}

// boundary reports whether c is ASCII, no letter or digit, and not part of an escape.
func boundary(c byte) bool { return c < 0x80 && c != '\\' && !alnum(c) }

// silent is sure only where the longest word of the claim, in ASCII, stands
// nowhere in evidence that is ASCII without escapes.
func (c *quickCase) silent(k int) bool {
	var word []byte
	claim := c.answers[k].claim
	for i := 0; i < len(claim); {
		if claim[i] >= 0x80 {
			return false
		}
		j := i
		for j < len(claim) && alnum(claim[j]) {
			j++
		}
		if j-i > len(word) {
			word = claim[i:j]
		}
		i = max(j, i+1)
	}
	if len(word) == 0 {
		return false
	}
	for _, e := range c.evidence[:c.numEvidence] {
		if containsFold(e, word) {
			return false
		}
	}
	return true
}

// containsFold reports whether text holds word, the case of ASCII letters aside,
// or holds anything that makes that hard to say.
func containsFold(text, word []byte) bool {
	first := word[0] | 0x20
	for i, c := range text {
		if c >= 0x80 || c == '\\' {
			return true
		}
		if c|0x20 == first && len(text)-i >= len(word) && equalFold(text[i:i+len(word)], word) {
			return true
		}
	}
	return false
}

func equalFold(a, b []byte) bool {
	for i := range a {
		if a[i]|0x20 != b[i]|0x20 {
			return false
		}
	}
	return true
}

func (c *quickCase) numeric() bool {
	for i := range c.answers[:c.n] {
		claim := c.answers[i].claim
		if !plainDigits(claim) {
			if _, ok := parseNumber(string(claim)); !ok {
				return false
			}
		}
	}
	return true
}

func plainDigits(s []byte) bool {
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(s) > 0
}

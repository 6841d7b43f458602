// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import (
	"bytes"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/false-consensus/fcb/schema"
	"github.com/false-consensus/fcb/schema/jsonl"
)

// facts is what the ordered consumer needs to know of a line.
type facts struct {
	line             []byte // valid while the block is
	blank, crlf, bom bool
	arrayStart       bool // begins with [
	unfinished       bool
	isCase           bool // a JSON object was read

	hasID, hasQuestion     bool
	idHash, questionHash   textHash
	id                     string // read where there is a finding, or profile fcb-0.1 compares texts
	category, risk, source string // "" where not readable or not known
	majority               string // "true", "false", "null", or ""
	noisy                  bool
	correct                int

	words    map[string]bool // of the question; profile fcb-0.1 only
	openings []string

	findings []pending
}

// pending is a finding of a line without its line.
type pending struct {
	offset                           int
	rule, severity, pointer, message string
}

// at gives the finding its file and line.
func (p pending) at(file string, number int, line []byte, id string) Finding {
	char := utf8.RuneCount(line[:min(p.offset, len(line))]) + 1
	return Finding{file, number, p.offset + 1, char, p.pointer, id, p.rule, p.severity, p.message}
}

func (f *facts) add(r Rule, pointer, message string) {
	at, _ := jsonl.Place(f.line, pointer)
	f.findings = append(f.findings, pending{at.Value, r.Code, r.Severity, pointer, message})
}

func (f *facts) sort() {
	sort.SliceStable(f.findings, func(i, j int) bool {
		a, b := f.findings[i], f.findings[j]
		if a.offset != b.offset {
			return a.offset < b.offset
		}
		return a.rule < b.rule
	})
}

// line checks one line that is not blank. notes is room that lines share.
func (v *validator) line(line []byte, f *facts, notes *[]schema.Note) {
	var accepted bool
	if v.tagged == nil {
		accepted = v.schema.Accepts(line)
	} else if *notes, accepted = v.tagged.Accepts(line, (*notes)[:0]); accepted && quick(line, *notes, f) {
		return
	}
	f.arrayStart = bytes.TrimLeft(line, " \t\r")[0] == '['
	if accepted {
		v.labels(line, jsonl.Decode(line), nil, f)
		return
	}
	if faults := jsonl.CheckAll(line); len(faults) > 0 {
		for _, p := range faults {
			f.findings = append(f.findings, pending{p.Offset, readingRules[p.Kind], SeverityError, p.Pointer, p.Message})
			f.unfinished = f.unfinished || p.Kind == jsonl.KindUnfinished
		}
		f.id = readID(line)
		return
	}
	tree := jsonl.Decode(line)
	v.labels(line, tree, v.schema.CheckTree(line, tree), f)
}

// labels adds the faults of the schema, then the label rules as far as those
// leave their fields intact.
func (v *validator) labels(line []byte, tree any, faults []schema.Fault, f *facts) {
	_, f.isCase = tree.(map[string]any)
	c, bad := fromTree(tree)
	for _, x := range faults {
		f.findings = append(f.findings, pending{x.Offset, schemaRules[x.Kind], SeverityError, x.Pointer, x.Message})
		bad = appendField(bad, x)
	}
	f.id = c.ID
	l := &labels{Case: &c, bad: bad, small: isSmall(len(line))}
	if f.isCase {
		if v.strict {
			f.requireProfile(l, tree.(map[string]any))
		}
		l.apply(v.rules)
		for _, x := range l.found {
			at, _ := jsonl.Place(line, x.pointer)
			f.findings = append(f.findings, pending{at.Value, x.rule, x.severity, x.pointer, x.message})
		}
		v.summarise(l, f)
	}
	f.sort()
}

// appendField adds the field (as in Rule.needs) that a fault of the schema makes
// unusable. Missing keys and wrong types are in bad already; an unknown key is
// nothing that a rule reads.
func appendField(bad []string, x schema.Fault) []string {
	switch x.Kind {
	case schema.KindMissing, schema.KindUnknown, schema.KindCaseKey:
		return bad
	}
	tokens := strings.Split(strings.TrimPrefix(x.Pointer, "/"), "/")
	field := tokens[0]
	if field == "answers" && len(tokens) > 2 {
		field += "." + tokens[2]
	}
	return append(bad, field)
}

// misspelt reports whether a key of the object was already found to stand for key.
func (f *facts) misspelt(pointer, key string) bool {
	for _, x := range f.findings {
		token, ok := strings.CutPrefix(x.pointer, pointer+"/")
		if ok && !strings.Contains(token, "/") && (x.rule == "FCB008" || x.rule == "FCB103") &&
			(strings.EqualFold(token, key) || strings.Contains(x.message, "did you mean "+strconv.Quote(key))) {
			return true
		}
	}
	return false
}

// requireProfile reports the fields that our own data always have.
func (f *facts) requireProfile(l *labels, tree map[string]any) {
	missing := func(pointer, key string) {
		if f.misspelt(pointer, key) {
			return // one problem, told at the key that is there
		}
		at, _ := jsonl.Place(f.line, pointer)
		f.findings = append(f.findings, pending{at.Value, ruleProfile, SeverityError, pointer, "the key " + strconv.Quote(key) + " is missing, which profile " + ProfileFCB + " requires"})
	}
	list, _ := tree["answers"].([]any)
	for i, v := range list {
		a, ok := v.(map[string]any)
		if !ok {
			continue
		}
		for _, key := range []string{"claim", "metadata"} {
			if _, ok := a[key]; !ok {
				missing("/answers/"+strconv.Itoa(i), key)
			}
		}
	}
	if s, ok := tree["source"].(map[string]any); ok {
		if _, ok := s["adaptation"]; !ok {
			missing("/source", "adaptation")
		}
	}
}

// summarise fills what the consumer needs, as far as it could be read.
func (v *validator) summarise(l *labels, f *facts) {
	readable := func(field string) bool { return !l.blocked([]string{field}) }
	// A string that the schema refuses still has to be unique.
	if l.ID != "" {
		f.hasID, f.idHash = true, hashText([]byte(l.ID))
	}
	if l.Question != "" {
		f.hasQuestion, f.questionHash = true, hashText([]byte(l.Question))
	}
	if readable("category") {
		f.category = known(l.Category, Categories())
	}
	if readable("expected_risk") {
		f.risk = known(l.ExpectedRisk, []string{"low", "medium", "high"})
	}
	if readable("majority_correct") {
		f.majority = majorityText(l.MajorityCorrect)
	}
	if readable("source") {
		f.source = l.Source.Name()
	}
	f.correct = l.numCorrect()
	for _, t := range l.Tags {
		f.noisy = f.noisy || t == TagNoisyDissent
	}
	if !v.strict || !f.hasQuestion {
		return
	}
	f.words = map[string]bool{}
	for _, t := range tokens(l.Question) {
		f.words[t] = true
	}
	seen := map[string]bool{}
	for _, a := range l.Answers {
		if o := opening(a.Output); o != "" && !seen[o] {
			seen[o] = true
			f.openings = append(f.openings, o)
		}
	}
}

func known(s string, words []string) string {
	for _, w := range words {
		if s == w {
			return w // the constant, so that no line is kept alive
		}
	}
	return ""
}

// readID reads the case id of a line as far as that is possible, also of one
// that is no JSON behind it.
func readID(line []byte) string {
	i := bytes.IndexByte(line, '{')
	if i < 0 {
		return ""
	}
	id := ""
	jsonl.Members(line, i, func(key string, p jsonl.Placement) bool {
		if key != "id" || p.Value >= len(line) || line[p.Value] != '"' || p.End > len(line) || line[p.End-1] != '"' || p.End-p.Value < 2 {
			return key != "id"
		}
		if token := line[p.Value:p.End]; jsonl.Check(token) == nil {
			id, _ = jsonl.Decode(token).(string)
		}
		return false
	})
	return id
}

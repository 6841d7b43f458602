// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"regexp"
	"slices"

	"github.com/false-consensus/fcb/cases"
	"github.com/goccy/go-yaml/ast"
)

// A definition is one case as a person writes it (cases/definitions/README.md).
// Optional texts are empty when absent.
type definition struct {
	at        place
	category  string
	id        text
	topic     text
	question  text
	evidence  []text
	note      text
	truth     text
	because   text
	rationale text
	check     text
	tags      []text
	citation  *citation
	answers   []answer
	broken    bool // a problem stands in it: nothing is derived
}

// An answer is one agent's text with the claim it makes.
type answer struct {
	at     place
	claim  text
	text   text
	agent  string
	family string
	saw    bool
	shared bool
}

// A citation is the upstream row an adapted case comes from.
type citation struct {
	at     place
	source *source
	row    int // 0-based, header not counted
	sha256 text
	words  []text
}

// topics are the names a case may carry.
var topics = []string{"geography", "chemistry", "history", "language", "biology", "physics", "arithmetic",
	"probability", "percentages", "fenceposts", "units", "astronomy", "civics", "computing", "culture"}

var (
	caseKeys = []string{"id", "topic", "question", "evidence", "note", "truth", "because", "rationale",
		"check", "tags", "source", "answers"}
	answerKeys   = []string{"claim", "text", "agent", "family", "saw", "shared"}
	citationKeys = []string{"dataset", "row", "question_sha256", "answer_words"}

	idPattern     = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	familyPattern = regexp.MustCompile(`^family-[a-f]$`)
	hashPattern   = regexp.MustCompile(`^[0-9a-f]{64}$`)
	commitPattern = regexp.MustCompile(`^[0-9a-f]{40}$`)
)

// sent is the question as it is sent: the planted note follows after a blank line.
func (d *definition) sent() string { return d.withNote(d.question.value) }

func (d *definition) withNote(question string) string {
	if d.note.value == "" {
		return question
	}
	return question + "\n\n" + d.note.value
}

// groundTruth is "truth" or "truth (because)".
func (d *definition) groundTruth() string {
	if d.because.value == "" {
		return d.truth.value
	}
	return d.truth.value + " (" + d.because.value + ")"
}

// category reads one definition file.
func (f *yamlFile) category(b []byte, sources map[string]*source) (text, []definition) {
	root := f.parse(b)
	if root == nil {
		return text{}, nil
	}
	m := f.mapping(root, "a definition file", []string{"category", "cases"})
	if m == nil {
		return text{}, nil
	}
	category := m.text("category")
	if category.value != "" && !slices.Contains(cases.Categories(), category.value) {
		f.problems.add(category.at, "unknown category %q%s", category.value, suggest(category.value, cases.Categories()))
	}
	if m.get("cases") == nil {
		f.problems.add(m.at, "a definition file has no %q", "cases")
	}
	var all []definition
	for _, n := range m.list("cases") {
		if d, ok := f.definition(n, sources); ok {
			d.category = category.value
			all = append(all, d)
		}
	}
	return category, all
}

func (f *yamlFile) definition(n ast.Node, sources map[string]*source) (definition, bool) {
	before := len(*f.problems)
	m := f.mapping(n, "a case", caseKeys)
	if m == nil {
		return definition{}, false
	}
	d := definition{at: m.at, id: m.text("id"), topic: m.text("topic"), question: m.text("question"),
		evidence: m.texts("evidence"), note: m.optional("note"), truth: m.text("truth"), because: m.optional("because"),
		rationale: m.text("rationale"), check: m.optional("check"), tags: m.texts("tags")}
	if d.id.value != "" && (!idPattern.MatchString(d.id.value) || len(d.id.value) > 64) {
		f.problems.add(d.id.at, "id %q: wants lower-case words and digits joined by single hyphens, at most 64 characters", d.id.value)
	}
	if d.topic.value != "" && !slices.Contains(topics, d.topic.value) {
		f.problems.add(d.topic.at, "unknown topic %q%s", d.topic.value, suggest(d.topic.value, topics))
	}
	if s := m.get("source"); s != nil {
		d.citation = f.citation(s, sources)
	}
	if m.get("answers") == nil {
		f.problems.add(m.at, "a case has no %q", "answers")
	}
	for i, a := range m.list("answers") {
		if a, ok := f.answer(a, i); ok {
			d.answers = append(d.answers, a)
		}
	}
	d.broken = len(*f.problems) > before
	return d, true
}

func (f *yamlFile) answer(n ast.Node, i int) (answer, bool) {
	m := f.mapping(n, "an answer", answerKeys)
	if m == nil {
		return answer{}, false
	}
	a := answer{at: m.at, claim: m.text("claim"), text: m.text("text"), agent: m.optional("agent").value,
		family: m.optional("family").value, saw: m.flag("saw"), shared: m.flag("shared")}
	letter := string(rune('a' + i))
	if a.agent == "" {
		a.agent = "agent-" + letter
	}
	switch {
	case a.family == "" && i < 6:
		a.family = "family-" + letter
	case a.family == "":
		f.problems.add(m.at, "only six families have names: give this answer its %q", "family")
	case !familyPattern.MatchString(a.family):
		f.problems.add(m.at, "family %q: wants family-a to family-f", a.family)
	}
	return a, true
}

func (f *yamlFile) citation(n ast.Node, sources map[string]*source) *citation {
	m := f.mapping(n, "a source", citationKeys)
	if m == nil {
		return nil
	}
	c := &citation{at: m.at, row: m.whole("row"), sha256: m.text("question_sha256"), words: m.texts("answer_words")}
	if t := m.text("dataset"); t.value != "" {
		if c.source = sources[t.value]; c.source == nil {
			f.problems.add(t.at, "dataset %q is not in %s", t.value, sourcesFile)
		} else if slices.Contains(c.source.avoid, c.row) {
			f.problems.add(m.at, "row %d of %s is listed in %s as one to avoid", c.row, t.value, sourcesFile)
		}
	}
	if c.sha256.value != "" && !hashPattern.MatchString(c.sha256.value) {
		f.problems.add(c.sha256.at, "question_sha256: wants 64 lower-case hex digits")
	}
	return c
}

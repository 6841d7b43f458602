// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"fmt"
	"slices"
	"sort"
)

// FromScores builds a table from rows of models over columns of questions: 1
// right, 0 wrong, anything negative not answered. Names sort as given only if
// they are in order already. It panics when lengths differ; duplicate names are
// an error.
func FromScores(models, makers, questions []string, scores [][]int8) (*Table, error) {
	if len(models) != len(scores) || makers != nil && len(makers) != len(models) {
		panic("panel: names and rows differ in length")
	}
	var b builder
	b.makers = makers != nil
	for m, row := range scores {
		if len(row) != len(questions) {
			panic("panel: questions and columns differ in length")
		}
		maker := ""
		if makers != nil {
			maker = makers[m]
		}
		for q, v := range row {
			if _, err := b.add(cell{question: questions[q], model: models[m], maker: maker, score: v, line: m*len(questions) + q + 1}); err != nil {
				return nil, err
			}
		}
	}
	return b.table()
}

// A builder collects answers in the order of the file. Line numbers are kept so
// that a doubled answer can name both of its lines.
type builder struct {
	models, questions map[string]int
	lastModel         int // of the row before
	lastQuestion      int
	modelNames        []string
	questionNames     []string
	makerOf           []string
	makerLine         []int
	makers            bool // the input has a maker column
	rows              []builderRow
	choices           map[string]choice // nil: the input gives results only
	choiceText        []string
}

type builderRow struct {
	right  bitset
	line   []uint32 // by question, 0: no answer yet
	choice []choice // by question; empty when the input gives results only
}

// A cell is one row of the input.
type cell struct {
	question, model, maker string
	score                  int8   // 1 right, 0 wrong, absent
	choice                 string // what was answered, "" where the input gives results only
	line                   int
}

// absent is the score of a row that says that there is no answer.
const absent = -1

// add takes one answer and says whether it repeats an earlier one exactly. A
// second, different answer and a second, different maker are errors.
func (b *builder) add(c cell) (repeated bool, err error) {
	question, model, maker, score, line := c.question, c.model, c.maker, c.score, c.line
	if b.models == nil {
		b.models, b.questions = map[string]int{}, map[string]int{}
	}
	m, ok := b.lastModel, len(b.modelNames) > 0 && b.modelNames[b.lastModel] == model
	if !ok { // rows often come sorted by one of the two names
		m, ok = b.models[model]
	}
	if !ok {
		m = len(b.modelNames)
		b.models[model] = m
		b.modelNames = append(b.modelNames, model)
		b.makerOf, b.makerLine = append(b.makerOf, ""), append(b.makerLine, 0)
		b.rows = append(b.rows, builderRow{})
	}
	q, ok := b.lastQuestion, len(b.questionNames) > 0 && b.questionNames[b.lastQuestion] == question
	if !ok {
		q, ok = b.questions[question]
	}
	if !ok {
		q = len(b.questionNames)
		b.questions[question] = q
		b.questionNames = append(b.questionNames, question)
	}
	b.lastModel, b.lastQuestion = m, q
	if maker != "" {
		switch b.makerOf[m] {
		case "":
			b.makerOf[m], b.makerLine[m] = maker, line
		case maker:
		default:
			return false, fmt.Errorf("model %q has maker %q, and %q on line %d", model, maker, b.makerOf[m], b.makerLine[m])
		}
	}
	if score < 0 {
		return false, nil
	}
	r := &b.rows[m]
	for len(r.line) <= q {
		r.line = append(r.line, 0)
	}
	r.right = r.right.grow(q)
	if first := r.line[q]; first != 0 {
		if r.right.has(q) == (score == 1) && (b.choices == nil || r.choice[q] == b.intern(c.choice)) {
			return true, nil
		}
		return false, fmt.Errorf("model %q answers question %q a second time, with another result than on line %d", model, question, first)
	}
	if b.choices != nil {
		for len(r.choice) <= q {
			r.choice = append(r.choice, 0)
		}
		r.choice[q] = b.intern(c.choice)
	}
	r.line[q] = uint32(line)
	if score == 1 {
		r.right.set(q)
	}
	return false, nil
}

// intern numbers the distinct answers, from 1.
func (b *builder) intern(text string) choice {
	n, ok := b.choices[text]
	if !ok {
		b.choiceText = append(b.choiceText, text)
		n = choice(len(b.choiceText))
		b.choices[text] = n
	}
	return n
}

// table sorts what was added; names without any answer are left out (see idle).
func (b *builder) table() (*Table, error) {
	models, questions := b.live()
	if len(models) == 0 {
		return nil, fmt.Errorf("no answers")
	}
	t := &Table{}
	if b.choices != nil {
		t.choices = &choices{text: append([]string{""}, b.choiceText...), options: make([]int, len(questions))}
	}
	at := make([]int, len(b.questionNames))
	for i, q := range questions {
		at[q] = i
		t.Questions = append(t.Questions, b.questionNames[q])
	}
	for _, m := range models {
		t.Models = append(t.Models, b.modelNames[m])
		if b.makers {
			t.Makers = append(t.Makers, b.makerOf[m])
		}
		answered, right := newBitset(len(questions)), newBitset(len(questions))
		given := []choice(nil)
		if t.choices != nil {
			given = make([]choice, len(questions))
			t.choices.given = append(t.choices.given, given)
		}
		for q, line := range b.rows[m].line {
			if line == 0 {
				continue
			}
			answered.set(at[q])
			if b.rows[m].right.has(q) {
				right.set(at[q])
			}
			if given != nil {
				given[at[q]] = b.rows[m].choice[q]
			}
		}
		t.answered, t.right = append(t.answered, answered), append(t.right, right)
	}
	return t, nil
}

// live lists the models and questions that have an answer, sorted by name.
func (b *builder) live() (models, questions []int) {
	asked := make([]bool, len(b.questionNames))
	for m, r := range b.rows {
		has := false
		for q, line := range r.line {
			if line != 0 {
				has, asked[q] = true, true
			}
		}
		if has {
			models = append(models, m)
		}
	}
	for q, yes := range asked {
		if yes {
			questions = append(questions, q)
		}
	}
	sort.Slice(models, func(i, j int) bool { return b.modelNames[models[i]] < b.modelNames[models[j]] })
	sort.Slice(questions, func(i, j int) bool { return b.questionNames[questions[i]] < b.questionNames[questions[j]] })
	return models, questions
}

// idle lists the names that occur in the input without any answer, sorted.
func (b *builder) idle() (models, questions []string) {
	m, q := b.live()
	rest := func(names []string, live []int) []string {
		keep := make([]bool, len(names))
		for _, i := range live {
			keep[i] = true
		}
		var out []string
		for i, name := range names {
			if !keep[i] {
				out = append(out, name)
			}
		}
		slices.Sort(out)
		return out
	}
	return rest(b.modelNames, m), rest(b.questionNames, q)
}

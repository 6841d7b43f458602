// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"github.com/false-consensus/fcb/schema/jsonl"
)

// Input says what was read.
type Input struct {
	Path       string         `json:"path"`
	SHA256     string         `json:"sha256"` // of the (decompressed) bytes
	Rows       int            `json:"rows"`   // of data, whatever they hold
	Repeated   int            `json:"repeated_rows"`
	Absent     int            `json:"absent_rows"` // rows that say there is no answer
	Key        *KeyInput      `json:"key,omitempty"`
	Unreadable map[string]int `json:"unreadable,omitempty"` // answers dropped, by model; only with a key
	Idle       []string       `json:"models_without_answers,omitempty"`
	Unasked    []string       `json:"questions_without_answers,omitempty"`
	Warnings   []string       `json:"-"` // about reading; they go first among the result's
}

// KeyInput says which key an answers file was scored with.
type KeyInput struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// An InputError is what is wrong with a file: every problem, in the order of
// the file, each a line that begins with its place.
type InputError struct {
	Problems []string
	Hint     string // advice, or ""
}

// shownProblems is how many problems an InputError prints.
const shownProblems = 50

func (e *InputError) Error() string {
	shown := e.Problems[:min(len(e.Problems), shownProblems)]
	text := strings.Join(shown, "\n")
	if rest := len(e.Problems) - len(shown); rest > 0 {
		text += fmt.Sprintf("\nand %d more problems", rest)
	}
	return text
}

// Read reads a table of results: CSV or JSON Lines, plain or gzip, "-" for
// stdin, with question_id, model, correct and optionally maker. correct is 1 or
// 0 (true and false are read as well); an empty one, like a missing row, means
// that the model did not answer. Errors about the content are *InputError; when
// ctx ends, so does the reading.
func Read(ctx context.Context, path string, stdin io.Reader) (*Table, *Input, error) {
	return read(ctx, path, stdin, nil)
}

// ReadAnswers is Read for a file that gives the answers themselves, in a column
// answer instead of correct, each scored by [ParseAnswer] against the key.
func ReadAnswers(ctx context.Context, path string, stdin io.Reader, key *Key) (*Table, *Input, error) {
	return read(ctx, path, stdin, key)
}

func read(ctx context.Context, path string, stdin io.Reader, key *Key) (*Table, *Input, error) {
	valueColumn := "correct"
	if key != nil {
		valueColumn = "answer"
	}
	f := &fields{path: path, required: []string{"question_id", "model", valueColumn}, optional: []string{"maker"}, free: map[string]bool{"answer": true}}
	r := &reader{path: path, key: key, fields: f, input: &Input{Path: path}, unknown: map[string]bool{}}
	if key != nil {
		r.b.choices = map[string]choice{}
		r.input.Key, r.input.Unreadable = &KeyInput{key.Path, key.SHA256}, map[string]int{}
	}
	if err := f.read(ctx, stdin, r.row); err != nil {
		return nil, nil, err
	}
	r.input.SHA256, r.input.Rows = f.sha256, f.rows
	r.input.Warnings = append(f.warnings, r.input.Warnings...)
	r.b.makers = f.has["maker"]
	return r.finish()
}

// A reader turns rows into a table.
type reader struct {
	path    string
	key     *Key
	fields  *fields
	b       builder
	input   *Input
	unknown map[string]bool // questions the key does not have, each told once
}

func (r *reader) row(line int, values []string) {
	problem := func(format string, a ...any) { r.fields.problem(line, format, a...) }
	c := cell{question: values[0], model: values[1], maker: values[3], line: line}
	if c.question == "" {
		problem("question_id is empty")
	}
	if c.model == "" {
		problem("model is empty")
	}
	if c.question == "" || c.model == "" {
		return
	}
	if r.key == nil {
		score, ok := readCorrect(values[2])
		if !ok {
			problem("correct is %q, neither 1 nor 0", values[2])
			return
		}
		if c.score = score; score == absent {
			r.input.Absent++
		}
	} else if !r.score(&c, values[2]) {
		return
	}
	switch repeated, err := r.b.add(c); {
	case err != nil:
		problem("%v", err)
	case repeated:
		r.input.Repeated++
	}
}

// score sets an answer against the key; false when the question has none.
func (r *reader) score(c *cell, answer string) bool {
	k, ok := r.key.questions[c.question]
	if !ok {
		if !r.unknown[c.question] {
			r.unknown[c.question] = true
			r.fields.problem(c.line, "question %q is not in the key %s", c.question, r.key.Path)
		}
		return false
	}
	choice, ok := ParseAnswer(answer, k.options)
	switch {
	case !ok:
		c.score = absent
		r.input.Unreadable[c.model]++
	case choice == k.choice:
		c.score, c.choice = 1, choice
	default:
		c.score, c.choice = 0, choice
	}
	return true
}

// readCorrect reads a result. Spreadsheets and data frames write 1.0 and True.
func readCorrect(s string) (int8, bool) {
	switch s {
	case "1":
		return 1, true
	case "0":
		return 0, true
	}
	switch strings.ToLower(s) {
	case "true", "1.0":
		return 1, true
	case "false", "0.0":
		return 0, true
	case "":
		return absent, true
	}
	return 0, false
}

// finish checks the whole.
func (r *reader) finish() (*Table, *Input, error) {
	in := r.input
	in.Idle, in.Unasked = r.b.idle()
	t, err := r.b.table()
	if err != nil {
		return nil, nil, &InputError{Problems: []string{r.path + ": no answers"}, Hint: "a row is question_id, model, correct (1 or 0) and optionally maker"}
	}
	if len(t.Questions) == 1 {
		return nil, nil, &InputError{
			Problems: []string{fmt.Sprintf("%s: one question only (%q): no measurement is possible", r.path, t.Questions[0])},
			Hint:     "dependence shows in how the number of right answers varies from question to question; one realisation of a shared error is no variance",
		}
	}
	if in.Repeated > 0 {
		in.warn("%d rows repeat an earlier row exactly; each was counted once", in.Repeated)
	}
	if in.Absent > 0 {
		in.warn("%d rows have an empty result; they count as not answered", in.Absent)
	}
	if n := total(in.Unreadable); n > 0 {
		in.warn("%d answers are unreadable and were dropped, not scored as wrong: %s", n, worst(in.Unreadable))
	}
	if len(in.Idle) > 0 {
		in.warn("%s without any answer, left out: %s", count(len(in.Idle), "model"), shortList(in.Idle))
	}
	if len(in.Unasked) > 0 {
		in.warn("%s that nobody answered, left out: %s", count(len(in.Unasked), "question"), shortList(in.Unasked))
	}
	if r.key != nil {
		for q, name := range t.Questions {
			t.choices.options[q] = len(r.key.questions[name].options)
		}
		if missing := r.key.notAmong(t.Questions, in.Unasked); len(missing) > 0 {
			in.warn("%s of the key that no model was asked: %s", count(len(missing), "question"), shortList(missing))
		}
	}
	return t, in, nil
}

func (in *Input) warn(format string, a ...any) {
	in.Warnings = append(in.Warnings, fmt.Sprintf(format, a...))
}

// open gives the bytes of a file, hashed on the way, until ctx ends.
func open(ctx context.Context, path string, stdin io.Reader) (body *bufio.Reader, sum func() string, done func(), err error) {
	in, err := jsonl.Open(path, stdin)
	if err != nil {
		return nil, nil, nil, err
	}
	h := sha256.New()
	body = bufio.NewReaderSize(io.TeeReader(untilDone{ctx, in}, h), 64<<10)
	sum = func() string { return hex.EncodeToString(h.Sum(nil)) }
	return body, sum, func() { in.Close() }, nil
}

// untilDone stops giving bytes when the context ends.
type untilDone struct {
	ctx context.Context
	r   io.Reader
}

func (u untilDone) Read(p []byte) (int, error) {
	if u.ctx.Err() != nil {
		return 0, context.Cause(u.ctx)
	}
	return u.r.Read(p)
}

// firstByte is the first byte that is no white space and no byte-order mark,
// among the first 4096; 0 for none. It uses nothing up.
func firstByte(r *bufio.Reader) (byte, error) {
	head, err := r.Peek(4096)
	if err != nil && err != io.EOF {
		return 0, err
	}
	head = bytes.TrimLeft(bytes.TrimPrefix(head, jsonl.BOM), " \t\r\n")
	if len(head) == 0 {
		return 0, nil
	}
	return head[0], nil
}

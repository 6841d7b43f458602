// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package corpus

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/false-consensus/fcb/schema"
	"github.com/false-consensus/fcb/schema/jsonl"
)

// A File is a corpus file that was read.
type File struct {
	Name     string
	Header   *Header // nil when the file has none
	Tasks    []Task  // in file order, at least one
	Lines    []int   // physical line of each task, from 1
	SHA256   string  // of the (decompressed) bytes as they are, lower-case hex
	Warnings []string
}

// Read reads a corpus file, ours or a user's own, strictly: every line must
// satisfy the schema, ids and questions must be unique and every key must be an
// answer that can be given. The error is an *[Unreadable] with every problem, or
// says why the input cannot be read. A file without a task is an error.
func Read(r io.Reader, name string) (*File, error) {
	in := jsonl.NewReader(r)
	f := &File{Name: name}
	c := &checker{file: f, schema: schema.Compile(schema.Corpus), ids: map[string]int{}, questions: map[string]int{}}
	for {
		l, err := in.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%s: reading the corpus: %w", name, err)
		}
		if !jsonl.IsBlank(l.Bytes) {
			c.line(l)
		}
		if c.array {
			return nil, &Unreadable{[]Finding{{File: name, Line: l.Number, Column: 1,
				Message: "looks like a JSON array, not JSON Lines: one question a line is wanted, without [ ] around and , between"}}}
		}
	}
	if len(c.bad) == 0 && len(f.Tasks) == 0 {
		c.bad = append(c.bad, Finding{File: name, Message: "0 questions"})
	}
	if h := f.Header; h != nil && len(c.bad) == 0 && h.Tasks > 0 && h.Tasks != len(f.Tasks) {
		c.bad = append(c.bad, Finding{File: name, Message: fmt.Sprintf("%d questions where the header says %d: the file is cut or was added to", len(f.Tasks), h.Tasks)})
	}
	if len(c.bad) > 0 {
		return nil, &Unreadable{c.bad}
	}
	st := in.Stats()
	f.SHA256 = st.SHA256
	if st.BOM {
		f.Warnings = append(f.Warnings, name+":1: begins with a byte-order mark (read over)")
	}
	if st.CRLF > 0 {
		f.Warnings = append(f.Warnings, fmt.Sprintf("%s: %d of %d lines end in CR LF (read like LF)", name, st.CRLF, st.Lines))
	}
	if st.Blank > 0 {
		f.Warnings = append(f.Warnings, fmt.Sprintf("%s: %d of %d lines are blank (read over)", name, st.Blank, st.Lines))
	}
	return f, nil
}

// A checker takes the lines of one file in order.
type checker struct {
	file      *File
	schema    *schema.Schema
	ids       map[string]int // line of each id
	questions map[string]int
	filled    int
	array     bool
	bad       []Finding
}

func (c *checker) line(l jsonl.Line) {
	c.filled++
	if faults := jsonl.CheckAll(l.Bytes); len(faults) > 0 {
		// Only an array over several lines ends early behind its first bracket.
		c.array = c.filled == 1 && bytes.TrimLeft(l.Bytes, " \t")[0] == '['
		for _, p := range faults {
			c.add(l, p.Offset, p.Pointer, "", p.Message)
		}
		return
	}
	tree := jsonl.Decode(l.Bytes)
	if _, c.array = tree.([]any); c.array && c.filled == 1 {
		return
	}
	c.array = false
	object, _ := tree.(map[string]any)
	id, _ := object["id"].(string)
	faults := c.schema.CheckTree(l.Bytes, tree)
	for _, x := range faults {
		c.add(l, x.Offset, x.Pointer, id, x.Message)
	}
	if id != "" { // unique also where something else is wrong
		if first, ok := c.ids[id]; ok {
			c.at(l, "/id", id, fmt.Sprintf("the id stands on line %d already", first))
		} else {
			c.ids[id] = l.Number
		}
	}
	if len(faults) > 0 {
		return
	}
	if _, ok := object["format"]; ok {
		c.header(l)
		return
	}
	var t Task
	if p := jsonl.Unmarshal(l.Bytes, &t); p != nil {
		c.add(l, p.Offset, p.Pointer, id, p.Message)
		return
	}
	for _, p := range t.problems() {
		c.at(l, p.pointer, id, p.message)
	}
	text := strings.Join(append(append([]string{}, t.Sources...), t.Question), "\x00")
	if first, ok := c.questions[text]; ok {
		c.at(l, "/question", id, fmt.Sprintf("the same question with the same sources stands on line %d already", first))
	} else {
		c.questions[text] = l.Number
	}
	c.file.Tasks = append(c.file.Tasks, t)
	c.file.Lines = append(c.file.Lines, l.Number)
}

func (c *checker) header(l jsonl.Line) {
	var h Header
	if p := jsonl.Unmarshal(l.Bytes, &h); p != nil {
		c.add(l, p.Offset, p.Pointer, "", p.Message)
		return
	}
	if c.filled > 1 {
		c.at(l, "/format", "", "a header may stand on the first line only")
		return
	}
	c.file.Header = &h
}

func (c *checker) at(l jsonl.Line, pointer, id, message string) {
	p, _ := jsonl.Place(l.Bytes, pointer)
	c.add(l, p.Value, pointer, id, message)
}

func (c *checker) add(l jsonl.Line, offset int, pointer, id, message string) {
	c.bad = append(c.bad, Finding{c.file.Name, l.Number, offset + 1, pointer, id, message})
}

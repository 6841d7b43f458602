// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/false-consensus/fcb/schema/jsonl"
)

func (f *fields) readLines(body *bufio.Reader, row func(int, []string)) error {
	r := jsonl.NewReader(body)
	values := make([]string, len(f.names()))
	for {
		line, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if jsonl.IsBlank(line.Bytes) {
			continue
		}
		f.rows++
		clear(values)
		if p := f.lineValues(line.Bytes, values); p != nil {
			f.problems = append(f.problems, fmt.Sprintf("%s:%d:%d: %s", f.path, line.Number, p.Offset+1, p.Message))
			continue
		}
		row(line.Number, values)
	}
	if s := r.Stats(); s.BOM {
		f.warnings = append(f.warnings, "the file begins with a byte-order mark, which was passed over")
	}
	return nil
}

// lineValues fills values from one JSON object.
func (f *fields) lineValues(b []byte, values []string) *jsonl.Problem {
	if p := jsonl.Check(b); p != nil {
		return p
	}
	top, _ := jsonl.Place(b, "")
	if b[top.Value] != '{' {
		return &jsonl.Problem{Offset: top.Value, Message: "not an object"}
	}
	var found *jsonl.Problem
	seen := 0 // a bit for each field
	jsonl.Members(b, top.Value, func(key string, p jsonl.Placement) bool {
		for i, name := range f.names() {
			switch {
			case key == name:
				v, ok := f.value(name, b[p.Value:p.End])
				if !ok {
					found = &jsonl.Problem{Offset: p.Value, Message: name + " is not " + f.wanted(name)}
					return false
				}
				values[i], f.has[name] = v, true
				seen |= 1 << i
			case strings.EqualFold(key, name):
				found = &jsonl.Problem{Offset: p.Key, Message: fmt.Sprintf("the key %q differs only by case from %q", key, name)}
				return false
			}
		}
		return true
	})
	if found != nil {
		return found
	}
	for i, name := range f.required {
		if seen>>i&1 == 0 {
			return &jsonl.Problem{Offset: top.Value, Message: name + ": missing"}
		}
	}
	return nil
}

func (f *fields) wanted(name string) string {
	if f.lists[name] {
		return "an array of strings"
	}
	return "a string or a number"
}

// value gives the text of a JSON string, number or boolean; null is empty.
func (f *fields) value(name string, raw []byte) (string, bool) {
	if f.lists[name] {
		var items []string
		if json.Unmarshal(raw, &items) != nil {
			return "", false
		}
		return strings.Join(items, listSeparator), true
	}
	switch raw[0] {
	case '"':
		var s string
		if json.Unmarshal(raw, &s) != nil {
			return "", false
		}
		if name == "correct" {
			s = strings.TrimSpace(s)
		}
		return s, true
	case '{', '[':
		return "", false
	case 'n':
		return "", true
	}
	return string(raw), true
}

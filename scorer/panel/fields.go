// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/false-consensus/fcb/schema/jsonl"
)

// Fields reads named fields from the rows of a CSV file with a header or of a
// JSON Lines file, whichever it is: JSON Lines begin with a brace. A row's
// values stand in the order required, optional; one that is absent is "".
type fields struct {
	path     string
	required []string
	optional []string
	free     map[string]bool // fields whose text may hold line breaks and outer white space
	lists    map[string]bool // fields that are arrays of strings in JSON, and text with | between the items in CSV

	all      []string // see names
	rows     int
	sha256   string
	has      map[string]bool // the fields that occur
	warnings []string
	problems []string // of the content, in the order of the file
}

// listSeparator separates the items of a list on its way through a row.
const listSeparator = "\x1f"

// problem notes what is wrong with a row; reading goes on.
func (f *fields) problem(line int, format string, a ...any) {
	f.problems = append(f.problems, fmt.Sprintf("%s:%d: ", f.path, line)+fmt.Sprintf(format, a...))
}

// read calls row for every row of data, which may note problems of its own. The
// error names every problem. A row of CSV that cannot be taken apart ends the
// reading, since nothing after it can be trusted; a line of JSON does not.
func (f *fields) read(ctx context.Context, stdin io.Reader, row func(line int, values []string)) error {
	body, sum, done, err := open(ctx, f.path, stdin)
	if err != nil {
		return err
	}
	defer done()
	f.has = map[string]bool{}
	first, err := firstByte(body)
	if err != nil {
		return err
	}
	switch first {
	case '{':
		err = f.readLines(body, row)
	case '[':
		return f.bad("", "looks like a JSON array, not JSON Lines")
	case 0:
		return f.bad("", "is empty")
	default:
		err = f.readCSV(body, row)
	}
	if err != nil {
		return err
	}
	if len(f.problems) > 0 {
		return &InputError{Problems: f.problems}
	}
	if _, err := io.Copy(io.Discard, body); err != nil {
		return err
	}
	f.sha256 = sum()
	return nil
}

// bad ends the reading with one more problem.
func (f *fields) bad(place, format string, a ...any) *InputError {
	return &InputError{Problems: append(f.problems, f.path+place+": "+fmt.Sprintf(format, a...))}
}

func (f *fields) readCSV(body *bufio.Reader, row func(int, []string)) error {
	if head, _ := body.Peek(len(jsonl.BOM)); string(head) == string(jsonl.BOM) {
		if _, err := body.Discard(len(jsonl.BOM)); err != nil {
			return err
		}
		f.warnings = append(f.warnings, "the file begins with a byte-order mark, which was passed over")
	}
	r := csv.NewReader(body)
	r.ReuseRecord, r.TrimLeadingSpace, r.FieldsPerRecord = true, true, -1
	header, err := r.Read()
	if err != nil {
		return f.csvError(err)
	}
	header = append([]string(nil), header...)
	line, _ := r.FieldPos(0)
	column, bad := f.columns(header, line)
	if bad != nil {
		return bad
	}
	values := make([]string, len(column))
	for {
		record, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return f.csvError(err)
		}
		f.rows++
		line, _ := r.FieldPos(0)
		if why := f.csvRow(record, len(header), column, values); why != "" {
			f.problem(line, "%s", why)
			continue
		}
		row(line, values)
	}
	return nil
}

// csvRow fills values from a record, or says what is wrong with it.
func (f *fields) csvRow(record []string, width int, column []int, values []string) string {
	if len(record) != width {
		return fmt.Sprintf("%d fields, the header has %d", len(record), width)
	}
	names := f.names()
	for i, at := range column {
		if at < 0 {
			continue
		}
		v, name := record[at], names[i]
		if !utf8.ValidString(v) {
			return name + " is not UTF-8"
		}
		if !f.free[name] {
			v = strings.TrimSpace(v)
			if strings.ContainsAny(v, "\n\r") {
				return fmt.Sprintf("%s spans lines: is a quotation mark missing?", name)
			}
		}
		if f.lists[name] {
			v = strings.ReplaceAll(v, "|", listSeparator)
		}
		values[i] = v
	}
	return ""
}

// columns finds the fields in a header: their places in a row, -1 for an
// optional one that is absent.
func (f *fields) columns(header []string, line int) ([]int, error) {
	at := map[string]int{}
	place := fmt.Sprintf(":%d", line)
	for i, name := range header {
		name = strings.TrimSpace(name)
		if !utf8.ValidString(name) {
			return nil, f.bad(place, "the header is not UTF-8")
		}
		if _, twice := at[name]; twice {
			return nil, f.bad(place, "the header has two columns %q", name)
		}
		at[name] = i
	}
	var column []int
	var missing []string
	for i, name := range f.names() {
		if c, ok := at[name]; ok {
			column, f.has[name] = append(column, c), true
			continue
		}
		column = append(column, -1)
		for other := range at {
			if strings.EqualFold(other, name) {
				return nil, f.bad(place, "the column %q differs only by case from %q", other, name)
			}
		}
		if i < len(f.required) {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		bad := f.bad(place, "the header has no column %s", strings.Join(missing, ", "))
		bad.Hint = "wanted: " + strings.Join(f.required, ", ")
		switch {
		case strings.Contains(header[0], "\t"):
			bad.Hint = "the columns seem to be separated by tabs; commas are wanted"
		case strings.Contains(header[0], ";"):
			bad.Hint = "the columns seem to be separated by semicolons; commas are wanted"
		case has(at, "answer") && missing[0] == "correct":
			bad.Hint = "a file of answers needs the key: --key FILE"
		}
		return nil, bad
	}
	return column, nil
}

// names lists the fields in the order of a row's values.
func (f *fields) names() []string {
	if f.all == nil {
		f.all = append(append(f.all, f.required...), f.optional...)
	}
	return f.all
}

func has(m map[string]int, name string) bool { _, ok := m[name]; return ok }

func (f *fields) csvError(err error) error {
	var p *csv.ParseError
	if !errors.As(err, &p) {
		return err
	}
	why := p.Err.Error()
	switch p.Err {
	case csv.ErrQuote:
		why = "a quotation mark that is not doubled inside quotes"
	case csv.ErrBareQuote:
		why = "a quotation mark inside a field that does not begin with one"
	}
	if p.StartLine != p.Line {
		why += fmt.Sprintf(" (the row begins on line %d)", p.StartLine)
	}
	return f.bad(fmt.Sprintf(":%d:%d", p.Line, p.Column), "%s", why)
}

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

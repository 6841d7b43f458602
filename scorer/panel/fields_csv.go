// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/false-consensus/fcb/schema/jsonl"
)

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

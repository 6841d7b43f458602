// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"context"
	"fmt"
	"io"
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

// names lists the fields in the order of a row's values.
func (f *fields) names() []string {
	if f.all == nil {
		f.all = append(append(f.all, f.required...), f.optional...)
	}
	return f.all
}

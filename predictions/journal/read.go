// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package journal

import (
	"bytes"
	"fmt"
	"os"

	"github.com/false-consensus/fcb/schema/jsonl"
)

// A Record is one intact line: the JSON object without its checksum.
type Record struct {
	Line  int // 1-based
	Bytes []byte
}

// A Torn tail is the start of a record whose write did not finish.
type Torn struct {
	Line   int
	Offset int64 // of its first byte in the file
	Bytes  []byte
}

// Damage is a line that is not as it was written. It is never skipped: what it
// held is unknown, and with it whether a call was made.
type Damage struct {
	Path    string
	Line    int
	Column  int // 1-based bytes; 0 when the whole line is meant
	Message string
}

func (d *Damage) Error() string {
	if d.Column > 0 {
		return fmt.Sprintf("%s:%d:%d: %s", d.Path, d.Line, d.Column, d.Message)
	}
	return fmt.Sprintf("%s:%d: %s", d.Path, d.Line, d.Message)
}

// Read reads a journal without changing it. Torn is empty when the last line is whole.
func Read(path string) ([]Record, Torn, error) {
	records, torn, _, err := read(path)
	return records, torn, err
}

// read gives the chain of the whole lines too.
func read(path string) (records []Record, torn Torn, end chain, err error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, Torn{}, 0, err
	}
	for offset, line := 0, 1; offset < len(b); line++ {
		length := bytes.IndexByte(b[offset:], '\n')
		if length < 0 {
			record, after, d := end.unseal(b[offset:])
			switch {
			case d == nil: // whole but for its line end
				return append(records, Record{line, record}), Torn{}, after, nil
			case endsWhole(b[offset:]):
				d.Path, d.Line = path, line
				return nil, Torn{}, 0, d
			}
			if _, _, d := end.unseal(b[offset : len(b)-1]); d == nil { // no write is torn behind a whole record and goes on
				return nil, Torn{}, 0, &Damage{Path: path, Line: line, Message: "the end of the line was changed after it was written"}
			}
			return records, Torn{line, int64(offset), b[offset:]}, end, nil
		}
		record, after, d := end.unseal(b[offset : offset+length])
		if d != nil {
			d.Path, d.Line = path, line
			return nil, Torn{}, 0, d
		}
		records, end = append(records, Record{line, record}), after
		offset += length + 1
	}
	return records, Torn{}, end, nil
}

// endsWhole reports whether a line that does not fit is an object with a sum all the
// same, which no start of a record is.
func endsWhole(line []byte) bool {
	_, _, ok := cutSum(line)
	return ok && jsonl.Check(line) == nil
}

// unseal checks the line that follows the chain c and gives its record and the
// chain that it ends.
func (c chain) unseal(line []byte) (record []byte, after chain, damage *Damage) {
	body, sum, ok := cutSum(line)
	if !ok {
		if p := jsonl.Check(line); p != nil {
			return nil, 0, &Damage{Column: p.Offset + 1, Message: p.Message}
		}
		return nil, 0, &Damage{Message: "no checksum at the end of the line"}
	}
	record = append(append(make([]byte, 0, len(body)+1), body...), '}')
	if after = c.link(checksum(record)); after.fits(sum, record) {
		return record, after, nil
	}
	if p := jsonl.Check(line); p != nil {
		return nil, 0, &Damage{Column: p.Offset + 1, Message: "the line was changed after it was written: " + p.Message}
	}
	return nil, 0, &Damage{Message: "its checksum does not fit: the line was changed after it was written, or the one before it is not the one that stood there"}
}

// setAside copies a torn tail to <path>.torn-<n> and cuts it off the journal.
func setAside(path string, torn Torn) (string, error) {
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s.torn-%d", path, n)
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if os.IsExist(err) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(torn.Bytes)
		if err == nil {
			err = f.Sync()
		}
		if cerr := f.Close(); err == nil {
			err = cerr
		}
		if err != nil {
			return "", err
		}
		return name, os.Truncate(path, torn.Offset)
	}
}

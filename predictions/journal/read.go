// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"os"

	"github.com/false-consensus/fcb/schema/jsonl"
)

const (
	sumMember = `,"sum":"`
	lineEnd   = "\"}\n"
	sumLen    = 8 // hex digits

	// Journals of earlier versions have the start of the SHA-256 there.
	oldSumLen = 16
)

// castagnoli is the polynomial of CRC-32C, which finds every overwritten run of
// up to 32 bits, and whose computation costs next to nothing.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum is the CRC-32C of the record without its "sum" member.
func checksum(record []byte) string {
	var sum [sumLen / 2]byte
	binary.BigEndian.PutUint32(sum[:], crc32.Checksum(record, castagnoli))
	return hex.EncodeToString(sum[:])
}

func oldChecksum(record []byte) string {
	sum := sha256.Sum256(record)
	return hex.EncodeToString(sum[:oldSumLen/2])
}

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
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, Torn{}, err
	}
	return parse(path, b)
}

func parse(path string, b []byte) (records []Record, torn Torn, err error) {
	for offset, line := 0, 1; offset < len(b); line++ {
		end := bytes.IndexByte(b[offset:], '\n')
		if end < 0 {
			if record, d := unseal(b[offset:]); d == nil { // whole but for its line end
				return append(records, Record{line, record}), Torn{}, nil
			}
			if _, d := unseal(b[offset : len(b)-1]); d == nil { // no write is torn behind a whole record and goes on
				return nil, Torn{}, &Damage{Path: path, Line: line, Message: "the end of the line was changed after it was written"}
			}
			return records, Torn{line, int64(offset), b[offset:]}, nil
		}
		record, d := unseal(b[offset : offset+end])
		if d != nil {
			d.Path, d.Line = path, line
			return nil, Torn{}, d
		}
		records = append(records, Record{line, record})
		offset += end + 1
	}
	return records, Torn{}, nil
}

// unseal checks a line against its checksum and gives the record.
func unseal(line []byte) ([]byte, *Damage) {
	sumOf := checksum
	body, sum, ok := cutSum(line, sumLen)
	if !ok {
		sumOf = oldChecksum
		body, sum, ok = cutSum(line, oldSumLen)
	}
	if !ok {
		if p := jsonl.Check(line); p != nil {
			return nil, &Damage{Column: p.Offset + 1, Message: p.Message}
		}
		return nil, &Damage{Message: "no checksum at the end of the line"}
	}
	record := append(append(make([]byte, 0, len(body)+1), body...), '}')
	if sum != sumOf(record) {
		if p := jsonl.Check(line); p != nil {
			return nil, &Damage{Column: p.Offset + 1, Message: "the line was changed after it was written: " + p.Message}
		}
		return nil, &Damage{Message: "the line was changed after it was written: its checksum does not fit"}
	}
	return record, nil
}

// cutSum divides a line, without its line feed, at a checksum of so many digits.
func cutSum(line []byte, digits int) (body []byte, sum string, ok bool) {
	line, ok = bytes.CutSuffix(line, []byte(lineEnd[:len(lineEnd)-1]))
	cut := len(line) - digits
	if !ok || cut < 0 {
		return nil, "", false
	}
	body, ok = bytes.CutSuffix(line[:cut], []byte(sumMember))
	return body, string(line[cut:]), ok
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

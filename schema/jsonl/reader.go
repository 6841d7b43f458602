// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package jsonl

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
)

// BOM is the UTF-8 byte-order mark.
var BOM = []byte{0xEF, 0xBB, 0xBF}

// A Line is one physical line.
type Line struct {
	Number int    // from 1; blank lines count
	Offset int64  // of the first byte of Bytes in the (decompressed) input
	Bytes  []byte // without LF, the CR before it, and the BOM of line 1
}

// Stats says what a reader has seen so far.
type Stats struct {
	Lines  int    // physical lines, the torn last one included
	Blank  int    // of these, blank
	CRLF   int    // of these, ended by CR LF
	BOM    bool   // the input began with a byte-order mark
	SHA256 string // lower-case hex, of the (decompressed) bytes as they are
	Torn   bool   // the last line has no LF
}

// A Reader splits an input into lines of any length.
type Reader struct {
	r     *bufio.Reader
	sum   hash.Hash
	buf   []byte
	off   int64
	stats Stats
	err   error
}

// NewReader reads lines from r.
func NewReader(r io.Reader) *Reader {
	return &Reader{r: bufio.NewReaderSize(r, 64<<10), sum: sha256.New()}
}

// Next gives the next physical line, or io.EOF after the last. Its bytes are
// valid until the next call. An error of the input itself is returned as it is
// and ends the reading; the line it cuts is not returned.
func (r *Reader) Next() (Line, error) {
	if r.err != nil {
		return Line{}, r.err
	}
	b, err := r.line()
	if err != nil && (err != io.EOF || len(b) == 0) {
		r.err = err
		return Line{}, err
	}
	r.stats.Lines++
	l := Line{Number: r.stats.Lines, Offset: r.off, Bytes: b}
	r.off += int64(len(b))
	r.sum.Write(b)
	if err == nil {
		l.Bytes = b[:len(b)-1]
		if n := len(l.Bytes); n > 0 && l.Bytes[n-1] == '\r' {
			l.Bytes = l.Bytes[:n-1]
			r.stats.CRLF++
		}
	} else {
		r.stats.Torn, r.err = true, io.EOF
	}
	if l.Number == 1 && bytes.HasPrefix(l.Bytes, BOM) {
		l.Bytes, l.Offset = l.Bytes[len(BOM):], int64(len(BOM))
		r.stats.BOM = true
	}
	if IsBlank(l.Bytes) {
		r.stats.Blank++
	}
	return l, nil
}

// line reads up to and including LF. The slice is the reader's own buffer
// where the line fits it, so that ordinary lines are not copied.
func (r *Reader) line() ([]byte, error) {
	b, err := r.r.ReadSlice('\n')
	if err != bufio.ErrBufferFull {
		return b, err
	}
	r.buf = append(r.buf[:0], b...)
	for err == bufio.ErrBufferFull {
		b, err = r.r.ReadSlice('\n')
		r.buf = append(r.buf, b...)
	}
	return r.buf, err
}

// Stats says what has been read so far; complete once Next has returned io.EOF.
func (r *Reader) Stats() Stats {
	s := r.stats
	s.SHA256 = hex.EncodeToString(r.sum.Sum(nil))
	return s
}

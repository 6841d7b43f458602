// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package jsonl

import (
	"bytes"
	"fmt"
	"sync"
)

// Check reads b as exactly one JSON value and returns its first fault in byte
// order, or nil. Offset is the first byte that cannot continue the JSON, with
// two exceptions: a lone surrogate is placed at its backslash, a doubled key at
// its opening quote.
func Check(b []byte) *Problem {
	if found := scan(b, false); len(found) > 0 {
		return found[0]
	}
	return nil
}

// CheckAll is like Check but goes on behind doubled keys and lone surrogates,
// which leave the structure intact, and returns every fault up to the first
// that does not. The order is that of the bytes.
func CheckAll(b []byte) []*Problem {
	return scan(b, true)
}

// scanners are reused for their room.
var scanners = sync.Pool{New: func() any { return new(scanner) }}

func scan(b []byte, all bool) []*Problem {
	s := scanners.Get().(*scanner)
	defer scanners.Put(s)
	*s = scanner{b: b, all: all, open: s.open[:0], names: s.names[:0]}
	s.document()
	found := s.found
	s.b, s.found = nil, nil
	return found
}

// A scanner walks one JSON text. Its methods return false to stop.
type scanner struct {
	b     []byte
	i     int
	all   bool
	found []*Problem
	open  []frame // containers entered, outermost first
	names []name  // keys of all open objects, each object's from its frame's names on
}

type frame struct {
	object bool
	index  int    // of the current array element
	keyPos [2]int // start and end of the current key, quotes included; start -1 when none
	names  int
	seen   map[string]struct{} // replaces the linear search in large objects
}

type name struct{ start, end int } // of the key's text, quotes excluded

// fault records a problem of the current value and stops the walk.
func (s *scanner) fault(kind string, at int, format string, a ...any) bool {
	s.found = append(s.found, &Problem{Offset: at, Pointer: s.pointer(), Kind: kind, Message: fmt.Sprintf(format, a...)})
	return false
}

// mild is a fault behind which the walk can go on.
func (s *scanner) mild(kind string, at int, format string, a ...any) bool {
	s.fault(kind, at, format, a...)
	return s.all
}

func (s *scanner) document() {
	s.space()
	if s.i == len(s.b) {
		s.fault(KindUnfinished, s.i, "no JSON value here")
		return
	}
	if !s.value() {
		return
	}
	s.space()
	if s.i < len(s.b) {
		s.unexpected(KindExtra, "after the end of the value")
	}
}

func (s *scanner) space() {
	for s.i < len(s.b) {
		switch s.b[s.i] {
		case ' ', '\t', '\r', '\n':
			s.i++
		default:
			return
		}
	}
}

// unexpected reports the byte at i, which cannot stand here, or the early end.
func (s *scanner) unexpected(kind, where string) bool {
	rest := s.b[s.i:]
	switch {
	case len(rest) == 0:
		return s.unfinished("")
	case bytes.HasPrefix(rest, BOM):
		return s.fault(KindBOM, s.i, "a byte-order mark may stand at the start of the file only")
	case rest[0] == 0:
		return s.fault(KindSyntax, s.i, "a NUL byte %s", where)
	case rest[0] >= 0x80:
		if badUTF8(rest) >= 0 {
			return s.fault(KindUTF8, s.i, "not UTF-8: byte 0x%02X %s", rest[0], where)
		}
	}
	return s.fault(kind, s.i, "unexpected %s %s", quoteRune(rest), where)
}

// unfinished reports that the line ends too early; in says inside what.
func (s *scanner) unfinished(in string) bool {
	m := "the line ends too early"
	if in != "" {
		m = "the line ends inside " + in
	}
	if len(s.open) > 0 {
		if s.open[0].object {
			m += ": unfinished object"
		} else {
			m += ": unfinished array"
		}
	}
	return s.fault(KindUnfinished, len(s.b), "%s", m)
}

func (s *scanner) value() bool {
	if s.i == len(s.b) {
		return s.unfinished("")
	}
	switch c := s.b[s.i]; c {
	case '{':
		return s.object()
	case '[':
		return s.array()
	case '"':
		_, ok := s.str()
		return ok
	case 't':
		return s.literal("true")
	case 'f':
		return s.literal("false")
	case 'n':
		return s.literal("null")
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return s.number()
	case 'N', 'I':
		return s.notNumber()
	case '\'':
		return s.fault(KindSyntax, s.i, "a single quote; JSON strings stand in double quotes")
	}
	return s.unexpected(KindSyntax, "where a value should begin")
}

func (s *scanner) literal(word string) bool {
	for k := 0; k < len(word); k++ {
		if s.i == len(s.b) {
			return s.unfinished("the word " + word)
		}
		if s.b[s.i] != word[k] {
			if word == "null" && k == 1 && (s.b[s.i] == 'a' || s.b[s.i] == 'o') {
				return s.fault(KindNumber, s.i, "not a JSON value; only true, false and null are words (NaN and None are not JSON)")
			}
			return s.unexpected(KindSyntax, "in the word "+word)
		}
		s.i++
	}
	return true
}

// notNumber is reached at N or I, which begin no JSON value.
func (s *scanner) notNumber() bool {
	for _, w := range []string{"NaN", "Infinity", "Inf"} {
		if bytes.HasPrefix(s.b[s.i:], []byte(w)) {
			return s.fault(KindNumber, s.i, "%s is not JSON; an undefined number is null", w)
		}
	}
	return s.unexpected(KindSyntax, "where a value should begin")
}

func (s *scanner) number() bool {
	if s.b[s.i] == '-' {
		s.i++
		if s.i < len(s.b) && (s.b[s.i] == 'I' || s.b[s.i] == 'N') {
			return s.notNumber()
		}
	}
	if s.i < len(s.b) && s.b[s.i] == '0' {
		s.i++
		if s.i < len(s.b) && digit(s.b[s.i]) {
			return s.fault(KindNumber, s.i, "a number may not begin with a superfluous 0")
		}
	} else if !s.digits() {
		return false
	}
	if s.i < len(s.b) && s.b[s.i] == '.' {
		s.i++
		if !s.digits() {
			return false
		}
	}
	if s.i < len(s.b) && (s.b[s.i] == 'e' || s.b[s.i] == 'E') {
		s.i++
		if s.i < len(s.b) && (s.b[s.i] == '+' || s.b[s.i] == '-') {
			s.i++
		}
		return s.digits()
	}
	return true
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

func (s *scanner) digits() bool {
	start := s.i
	for s.i < len(s.b) && digit(s.b[s.i]) {
		s.i++
	}
	if s.i > start {
		return true
	}
	if s.i == len(s.b) {
		return s.unfinished("a number")
	}
	return s.unexpected(KindNumber, "where a number needs a digit")
}

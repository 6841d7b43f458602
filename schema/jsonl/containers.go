// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package jsonl

import (
	"strconv"
	"strings"
)

// manyNames is the object size from which keys are looked up in a map.
const manyNames = 24

func (s *scanner) enter(object bool) bool {
	if len(s.open) == MaxDepth {
		return s.fault(KindDepth, s.i, "nested deeper than %d", MaxDepth)
	}
	s.open = append(s.open, frame{object: object, names: len(s.names), keyPos: [2]int{-1, -1}})
	s.i++
	s.space()
	return true
}

func (s *scanner) leave() bool {
	last := len(s.open) - 1
	s.names = s.names[:s.open[last].names]
	s.open = s.open[:last]
	s.i++
	return true
}

func (s *scanner) array() bool {
	if !s.enter(false) {
		return false
	}
	if s.i < len(s.b) && s.b[s.i] == ']' {
		return s.leave()
	}
	for {
		if s.i < len(s.b) && s.b[s.i] == ',' {
			return s.fault(KindSyntax, s.i, "a comma where a value should begin")
		}
		if !s.value() {
			return false
		}
		s.space()
		if s.i == len(s.b) {
			return s.unfinished("")
		}
		switch s.b[s.i] {
		case ']':
			return s.leave()
		case ',':
			s.i++
			s.space()
			if s.i < len(s.b) && s.b[s.i] == ']' {
				return s.fault(KindComma, s.i, "trailing comma before ]")
			}
			s.open[len(s.open)-1].index++
		default:
			return s.unexpected(KindSyntax, "where , or ] should stand")
		}
	}
}

func (s *scanner) object() bool {
	if !s.enter(true) {
		return false
	}
	if s.i < len(s.b) && s.b[s.i] == '}' {
		return s.leave()
	}
	for {
		if !s.member() {
			return false
		}
		s.space()
		if s.i == len(s.b) {
			return s.unfinished("")
		}
		switch s.b[s.i] {
		case '}':
			return s.leave()
		case ',':
			s.i++
			s.space()
			if s.i < len(s.b) && s.b[s.i] == '}' {
				return s.fault(KindComma, s.i, "trailing comma before }")
			}
		default:
			return s.unexpected(KindSyntax, "where , or } should stand")
		}
	}
}

func (s *scanner) member() bool {
	f := &s.open[len(s.open)-1]
	if s.i == len(s.b) {
		return s.unfinished("")
	}
	if s.b[s.i] != '"' {
		f.keyPos[0] = -1 // the fault is the object's, not the previous key's
		return s.unexpected(KindSyntax, "where a key in double quotes should begin")
	}
	start := s.i
	f.keyPos[0] = -1
	escaped, ok := s.str()
	if !ok {
		return false
	}
	f.keyPos = [2]int{start, s.i}
	if !s.unique(f, name{start + 1, s.i - 1}, escaped) && !s.mild(KindDuplicate, start, "the key %s stands twice in this object", short(s.b[start:s.i])) {
		return false
	}
	s.space()
	if s.i == len(s.b) {
		return s.unfinished("")
	}
	if s.b[s.i] != ':' {
		return s.unexpected(KindSyntax, "where : should stand")
	}
	s.i++
	s.space()
	return s.value()
}

// unique records the key and reports whether the object did not have it yet.
func (s *scanner) unique(f *frame, n name, escaped bool) bool {
	raw := s.b[n.start:n.end]
	if f.seen == nil && !escaped && len(s.names)-f.names < manyNames {
		for _, o := range s.names[f.names:] {
			if string(s.b[o.start:o.end]) == string(raw) {
				return false
			}
		}
		s.names = append(s.names, n)
		return true
	}
	if f.seen == nil {
		f.seen = map[string]struct{}{}
		for _, o := range s.names[f.names:] {
			f.seen[string(s.b[o.start:o.end])] = struct{}{}
		}
	}
	key := unescape(raw)
	if _, dup := f.seen[key]; dup {
		return false
	}
	f.seen[key] = struct{}{}
	return true
}

// pointer is the RFC 6901 pointer of the value the scanner is in.
func (s *scanner) pointer() string {
	var p strings.Builder
	for _, f := range s.open {
		switch {
		case !f.object:
			p.WriteString("/" + strconv.Itoa(f.index))
		case f.keyPos[0] >= 0:
			p.WriteString("/" + EscapePointer(unescape(s.b[f.keyPos[0]+1:f.keyPos[1]-1])))
		}
	}
	return p.String()
}

// EscapePointer writes a key as a token of an RFC 6901 pointer.
func EscapePointer(key string) string {
	return strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
}

// UnescapePointer is the reverse of EscapePointer for one token.
func UnescapePointer(token string) string {
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}

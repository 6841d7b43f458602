// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package jsonl

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// str reads a string from its opening quote on; escaped says whether a
// backslash occurred.
func (s *scanner) str() (escaped, ok bool) {
	s.i++
	for s.i < len(s.b) {
		switch c := s.b[s.i]; {
		case c == '"':
			s.i++
			return escaped, true
		case c == '\\':
			escaped = true
			if !s.escape() {
				return escaped, false
			}
		case c < 0x20:
			return escaped, s.fault(KindString, s.i, "the control character U+%04X must be written as an escape inside a string", c)
		case c < 0x80:
			s.i++
		default:
			r, n := utf8.DecodeRune(s.b[s.i:])
			if r == utf8.RuneError && n <= 1 {
				bad := badUTF8(s.b[s.i:])
				if s.i+bad == len(s.b) {
					return escaped, s.unfinished("a character of a string")
				}
				if bad == 0 {
					return escaped, s.fault(KindUTF8, s.i, "not UTF-8: byte 0x%02X in a string", s.b[s.i])
				}
				return escaped, s.fault(KindUTF8, s.i+bad, "not UTF-8: byte 0x%02X cannot follow 0x%02X in a string", s.b[s.i+bad], s.b[s.i+bad-1])
			}
			s.i += n
		}
	}
	return escaped, s.unfinished("a string")
}

func (s *scanner) escape() bool {
	start := s.i
	s.i++
	if s.i == len(s.b) {
		return s.unfinished("an escape of a string")
	}
	switch s.b[s.i] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.i++
		return true
	case 'u':
	default:
		return s.fault(KindString, s.i, `not a JSON escape: \%s`, printable(s.b[s.i:]))
	}
	r, ok := s.hex4()
	if !ok {
		return false
	}
	if !utf16.IsSurrogate(r) {
		return true
	}
	lone := func() bool {
		return s.mild(KindSurrogate, start, `\u%s is half of a surrogate pair without the other half`, s.b[start+2:start+6])
	}
	if r >= 0xDC00 {
		return lone()
	}
	switch rest := s.b[s.i:]; {
	case len(rest) == 0 || len(rest) == 1 && rest[0] == '\\':
		s.i = len(s.b)
		return s.unfinished("a surrogate pair of a string")
	case len(rest) < 2 || rest[0] != '\\' || rest[1] != 'u':
		return lone()
	}
	back := s.i
	s.i++
	low, ok := s.hex4()
	if !ok {
		return false
	}
	if low < 0xDC00 || low > 0xDFFF {
		s.i = back // what follows is an escape of its own
		return lone()
	}
	return true
}

// hex4 reads the u and four digits that follow a backslash.
func (s *scanner) hex4() (rune, bool) {
	s.i++
	var r rune
	for k := 0; k < 4; k++ {
		if s.i == len(s.b) {
			return 0, s.unfinished("an escape of a string")
		}
		c := s.b[s.i]
		switch {
		case digit(c):
			r = r<<4 | rune(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, s.unexpected(KindString, `where \u needs a hexadecimal digit`)
		}
		s.i++
	}
	return r, true
}

// badUTF8 is the offset in b of the first byte that cannot continue a UTF-8
// character beginning at b[0]; len(b) when b ends inside one, -1 when it is good.
func badUTF8(b []byte) int {
	if r, n := utf8.DecodeRune(b); r != utf8.RuneError || n > 1 {
		return -1
	}
	for n := 1; n <= len(b) && n <= utf8.UTFMax; n++ {
		// A prefix that is not a full rune could still become one.
		if utf8.FullRune(b[:n]) {
			return n - 1
		}
	}
	return len(b)
}

// unescape gives the text of a string token without its quotes. Lone
// surrogates, which Check refuses, become U+FFFD.
func unescape(raw []byte) string {
	i := bytes.IndexByte(raw, '\\')
	if i < 0 {
		return string(raw)
	}
	out := append(make([]byte, 0, len(raw)), raw[:i]...)
	for i < len(raw) {
		if raw[i] != '\\' || i+1 >= len(raw) {
			out = append(out, raw[i])
			i++
			continue
		}
		c := raw[i+1]
		i += 2
		switch c {
		case 'b':
			c = '\b'
		case 'f':
			c = '\f'
		case 'n':
			c = '\n'
		case 'r':
			c = '\r'
		case 't':
			c = '\t'
		case 'u':
			r := hexAt(raw, i)
			i = min(i+4, len(raw))
			if utf16.IsSurrogate(r) {
				low := rune(-1)
				if i+1 < len(raw) && raw[i] == '\\' && raw[i+1] == 'u' {
					low = hexAt(raw, i+2)
				}
				if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
					i += 6
				}
			}
			out = utf8.AppendRune(out, r)
			continue
		}
		out = append(out, c)
	}
	return string(out)
}

func hexAt(b []byte, i int) rune {
	if i+4 > len(b) {
		return utf8.RuneError
	}
	n, err := strconv.ParseUint(string(b[i:i+4]), 16, 32)
	if err != nil {
		return utf8.RuneError
	}
	return rune(n)
}

// quoteRune shows the character b begins with.
func quoteRune(b []byte) string {
	r, n := utf8.DecodeRune(b)
	if n == 1 && (r < 0x20 || r == 0x7F || r == utf8.RuneError) {
		return "byte 0x" + strings.ToUpper(strconv.FormatUint(uint64(b[0])|0x100, 16)[1:])
	}
	return strconv.QuoteRuneToGraphic(r)
}

func printable(b []byte) string {
	q := quoteRune(b)
	return strings.TrimSuffix(strings.TrimPrefix(q, "'"), "'")
}

// short shows a key token, cut when it is long.
func short(token []byte) string { return shortText(unescape(token[1 : len(token)-1])) }

func shortText(s string) string {
	const most = 60
	if text := []rune(s); len(text) > most {
		return strconv.QuoteToGraphic(string(text[:most])) + "…"
	}
	return strconv.QuoteToGraphic(s)
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package schema

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Accepts reports whether text is certainly JSON that jsonl.Check passes and
// the schema accepts. It reads the bytes once, builds nothing and never accepts
// what [Schema.Check] would fault; false means "not decided here", which is
// always right for faulty text and sometimes the answer for good text: doubled,
// unknown or escaped keys, numbers, and whatever keyword it does not know.
//
// There is no second description of the schema: the nodes are made from the
// schema that v5 compiled.
func (s *Schema) Accepts(text []byte) bool {
	a := acceptor{b: text}
	return a.whole(s.fast)
}

func (a *acceptor) whole(n *node) bool {
	a.space()
	if !a.value(n) {
		return false
	}
	a.space()
	return a.i == len(a.b)
}

// maxNesting keeps a recursive schema from growing the stack.
const maxNesting = 64

// A node is what one schema allows, by the kind of value.
type node struct {
	tag uint8 // above 0: values are noted (see Tagged)

	null, yes, no bool // the literals null, true, false

	text     bool // strings, with these limits
	min, max int  // code points; max < 0: none
	words    []string
	pattern  *automaton
	format   func(any) bool
	uri      bool // the format is "uri"

	array    bool
	low, top int // items; top < 0: none
	item     *node
	unique   bool

	object   bool
	keys     keyTable
	required uint64 // bit i: key i of keys is required
}

type acceptor struct {
	b     []byte
	i     int
	depth int
	notes []Note
}

func (a *acceptor) space() {
	for a.i < len(a.b) && (a.b[a.i] == ' ' || a.b[a.i] == '\t' || a.b[a.i] == '\r' || a.b[a.i] == '\n') {
		a.i++
	}
}

func (a *acceptor) value(n *node) bool {
	if a.i >= len(a.b) {
		return false
	}
	switch a.b[a.i] {
	case '"':
		return n.text && a.textValue(n)
	case '{':
		return n.object && a.objectValue(n)
	case '[':
		return n.array && a.arrayValue(n)
	case 't':
		return n.yes && a.literal(n, "true")
	case 'f':
		return n.no && a.literal(n, "false")
	case 'n':
		return n.null && a.literal(n, "null")
	}
	return false
}

func (a *acceptor) literal(n *node, word string) bool {
	if len(a.b)-a.i < len(word) || string(a.b[a.i:a.i+len(word)]) != word {
		return false
	}
	if n.tag > 0 {
		a.notes = append(a.notes, Note{a.i, a.i + len(word), n.tag, false})
	}
	a.i += len(word)
	return true
}

func (a *acceptor) textValue(n *node) bool {
	start := a.i + 1
	surplus, escaped, ok := a.str()
	if !ok {
		return false
	}
	raw := a.b[start : a.i-1]
	if n.tag > 0 {
		a.notes = append(a.notes, Note{start, a.i - 1, n.tag, escaped})
	}
	if runes := len(raw) - surplus; runes < n.min || n.max >= 0 && runes > n.max {
		return false
	}
	if n.words == nil && n.pattern == nil && n.format == nil {
		return true
	}
	if escaped {
		return false
	}
	if n.words != nil && !isOneOf(raw, n.words) {
		return false
	}
	return (n.pattern == nil || n.pattern.matches(raw)) && (n.format == nil || n.uri && simpleURI(raw) || n.format(string(raw)))
}

// simpleURI reports whether raw is http or https, a host and a path of ordinary
// characters, which needs no parser to be a URI.
func simpleURI(raw []byte) bool {
	rest, ok := bytes.CutPrefix(raw, []byte("https://"))
	if !ok {
		if rest, ok = bytes.CutPrefix(raw, []byte("http://")); !ok {
			return false
		}
	}
	for _, c := range rest {
		if !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '.' || c == '-' || c == '/' || c == '_') {
			return false
		}
	}
	return len(rest) > 0 && rest[0] != '/'
}

func isOneOf(raw []byte, words []string) bool {
	for _, w := range words {
		if string(raw) == w {
			return true
		}
	}
	return false
}

func (a *acceptor) arrayValue(n *node) bool {
	if a.depth++; a.depth > maxNesting {
		return false
	}
	if n.tag > 0 {
		a.notes = append(a.notes, Note{a.i, a.i + 1, n.tag, false})
	}
	a.i++
	a.space()
	count := 0
	var first [16]span // of the items, where they must differ
	if a.i < len(a.b) && a.b[a.i] == ']' {
		a.i++
		a.depth--
		return n.low <= 0
	}
	for {
		start := a.i
		if !a.value(n.item) {
			return false
		}
		if n.unique {
			if count == len(first) || !a.differs(first[:count], span{start, a.i}) {
				return false
			}
			first[count] = span{start, a.i}
		}
		count++
		a.space()
		if a.i >= len(a.b) {
			return false
		}
		c := a.b[a.i]
		a.i++
		if c == ']' {
			a.depth--
			return count >= n.low && (n.top < 0 || count <= n.top)
		}
		if c != ',' {
			return false
		}
		a.space()
	}
}

type span struct{ start, end int }

// differs reports whether the item is a string without escapes unlike all
// others; nothing else is compared here.
func (a *acceptor) differs(others []span, item span) bool {
	raw := a.b[item.start:item.end]
	if raw[0] != '"' {
		return false
	}
	for _, c := range raw {
		if c == '\\' {
			return false
		}
	}
	for _, o := range others {
		if string(a.b[o.start:o.end]) == string(raw) {
			return false
		}
	}
	return true
}

func (a *acceptor) objectValue(n *node) bool {
	if a.depth++; a.depth > maxNesting {
		return false
	}
	if n.tag > 0 {
		a.notes = append(a.notes, Note{a.i, a.i + 1, n.tag, false})
	}
	a.i++
	a.space()
	var seen uint64
	k := -1
	if a.i < len(a.b) && a.b[a.i] == '}' {
		a.i++
		a.depth--
		return n.required == 0
	}
	for {
		if a.i >= len(a.b) || a.b[a.i] != '"' {
			return false
		}
		start := a.i + 1
		var end int
		// Usually the next key is the one that the schema names next.
		if k++; k < len(n.keys.names) && a.keyIs(start, n.keys.names[k]) {
			end = start + len(n.keys.names[k])
		} else {
			for end = start; end < len(a.b) && a.b[end] != '"' && a.b[end] != '\\'; end++ {
			}
			if end >= len(a.b) || a.b[end] == '\\' {
				return false
			}
			k = n.keys.find(a.b[start:end])
		}
		if k < 0 || seen&(1<<uint(k)) != 0 {
			return false
		}
		seen |= 1 << uint(k)
		a.i = end + 1
		if a.i < len(a.b) && a.b[a.i] <= ' ' {
			a.space()
		}
		if a.i >= len(a.b) || a.b[a.i] != ':' {
			return false
		}
		a.i++
		if a.i < len(a.b) && a.b[a.i] <= ' ' {
			a.space()
		}
		if !a.value(n.keys.nodes[k]) {
			return false
		}
		if a.i < len(a.b) && a.b[a.i] <= ' ' {
			a.space()
		}
		if a.i >= len(a.b) {
			return false
		}
		c := a.b[a.i]
		a.i++
		if c == '}' {
			a.depth--
			return seen&n.required == n.required
		}
		if c != ',' {
			return false
		}
		if a.i < len(a.b) && a.b[a.i] <= ' ' {
			a.space()
		}
	}
}

// keyIs reports whether the key that begins at start is name.
func (a *acceptor) keyIs(start int, name string) bool {
	end := start + len(name)
	return end < len(a.b) && a.b[end] == '"' && string(a.b[start:end]) == name
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// str moves over the string at i, eight bytes at a time where they are ordinary.
// surplus is by how many bytes the raw text is longer than its code points.
func (a *acceptor) str() (surplus int, escaped, ok bool) {
	b, i := a.b, a.i+1
	for {
		for i+8 <= len(b) {
			w := binary.LittleEndian.Uint64(b[i:])
			quote, slash := w^(ones*'"'), w^(ones*'\\')
			// The lowest marked byte is exact: a borrow only runs upwards.
			m := ((quote-ones)&^quote | (slash-ones)&^slash | (w-ones*0x20)&^w | w) & highs
			if m != 0 {
				i += bits.TrailingZeros64(m) / 8
				break
			}
			i += 8
		}
		if i >= len(b) {
			return 0, false, false
		}
		switch c := b[i]; {
		case c == '"':
			a.i = i + 1
			return surplus, escaped, true
		case c == '\\':
			n := escape(b[i:])
			if n == 0 {
				return 0, false, false
			}
			escaped = true
			i += n
			surplus += n - 1
		case c < 0x20:
			return 0, false, false
		case c < 0x80:
			i++ // within eight bytes of the end
		default:
			r, n := utf8.DecodeRune(b[i:])
			if r == utf8.RuneError && n == 1 {
				return 0, false, false
			}
			i += n
			surplus += n - 1
		}
	}
}

// escape is the length of the escape at the start of b that stands for one code
// point, 0 when it is none.
func escape(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		switch r := hex4(b[2:]); {
		case r < 0 || r >= 0xDC00 && r <= 0xDFFF:
			return 0
		case r < 0xD800 || r > 0xDFFF:
			return 6
		case len(b) < 12 || b[6] != '\\' || b[7] != 'u':
			return 0
		}
		if low := hex4(b[8:]); low >= 0xDC00 && low <= 0xDFFF {
			return 12
		}
	}
	return 0
}

func hex4(b []byte) int {
	if len(b) < 4 {
		return -1
	}
	r := 0
	for _, c := range b[:4] {
		switch {
		case '0' <= c && c <= '9':
			r = r<<4 | int(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			r = r<<4 | int(c|0x20-'a'+10)
		default:
			return -1
		}
	}
	return r
}

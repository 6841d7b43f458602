// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package jsonl

import (
	"strconv"
	"strings"
)

// A Placement says where a value stands in a line. All are 0-based byte offsets.
type Placement struct {
	Value  int // first byte of the value
	End    int // one past its last byte
	Key    int // opening quote of its key; -1 for an array element and the whole line
	Parent int // opening bracket of the object or array around it; -1 for the whole line
}

// Place finds the value that an RFC 6901 pointer names in b, which Check has
// passed. ok is false when there is none. Where a key stands twice the first
// one is meant.
func Place(b []byte, pointer string) (p Placement, ok bool) {
	c := cursor{b: b}
	c.space()
	p = Placement{Value: c.i, Key: -1, Parent: -1}
	var tokens []string
	if pointer != "" {
		tokens = strings.Split(pointer[1:], "/")
	}
	for _, token := range tokens {
		if p, ok = c.child(UnescapePointer(token)); !ok {
			return p, false
		}
		c.i = p.Value
	}
	c.skip()
	p.End = c.i
	return p, p.Value < len(b)
}

// Members calls f with the decoded key and the placement of every member of
// the object that begins at offset at, until f returns false.
func Members(b []byte, at int, f func(key string, p Placement) bool) {
	c := cursor{b: b, i: at}
	c.each(func(key string, _ int, p Placement) bool { return f(key, p) })
}

// Elements calls f with the index and the placement of every element of the
// array that begins at offset at, until f returns false.
func Elements(b []byte, at int, f func(index int, p Placement) bool) {
	c := cursor{b: b, i: at}
	c.each(func(_ string, index int, p Placement) bool { return f(index, p) })
}

// A cursor moves over JSON that is known to be well-formed.
type cursor struct {
	b []byte
	i int
}

func (c *cursor) space() {
	for c.i < len(c.b) && (c.b[c.i] == ' ' || c.b[c.i] == '\t' || c.b[c.i] == '\r' || c.b[c.i] == '\n') {
		c.i++
	}
}

// skip moves over the value at i.
func (c *cursor) skip() {
	depth := 0
	for c.i < len(c.b) {
		switch c.b[c.i] {
		case '"':
			c.str()
		case '{', '[':
			depth++
			c.i++
		case '}', ']':
			if depth == 0 {
				return
			}
			depth--
			c.i++
		case ',', ':', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return
			}
			c.i++
			continue
		default:
			c.word()
		}
		if depth == 0 {
			return
		}
	}
}

// word moves over a number or one of true, false, null.
func (c *cursor) word() {
	for ; c.i < len(c.b); c.i++ {
		switch c.b[c.i] {
		case ',', ':', ']', '}', ' ', '\t', '\r', '\n':
			return
		}
	}
}

// str moves over the string at i and returns its text without the quotes, still escaped.
func (c *cursor) str() []byte {
	start := c.i + 1
	for c.i++; c.i < len(c.b) && c.b[c.i] != '"'; c.i++ {
		if c.b[c.i] == '\\' {
			c.i++
		}
	}
	c.i = min(c.i, len(c.b))
	text := c.b[start:c.i]
	c.i = min(c.i+1, len(c.b))
	return text
}

func (c *cursor) child(token string) (found Placement, ok bool) {
	if c.i >= len(c.b) {
		return found, false
	}
	object := c.b[c.i] == '{'
	want := -1
	if !object {
		n, err := strconv.Atoi(token)
		if err != nil || strconv.Itoa(n) != token {
			return found, false
		}
		want = n
	}
	c.each(func(key string, index int, p Placement) bool {
		if ok = object && key == token || !object && index == want; ok {
			found = p
		}
		return !ok
	})
	return found, ok
}

// each visits the children of the container at i.
func (c *cursor) each(f func(key string, index int, p Placement) bool) {
	c.eachRaw(func(key []byte, index int, p Placement) bool { return f(unescape(key), index, p) })
}

// eachRaw is each with keys as they are spelt; nil in an array.
func (c *cursor) eachRaw(f func(key []byte, index int, p Placement) bool) {
	if c.i >= len(c.b) || c.b[c.i] != '{' && c.b[c.i] != '[' {
		return
	}
	parent, object := c.i, c.b[c.i] == '{'
	for index := 0; ; index++ {
		c.i++ // the bracket or the comma
		c.space()
		if c.i >= len(c.b) || c.b[c.i] == '}' || c.b[c.i] == ']' {
			return
		}
		p := Placement{Key: -1, Parent: parent}
		var key []byte
		if object {
			p.Key = c.i
			key = c.str()
			c.space()
			c.i++ // the colon
			c.space()
		}
		p.Value = c.i
		c.skip()
		p.End = c.i
		if !f(key, index, p) {
			return
		}
		c.space()
		if c.i >= len(c.b) || c.b[c.i] != ',' {
			return
		}
	}
}

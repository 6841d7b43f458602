// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package jsonl

import "encoding/json"

// Decode gives the value of b, which Check has passed, as map[string]any,
// []any, string, json.Number (digits unchanged), bool and nil.
func Decode(b []byte) any {
	c := cursor{b: b}
	c.space()
	return c.decode()
}

func (c *cursor) decode() any {
	if c.i >= len(c.b) {
		return nil
	}
	switch c.b[c.i] {
	case '{':
		m := make(map[string]any, 8)
		for c.i++; ; c.i++ {
			c.space()
			if c.i >= len(c.b) || c.b[c.i] == '}' {
				break
			}
			key := unescape(c.str())
			c.space()
			c.i++ // the colon
			c.space()
			m[key] = c.decode()
			if c.space(); c.i >= len(c.b) || c.b[c.i] == '}' {
				break
			}
		}
		c.i++
		return m
	case '[':
		list := []any{}
		for c.i++; ; c.i++ {
			c.space()
			if c.i >= len(c.b) || c.b[c.i] == ']' {
				break
			}
			list = append(list, c.decode())
			if c.space(); c.i >= len(c.b) || c.b[c.i] == ']' {
				break
			}
		}
		c.i++
		return list
	case '"':
		return unescape(c.str())
	case 't':
		c.word()
		return true
	case 'f':
		c.word()
		return false
	case 'n':
		c.word()
		return nil
	}
	start := c.i
	c.word()
	return json.Number(c.b[start:c.i])
}

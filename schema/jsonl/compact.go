// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package jsonl

// Compact removes the white space between the tokens of one JSON value and
// changes nothing else: digits, escapes and the order of keys stay. b is read
// strictly; the error is a *Problem. The result never shares memory with b.
func Compact(b []byte) ([]byte, error) {
	if p := Check(b); p != nil {
		return nil, p
	}
	out := make([]byte, 0, len(b))
	c := cursor{b: b}
	for c.i < len(b) {
		switch b[c.i] {
		case ' ', '\t', '\r', '\n':
			c.i++
		case '"':
			start := c.i
			c.str()
			out = append(out, b[start:c.i]...)
		default:
			out = append(out, b[c.i])
			c.i++
		}
	}
	return out, nil
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package jsonl

import (
	"bytes"
	"strings"
)

// Fields puts the raw values of the named members of the object that b holds,
// which Check has passed, into values, one a name; nil where there is none. It
// is [Unmarshal] for a few members of a large object, and like it reports a key
// that differs only by case from a name. other is the raw value of the member of
// exactly the name also, nil without it. Where b holds no object it finds
// nothing.
func Fields(b []byte, names []string, values [][]byte, also string) (other []byte, problem *Problem) {
	clear(values)
	c := cursor{b: b}
	c.space()
	if c.i >= len(b) || b[c.i] != '{' {
		return nil, nil
	}
	c.eachRaw(func(key []byte, _ int, p Placement) bool {
		if bytes.IndexByte(key, '\\') >= 0 {
			key = []byte(unescape(key))
		}
		value := b[p.Value:p.End]
		for i, name := range names {
			if name == string(key) {
				values[i] = value
				return true
			}
		}
		if string(key) == also {
			other = value
			return true
		}
		for _, name := range names {
			if strings.EqualFold(name, string(key)) {
				problem = &Problem{Offset: p.Key, Pointer: "/" + EscapePointer(string(key)), Kind: KindCaseKey, Message: caseMessage(string(key), name)}
				return false
			}
		}
		return true
	})
	return other, problem
}

// Text is the text of a raw value that is a string; ok is false for any other.
func Text(value []byte) (text string, ok bool) {
	if len(value) < 2 || value[0] != '"' {
		return "", false
	}
	return unescape(value[1 : len(value)-1]), true
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package jsonl

import (
	"bytes"
	"strings"
)

// Fields puts the raw values of the named members of the object that b holds,
// which Check has passed, into values, one a name; nil where there is none. It
// is [Unmarshal] for a few members of a large object, and like it reports a key
// that differs only by case from a name. Where b holds no object it finds
// nothing.
func Fields(b []byte, names []string, values [][]byte) (problem *Problem) {
	eachMember(b, func(key []byte, p Placement) bool {
		text := string(key)
		if bytes.IndexByte(key, '\\') >= 0 {
			text = unescape(key)
		}
		for i, name := range names {
			if name == text {
				values[i] = b[p.Value:p.End]
				return true
			}
		}
		for _, name := range names {
			if strings.EqualFold(name, text) {
				problem = &Problem{Offset: p.Key, Pointer: "/" + EscapePointer(text), Kind: KindCaseKey, Message: caseMessage(text, name)}
				return false
			}
		}
		return true
	})
	return problem
}

// Field is the raw value of the one member of exactly that name, nil without it.
func Field(b []byte, name string) (value []byte) {
	eachMember(b, func(key []byte, p Placement) bool {
		if string(key) == name || bytes.IndexByte(key, '\\') >= 0 && unescape(key) == name {
			value = b[p.Value:p.End]
		}
		return value == nil
	})
	return value
}

// Text is the text of a raw value that is a string; ok is false for any other.
func Text(value []byte) (text string, ok bool) {
	if len(value) < 2 || value[0] != '"' {
		return "", false
	}
	return unescape(value[1 : len(value)-1]), true
}

func eachMember(b []byte, f func(key []byte, p Placement) bool) {
	c := cursor{b: b}
	c.space()
	if c.i < len(b) && b[c.i] == '{' {
		c.eachRaw(func(key []byte, _ int, p Placement) bool { return f(key, p) })
	}
}

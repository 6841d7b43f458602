// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package jsonl reads JSON Lines strictly: RFC 8259 and I-JSON, any line
// length, and every fault with its byte. Every reader of fcb goes through it,
// so that the policy for blank lines, byte-order marks and line ends is one.
//
// Not here: what a line should hold (schema, cases, predictions), and writing.
//
// The policy. A line ends at LF; one CR before it belongs to the line end. A
// line of space, tab and CR only is blank: counted, never an error. A
// byte-order mark is taken off the first line and refused anywhere else outside
// a string. None of these shifts a line number.
//
// Begin with [Reader] and [Check].
package jsonl

// A Kind names what is wrong with a line. Kinds are stable; messages are not.
const (
	KindSyntax     = "syntax"         // a byte that no JSON text has here
	KindUnfinished = "unfinished"     // the line ends inside a value
	KindComma      = "trailing_comma" // a comma before a closing bracket
	KindNumber     = "number"         // NaN, Infinity, or a number JSON cannot spell
	KindString     = "string"         // a bad escape or a bare control character
	KindUTF8       = "utf8"           // bytes that are not UTF-8
	KindSurrogate  = "surrogate"      // half of an escaped surrogate pair
	KindDuplicate  = "duplicate_key"  // a key an object already has
	KindBOM        = "bom"            // a byte-order mark inside the text
	KindExtra      = "extra"          // something after the value
	KindDepth      = "depth"          // nested deeper than MaxDepth
	KindCaseKey    = "case_key"       // a key that differs only by case from a known one (Unmarshal)
	KindType       = "type"           // a value the Go type cannot hold (Unmarshal)
)

// MaxDepth is the deepest nesting that is read, as in encoding/json.
const MaxDepth = 10_000

// A Problem is one fault of a line.
type Problem struct {
	Offset  int    // 0-based byte in the line; len(line) where the line ends too early
	Pointer string // RFC 6901 pointer of the value that is wrong, "" for the whole line
	Kind    string // one of the Kind constants
	Message string // lower case, no place, no full stop; may quote at most a few bytes of the line
}

// Error is the message alone: the place belongs to the caller, who knows the file and the line.
func (p *Problem) Error() string { return p.Message }

// IsBlank reports whether b holds only space, tab and CR.
func IsBlank(b []byte) bool {
	for _, c := range b {
		if c != ' ' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}

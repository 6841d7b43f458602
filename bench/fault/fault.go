// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package fault makes an HTTP handler misbehave on demand: the language of
// fcb serve --fault, and the handler that carries it out. It is for testing
// clients of the consensus API, ours and other people's.
//
// It is a leaf: it knows nothing of detectors or receipts and wraps any handler
// that answers with JSON. Only HTTP/1.1 over TCP; nothing below that (packet
// loss, TLS) and no HTTP/2.
//
// Begin with [Parse] and the tables in actions.go and conditions.go, which are
// also what [Help] prints.
package fault

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// A Plan is a parsed list of rules. The first whose conditions all hold decides
// about a request; a request that none wants is passed on untouched.
type Plan struct{ rules []rule }

// rule is one "actions:conditions". Items are kept as written, so that a plan
// can be printed; do and when are what they mean.
type rule struct {
	actions, conditions []item
	do                  action
	when                condition
}

type item struct {
	name   string
	value  string
	has    bool // a value was given
	quoted bool
	at     int // byte offset in the text it was parsed from
}

// action is what becomes of a reply. Numbers are -1 where not asked for.
type action struct {
	status     int
	code       string
	retryAfter func(now time.Time) string
	redirect   string
	body       string // a key of bodies
	text       *string
	mime       string
	header     [][2]string
	pad        int
	echo       bool

	delay   [2]time.Duration // least and most
	cut     int
	stall   int
	framing string // length, chunked or close
	reset   string // "", before or after
	close   string // "", announce or silent
}

// condition says which requests a rule wants. Ranges hold both ends; the zero
// range is every number.
type condition struct {
	call, attempt span
	every         int
	path          string // "" is every path but /v1/health
	match         string
	p             float64
	seed          uint64
}

type span struct{ from, to int }

func (s span) holds(n int) bool { return s == span{} || n >= s.from && n <= s.to }

// String prints a plan so that [Parse] gives the same plan again.
func (p *Plan) String() string {
	if p == nil {
		return ""
	}
	var b strings.Builder
	for i, r := range p.rules {
		if i > 0 {
			b.WriteByte(';')
		}
		printItems(&b, r.actions)
		if len(r.conditions) > 0 {
			b.WriteByte(':')
			printItems(&b, r.conditions)
		}
	}
	return b.String()
}

func printItems(b *strings.Builder, items []item) {
	for i, it := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(it.name)
		if it.has {
			b.WriteByte('=')
			if it.quoted {
				b.WriteString(quote(it.value))
			} else {
				b.WriteString(it.value)
			}
		}
	}
}

// quote is the inverse of what the parser does between quotation marks.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '"' || r == '\\':
			b.WriteString("\\" + s[i:i+1])
		case r < ' ' || r == 0x7f || r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, "\\x%02x", s[i])
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	b.WriteByte('"')
	return b.String()
}

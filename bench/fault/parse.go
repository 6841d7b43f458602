// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package fault

import (
	"fmt"
	"slices"
	"strings"
)

// A SyntaxError says where a text is not a fault plan.
type SyntaxError struct {
	Column  int // 1-based, in bytes
	Message string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Message) }

// Parse reads a plan:
//
//	plan      = rule *( ";" rule )
//	rule      = action *( "," action ) [ ":" condition *( "," condition ) ]
//	action    = NAME [ "=" value ]         condition = NAME "=" value
//	value     = WORD | DQUOTE *( any character | escape ) DQUOTE
//	escape    = \\ | \" | \n | \r | \t | \xHH
//
// A WORD holds none of , : ; = " and no white space, which may stand around
// every other part. Errors are of type [*SyntaxError].
func Parse(s string) (*Plan, error) {
	p := parser{s: s}
	plan := &Plan{}
	for {
		r, err := p.rule()
		if err != nil {
			return nil, err
		}
		plan.rules = append(plan.rules, r)
		if p.end() {
			return plan, nil
		}
		if !p.take(';') {
			return nil, p.unexpected("\";\" or the end")
		}
	}
}

// Join puts plans behind each other; the rules of the first come first.
func Join(plans ...*Plan) *Plan {
	out := &Plan{}
	for _, p := range plans {
		if p != nil {
			out.rules = append(out.rules, p.rules...)
		}
	}
	return out
}

type parser struct {
	s string
	i int
}

func (p *parser) errorf(at int, format string, a ...any) error {
	return &SyntaxError{at + 1, fmt.Sprintf(format, a...)}
}

func (p *parser) space() {
	for p.i < len(p.s) && strings.IndexByte(" \t\r\n", p.s[p.i]) >= 0 {
		p.i++
	}
}

func (p *parser) end() bool { p.space(); return p.i == len(p.s) }

func (p *parser) take(c byte) bool {
	if p.space(); p.i < len(p.s) && p.s[p.i] == c {
		p.i++
		return true
	}
	return false
}

func (p *parser) unexpected(wanted string) error {
	if p.end() {
		return p.errorf(p.i, "%s expected, the text ends", wanted)
	}
	return p.errorf(p.i, "%s expected, not %q", wanted, p.s[p.i:min(p.i+1, len(p.s))])
}

func (p *parser) rule() (rule, error) {
	r := rule{do: action{cut: -1, stall: -1}, when: condition{p: 1, seed: 1}}
	p.space()
	start := p.i
	var err error
	if r.actions, err = p.items("an action", actionNames()); err != nil {
		return r, err
	}
	for _, it := range r.actions {
		if err := actions[it.name].set(&r.do, it); err != nil {
			return r, p.errorf(it.at, "%s: %v", it.name, err)
		}
	}
	if p.take(':') {
		if r.conditions, err = p.items("a condition", conditionNames()); err != nil {
			return r, err
		}
	}
	for _, it := range r.conditions {
		if err := conditions[it.name].set(&r.when, it); err != nil {
			return r, p.errorf(it.at, "%s: %v", it.name, err)
		}
	}
	if err := r.do.check(); err != nil {
		return r, p.errorf(start, "%v", err)
	}
	return r, nil
}

// items reads name=value pairs up to what is no comma.
func (p *parser) items(what string, known []string) ([]item, error) {
	var out []item
	for {
		p.space()
		it := item{at: p.i}
		it.name = p.word()
		switch {
		case it.name == "":
			return nil, p.unexpected(what)
		case !slices.Contains(known, it.name) && strings.HasPrefix(it.name, "//"):
			return nil, p.errorf(it.at, "a URL stands in quotation marks, as every value that holds :")
		case !slices.Contains(known, it.name):
			return nil, p.errorf(it.at, "%q is not %s; there are %s", it.name, what, strings.Join(known, ", "))
		case it.name != "header" && slices.ContainsFunc(out, func(o item) bool { return o.name == it.name }):
			return nil, p.errorf(it.at, "%s is given twice", it.name)
		}
		if p.take('=') {
			var err error
			if it.value, it.quoted, err = p.value(it.name); err != nil {
				return nil, err
			}
			it.has = true
		}
		out = append(out, it)
		if !p.take(',') {
			return out, nil
		}
	}
}

func (p *parser) word() string {
	start := p.i
	for p.i < len(p.s) && strings.IndexByte(",:;=\" \t\r\n", p.s[p.i]) < 0 {
		p.i++
	}
	return p.s[start:p.i]
}

func (p *parser) value(name string) (v string, quoted bool, err error) {
	p.space()
	if p.i == len(p.s) || p.s[p.i] != '"' {
		if v = p.word(); v == "" {
			return "", false, p.unexpected("a value of " + name)
		}
		return v, false, nil
	}
	start := p.i
	var b strings.Builder
	for p.i++; p.i < len(p.s); p.i++ {
		switch c := p.s[p.i]; c {
		case '"':
			p.i++
			return b.String(), true, nil
		case '\\':
			c, used := escaped(p.s[p.i+1:])
			if used == 0 {
				return "", false, p.errorf(p.i, "a backslash is followed by one of \\ \" n r t xHH")
			}
			b.WriteByte(c)
			p.i += used
		default:
			b.WriteByte(c)
		}
	}
	return "", false, p.errorf(start, "the quotation mark is never closed")
}

// escaped reads what follows a backslash: the byte meant and the bytes used, 0
// when it is no escape.
func escaped(s string) (c byte, used int) {
	if s == "" {
		return 0, 0
	}
	switch s[0] {
	case '\\', '"':
		return s[0], 1
	case 'n':
		return '\n', 1
	case 'r':
		return '\r', 1
	case 't':
		return '\t', 1
	case 'x':
		if len(s) >= 3 && hexDigit(s[1]) >= 0 && hexDigit(s[2]) >= 0 {
			return byte(hexDigit(s[1])<<4 | hexDigit(s[2])), 3
		}
	}
	return 0, 0
}

func hexDigit(c byte) int {
	if c >= 'A' && c <= 'F' {
		c += 'a' - 'A'
	}
	return strings.IndexByte("0123456789abcdef", c)
}

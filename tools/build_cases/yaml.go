// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// A text is a string of a definition with its place.
type text struct {
	value string
	at    place
}

// A yamlFile turns the nodes of one file into values. It accepts the small part
// of YAML that definitions need: mappings, lists, text, whole numbers and
// true/false; no anchors, no aliases, no tags, no second document.
type yamlFile struct {
	name     string
	problems *problems
}

// parse gives the root node, or nil after a problem.
func (f *yamlFile) parse(b []byte) ast.Node {
	file, err := parser.ParseBytes(bytes.TrimPrefix(b, []byte("\ufeff")), 0)
	if err != nil {
		at := place{file: f.name}
		var e interface {
			GetToken() *token.Token
			GetMessage() string
		}
		message := err.Error()
		if errors.As(err, &e) {
			message = e.GetMessage()
			if t := e.GetToken(); t != nil && t.Position != nil {
				at.line, at.col = t.Position.Line, t.Position.Column
			}
		}
		f.problems.add(at, "%s", message)
		return nil
	}
	if len(file.Docs) != 1 || file.Docs[0].Body == nil {
		f.problems.add(place{file: f.name}, "one YAML document is wanted, found %d", len(file.Docs))
		return nil
	}
	return file.Docs[0].Body
}

func (f *yamlFile) place(n ast.Node) place {
	if t := n.GetToken(); t != nil && t.Position != nil {
		return place{f.name, t.Position.Line, t.Position.Column}
	}
	return place{file: f.name}
}

// An entry is one key of a mapping.
type entry struct {
	key   text
	value ast.Node
}

// A mapping is the keys of a YAML mapping in file order.
type mapping struct {
	f       *yamlFile
	at      place
	what    string // for messages: "a case"
	entries []entry
}

// mapping reads a mapping whose keys are all known; nil after a problem. With
// known nil every key is accepted.
func (f *yamlFile) mapping(n ast.Node, what string, known []string) *mapping {
	var values []*ast.MappingValueNode
	switch n := n.(type) {
	case *ast.MappingNode:
		values = n.Values
	case *ast.MappingValueNode:
		values = []*ast.MappingValueNode{n}
	default:
		f.problems.add(f.place(n), "%s is a mapping of keys to values, not %s", what, kind(n))
		return nil
	}
	m := &mapping{f: f, at: f.place(n), what: what}
	for _, v := range values {
		key, ok := v.Key.(*ast.StringNode)
		if !ok {
			f.problems.add(f.place(v.Key), "a key of %s is plain text, not %s", what, kind(v.Key))
			continue
		}
		at := f.place(key)
		if len(m.entries) == 0 {
			m.at = at // the node's own place is the first colon
		}
		if known != nil && !slices.Contains(known, key.Value) {
			f.problems.add(at, "unknown key %q of %s%s", key.Value, what, suggest(key.Value, known))
			continue
		}
		m.entries = append(m.entries, entry{text{key.Value, at}, v.Value})
	}
	return m
}

func (m *mapping) get(key string) ast.Node {
	for _, e := range m.entries {
		if e.key.value == key {
			return e.value
		}
	}
	return nil
}

// text is the value of a required key.
func (m *mapping) text(key string) text {
	if m.get(key) == nil {
		m.f.problems.add(m.at, "%s has no %q", m.what, key)
		return text{at: m.at}
	}
	return m.optional(key)
}

// optional is the value of a key that may be absent: then the empty text.
func (m *mapping) optional(key string) text {
	n := m.get(key)
	if n == nil {
		return text{at: m.at}
	}
	return m.f.text(n, key)
}

// flag is a true/false value, false when absent.
func (m *mapping) flag(key string) bool {
	switch n := m.get(key).(type) {
	case nil:
	case *ast.BoolNode:
		return n.Value
	default:
		m.f.problems.add(m.f.place(n), "%q is true or false, not %s", key, kind(n))
	}
	return false
}

// list is the items of a key that may be absent; an empty list is a problem.
func (m *mapping) list(key string) []ast.Node {
	switch n := m.get(key).(type) {
	case nil:
	case *ast.SequenceNode:
		if len(n.Values) == 0 {
			m.f.problems.add(m.f.place(n), "%q is empty", key)
		}
		return n.Values
	default:
		m.f.problems.add(m.f.place(n), "%q is a list, not %s", key, kind(n))
	}
	return nil
}

func (m *mapping) texts(key string) []text {
	var all []text
	for _, n := range m.list(key) {
		all = append(all, m.f.text(n, "an item of "+key))
	}
	return all
}

// whole is a required whole number of at least 0.
func (m *mapping) whole(key string) int {
	switch n := m.get(key).(type) {
	case nil:
		m.f.problems.add(m.at, "%s has no %q", m.what, key)
	case *ast.IntegerNode:
		if v, ok := n.Value.(uint64); ok && v <= 1<<31-1 {
			return int(v)
		}
		m.f.problems.add(m.f.place(n), "%q is a whole number from 0, not %s", key, n.Token.Value)
	default:
		m.f.problems.add(m.f.place(n), "%q is a whole number from 0, not %s", key, kind(n))
	}
	return -1
}

// text accepts text only: an unquoted 42 or true would come out as YAML spells
// it, which is not always as the author did.
func (f *yamlFile) text(n ast.Node, what string) text {
	t := text{at: f.place(n)}
	switch n := n.(type) {
	case *ast.StringNode:
		t.value = n.Value
	case *ast.LiteralNode:
		t.value = n.Value.Value
	case *ast.NullNode:
		f.problems.add(t.at, "%s is empty", what)
		return t
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		f.problems.add(t.at, "%s is text, not %s: write it in quotes, %q", what, kind(n), n.GetToken().Value)
		return t
	default:
		f.problems.add(t.at, "%s is text, not %s", what, kind(n))
		return t
	}
	switch {
	case strings.TrimSpace(t.value) == "":
		f.problems.add(t.at, "%s is empty", what)
	case strings.TrimSpace(t.value) != t.value:
		f.problems.add(t.at, "%s begins or ends with white space (a block of text begins with >-)", what)
	}
	return t
}

func kind(n ast.Node) string {
	switch n.(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a mapping"
	case *ast.SequenceNode:
		return "a list"
	case *ast.StringNode, *ast.LiteralNode:
		return "text"
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return "a number"
	case *ast.BoolNode:
		return "true or false"
	case *ast.NullNode:
		return "nothing"
	case *ast.AnchorNode, *ast.AliasNode, *ast.MergeKeyNode:
		return "an anchor or alias"
	case *ast.TagNode:
		return "a YAML tag"
	}
	return "something else"
}

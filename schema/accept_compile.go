// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package schema

import (
	"github.com/santhosh-tekuri/jsonschema/v5"
)

// fastNode makes a node from a schema that v5 compiled. Where the acceptor
// cannot decide, the node accepts nothing.
//
// order gives the properties of the schema at a location as its author wrote
// them, which is how data usually hold them; it may know nothing.
func fastNode(s *jsonschema.Schema, order func(location string) []string) (*node, map[*jsonschema.Schema]*node) {
	m := nodes{made: map[*jsonschema.Schema]*node{}, open: map[*node]bool{}, order: order}
	return m.of(s), m.made
}

// nodes memoises, so that a recursive schema becomes a cycle.
type nodes struct {
	made map[*jsonschema.Schema]*node
	open map[*node]bool // not filled yet: may be pointed at, not copied

	order func(location string) []string
}

func (m nodes) of(s *jsonschema.Schema) *node {
	if n, ok := m.made[s]; ok {
		return n
	}
	n := &node{}
	m.made[s] = n
	if s.Ref != nil {
		if !beyond(s) && bare(s) {
			m.made[s] = m.of(s.Ref)
		}
		return m.made[s]
	}
	m.open[n] = true
	if !m.fill(n, s) {
		*n = node{}
	}
	delete(m.open, n)
	return n
}

func (m nodes) fill(n *node, s *jsonschema.Schema) bool {
	n.max, n.top = -1, -1
	if beyond(s) {
		return false
	}
	if len(s.OneOf) > 0 {
		return bare(s) && m.oneOf(n, s.OneOf)
	}
	var words []string
	null, yes, no, values := literals(s, &words)
	types := s.Types
	if len(types) == 0 && !values {
		return false // any type at all: the values inside would have to be read too
	}
	has := func(t string) bool { return len(types) == 0 || contains(types, t) }
	if values {
		n.null, n.yes, n.no = null && has("null"), yes && has("boolean"), no && has("boolean")
		n.text, n.words = len(words) > 0 && has("string"), words
	} else {
		n.null, n.yes, n.no, n.text = has("null"), has("boolean"), has("boolean"), has("string")
		n.array, n.object = has("array"), has("object")
	}
	if n.text && !n.limitText(s) {
		return false
	}
	if n.array {
		if s.Items2020 == nil {
			return false
		}
		n.low, n.top, n.unique, n.item = s.MinItems, s.MaxItems, s.UniqueItems, m.of(s.Items2020)
	}
	return !n.object || m.object(n, s)
}

func (n *node) limitText(s *jsonschema.Schema) bool {
	n.min, n.max = s.MinLength, s.MaxLength
	if s.Pattern != nil {
		if n.pattern = newAutomaton(s.Pattern.String()); n.pattern == nil {
			return false
		}
	}
	if s.Format != "" {
		n.format = jsonschema.Formats[s.Format] // nil: unknown formats are not checked
		n.uri = s.Format == "uri"
	}
	return true
}

func (m nodes) object(n *node, s *jsonschema.Schema) bool {
	var names []string
	for k := range s.Properties {
		names = append(names, k)
	}
	if len(names) == 0 || len(names) > 64 {
		return false
	}
	n.keys = newKeyTable(names, m.order(s.Location))
	for i, k := range n.keys.names {
		n.keys.nodes[i] = m.of(s.Properties[k])
	}
	for _, k := range s.Required {
		i := n.keys.find([]byte(k))
		if i < 0 {
			return false
		}
		n.required |= 1 << uint(i)
	}
	return true
}

// oneOf merges forms whose kinds of value are disjoint, so that the first byte
// decides which one is meant and no value can fit two.
func (m nodes) oneOf(n *node, forms []*jsonschema.Schema) bool {
	for _, f := range forms {
		x := m.of(f)
		if m.open[x] {
			return false
		}
		t := typesOf(f, 0)
		for _, g := range forms {
			if g != f && overlap(t, typesOf(g, 0)) {
				return false
			}
		}
		n.null, n.yes, n.no = n.null || x.null, n.yes || x.yes, n.no || x.no
		if x.text {
			n.text, n.min, n.max, n.words, n.pattern, n.format, n.uri = true, x.min, x.max, x.words, x.pattern, x.format, x.uri
		}
		if x.array {
			n.array, n.low, n.top, n.item, n.unique = true, x.low, x.top, x.item, x.unique
		}
		if x.object {
			n.object, n.keys, n.required = true, x.keys, x.required
		}
	}
	return true
}

func overlap(a, b types) bool {
	if a == nil || b == nil {
		return true
	}
	for _, t := range a {
		if contains(b, t) || t == "integer" && contains(b, "number") || t == "number" && contains(b, "integer") {
			return true
		}
	}
	return false
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// literals reads const and enum; values is false when there is neither. Numbers,
// arrays and objects among the values are left to v5.
func literals(s *jsonschema.Schema, words *[]string) (null, yes, no, values bool) {
	allowed := s.Enum
	switch {
	case len(s.Constant) > 0 && len(s.Enum) > 0:
		return false, false, false, true // both must hold: nothing is decided here
	case len(s.Constant) > 0:
		allowed = s.Constant
	case len(s.Enum) == 0:
		return false, false, false, false
	}
	for _, v := range allowed {
		switch v := v.(type) {
		case nil:
			null = true
		case bool:
			yes, no = yes || v, no || !v
		case string:
			*words = append(*words, v)
		}
	}
	return null, yes, no, true
}

// beyond reports whether a schema uses a keyword that the acceptor does not know.
func beyond(s *jsonschema.Schema) bool {
	additional, isBool := s.AdditionalProperties.(bool)
	return s.Always != nil || s.RecursiveRef != nil || s.DynamicRef != nil || s.Not != nil || len(s.AllOf) > 0 || len(s.AnyOf) > 0 ||
		s.If != nil || s.Then != nil || s.Else != nil || s.MinProperties >= 0 || s.MaxProperties >= 0 || s.PropertyNames != nil ||
		s.RegexProperties || len(s.PatternProperties) > 0 || s.AdditionalProperties != nil && !isBool && !additional ||
		len(s.Dependencies) > 0 || len(s.DependentRequired) > 0 || len(s.DependentSchemas) > 0 || s.UnevaluatedProperties != nil ||
		s.Items != nil || s.AdditionalItems != nil || len(s.PrefixItems) > 0 || s.Contains != nil || s.UnevaluatedItems != nil ||
		s.ContentEncoding != "" || s.ContentMediaType != "" || s.ContentSchema != nil || len(s.Extensions) > 0 ||
		s.Minimum != nil || s.Maximum != nil || s.ExclusiveMinimum != nil || s.ExclusiveMaximum != nil || s.MultipleOf != nil
}

// bare reports whether a schema says nothing beside $ref or oneOf.
func bare(s *jsonschema.Schema) bool {
	return (s.Ref == nil || len(s.OneOf) == 0) && len(s.Types) == 0 && len(s.Constant) == 0 && len(s.Enum) == 0 && s.Format == "" &&
		s.MinLength < 0 && s.MaxLength < 0 && s.Pattern == nil && s.MinItems < 0 && s.MaxItems < 0 && !s.UniqueItems && s.Items2020 == nil &&
		len(s.Required) == 0 && len(s.Properties) == 0 && s.AdditionalProperties == nil
}

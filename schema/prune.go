// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package schema

import (
	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/false-consensus/fcb/schema/jsonl"
)

// always accepts anything.
var always = func() *jsonschema.Schema {
	yes := true
	return &jsonschema.Schema{Always: &yes}
}()

// prune gives a schema that finds the same faults in the value at offset at as n
// does, but does not look again into the parts that the acceptor accepts. A line
// with one fault then costs v5 one small value instead of all of it.
func (s *Schema) prune(n *jsonschema.Schema, text []byte, at, depth int) *jsonschema.Schema {
	for n.Ref != nil && bare(n) && !beyond(n) && depth < maxNesting {
		n = n.Ref
		depth++
	}
	if depth >= maxNesting || at >= len(text) || beyond(n) || n.Ref != nil || len(n.OneOf) > 0 {
		return n
	}
	switch {
	case text[at] == '{' && len(n.Properties) > 0:
		copied := *n
		copied.Properties = make(map[string]*jsonschema.Schema, len(n.Properties))
		for k, p := range n.Properties {
			copied.Properties[k] = p
		}
		jsonl.Members(text, at, func(key string, p jsonl.Placement) bool {
			if child := n.Properties[key]; child != nil {
				copied.Properties[key] = s.pruned(child, text, p, depth)
			}
			return true
		})
		return &copied
	case text[at] == '[' && n.Items2020 != nil:
		copied := *n
		jsonl.Elements(text, at, func(_ int, p jsonl.Placement) bool {
			copied.PrefixItems = append(copied.PrefixItems, s.pruned(n.Items2020, text, p, depth))
			return true
		})
		return &copied
	}
	return n
}

func (s *Schema) pruned(n *jsonschema.Schema, text []byte, p jsonl.Placement, depth int) *jsonschema.Schema {
	if fast := s.nodes[n]; fast != nil {
		a := acceptor{b: text[p.Value:p.End]}
		if a.whole(fast) {
			return always
		}
	}
	return s.prune(n, text, p.Value, depth+1)
}

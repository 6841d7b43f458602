// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package schema

import "strings"

// A Note says where a value stands that was asked for.
type Note struct {
	Start, End int   // of the raw inside of a string, of a literal, or of an opening bracket
	Tag        uint8 // number of its path, from 1
	Escaped    bool  // a string with escapes
}

// A Tagged accepts like its schema and notes on the way where chosen values
// stand, so that a line need not be read again for them.
type Tagged struct{ root *node }

// Tagged makes an acceptor that notes the values at the paths, which get the
// tags 1, 2, ... in this order. A path is made of keys joined by points, with []
// for the items of an array: "answers[].claim". ok is false when a path leads
// nowhere the acceptor knows, or two lead to the same place.
func (s *Schema) Tagged(paths ...string) (t *Tagged, ok bool) {
	t = &Tagged{}
	t.root, _ = fastNode(s.root, s.order)
	for i, p := range paths {
		n := t.root.at(p)
		if n == nil || n.tag != 0 {
			return nil, false
		}
		n.tag = uint8(i + 1)
	}
	return t, true
}

func (n *node) at(path string) *node {
	for path != "" && n != nil {
		if rest, ok := strings.CutPrefix(path, "[]"); ok {
			n, path = n.item, strings.TrimPrefix(rest, ".")
			continue
		}
		end := strings.IndexAny(path, ".[")
		if end < 0 {
			end = len(path)
		}
		k := -1
		if n.object {
			k = n.keys.find([]byte(path[:end]))
		}
		if k < 0 {
			return nil
		}
		n, path = n.keys.nodes[k], strings.TrimPrefix(path[end:], ".")
	}
	return n
}

// Accepts is [Schema.Accepts] with notes, which are appended to notes in the
// order of the text. They mean nothing when ok is false.
func (t *Tagged) Accepts(text []byte, notes []Note) (_ []Note, ok bool) {
	a := acceptor{b: text, notes: notes}
	ok = a.whole(t.root)
	return a.notes, ok
}

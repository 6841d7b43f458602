// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package schema

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/false-consensus/fcb/schema/jsonl"
)

// at gives the value under a pointer, nil when there is none.
func at(v any, pointer string) any {
	if pointer == "" {
		return v
	}
	for _, token := range strings.Split(pointer[1:], "/") {
		switch c := v.(type) {
		case map[string]any:
			v = c[jsonl.UnescapePointer(token)]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(c) {
				return nil
			}
			v = c[i]
		default:
			return nil
		}
	}
	return v
}

// show names a value in a message: scalars as JSON, cut when long, containers by their type.
func show(v any) string {
	const most = 60
	switch v := v.(type) {
	case map[string]any:
		return "an object"
	case []any:
		return "an array"
	case string:
		cut := ""
		if runes := []rune(v); len(runes) > most {
			v, cut = string(runes[:most]), "…"
		}
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		_ = e.Encode(v)
		return strings.TrimSuffix(strings.TrimSuffix(b.String(), "\n"), `"`) + cut + `"`
	case json.Number:
		if len(v) > most {
			return "the number " + string(v[:most]) + "…"
		}
		return "the number " + string(v)
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	}
	return "a value"
}

func typeNames(types []string) string {
	names := make([]string, len(types))
	for i, t := range types {
		switch t {
		case "null":
			names[i] = "null"
		case "boolean":
			names[i] = "true or false"
		case "object", "array":
			names[i] = "an " + t
		case "integer":
			names[i] = "a whole number"
		default:
			names[i] = "a " + t
		}
	}
	return strings.Join(names, " or ")
}

// A types is a set of JSON types, nil for all of them.
type types []string

func (t types) has(v any) bool {
	if t == nil {
		return true
	}
	name := "null"
	switch v.(type) {
	case map[string]any:
		name = "object"
	case []any:
		name = "array"
	case string:
		name = "string"
	case json.Number:
		return slices.Contains(t, "number") || slices.Contains(t, "integer")
	case bool:
		name = "boolean"
	}
	return slices.Contains(t, name)
}

// typesOf says which types a schema may accept, as far as type, const, enum and
// $ref tell.
func typesOf(n *jsonschema.Schema, depth int) types {
	switch {
	case len(n.Types) > 0:
		return n.Types
	case len(n.Constant) > 0:
		return types{typeOf(n.Constant[0])}
	case len(n.Enum) > 0:
		var t types
		for _, v := range n.Enum {
			t = append(t, typeOf(v))
		}
		return t
	case n.Ref != nil && depth < 8:
		return typesOf(n.Ref, depth+1)
	}
	return nil
}

func typeOf(v any) string {
	for _, t := range []string{"object", "array", "string", "number", "boolean", "null"} {
		if (types{t}).has(v) {
			return t
		}
	}
	return ""
}

// describe says in a few words what a schema allows.
func describe(n *jsonschema.Schema, depth int) string {
	switch {
	case len(n.Constant) > 0:
		return show(n.Constant[0])
	case len(n.Enum) > 0:
		var w []string
		for _, v := range n.Enum {
			w = append(w, show(v))
		}
		return strings.Join(w, ", ")
	case n.Ref != nil && depth < 8:
		return describe(n.Ref, depth+1)
	case slices.Equal(n.Types, []string{"object"}) && len(n.Required) > 0:
		return "an object with " + strings.Join(n.Required, ", ")
	case len(n.Types) > 0:
		return typeNames(n.Types)
	}
	return "another form"
}

// words lists the strings that a list of forms allows.
func words(forms []*jsonschema.Schema) []string {
	var list []string
	for _, n := range forms {
		for _, v := range append(slices.Clone(n.Constant), n.Enum...) {
			if w, ok := v.(string); ok {
				list = append(list, w)
			}
		}
	}
	return list
}

// didYouMean is "; did you mean X?" for the nearest word, or "".
func didYouMean(got string, allowed []string) string {
	best, distance := "", 0
	for _, w := range allowed {
		d, ok := near(got, w)
		if len(got) >= 8 && strings.HasPrefix(fold(w), fold(got)+"_") {
			d, ok = 1, true // cut short, whatever is missing
		}
		if ok && (best == "" || d < distance) {
			best, distance = w, d
		}
	}
	if best == "" {
		return ""
	}
	return `; did you mean "` + best + `"?`
}

// near reports whether got is probably a misspelling of want, and how far away
// it is: edits (insertion, deletion, substitution, transposition) over the lower
// case, at most a third of the longer word.
func near(got, want string) (int, bool) {
	a, b := []rune(fold(got)), []rune(fold(want))
	if len(a) > 100 || len(b) > 100 {
		return 0, false
	}
	most := max(len(a), len(b))
	d := edits(a, b)
	return d, d*3 <= most || most > 2 && d == 1
}

// fold makes spellings with other separators equal.
func fold(s string) string {
	return strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(s))
}

func edits(a, b []rune) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(a)][len(b)]
}

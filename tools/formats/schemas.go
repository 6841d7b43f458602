// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/false-consensus/fcb/schema"
)

// schemas writes a section for each embedded schema.
func schemas(b *bytes.Buffer) error {
	for _, name := range schema.Names() {
		text, err := schema.Source(name)
		if err != nil {
			return err
		}
		v, err := decode(json.NewDecoder(bytes.NewReader(text)))
		if err != nil {
			return fmt.Errorf("%s.schema.json: %w", name, err)
		}
		root, ok := v.(*object)
		if !ok {
			return fmt.Errorf("%s.schema.json: not an object", name)
		}
		s := &section{b: b, defs: root.object("$defs"), written: map[string]bool{}}
		fmt.Fprintf(b, "\n## %s\n\n%s. Schema: `schema/%s.schema.json`.\n", name, strings.TrimSuffix(root.text("title"), "."), name)
		if d := root.text("description"); d != "" {
			fmt.Fprintf(b, "\n%s\n", d)
		}
		s.fields("", root)
		for len(s.waiting) > 0 {
			next := s.waiting[0]
			s.waiting = s.waiting[1:]
			fmt.Fprintf(b, "\n### %s: `%s`\n", name, next)
			if d := s.defs.object(next).text("description"); d != "" {
				fmt.Fprintf(b, "\n%s\n", d)
			}
			s.fields("", s.defs.object(next))
		}
	}
	return nil
}

// A section is one schema being written. A definition that is an object gets a
// table of its own, once, after the one that first needs it.
type section struct {
	b       *bytes.Buffer
	defs    *object
	written map[string]bool
	waiting []string
	rows    []row
}

type row struct{ field, typ, required, meaning string }

func (s *section) fields(prefix string, o *object) {
	s.rows = nil
	s.collect(prefix, o)
	for _, variant := range append(o.list("oneOf"), o.list("anyOf")...) {
		if v, ok := variant.(*object); ok {
			s.collect(prefix, s.deref(v))
		}
	}
	if len(s.rows) == 0 {
		fmt.Fprintf(s.b, "\n%s\n", s.typeOf(o))
		return
	}
	s.b.WriteString("\n| field | type | required | meaning |\n| --- | --- | --- | --- |\n")
	for _, r := range s.rows {
		fmt.Fprintf(s.b, "| `%s` | %s | %s | %s |\n", r.field, cell(r.typ), r.required, cell(r.meaning))
	}
}

func cell(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, "|", `\|`), "\n", " ") }

// collect lists the properties of an object, those of objects inside it below
// their own.
func (s *section) collect(prefix string, o *object) {
	required := map[string]bool{}
	for _, r := range o.list("required") {
		if name, ok := r.(string); ok {
			required[name] = true
		}
	}
	props := o.object("properties")
	if props == nil {
		return
	}
	for _, key := range props.keys {
		p := props.object(key)
		r := row{field: prefix + key, typ: s.typeOf(p), required: "no", meaning: s.meaning(p)}
		if required[key] {
			r.required = "yes"
		}
		s.rows = append(s.rows, r)
		if p.object("properties") != nil {
			s.collect(prefix+key+".", p)
		}
		if items := p.object("items"); items.object("properties") != nil {
			s.collect(prefix+key+"[].", items)
		}
	}
}

// deref follows a reference within the schema.
func (s *section) deref(o *object) *object {
	if name, ok := strings.CutPrefix(o.text("$ref"), "#/$defs/"); ok {
		return s.defs.object(name)
	}
	return o
}

// typeOf words what a value may be.
func (s *section) typeOf(o *object) string {
	if o == nil {
		return "any"
	}
	if name, ok := strings.CutPrefix(o.text("$ref"), "#/$defs/"); ok {
		d := s.defs.object(name)
		if d.object("properties") == nil && len(d.list("oneOf"))+len(d.list("anyOf")) == 0 {
			return s.typeOf(d)
		}
		if !s.written[name] {
			s.written[name] = true
			s.waiting = append(s.waiting, name)
		}
		return "`" + name + "`"
	}
	switch {
	case o.has("const"):
		return literal(o.values["const"])
	case o.has("enum"):
		var words []string
		for _, v := range o.list("enum") {
			words = append(words, literal(v))
		}
		return strings.Join(words, ", ")
	}
	for _, key := range []string{"oneOf", "anyOf"} {
		if list := o.list(key); list != nil && o.object("properties") == nil {
			var words []string
			for _, v := range list {
				if x, ok := v.(*object); ok {
					words = append(words, s.typeOf(x))
				}
			}
			return strings.Join(words, " or ")
		}
	}
	var types []string
	if t := o.text("type"); t != "" {
		types = []string{t}
	}
	for _, t := range o.list("type") {
		if w, ok := t.(string); ok {
			types = append(types, w)
		}
	}
	for i, t := range types {
		switch {
		case t == "array" && o.object("items") != nil:
			types[i] = "array of " + s.typeOf(o.object("items"))
		case t == "object" && o.object("additionalProperties") != nil && o.object("properties") == nil:
			types[i] = "object of " + s.typeOf(o.object("additionalProperties"))
		}
	}
	if len(types) == 0 {
		return "any"
	}
	return strings.Join(types, " or ")
}

func literal(v any) string {
	b, _ := json.Marshal(v)
	return "`" + string(b) + "`"
}

// limits are the bounds worth stating, in words.
var limits = []struct{ key, format string }{
	{"minLength", "at least %s characters"}, {"maxLength", "at most %s characters"}, {"minItems", "at least %s items"}, {"maxItems", "at most %s items"},
	{"minimum", "at least %s"}, {"maximum", "at most %s"}, {"exclusiveMinimum", "above %s"}, {"exclusiveMaximum", "below %s"},
	{"pattern", "matches `%s`"}, {"format", "%s"},
}

// meaning is the description of a property and the limits of its values.
func (s *section) meaning(p *object) string {
	var parts []string
	description := p.text("description")
	target := s.deref(p)
	if description == "" && target != p {
		description = target.text("description")
	}
	if description != "" {
		parts = append(parts, strings.TrimSuffix(description, "."))
	}
	if target.object("properties") == nil {
		for _, l := range limits {
			if v := target.text(l.key); v == "1" && strings.HasPrefix(l.key, "min") && l.key != "minimum" {
				parts = append(parts, "not empty")
			} else if v != "" {
				parts = append(parts, fmt.Sprintf(l.format, v))
			}
		}
		if target.has("uniqueItems") {
			parts = append(parts, "no item twice")
		}
	}
	return strings.Join(parts, "; ")
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"sort"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/false-consensus/fcb/schema/jsonl"
)

// Kinds of a fault. They are stable; messages are not.
const (
	KindType     = "type"        // wrong JSON type
	KindMissing  = "missing"     // a required key is not there
	KindUnknown  = "unknown_key" // a key the schema does not know
	KindCaseKey  = "case_key"    // ... that differs only by case from one it knows
	KindValue    = "value"       // not one of the allowed values
	KindPattern  = "pattern"
	KindLength   = "length" // of a string
	KindItems    = "items"  // number of items or keys
	KindUnique   = "unique" // equal items
	KindFormat   = "format"
	KindNumber   = "number" // out of range, or not a multiple
	KindForm     = "form"   // none of several allowed forms
	KindOther    = "other"
	KindCombined = "combination" // fits several forms of which one is allowed
)

// A Fault is one mistake in a value. Places follow the contract: the first byte
// of the value; for a missing key the { of its object and the object's pointer;
// for an unknown key its opening quote and its own pointer.
type Fault struct {
	Offset  int    // 0-based byte in the text
	Pointer string // RFC 6901
	Kind    string
	Message string
	Missing string // the required key that is not there (KindMissing, or an unknown key that misspells it), or ""
}

// Check validates text, one JSON value that jsonl.Check has passed, and returns
// its faults in byte order, one for each mistake.
func (s *Schema) Check(text []byte) []Fault { return s.CheckTree(text, jsonl.Decode(text)) }

// CheckTree is Check for a caller that has decoded text with jsonl.Decode.
func (s *Schema) CheckTree(text []byte, v any) []Fault {
	c := 0
	for c < len(text) && (text[c] == ' ' || text[c] == '\t' || text[c] == '\r' || text[c] == '\n') {
		c++
	}
	return s.faults(text, v, s.prune(s.root, text, c, 0))
}

// faults validates v with root, which is the schema's own or a pruned one.
func (s *Schema) faults(text []byte, v any, root *jsonschema.Schema) []Fault {
	err := validate(root, v)
	if err == nil {
		return nil
	}
	f := flattener{schema: s, text: text, tree: v, seen: map[Fault]bool{}}
	var ve *jsonschema.ValidationError
	if errors.As(err, &ve) {
		f.walk(ve)
	} else {
		f.add("", KindOther, err.Error())
	}
	f.fold()
	sort.SliceStable(f.faults, func(i, j int) bool { return f.faults[i].less(f.faults[j]) })
	return f.faults
}

func (f Fault) less(g Fault) bool {
	switch {
	case f.Offset != g.Offset:
		return f.Offset < g.Offset
	case f.Pointer != g.Pointer:
		return f.Pointer < g.Pointer
	case f.Kind != g.Kind:
		return f.Kind < g.Kind
	}
	return f.Message < g.Message
}

// validate is v5's verdict. It panics on numbers too large to compare, which
// become an error here.
func validate(root *jsonschema.Schema, v any) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("holds a number too large to check")
		}
	}()
	return root.Validate(v)
}

// A flattener turns v5's tree of errors into faults. It reads from the error
// only where and which keyword; the message is made from the compiled schema and
// the value, so that it does not depend on map order.
type flattener struct {
	schema *Schema
	text   []byte
	tree   any
	faults []Fault
	seen   map[Fault]bool
}

func (f *flattener) add(pointer, kind, message string) {
	at, _ := jsonl.Place(f.text, pointer)
	offset := at.Value
	if kind == KindUnknown || kind == KindCaseKey {
		offset = max(at.Key, 0)
	}
	f.addAt(offset, pointer, kind, message, "")
}

func (f *flattener) addAt(offset int, pointer, kind, message, missing string) {
	fault := Fault{offset, pointer, kind, message, missing}
	if f.seen[fault] {
		return
	}
	f.seen[fault] = true
	f.faults = append(f.faults, fault)
}

// walk descends to the errors that stand for a mistake of their own.
func (f *flattener) walk(e *jsonschema.ValidationError) {
	if e.Message == "" { // several errors of one schema, in a wrapper
		for _, c := range e.Causes {
			f.walk(c)
		}
		return
	}
	n, keyword := f.locate(e.AbsoluteKeywordLocation)
	pointer := instancePointer(e.InstanceLocation)
	switch {
	case n != nil && keyword == "oneOf" && len(e.Causes) > 0:
		f.alternatives(n.OneOf, e, pointer)
	case n != nil && keyword == "anyOf" && len(e.Causes) > 0:
		f.alternatives(n.AnyOf, e, pointer)
	case len(e.Causes) > 0 && keyword != "minContains":
		for _, c := range e.Causes {
			f.walk(c)
		}
	case n == nil:
		f.add(pointer, KindOther, e.Message)
	default:
		f.leaf(n, keyword, e, pointer)
	}
}

// locate splits the location of an error into schema and keyword ("" when the
// schema itself is meant).
func (f *flattener) locate(location string) (*jsonschema.Schema, string) {
	for at := location; ; {
		if n := f.schema.index[at]; n != nil && at != location {
			keyword, _, _ := strings.Cut(location[len(at)+1:], "/")
			return n, keyword
		}
		i := strings.LastIndexByte(at, '/')
		if i < 0 || strings.IndexByte(at, '#') < 0 || i < strings.IndexByte(at, '#') {
			return f.schema.index[location], ""
		}
		at = at[:i]
	}
}

// instancePointer undoes v5's URL escaping.
func instancePointer(location string) string {
	if !strings.Contains(location, "%") {
		return location
	}
	tokens := strings.Split(location, "/")
	for i, t := range tokens {
		if u, err := url.PathUnescape(t); err == nil {
			tokens[i] = u
		}
	}
	return strings.Join(tokens, "/")
}

// alternatives reports a value that fits none of several forms: the faults
// within the one form whose type fits, if there is exactly one and the value is
// an object or array; else one fault that lists the forms.
func (f *flattener) alternatives(forms []*jsonschema.Schema, e *jsonschema.ValidationError, pointer string) {
	v := at(f.tree, pointer)
	var fits []int
	for i, n := range forms {
		if typesOf(n, 0).has(v) {
			fits = append(fits, i)
		}
	}
	_, object := v.(map[string]any)
	_, array := v.([]any)
	if (object || array) && len(fits) == 1 && fits[0] < len(e.Causes) {
		f.walk(e.Causes[fits[0]])
		return
	}
	var allowed []string
	for _, n := range forms {
		allowed = append(allowed, describe(n, 0))
	}
	message := fmt.Sprintf("%s; allowed: %s", show(v), strings.Join(allowed, ", or "))
	if text, ok := v.(string); ok {
		message += didYouMean(text, words(forms))
	}
	f.add(pointer, KindForm, message)
}

// fold joins a misspelt key with the missing key it stands for, which is one
// mistake: the unknown key's fault says both.
func (f *flattener) fold() {
	drop := map[int]bool{}
	for i, u := range f.faults {
		if u.Kind != KindUnknown && u.Kind != KindCaseKey {
			continue
		}
		parent, token := splitPointer(u.Pointer)
		best, distance := -1, 0
		for j, m := range f.faults {
			if m.Kind != KindMissing || m.Pointer != parent || drop[j] {
				continue
			}
			if d, ok := near(token, m.Missing); ok && (best < 0 || d < distance) {
				best, distance = j, d
			}
		}
		if best >= 0 {
			drop[best] = true
			asks := strings.HasSuffix(u.Message, "?")
			f.faults[i].Message = strings.TrimSuffix(u.Message, "?") + ", which is missing"
			if asks {
				f.faults[i].Message += "?"
			}
			f.faults[i].Missing = f.faults[best].Missing
		}
	}
	kept := f.faults[:0]
	for i, x := range f.faults {
		if !drop[i] {
			kept = append(kept, x)
		}
	}
	f.faults = kept
}

func splitPointer(p string) (parent, token string) {
	i := strings.LastIndexByte(p, '/')
	if i < 0 {
		return "", p
	}
	return p[:i], jsonl.UnescapePointer(p[i+1:])
}

// Plain is the ordinary way to ask v5, kept as a yardstick for tests and
// measurements: encoding/json with numbers as they are, then the validator. Its
// verdict is v5's error, or the decoder's.
func (s *Schema) Plain(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return err
	}
	return s.root.Validate(v)
}

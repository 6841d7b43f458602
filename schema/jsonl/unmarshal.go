// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package jsonl

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/go-json-experiment/json"
)

// Unmarshal checks b strictly and decodes it into v, a pointer. A key that
// differs only by case from a field of v is a problem (it would be dropped in
// silence), any other unknown key is ignored. Types with their own
// UnmarshalJSON check their keys themselves.
func Unmarshal(b []byte, v any) *Problem {
	if p := Check(b); p != nil {
		return p
	}
	c := cursor{b: b}
	c.space()
	if p := caseKeys(b, c.i, "", reflect.TypeOf(v)); p != nil {
		return p
	}
	err := json.Unmarshal(b, v)
	if err == nil {
		return nil
	}
	var sem *json.SemanticError
	if !errors.As(err, &sem) {
		return &Problem{Kind: KindType, Message: err.Error()}
	}
	p := &Problem{Pointer: string(sem.JSONPointer), Kind: KindType, Offset: int(sem.ByteOffset)}
	if at, ok := Place(b, p.Pointer); ok {
		p.Offset = at.Value
	}
	switch {
	case sem.GoType != nil && sem.JSONKind != 0:
		p.Message = fmt.Sprintf("%s where %s is wanted", kindName(byte(sem.JSONKind)), typeName(sem.GoType))
	case sem.Err != nil:
		p.Message = sem.Err.Error()
	default:
		p.Message = "a value of the wrong type"
	}
	return p
}

func kindName(k byte) string {
	switch k {
	case 'n':
		return "null"
	case 't', 'f':
		return "true or false"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case '{':
		return "an object"
	case '[':
		return "an array"
	}
	return "a value"
}

func typeName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return typeName(t.Elem())
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "a whole number"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Slice, reflect.Array:
		return "an array"
	case reflect.Struct, reflect.Map:
		return "an object"
	}
	return "another type"
}

type unmarshaler interface{ UnmarshalJSON([]byte) error }

var unmarshalerType = reflect.TypeFor[unmarshaler]()

// caseKeys walks the value at offset at along the Go type t.
func caseKeys(b []byte, at int, pointer string, t reflect.Type) *Problem {
	for t.Kind() == reflect.Pointer {
		if t.Implements(unmarshalerType) {
			return nil
		}
		t = t.Elem()
	}
	if reflect.PointerTo(t).Implements(unmarshalerType) || at >= len(b) {
		return nil
	}
	var found *Problem
	c := cursor{b: b, i: at}
	switch {
	case t.Kind() == reflect.Struct && b[at] == '{':
		known := map[string]reflect.Type{}
		fields(t, known)
		c.each(func(key string, _ int, p Placement) bool {
			child := pointer + "/" + EscapePointer(key)
			if ft, ok := known[key]; ok {
				found = caseKeys(b, p.Value, child, ft)
			} else if other, ok := foldedKey(known, key); ok {
				found = &Problem{Offset: p.Key, Pointer: child, Kind: KindCaseKey, Message: caseMessage(key, other)}
			}
			return found == nil
		})
	case t.Kind() == reflect.Map && b[at] == '{':
		c.each(func(key string, _ int, p Placement) bool {
			found = caseKeys(b, p.Value, pointer+"/"+EscapePointer(key), t.Elem())
			return found == nil
		})
	case (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) && b[at] == '[':
		c.each(func(_ string, i int, p Placement) bool {
			found = caseKeys(b, p.Value, fmt.Sprintf("%s/%d", pointer, i), t.Elem())
			return found == nil
		})
	}
	return found
}

func foldedKey(known map[string]reflect.Type, key string) (string, bool) {
	for k := range known {
		if strings.EqualFold(k, key) {
			return k, true
		}
	}
	return "", false
}

func caseMessage(key, known string) string {
	return fmt.Sprintf("the key %s differs only by case from %q", shortText(key), known)
}

// fields collects the JSON names of a struct's fields, embedded ones included.
func fields(t reflect.Type, into map[string]reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" || !f.IsExported() && !f.Anonymous:
		case f.Anonymous && name == "":
			e := f.Type
			if e.Kind() == reflect.Pointer {
				e = e.Elem()
			}
			if e.Kind() == reflect.Struct {
				fields(e, into)
			}
		case name == "":
			into[f.Name] = f.Type
		default:
			into[name] = f.Type
		}
	}
}

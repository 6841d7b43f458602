// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"fmt"
)

// An object keeps the order in which its keys were written, which is the order
// for reading.
type object struct {
	keys   []string
	values map[string]any
}

// decode reads a JSON value; objects become *object.
func decode(d *json.Decoder) (any, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('{'):
		o := &object{values: map[string]any{}}
		for d.More() {
			k, err := d.Token()
			if err != nil {
				return nil, err
			}
			v, err := decode(d)
			if err != nil {
				return nil, err
			}
			key := k.(string)
			o.keys = append(o.keys, key)
			o.values[key] = v
		}
		_, err := d.Token()
		return o, err
	case json.Delim('['):
		list := []any{}
		for d.More() {
			v, err := decode(d)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err := d.Token()
		return list, err
	}
	return t, nil
}

// object, text and list take a member apart; the zero value stands for absence.
func (o *object) object(key string) *object {
	if o == nil {
		return nil
	}
	v, _ := o.values[key].(*object)
	return v
}

func (o *object) text(key string) string {
	if o == nil {
		return ""
	}
	if n, ok := o.values[key].(float64); ok {
		return fmt.Sprint(n)
	}
	s, _ := o.values[key].(string)
	return s
}

func (o *object) list(key string) []any {
	if o == nil {
		return nil
	}
	v, _ := o.values[key].([]any)
	return v
}

func (o *object) has(key string) bool {
	if o == nil {
		return false
	}
	_, ok := o.values[key]
	return ok
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/false-consensus/fcb/schema/jsonl"
)

// CardMeta is what a person supplied: section, field, value. Keep raw JSON.
type CardMeta struct {
	Title    string
	Sections map[string]map[string]json.RawMessage
}

// ReadCardMeta reads an object of sections, each an object of fields, and
// optionally a title. Unknown sections and fields, and values for fields that
// the audit computes, are errors that name what there is; null and "" mean not
// supplied.
func ReadCardMeta(b []byte) (*CardMeta, error) {
	b = bytes.TrimPrefix(b, jsonl.BOM)
	if p := jsonl.Check(b); p != nil {
		line := 1 + bytes.Count(b[:min(p.Offset, len(b))], []byte("\n"))
		column := min(p.Offset, len(b)) - bytes.LastIndexByte(b[:min(p.Offset, len(b))], '\n')
		return nil, fmt.Errorf("%d:%d: %s", line, column, p.Message)
	}
	var raw map[string]json.RawMessage
	if json.Unmarshal(b, &raw) != nil {
		return nil, fmt.Errorf("an object of sections is wanted: %s", strings.Join(sectionKeys(), ", "))
	}
	m := &CardMeta{Sections: map[string]map[string]json.RawMessage{}}
	for key, value := range raw {
		if key == "title" {
			if json.Unmarshal(value, &m.Title) != nil {
				return nil, fmt.Errorf("/title: a string is wanted")
			}
			continue
		}
		i := slices.IndexFunc(cardGroups, func(g cardGroup) bool { return g.key == key })
		if i < 0 {
			return nil, fmt.Errorf("/%s: no such section; there are %s", key, strings.Join(sectionKeys(), ", "))
		}
		fields := map[string]json.RawMessage{}
		if json.Unmarshal(value, &fields) != nil {
			return nil, fmt.Errorf("/%s: an object of fields is wanted", key)
		}
		for field := range fields {
			var open []string
			known := false
			for _, f := range cardGroups[i].fields {
				if f.value == nil {
					open = append(open, f.key)
					known = known || f.key == field
				} else if f.key == field {
					return nil, fmt.Errorf("/%s/%s: the audit fills this in itself", key, field)
				}
			}
			if !known {
				return nil, fmt.Errorf("/%s/%s: no such field; to be supplied are %s", key, field, strings.Join(open, ", "))
			}
		}
		m.Sections[key] = fields
	}
	return m, nil
}

func sectionKeys() (keys []string) {
	for _, g := range cardGroups {
		keys = append(keys, g.key)
	}
	return keys
}

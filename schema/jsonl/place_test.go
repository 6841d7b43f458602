// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package jsonl_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/schema/jsonl"
)

func TestPlace(t *testing.T) {
	text := `{"a": [10, {"b\u0063":"x,]}"}, []], "m/n": {"~": true}, "":[[1]]}`
	for _, c := range []struct {
		pointer, value, key string
		parent              string // text from the parent's bracket on
	}{
		{"", text, "", ""},
		{"/a", `[10, {"b\u0063":"x,]}"}, []]`, `"a"`, text},
		{"/a/0", `10`, "", `[10`},
		{"/a/1/bc", `"x,]}"`, `"b\u0063"`, `{"b`},
		{"/a/2", `[]`, "", `[10`},
		{"/m~1n", `{"~": true}`, `"m/n"`, text},
		{"/m~1n/~0", `true`, `"~"`, `{"~`},
		{"/", `[[1]]`, `"":`, text},
		{"//0/0", `1`, "", `[1]`},
	} {
		p, ok := jsonl.Place([]byte(text), c.pointer)
		require.True(t, ok, c.pointer)
		assert.Equal(t, c.value, text[p.Value:p.End], c.pointer)
		if c.key == "" {
			assert.Equal(t, -1, p.Key, c.pointer)
		} else {
			assert.True(t, strings.HasPrefix(text[p.Key:], c.key), c.pointer)
		}
		if c.parent == "" {
			assert.Equal(t, -1, p.Parent, c.pointer)
		} else {
			assert.True(t, strings.HasPrefix(text[p.Parent:], c.parent), c.pointer)
		}
	}
	for _, pointer := range []string{"/x", "/a/3", "/a/01", "/a/-1", "/a/0/0", "/a/x", "/A"} {
		_, ok := jsonl.Place([]byte(text), pointer)
		assert.False(t, ok, pointer)
	}
}

func TestUnmarshal(t *testing.T) {
	type inner struct {
		Kind string `json:"kind"`
	}
	type record struct {
		CaseID string            `json:"case_id"`
		N      int               `json:"n"`
		List   []inner           `json:"list"`
		Map    map[string]*inner `json:"map"`
	}
	var r record
	require.Nil(t, jsonl.Unmarshal([]byte(`{"case_id":"x","extra":{"Kind":1},"n":3,"list":[{"kind":"k"}]}`), &r))
	assert.Equal(t, record{CaseID: "x", N: 3, List: []inner{{"k"}}}, r)

	for _, c := range []struct{ text, pointer, kind, says string }{
		{`{⟨"Case_ID":"x"}`, "/Case_ID", jsonl.KindCaseKey, `"case_id"`},
		{`{"list":[{"kind":"a"},{⟨"KIND":"b"}]}`, "/list/1/KIND", jsonl.KindCaseKey, `"kind"`},
		{`{"map":{"Kind":{⟨"Kind":"b"}}}`, "/map/Kind/Kind", jsonl.KindCaseKey, `"kind"`},
		{`{"n": ⟨"3"}`, "/n", jsonl.KindType, "a string where a whole number"},
		{`{"n": ⟨1.5}`, "/n", jsonl.KindType, "whole number"},
		{`{"list":[ ⟨7]}`, "/list/0", jsonl.KindType, "a number where an object"},
		{`⟨[]`, "", jsonl.KindType, "an array where an object"},
		{`{"n":1,⟨"n":2}`, "/n", jsonl.KindDuplicate, `"n"`},
	} {
		at := strings.Index(c.text, "⟨")
		p := jsonl.Unmarshal([]byte(strings.Replace(c.text, "⟨", "", 1)), &record{})
		require.NotNil(t, p, c.text)
		assert.Equal(t, at, p.Offset, c.text)
		assert.Equal(t, c.pointer, p.Pointer, c.text)
		assert.Equal(t, c.kind, p.Kind, c.text)
		assert.Contains(t, p.Message, c.says, c.text)
	}
}

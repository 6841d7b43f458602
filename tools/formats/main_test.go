// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/schema"
	"github.com/false-consensus/fcb/scorer/export"
)

// docs/formats.md is what the schemas say. After a change: go run ./tools/formats
func TestTheDocumentIsUpToDate(t *testing.T) {
	want, err := page("../..")
	require.NoError(t, err)
	have, err := os.ReadFile("../../" + target)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(want, have), "docs/formats.md is out of date: go run ./tools/formats")
}

func TestEverySchemaAndColumnIsThere(t *testing.T) {
	b, err := page("../..")
	require.NoError(t, err)
	for _, name := range schema.Names() {
		assert.Contains(t, string(b), "\n## "+name+"\n")
	}
	for _, c := range export.Columns() {
		assert.Contains(t, string(b), "| `"+c+"` |")
	}
	for _, line := range strings.Split(string(b), "\n") {
		if strings.HasPrefix(line, "|") {
			assert.Contains(t, []int{3, 4, 5}, strings.Count(strings.ReplaceAll(line, `\|`, ""), "|"), line)
		}
	}
}

func TestWordsOfASchema(t *testing.T) {
	read := func(text string) *object {
		v, err := decode(json.NewDecoder(strings.NewReader(text)))
		require.NoError(t, err)
		return v.(*object)
	}
	defs := read(`{"n":{"type":"integer","minimum":0},"o":{"properties":{"x":{}}}}`)
	for in, want := range map[string]string{
		`{"type":"string"}`: "string", `{"type":["string","null"]}`: "string or null", `{"enum":["a",null,1]}`: "`\"a\"`, `null`, `1`", `{"const":"x"}`: "`\"x\"`",
		`{"type":"array","items":{"type":"string"}}`: "array of string", `{"type":"object","additionalProperties":{"type":"number"}}`: "object of number",
		`{"$ref":"#/$defs/n"}`: "integer", `{"$ref":"#/$defs/o"}`: "`o`", `{"oneOf":[{"type":"null"},{"$ref":"#/$defs/o"}]}`: "null or `o`", `{}`: "any",
	} {
		s := &section{b: &bytes.Buffer{}, defs: defs, written: map[string]bool{}}
		assert.Equal(t, want, s.typeOf(read(in)), in)
	}
	s := &section{b: &bytes.Buffer{}, defs: defs, written: map[string]bool{}}
	assert.Equal(t, "of it; at least 0", s.meaning(read(`{"$ref":"#/$defs/n","description":"of it."}`)))
	assert.Equal(t, []string{"b", "a"}, read(`{"b":1,"a":2}`).keys)
}

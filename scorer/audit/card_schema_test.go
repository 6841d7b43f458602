// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCardSchemaIsThatOfTheTable holds the published schema to the table of
// fields; FCB_UPDATE=1 rewrites it.
func TestCardSchemaIsThatOfTheTable(t *testing.T) {
	path := filepath.Join("..", "..", "schema", "trace-audit-card.schema.json")
	if os.Getenv("FCB_UPDATE") != "" {
		require.NoError(t, os.WriteFile(path, cardSchema(), 0o644))
	}
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(cardSchema()), string(got))
}

// cardSchema makes the JSON Schema of cards from the table that cards are made from.
func cardSchema() []byte {
	properties := map[string]any{
		"format":  map[string]any{"const": CardFormat},
		"title":   map[string]any{"type": "string", "minLength": 1},
		"missing": map[string]any{"type": "array", "items": map[string]any{"type": "string"}, "description": "required fields that are unavailable"},
	}
	all := []string{"format", "title"}
	for _, g := range cardGroups {
		fields, names := map[string]any{}, []string{}
		for _, f := range g.fields {
			kind := "O"
			if f.required {
				kind = "R"
			}
			fields[f.key] = map[string]any{"description": f.label, "allOf": []any{
				map[string]any{"$ref": "#/$defs/field"},
				map[string]any{"properties": map[string]any{"kind": map[string]any{"const": kind}}},
			}}
			names = append(names, f.key)
		}
		properties[g.key] = map[string]any{"type": "object", "description": g.title, "additionalProperties": false, "required": names, "properties": fields}
		all = append(all, g.key)
	}
	doc := map[string]any{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://false-consensus.github.io/fcb/schema/trace-audit-card.schema.json",
		"title": "Trace-audit card of fcb audit", "type": "object", "additionalProperties": false, "required": append(all, "missing"), "properties": properties,
		"$defs": map[string]any{"field": map[string]any{
			"description": "a value, or why there is none",
			"oneOf": []any{
				map[string]any{"type": "object", "additionalProperties": false, "required": []string{"kind", "status", "value"},
					"properties": map[string]any{"kind": map[string]any{"enum": []string{"R", "O"}}, "status": map[string]any{"const": Reported}, "value": map[string]any{"not": map[string]any{"type": "null"}}}},
				map[string]any{"type": "object", "additionalProperties": false, "required": []string{"kind", "status", "why"},
					"properties": map[string]any{"kind": map[string]any{"enum": []string{"R", "O"}}, "status": map[string]any{"const": Unavailable}, "why": map[string]any{"type": "string", "minLength": 1}}},
			},
		}},
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	_ = e.Encode(doc) // strings and lists only
	return b.Bytes()
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package schema_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/schema"
	"github.com/false-consensus/fcb/schema/jsonl"
)

const goodCase = `{"id":"a-1","category":"majority_wrong_fact","question":"Q?","evidence":["e"],` +
	`"answers":[{"agent_id":"a","output":"x","claim":"c","correct":false,"metadata":{"model_family":"family-a","saw_other_answers":false,"shared_context":false}},` +
	`{"agent_id":"b","output":"y","correct":true}],"ground_truth":"t","majority_correct":null,"expected_risk":"high","rationale":"r",` +
	`"source":{"dataset":"D","license":"MIT","citation":"c","url":"https://example.org/x","item":"f 1234567 0","adaptation":"reworded"},"tags":["t"]}`

func TestEverySchemaCompiles(t *testing.T) {
	for _, name := range schema.Names() {
		s := schema.Compile(name)
		assert.Len(t, s.SHA256, 64, name)
		assert.Same(t, s, schema.Compile(name), name)
		text, err := schema.Source(name)
		require.NoError(t, err)
		v := jsonl.Decode(text).(map[string]any)
		assert.Equal(t, "https://json-schema.org/draft/2020-12/schema", v["$schema"], name)
		assert.Equal(t, schema.BaseURL+name+".schema.json", v["$id"], name)
	}
	assert.Panics(t, func() { schema.Compile("nothing") })
}

func TestGoodCase(t *testing.T) {
	assert.Empty(t, schema.Compile(schema.Case).Check([]byte(goodCase)))
	original := strings.Replace(goodCase, goodCase[strings.Index(goodCase, `{"dataset"`):strings.Index(goodCase, `,"tags"`)], `"original"`, 1)
	assert.Empty(t, schema.Compile(schema.Case).Check([]byte(original)))
}

// Each edit of the good case plants one fault; the place is that of a text in
// the edited line, the n-th byte of which is meant.
func TestOneFaultForEachMistake(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		place          string // the fault stands where this text begins
		pointer, kind  string
		says           []string
	}{
		{"number for string", `"id":"a-1"`, `"id": 5`, `5,"cat`, "/id", schema.KindType, []string{"the number 5", "a string is wanted"}},
		{"bad id", `"a-1"`, `"A 1"`, `"A 1"`, "/id", schema.KindPattern, []string{"[a-z0-9]+"}},
		{"long id", `"a-1"`, `"` + strings.Repeat("a", 65) + `"`, `"aaa`, "/id", schema.KindLength, []string{"65 characters", "64"}},
		{"category", `"majority_wrong_fact"`, `"majority-wrong-facts"`, `"majority-`, "/category", schema.KindValue, []string{"allowed:", "echo_cascade", `did you mean "majority_wrong_fact"?`}},
		{"missing key", `"question":"Q?",`, ``, `{"id"`, "", schema.KindMissing, []string{`"question" is missing`}},
		{"cut short", `"majority_wrong_fact"`, `"genuine_agreement"`, `"genuine_a`, "/category", schema.KindValue, []string{`did you mean "genuine_agreement_correct"?`}},
		{"misspelt key", `"question":`, `"questoin":`, `"questoin"`, "/questoin", schema.KindUnknown, []string{`did you mean "question", which is missing?`}},
		{"key by case", `"rationale":`, `"Rationale":`, `"Rationale"`, "/Rationale", schema.KindCaseKey, []string{`differs only by case from "rationale"`}},
		{"unknown key", `"tags":`, `"zzz~/":1,"tags":`, `"zzz~/"`, "/zzz~0~1", schema.KindUnknown, []string{"known: answers"}},
		{"deep unknown key", `"correct":true`, `"correct":true,"corect":1`, `"corect"`, "/answers/1/corect", schema.KindUnknown, []string{`did you mean "correct"?`}},
		{"deep missing key", `"output":"y",`, ``, `{"agent_id":"b"`, "/answers/1", schema.KindMissing, []string{`"output"`}},
		{"one answer", goodCase[strings.Index(goodCase, `,{"agent_id":"b"`):strings.Index(goodCase, `],"ground`)], ``, `[{"agent`, "/answers", schema.KindItems, []string{"1 item; 2 to 16"}},
		{"empty text", `"output":"y"`, `"output":""`, `"","correct":true`, "/answers/1/output", schema.KindLength, []string{"empty"}},
		{"string for boolean", `"saw_other_answers":false`, `"saw_other_answers":"yes"`, `"yes"`, "/answers/0/metadata/saw_other_answers", schema.KindType, []string{`"yes"`, "true or false"}},
		{"family", `"family-a"`, `"family-g"`, `"family-g"`, "/answers/0/metadata/model_family", schema.KindValue, []string{"family-f"}},
		{"risk", `"expected_risk":"high"`, `"expected_risk":"hihg"`, `"hihg"`, "/expected_risk", schema.KindValue, []string{`did you mean "high"?`}},
		{"majority", `"majority_correct":null`, `"majority_correct":"null"`, `"null"`, "/majority_correct", schema.KindType, []string{"true or false or null"}},
		{"source 7", goodCase[strings.Index(goodCase, `{"dataset"`):strings.Index(goodCase, `,"tags"`)], `7`, `7,"tags"`, "/source", schema.KindForm, []string{`"original"`, "or an object with dataset"}},
		{"source misspelt", goodCase[strings.Index(goodCase, `{"dataset"`):strings.Index(goodCase, `,"tags"`)], `"orignal"`, `"orignal"`, "/source", schema.KindForm, []string{`did you mean "original"?`}},
		{"source key missing", `"url":"https://example.org/x",`, ``, `{"dataset"`, "/source", schema.KindMissing, []string{`"url"`}},
		{"not a url", `"https://example.org/x"`, `"not a url"`, `"not a url"`, "/source/url", schema.KindFormat, []string{"uri"}},
		{"equal tags", `["t"]`, `["t","u","t"]`, `"t"]`, "/tags/2", schema.KindUnique, []string{"twice"}},
		{"tags no list", `["t"]`, `"t"`, `"t"}`, "/tags", schema.KindType, []string{"an array"}},
		{"not an object", goodCase, `[1]`, `[1]`, "", schema.KindType, []string{"an array where an object"}},
	} {
		require.Equal(t, 1, strings.Count(goodCase, c.old), c.name)
		text := strings.Replace(goodCase, c.old, c.new, 1)
		require.Nil(t, jsonl.Check([]byte(text)), c.name)
		faults := schema.Compile(schema.Case).Check([]byte(text))
		if !assert.Len(t, faults, 1, c.name) {
			continue
		}
		f := faults[0]
		assert.True(t, strings.HasPrefix(text[f.Offset:], c.place), "%s at %d: %s", c.name, f.Offset, text[f.Offset:])
		assert.Equal(t, c.pointer, f.Pointer, c.name)
		assert.Equal(t, c.kind, f.Kind, "%s: %s", c.name, f.Message)
		for _, s := range c.says {
			assert.Contains(t, f.Message, s, c.name)
		}
	}
}

// A suggestion is made for a near word only.
func TestDidYouMean(t *testing.T) {
	for word, want := range map[string]string{
		"genuine_agreement_corr": "genuine_agreement_correct", "Echo Cascade": "echo_cascade", "numeric_error": "", "lone_correct_disenters": "lone_correct_dissenter", "fact": "", "": "",
	} {
		faults := schema.Compile(schema.Case).Check([]byte(strings.Replace(goodCase, "majority_wrong_fact", word, 1)))
		require.Len(t, faults, 1, word)
		if want == "" {
			assert.NotContains(t, faults[0].Message, "did you mean", word)
		} else {
			assert.Contains(t, faults[0].Message, `did you mean "`+want+`"?`, word)
		}
	}
}

func TestEveryMistakeIsReportedInByteOrder(t *testing.T) {
	text := strings.NewReplacer(`"a-1"`, `"A"`, `"output":"x"`, `"output":7`, `"tags"`, `"tgas"`, `"high"`, `1`).Replace(goodCase)
	faults := schema.Compile(schema.Case).Check([]byte(text))
	var got []string
	for _, f := range faults {
		got = append(got, f.Pointer)
	}
	assert.Equal(t, []string{"/id", "/answers/0/output", "/expected_risk", "/tgas"}, got)
	within := strings.NewReplacer(`"license":"MIT",`, ``, `"https://example.org/x"`, `"no url"`, `"reworded"`, `"retold"`).Replace(goodCase)
	assert.Len(t, schema.Compile(schema.Case).Check([]byte(within)), 3, "every fault within the form that is meant")
	for range 20 { // v5 walks maps: the order must not show
		assert.Equal(t, faults, schema.Compile(schema.Case).Check([]byte(text)))
	}
}

func write(t *testing.T, dir string, files map[string]string) {
	for name, text := range files {
		p := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(p), 0o755))
		require.NoError(t, os.WriteFile(p, []byte(text), 0o600))
	}
}

func TestCompileFileFollowsRelativeReferences(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"plain/schema.json":       `{"type":"object","properties":{"a":{"$ref":"parts/answer.json"}}}`,
		"plain/parts/answer.json": `{"properties":{"m":{"$ref":"meta.json#/$defs/m"}}}`,
		"plain/parts/meta.json":   `{"$defs":{"m":{"type":"string"}}}`,
		"ids/schema.json":         `{"$id":"https://example.com/s/schema.json","properties":{"a":{"$ref":"parts/answer.json"}}}`,
		"ids/parts/answer.json":   `{"$id":"https://example.com/s/parts/answer.json","properties":{"m":{"type":"string"}}}`,
	})
	t.Chdir(t.TempDir())
	for _, name := range []string{"plain", "ids"} {
		s, err := schema.CompileFile(filepath.Join(dir, name, "schema.json"))
		require.NoError(t, err, name)
		assert.Empty(t, s.Check([]byte(`{"a":{"m":"x"}}`)), name)
		faults := s.Check([]byte(`{"a":{"m":1}}`))
		require.Len(t, faults, 1, name)
		assert.Equal(t, "/a/m", faults[0].Pointer, name)
	}
	t.Chdir(filepath.Join(dir, "plain", "parts"))
	_, err := schema.CompileFile("../schema.json")
	assert.NoError(t, err)
}

func TestCompileFileRefuses(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct{ text, says string }{
		"network.json": {`{"$ref":"https://example.com/other.json"}`, "never fetched"},
		"lost.json":    {`{"$ref":"nowhere.json"}`, "no such file"},
		"pattern.json": {`{"properties":{"pattern":{"pattern":"^(?=x)"}}}`, `/properties/pattern/pattern: the pattern "^(?=x)"`},
		"named.json":   {`{"properties":{"enum":{"pattern":"("}}}`, `/properties/enum/pattern`},
		"keys.json":    {`{"patternProperties":{"a(":{}}}`, `/patternProperties/a(`},
		"type.json":    {`{"properties":{"a":{"type":"strnig"}}}`, "/properties/a/type"},
		"json.json":    {"{\n \"type\": \"object\",\n}", "json.json:3:1: not JSON: trailing comma"},
		"array.json":   {`[]`, "not a"},
		"draft.json":   {`{"$schema":"https://example.com/mine"}`, "never fetched"},
	} {
		write(t, dir, map[string]string{name: c.text})
		_, err := schema.CompileFile(filepath.Join(dir, name))
		if assert.Error(t, err, name) {
			assert.Contains(t, err.Error(), c.says, name)
			assert.NotContains(t, err.Error(), "\n", name)
		}
	}
	_, err := schema.CompileFile(filepath.Join(dir, "missing.json"))
	assert.ErrorContains(t, err, "reading the schema")
}

func TestFormatsAreAsserted(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"s.json": `{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"u":{"format":"uri"},"n":{"type":"integer","minimum":1.5}}}`})
	s, err := schema.CompileFile(filepath.Join(dir, "s.json"))
	require.NoError(t, err)
	faults := s.Check([]byte(`{"u":"not a url","n":1}`))
	require.Len(t, faults, 2)
	assert.Equal(t, schema.KindFormat, faults[0].Kind)
	assert.Equal(t, "the number 1; at least 1.5 required", faults[1].Message)
	faults = s.Check([]byte(`{"n":1e999999999}`))
	require.Len(t, faults, 1, "a number that v5 cannot hold is a fault, not a panic")
}

func TestPredictionSchema(t *testing.T) {
	good := `{"case_id":"a","status":"ok","false_consensus_risk":"low","consensus_answer":null,"engine":"e","request_sha256":"` + strings.Repeat("0", 64) +
		`","http_status":200,"attempts":1,"latency_ms":1.5,"started_at":"2026-01-02T03:04:05Z","response":{"n":9223372036854775808},"judge":null,"error":null}`
	s := schema.Compile(schema.Prediction)
	assert.Empty(t, s.Check([]byte(good)))
	for old, change := range map[string]string{
		`"low"`:        `null`,
		`"ok"`:         `"failed"`,
		`"judge":null`: `"judge":{"status":"done","verdict":null,"response":null}`,
		`"2026-01-02T`: `"2026-13-02T`,
		`"attempts":1`: `"attempts":-1`,
	} {
		assert.NotEmpty(t, s.Check([]byte(strings.Replace(good, old, change, 1))), change)
	}
}

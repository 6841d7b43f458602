// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package jsonl_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/schema/jsonl"
)

// In each text the byte that must be pointed at follows the marker ⟨ (which is
// taken out), so that no offset is copied from output.
var faults = []struct{ name, text, pointer, kind, says string }{
	{"empty", `⟨`, "", jsonl.KindUnfinished, "no JSON"},
	{"value missing", `{"id":⟨`, "/id", jsonl.KindUnfinished, "unfinished object"},
	{"string open", `{"id":"abc⟨`, "/id", jsonl.KindUnfinished, "unfinished object"},
	{"object open", `{"a":1⟨`, "/a", jsonl.KindUnfinished, "unfinished object"},
	{"array open", `[1,[2⟨`, "/1/0", jsonl.KindUnfinished, "unfinished array"},
	{"key only", `{"a"⟨`, "/a", jsonl.KindUnfinished, "unfinished object"},
	{"word open", `{"a":tr⟨`, "/a", jsonl.KindUnfinished, "true"},
	{"number open", `{"a":-⟨`, "/a", jsonl.KindUnfinished, "number"},
	{"escape open", `{"a":"\u00⟨`, "/a", jsonl.KindUnfinished, "escape"},
	{"pair open", `{"a":"\ud83d⟨`, "/a", jsonl.KindUnfinished, "surrogate"},
	{"character open", "{\"a\":\"\xe2\x82⟨", "/a", jsonl.KindUnfinished, "character"},
	{"trailing comma in array", `{"id":"a","tags":["x",⟨]}`, "/tags/0", jsonl.KindComma, "trailing comma"},
	{"trailing comma in object", `{"id":"a", ⟨}`, "/id", jsonl.KindComma, "trailing comma"},
	{"double comma", `[1,⟨,2]`, "/1", jsonl.KindSyntax, "comma"},
	{"leading comma", `[⟨,1]`, "/0", jsonl.KindSyntax, "comma"},
	{"NaN", `{"a":⟨NaN}`, "/a", jsonl.KindNumber, "NaN"},
	{"nan", `{"a":n⟨an}`, "/a", jsonl.KindNumber, "NaN"},
	{"Infinity", `[⟨Infinity]`, "/0", jsonl.KindNumber, "Infinity"},
	{"-Infinity", `[-⟨Infinity]`, "/0", jsonl.KindNumber, "Infinity"},
	{"zero first", `[0⟨1]`, "/0", jsonl.KindNumber, "superfluous 0"},
	{"plus", `[⟨+1]`, "/0", jsonl.KindSyntax, "'+'"},
	{"no fraction", `[1.⟨]`, "/0", jsonl.KindNumber, "digit"},
	{"no exponent", `[1e+⟨x]`, "/0", jsonl.KindNumber, "digit"},
	{"hexadecimal", `[0⟨x10]`, "/0", jsonl.KindSyntax, "'x'"},
	{"True", `{"a":⟨True}`, "/a", jsonl.KindSyntax, "'T'"},
	{"word", `{"a":tru⟨h}`, "/a", jsonl.KindSyntax, "true"},
	{"single quotes", `{⟨'a':1}`, "", jsonl.KindSyntax, "key"},
	{"single quoted value", `{"a":⟨'b'}`, "/a", jsonl.KindSyntax, "single quote"},
	{"bare key", `{"b":1,⟨a:1}`, "", jsonl.KindSyntax, "key"},
	{"no colon", `{"a" ⟨1}`, "/a", jsonl.KindSyntax, ":"},
	{"no comma", `{"a":1 ⟨"b":2}`, "/a", jsonl.KindSyntax, ","},
	{"wrong bracket", `{"a":[1⟨}`, "/a/0", jsonl.KindSyntax, "]"},
	{"comment", `{"a":1} ⟨// x`, "", jsonl.KindExtra, "after the end"},
	{"second value", `{"a":1}⟨{"b":2}`, "", jsonl.KindExtra, "after the end"},
	{"bad escape", `{"a":"x\⟨q"}`, "/a", jsonl.KindString, `\q`},
	{"bad hex", `{"a":"\u00⟨g0"}`, "/a", jsonl.KindString, "hexadecimal"},
	{"control character", "{\"a\":\"x⟨\ty\"}", "/a", jsonl.KindString, "U+0009"},
	{"last control character", "{\"a\":\"x⟨\x1fy\"}", "/a", jsonl.KindString, "U+001F"},
	{"NUL in string", "{\"a\":\"x⟨\x00y\"}", "/a", jsonl.KindString, "U+0000"},
	{"NUL", "{\"a\":1}⟨\x00\x00", "", jsonl.KindSyntax, "NUL"},
	{"not UTF-8 behind the first byte", "{\"a\":\"h\xe9⟨v\"}", "/a", jsonl.KindUTF8, "0x76 cannot follow 0xE9"},
	{"not UTF-8", "{\"a\":\"é⟨\xff\"}", "/a", jsonl.KindUTF8, "0xFF"},
	{"cut character", "{\"a\":\"\xe2\x82⟨\"}", "/a", jsonl.KindUTF8, "0x22"},
	{"cut long character", "{\"a\":\"\xf0\x9f\x98⟨\"}", "/a", jsonl.KindUTF8, "0x22"},
	{"overlong", "{\"a\":\"\xe0⟨\x80\x80\"}", "/a", jsonl.KindUTF8, "0x80"},
	{"surrogate in UTF-8", "{\"a\":\"\xed⟨\xa0\x80\"}", "/a", jsonl.KindUTF8, "0xA0"},
	{"latin-1 outside a string", "{\"a\":⟨\xe9}", "/a", jsonl.KindUTF8, "0xE9"},
	{"letter outside a string", `{"a":⟨é}`, "/a", jsonl.KindSyntax, "'é'"},
	{"high surrogate alone", `{"a":"é⟨\ud83dx"}`, "/a", jsonl.KindSurrogate, "d83d"},
	{"high surrogate at the end", `{"a":"⟨\uD83D"}`, "/a", jsonl.KindSurrogate, "D83D"},
	{"high surrogate and letter", `{"a":"⟨\ud83d\u0041"}`, "/a", jsonl.KindSurrogate, "d83d"},
	{"high surrogate twice", `{"a":"⟨\ud83d\ud83d\ude00"}`, "/a", jsonl.KindSurrogate, "d83d"},
	{"low surrogate alone", `{"a":"⟨\ude00"}`, "/a", jsonl.KindSurrogate, "de00"},
	{"low surrogate in key", `{"⟨\ude00":1}`, "", jsonl.KindSurrogate, "de00"},
	{"doubled key", `{"a":1,"b":{"a":1},⟨"a":2}`, "/a", jsonl.KindDuplicate, `"a"`},
	{"doubled key, escaped", `{"a":1,⟨"\u0061":2}`, "/a", jsonl.KindDuplicate, `"a"`},
	{"doubled key, escaped first", `{"\u0061":1,⟨"a":2}`, "/a", jsonl.KindDuplicate, `"a"`},
	{"doubled key below", `{"x":[{"k":1},{"k":1,⟨"k":1}]}`, "/x/1/k", jsonl.KindDuplicate, `"k"`},
	{"doubled odd key", `{"x/y~":[{"k":1,⟨"k":1}]}`, "/x~1y~0/0/k", jsonl.KindDuplicate, `"k"`},
	{"byte-order mark", "⟨\uFEFF{\"a\":1}", "", jsonl.KindBOM, "byte-order mark"},
	{"byte-order mark inside", "{\"a\":⟨\uFEFF1}", "/a", jsonl.KindBOM, "byte-order mark"},
	{"byte-order mark after", "{\"a\":1}⟨\uFEFF", "", jsonl.KindBOM, "byte-order mark"},
}

func TestCheckPointsAtTheByte(t *testing.T) {
	for _, c := range faults {
		at := strings.Index(c.text, "⟨")
		require.GreaterOrEqual(t, at, 0, c.name)
		text := []byte(strings.Replace(c.text, "⟨", "", 1))
		p := jsonl.Check(text)
		if !assert.NotNil(t, p, c.name) {
			continue
		}
		assert.Equal(t, at, p.Offset, "%s: %s", c.name, p.Message)
		assert.Equal(t, c.pointer, p.Pointer, c.name)
		assert.Equal(t, c.kind, p.Kind, "%s: %s", c.name, p.Message)
		assert.Contains(t, p.Message, c.says, c.name)
	}
}

func TestCheckAccepts(t *testing.T) {
	for _, text := range []string{
		`{}`, `[]`, ` null `, `"\ud83d\ude00"`, `-0.0e-7`, `{"a":1,"A":2}`, "\"\uFEFF\"", "\"\uFFFD\"", `"\u0000"`, "{\"a\":1}\r", "\" \x7f\"",
		`7328334202200869666123`, `[[],{},"",0,true,false,null]`, `{"":{"":1}}`,
		"[" + strings.Repeat(`{"a":[1]},`, 40) + `0]`,
	} {
		assert.Nil(t, jsonl.Check([]byte(text)), text)
	}
}

func TestCheckFindsADoubledKeyInALargeObject(t *testing.T) {
	var b strings.Builder
	b.WriteByte('{')
	for i := range 1000 {
		b.WriteString(`"k` + strings.Repeat("x", i) + `":0,`)
	}
	at := b.Len()
	b.WriteString(`"kxx":0}`)
	p := jsonl.Check([]byte(b.String()))
	require.NotNil(t, p)
	assert.Equal(t, at, p.Offset)
}

func TestCheckDepth(t *testing.T) {
	deep := func(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) }
	assert.Nil(t, jsonl.Check(deep(jsonl.MaxDepth)))
	p := jsonl.Check(deep(jsonl.MaxDepth + 1))
	require.NotNil(t, p)
	assert.Equal(t, jsonl.KindDepth, p.Kind)
	assert.Equal(t, jsonl.MaxDepth, p.Offset)
}

func TestCheckAllGoesOnBehindMildFaults(t *testing.T) {
	text := `{"a":"\ud83d","a":1,"b":[{"c":1,"c":2}],"a":3,}`
	var got []int
	for _, p := range jsonl.CheckAll([]byte(text)) {
		got = append(got, p.Offset)
	}
	assert.Equal(t, []int{strings.Index(text, `\ud`), strings.Index(text, `"a":1`), strings.Index(text, `"c":2`),
		strings.Index(text, `"a":3`), strings.LastIndex(text, "}")}, got)
}

// Check and jsontext must agree on what is JSON; the offsets are ours.
func FuzzCheckAgreesWithJSONText(f *testing.F) {
	for _, c := range faults {
		f.Add([]byte(strings.Replace(c.text, "⟨", "", 1)))
	}
	f.Add([]byte(`{"a":[1,{"b":null}],"\ud83d\ude00":"x"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		p := jsonl.Check(b)
		want := jsontext.Value(b).IsValid()
		if (p == nil) != want {
			t.Fatalf("Check says %v, jsontext says valid=%v for %q", p, want, b)
		}
		if p != nil {
			if p.Offset < 0 || p.Offset > len(b) {
				t.Fatalf("offset %d of %d", p.Offset, len(b))
			}
			return
		}
		compact, err := jsonl.Compact(b)
		if err != nil {
			t.Fatal(err)
		}
		again, err := jsonl.Compact(compact)
		if err != nil || string(again) != string(compact) {
			t.Fatalf("compacting %q twice: %q, %v", b, again, err)
		}
		if at, ok := jsonl.Place(b, ""); !ok || strings.TrimSpace(string(b)) != string(b[at.Value:at.End]) {
			t.Fatalf("whole value of %q at %+v", b, at)
		}
	})
}

// A prefix that ends before the reported byte can be continued to JSON, so the
// scanner must call it unfinished at its end.
func TestEveryPrefixOfJSONIsUnfinished(t *testing.T) {
	text := `{"a/":[1,-2.5e3,"é\u00e9\ud83d\ude00x",true,null,{"b":{}}],"c":false}`
	for n := range len(text) {
		p := jsonl.Check([]byte(text[:n]))
		require.NotNil(t, p, text[:n])
		assert.Equal(t, n, p.Offset, text[:n])
		assert.Equal(t, jsonl.KindUnfinished, p.Kind, text[:n])
	}
}

func TestCompact(t *testing.T) {
	got, err := jsonl.Compact([]byte(" { \"a b\" : [ 1.50 , \"x \\u00e9\\/ \" ] ,\t\"n\":9223372036854775808 }\r"))
	require.NoError(t, err)
	assert.Equal(t, `{"a b":[1.50,"x \u00e9\/ "],"n":9223372036854775808}`, string(got))
	_, err = jsonl.Compact([]byte(`{"a":1,}`))
	var p *jsonl.Problem
	require.True(t, errors.As(err, &p))
	assert.Equal(t, 7, p.Offset)
}

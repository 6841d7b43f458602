// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package schema

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/false-consensus/fcb/schema/jsonl"
)

const acceptedCase = `{"id":"a-1","category":"majority_wrong_fact","question":"Q \ud83d\ude00 é \" \n?","evidence":["e"],` +
	`"answers": [{"agent_id":"a","output":"漢字","claim":"c","correct":false,"metadata":{"model_family":"family-a","saw_other_answers":false,"shared_context":true}},` +
	"\t" + `{"agent_id":"b","output":"y","correct":true} ] ,"ground_truth":"t","majority_correct":null,"expected_risk":"high","rationale":"r",` +
	`"source":{"dataset":"D","license":"MIT","citation":"c","url":"https://example.org/x","item":"f 1234567 0","adaptation":"reworded"},"tags":["t","u"]}`

// others are schemas with what the case schema does not use, so that the
// property below is hunted there too.
var others = []string{
	`{"type":"object","properties":{"a":{"type":"string","minLength":2,"maxLength":3},"b":{"type":["null","boolean"]},"":{"const":true}},"required":["a"]}`,
	`{"$ref":"#/$defs/list","$defs":{"list":{"type":["array","null"],"items":{"$ref":"#/$defs/list"},"maxItems":2}}}`,
	`{"oneOf":[{"const":"x"},{"type":"object","properties":{"k":{"enum":["x","y",null,1]}},"additionalProperties":{"type":"null"}},{"type":"array","items":{"type":"string","pattern":"^a.b$"},"uniqueItems":true}]}`,
	`{"oneOf":[{"type":"string","maxLength":3},{"enum":["abc","abcd"]}]}`,
	`{"type":["object","string"],"properties":{"a":{"$ref":"#"}},"maxProperties":1,"minLength":1}`,
	`{"type":"array","items":{"type":["string","number"],"format":"date"},"minItems":1}`,
	`{"type":"object","properties":{"a":{"allOf":[{"type":"string"}]},"b":{"enum":["x"],"const":"y"},"c":{},"d":true,"e":{"$ref":"#/properties/a","maxLength":1}}}`,
	`{"oneOf":[{"$ref":"#"},{"type":"null"}]}`,
	`{"type":"object","properties":{"n":{"oneOf":[{"type":"null"},{"$ref":"#"}]}},"required":["n"]}`,
}

func otherSchemas(t testing.TB) []*Schema {
	list := []*Schema{Compile(Case)}
	for i, text := range others {
		p := filepath.Join(t.TempDir(), "s.json")
		require.NoError(t, os.WriteFile(p, []byte(text), 0o600))
		s, err := CompileFile(p)
		if err != nil {
			require.Contains(t, err.Error(), "infinite loop", i) // {"$ref":"#"} alone
			continue
		}
		list = append(list, s)
	}
	return list
}

func TestAcceptsGoodCases(t *testing.T) {
	s := Compile(Case)
	require.Nil(t, jsonl.Check([]byte(acceptedCase)))
	require.Empty(t, s.Check([]byte(acceptedCase)))
	assert.True(t, s.Accepts([]byte(acceptedCase)))
	assert.True(t, s.Accepts([]byte(" "+acceptedCase+"\r")))
	for _, other := range []string{`"original"`} {
		i, j := strings.Index(acceptedCase, `{"dataset"`), strings.Index(acceptedCase, `,"tags"`)
		assert.True(t, s.Accepts([]byte(acceptedCase[:i]+other+acceptedCase[j:])))
	}
	all := otherSchemas(t)
	assert.True(t, all[1].Accepts([]byte(`{"a":"abc","b":null,"":true}`)))
	assert.True(t, all[2].Accepts([]byte(`[[],[null,[]]]`)))
	assert.False(t, all[2].Accepts([]byte(`[[],[null,[]],null]`)))
}

// checkAccepted is the property: what is accepted is strict JSON and v5 accepts it.
func checkAccepted(t interface{ Fatalf(string, ...any) }, s *Schema, b []byte) bool {
	if !s.Accepts(b) {
		return false
	}
	if p := jsonl.Check(b); p != nil {
		t.Fatalf("accepted, but not JSON at %d: %s: %q", p.Offset, p.Message, b)
	}
	if f := s.Check(b); len(f) > 0 {
		t.Fatalf("accepted, but %+v: %q", f, b)
	}
	return true
}

// Every single-byte change, cut and doubled piece of a good line keeps the property.
func TestAcceptedImpliesV5AcceptsAroundAGoodLine(t *testing.T) {
	s := Compile(Case)
	accepted := 0
	for i := range acceptedCase {
		for _, c := range []byte("\"\\{}[],: 0anrtu\x00\x1f\x7f\x80\xc3\xff") {
			b := []byte(acceptedCase)
			b[i] = c
			if checkAccepted(t, s, b) {
				accepted++
			}
			checkAccepted(t, s, append(append([]byte(acceptedCase[:i]), c), acceptedCase[i:]...))
		}
		checkAccepted(t, s, []byte(acceptedCase[:i]+acceptedCase[i+1:]))
		for _, n := range []int{2, 7, 23} {
			if i+n < len(acceptedCase) {
				checkAccepted(t, s, []byte(acceptedCase[:i+n]+acceptedCase[i:]))
				checkAccepted(t, s, []byte(acceptedCase[:i]+acceptedCase[i+n:]))
			}
		}
	}
	assert.Greater(t, accepted, 200, "the property must not hold for want of accepted lines")
}

// Limits either side.
func TestAcceptsAtTheLimits(t *testing.T) {
	s := Compile(Case)
	for _, c := range []struct {
		old, new string
		want     bool
	}{
		{`"ground_truth":"t"`, `"ground_truth":"` + strings.Repeat("é", 500) + `"`, true},
		{`"ground_truth":"t"`, `"ground_truth":"` + strings.Repeat("é", 501) + `"`, false},
		{`"ground_truth":"t"`, `"ground_truth":"` + strings.Repeat(`\ud83d\ude00`, 500) + `"`, true},
		{`"ground_truth":"t"`, `"ground_truth":"` + strings.Repeat(`\ud83d\ude00`, 501) + `"`, false},
		{`"ground_truth":"t"`, `"ground_truth":"` + strings.Repeat(`\n`, 500) + `"`, true},
		{`"ground_truth":"t"`, `"ground_truth":""`, false},
		{`"a-1"`, `"` + strings.Repeat("a", 64) + `"`, true},
		{`"a-1"`, `"` + strings.Repeat("a", 65) + `"`, false},
		{`"a-1"`, `"a--1"`, false},
		{`["t","u"]`, `["t","t"]`, false},
		{`["t","u"]`, `[]`, true},
		{`"https://example.org/x"`, `"not a url"`, false},
		{`"tags"`, `"Tags"`, false},
		{`,"tags":["t","u"]`, ``, true},
		{`"rationale":"r",`, ``, false},
		{`null`, `1`, false},
	} {
		require.Equal(t, 1, strings.Count(acceptedCase, c.old), c.old)
		text := []byte(strings.Replace(acceptedCase, c.old, c.new, 1))
		assert.Equal(t, c.want, checkAccepted(t, s, text), "%.60s", c.new)
	}
}

// checkPruned is the property: pruning changes no fault.
func checkPruned(t interface{ Fatalf(string, ...any) }, s *Schema, b []byte) int {
	if jsonl.Check(b) != nil {
		return 0
	}
	v := jsonl.Decode(b)
	pruned, whole := s.CheckTree(b, v), s.faults(b, v, s.root)
	if len(pruned) != len(whole) {
		t.Fatalf("pruned %+v, whole %+v: %q", pruned, whole, b)
	}
	for i := range whole {
		if pruned[i] != whole[i] {
			t.Fatalf("pruned %+v, whole %+v: %q", pruned[i], whole[i], b)
		}
	}
	return len(whole)
}

func TestPruningChangesNoFault(t *testing.T) {
	s, faults := Compile(Case), 0
	for i := range acceptedCase {
		for _, c := range []string{"1", "x", `"`, "null", "{}", "[]", ",", "fals", "ee"} {
			faults += checkPruned(t, s, []byte(acceptedCase[:i]+c+acceptedCase[i:]))
			faults += checkPruned(t, s, []byte(acceptedCase[:i]+c+acceptedCase[i+1:]))
		}
	}
	for _, part := range []string{`"family-a"`, `false`, `true`, `"e"`, `["t","u"]`, `"original"`, `"high"`, `"D"`, `null`} {
		for _, other := range []string{`7`, `"x"`, `{}`, `{"a":1}`, `[]`, `[1]`, `null`, `"t","t"`} {
			faults += checkPruned(t, s, []byte(strings.Replace(acceptedCase, part, other, 1)))
		}
	}
	assert.Greater(t, faults, 1000, "the property must not hold for want of faults")
}

func FuzzAcceptedImpliesV5Accepts(f *testing.F) {
	all := otherSchemas(f)
	f.Add(uint8(0), []byte(acceptedCase))
	for i := range all {
		for _, text := range []string{`{"a":"abc","b":null}`, `[[],[null]]`, `{"k":"x"}`, `"x"`, `["aab","acb"]`, `{"a":"a"}`, `["2026-01-02"]`, `{"n":{"n":null}}`, `{"a":{"a":{"a":"x"}}}`, `{"b":"x","c":1}`, `null`} {
			f.Add(uint8(i), []byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, i uint8, b []byte) {
		checkAccepted(t, all[int(i)%len(all)], b)
		checkPruned(t, all[int(i)%len(all)], b)
	})
}

// The automaton agrees with package regexp on ASCII text, and refuses other text.
func TestAutomatonAgreesWithRegexp(t *testing.T) {
	patterns := []string{`^[a-z0-9]+(-[a-z0-9]+)*$`, `^[0-9a-f]{4}$`, `a`, `^a|b$`, `(ab)*c`, `^$`, ``, `^(a?){3}$`, `.b`, `(?i)^ab`, `[^a]$`, `a+b?c*$`, `^a.{2}`, `x|^`}
	for _, p := range patterns {
		a, re := newAutomaton(p), regexp.MustCompile(p)
		require.NotNil(t, a, p)
		matched := 0
		rapid.Check(t, func(t *rapid.T) {
			text := rapid.StringMatching(`[abcAB019\-\n]{0,8}`).Draw(t, "text")
			if got, want := a.matches([]byte(text)), re.MatchString(text); got != want {
				t.Fatalf("%q on %q: %v, regexp says %v", p, text, got, want)
			} else if got {
				matched++
			}
		})
		assert.False(t, a.matches([]byte("é")), p)
		_ = matched
	}
	for _, p := range []string{`\bword\b`, `(?m)^a$`, `^[a-z]{1000}$`} {
		assert.Nil(t, newAutomaton(p), p)
	}
}

func TestSimpleURIsAreURIs(t *testing.T) {
	is := func(s string) bool { return jsonschema.Formats["uri"](s) }
	for _, s := range []string{"https://example.org/x", "http://a", "https://a-b.c/d_e/f.g", "https://1.2.3.4//x", "https://.../"} {
		assert.True(t, simpleURI([]byte(s)) && is(s), s)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`(https?|HTTP|ftp)?:?/{0,3}[a-zA-Z0-9._/\-:%@\[ ]{0,12}`).Draw(t, "uri")
		if simpleURI([]byte(s)) && !is(s) {
			t.Fatalf("%q", s)
		}
	})
}

func TestKeyTable(t *testing.T) {
	t1 := newKeyTable([]string{"id", "category", "question", "evidence", "answers", "ground_truth", "majority_correct", "expected_risk", "rationale", "source", "tags"}, []string{"question", "id"})
	assert.True(t, t1.hash)
	assert.Equal(t, []string{"question", "id", "answers"}, t1.names[:3])
	assert.Equal(t, "id", Compile(Case).fast.keys.names[0], "as the schema is written")
	t2 := newKeyTable([]string{"", "a", "b"}, nil)
	assert.False(t, t2.hash)
	for _, tab := range []keyTable{t1, t2} {
		for i, n := range tab.names {
			assert.Equal(t, i, tab.find([]byte(n)))
		}
		assert.Equal(t, -1, tab.find([]byte("Id")))
		assert.Equal(t, -1, tab.find([]byte("categori")))
	}
	assert.Equal(t, -1, t1.find(nil))
}

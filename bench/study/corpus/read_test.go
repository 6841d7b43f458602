// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package corpus_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/bench/study/corpus"
)

const own = `{"id":"mine-1","family":"mine","question":"What is 2 + 2?","key":"4","kind":"integer"}
{"id":"mine-2","family":"mine","question":"Which?","sources":["Paper A","Paper B"],"key":"Yes","kind":"label","labels":["Yes","No"]}
{"id":"mine-3","family":"other","question":"Say it.","key":"hello there","kind":"text","lure":"hello","variant":"v_1","repeat":true}
`

func TestReadYourOwn(t *testing.T) {
	f, err := corpus.Read(strings.NewReader(own), "own.jsonl")
	require.NoError(t, err)
	assert.Nil(t, f.Header)
	require.Len(t, f.Tasks, 3)
	assert.Equal(t, []int{1, 2, 3}, f.Lines)
	assert.Equal(t, "What is 2 + 2?", f.Tasks[0].Prompt())
	assert.Equal(t, "=== Document 1 of 2 ===\n\nPaper A\n\n=== Document 2 of 2 ===\n\nPaper B\n\n=== Question ===\n\nWhich?", f.Tasks[1].Prompt())
	assert.Equal(t, "Yes", f.Tasks[1].Normalise(" yes"))
	assert.True(t, f.Tasks[2].Repeat)
	assert.Empty(t, f.Warnings)

	marked := "\uFEFF" + strings.ReplaceAll(own, "\n", "\r\n") + " \r\n"
	g, err := corpus.Read(strings.NewReader(marked), "own.jsonl")
	require.NoError(t, err)
	assert.Equal(t, f.Tasks, g.Tasks)
	assert.Len(t, g.Warnings, 3)
	assert.NotEqual(t, f.SHA256, g.SHA256)
}

// The place of each fault is where the text after the marker ⟨ begins in its line.
func TestReadPointsAtEveryFault(t *testing.T) {
	good := `{"id":"g-1","family":"f","question":"Q0","key":"1","kind":"integer"}` + "\n"
	for _, c := range []struct{ name, line, pointer, says string }{
		{"not JSON", `{"id":"a",⟨}`, "/id", "trailing comma"},
		{"missing key", `⟨{"id":"a","family":"f","question":"Q","kind":"integer"}`, "", `"key" is missing`},
		{"misspelt", `{"id":"a","family":"f",⟨"qestion":"Q","key":"1","kind":"integer"}`, "/qestion", `did you mean "question"`},
		{"unknown key", `{"id":"a","family":"f","question":"Q","key":"1","kind":"integer",⟨"zzz":1}`, "/zzz", "zzz"},
		{"kind", `{"id":"a","family":"f","question":"Q","key":"1","kind":⟨"number"}`, "/kind", "integer"},
		{"empty question", `{"id":"a","family":"f","question":⟨"","key":"1","kind":"integer"}`, "/question", "empty"},
		{"id", `{"id":⟨"A b","family":"f","question":"Q","key":"1","kind":"integer"}`, "/id", "a-z"},
		{"key a number", `{"id":"a","family":"f","question":"Q","key":⟨4,"kind":"integer"}`, "/key", "the number 4"},
		{"no integer", `{"id":"a","family":"f","question":"Q","key":⟨"four","kind":"integer"}`, "/key", "whole number"},
		{"comma", `{"id":"a","family":"f","question":"Q","key":⟨"1,000","kind":"integer"}`, "/key", "whole number"},
		{"zeros", `{"id":"a","family":"f","question":"Q","key":⟨"+07","kind":"integer"}`, "/key", `compared as "7"`},
		{"blanks", `{"id":"a","family":"f","question":"Q","key":⟨" xy ","kind":"text"}`, "/key", `compared as "xy"`},
		{"brackets", `{"id":"a","family":"f","question":"Q","key":⟨"(b)","kind":"label"}`, "/key", `compared as "B"`},
		{"not a label", `{"id":"a","family":"f","question":"Q","key":⟨"Maybe","kind":"label","labels":["Yes","No"]}`, "/key", "not one of the labels: Yes, No"},
		{"labels by case", `{"id":"a","family":"f","question":"Q","key":"Yes","kind":"label","labels":["Yes",⟨"YES"]}`, "/labels/1", "differ only by case"},
		{"label never given", `{"id":"a","family":"f","question":"Q","key":"Yes","kind":"label","labels":["Yes",⟨"(n)"]}`, "/labels/1", `compared as "N"`},
		{"lure is key", `{"id":"a","family":"f","question":"Q","key":"1","kind":"integer","lure":⟨"01"}`, "/lure", "the lure is the key"},
		{"same id", `{"id":⟨"g-1","family":"f","question":"Q","key":"1","kind":"integer"}`, "/id", "line 1 already"},
		{"same question", `{"id":"a","family":"f","question":⟨"Q0","key":"1","kind":"integer"}`, "/question", "line 1 already"},
		{"late header", `{"format":⟨"fcb-corpus/1","stratum":"s","note":"n"}`, "/format", "first line"},
		{"header of another format", `{"format":⟨"fcb-corpus/2","stratum":"s","note":"n"}`, "/format", "fcb-corpus/1"},
		{"header with a task's key", `{"format":"fcb-corpus/1","stratum":"s","note":"n",⟨"key":"1"}`, "/key", "key"},
		{"no object", `⟨7`, "", "an object"},
	} {
		at := strings.Index(c.line, "⟨")
		require.GreaterOrEqual(t, at, 0, c.name)
		text := good + "\n" + strings.Replace(c.line, "⟨", "", 1) + "\n"
		_, err := corpus.Read(strings.NewReader(text), "own.jsonl")
		var bad *corpus.Unreadable
		if !assert.True(t, errors.As(err, &bad), "%s: %v", c.name, err) {
			continue
		}
		if !assert.Len(t, bad.Findings, 1, "%s: %v", c.name, err) {
			continue
		}
		f := bad.Findings[0]
		assert.Equal(t, 3, f.Line, c.name)
		assert.Equal(t, at+1, f.Column, "%s: %s", c.name, f)
		assert.Equal(t, c.pointer, f.Pointer, "%s: %s", c.name, f)
		assert.Contains(t, f.Message, c.says, c.name)
	}
}

func TestReadReportsEveryFault(t *testing.T) {
	text := `{"id":"a","family":"f","question":"Q","key":"x","kind":"integer"}` + "\n\n{\n" + `{"id":"a","family":"f","question":"Q2","kind":"text"}`
	_, err := corpus.Read(strings.NewReader(text), "own.jsonl")
	require.Error(t, err)
	lines := strings.Split(err.Error(), "\n")
	require.Len(t, lines, 4, err)
	assert.True(t, strings.HasPrefix(lines[0], "own.jsonl:1:"), lines[0])
	assert.Contains(t, lines[0], "[a] /key:")
	assert.True(t, strings.HasPrefix(lines[1], "own.jsonl:3:"), lines[1])
	assert.True(t, strings.HasPrefix(lines[2], "own.jsonl:4:"), lines[2])
}

func TestReadWholeFile(t *testing.T) {
	for text, says := range map[string]string{
		"":      "0 questions",
		" \n\n": "0 questions",
		`{"format":"fcb-corpus/1","stratum":"s","note":"n"}`: "0 questions",
		"[\n" + `{"id":"a"}]`:                                "looks like a JSON array",
		`[{"id":"a"},{"id":"b"}]`:                            "looks like a JSON array",
		`{"format":"fcb-corpus/1","stratum":"s","note":"n","tasks":4}` + "\n" + own[:len(own)-1]: "3 questions where the header says 4",
	} {
		_, err := corpus.Read(strings.NewReader(text), "own.jsonl")
		assert.ErrorContains(t, err, says, text)
	}
	long := strings.Replace(own, "What is 2 + 2?", strings.Repeat("x", 8000), 1)
	_, err := corpus.Read(strings.NewReader(long), "own.jsonl")
	assert.NoError(t, err)
	_, err = corpus.Read(strings.NewReader(strings.Replace(own, "What is 2 + 2?", strings.Repeat("x", 3<<20), 1)), "own.jsonl")
	assert.ErrorContains(t, err, "own.jsonl:1:")
}

func FuzzReadThenWrite(f *testing.F) {
	f.Add([]byte(own))
	b, err := corpus.Encode(corpus.Packets(1))
	require.NoError(f, err)
	f.Add(b[:9000])
	f.Add([]byte(`{"format":"fcb-corpus/1","stratum":"s","note":"n","seed":3}` + "\n" + own))
	f.Fuzz(func(t *testing.T, b []byte) {
		x, err := corpus.Read(bytes.NewReader(b), "f")
		if err != nil {
			return
		}
		s := &corpus.Stratum{Tasks: x.Tasks}
		if x.Header != nil {
			s.Header = *x.Header
		} else {
			s.Header = corpus.Header{Format: corpus.Format, Stratum: "s", Note: "n"}
		}
		text, err := corpus.Encode(s)
		if err != nil {
			t.Fatal(err)
		}
		y, err := corpus.Read(bytes.NewReader(text), "f")
		if err != nil {
			t.Fatalf("written %q: %v", text, err)
		}
		again, err := corpus.Encode(&corpus.Stratum{Header: *y.Header, Tasks: y.Tasks})
		if err != nil || !bytes.Equal(text, again) {
			t.Fatalf("%q became %q: %v", text, again, err)
		}
	})
}

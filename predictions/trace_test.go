// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package predictions

import (
	"bytes"
	"math"
	"testing"
	"unicode/utf8"

	"github.com/false-consensus/fcb/schema/jsonl"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const plainPoll = `{"problem_id":"p","block_id":"b","agent":"a","confidence":0.85,"answer":"42"}`

func TestTraceRecordFields(t *testing.T) {
	var r TraceRecord
	line := `{"type":"speak","problem_id":"p","block_id":"b","agent":"a","answer":null,"tier":3,"round":2,"trace_id":"t",
		"equivalent":false,"equivalent_by":{"x":true,"y":null},"own_prior":["1","2"],"peers_prior":[],"incumbent":"7","extra":{"a":[1]}}`
	require.Nil(t, r.Decode([]byte(line)))
	assert.Equal(t, TraceSpeak, r.Type)
	assert.Nil(t, r.Answer)
	assert.Equal(t, "3", string(r.Tier))
	assert.Equal(t, int64(2), r.Round)
	assert.Equal(t, No, r.Equivalent)
	require.Len(t, r.EquivalentBy, 2)
	assert.Equal(t, Absent, r.EquivalentBy[1].Equivalent)
	require.Len(t, r.OwnPrior, 2)
	assert.Equal(t, "2", string(r.OwnPrior[1]))
	assert.True(t, r.HasPeers && len(r.PeersPrior) == 0)
	assert.Equal(t, "7", string(r.Incumbent))

	require.Nil(t, r.Decode([]byte(plainPoll)), "a record is reused")
	assert.Equal(t, TracePoll, r.Type)
	assert.Equal(t, 0.85, r.Confidence)
	assert.False(t, r.HasPeers || r.HasIncumbent)
	assert.True(t, math.IsNaN(r.Tokens))
}

func TestTraceProblemsHaveTheirPlace(t *testing.T) {
	for _, c := range []struct{ line, pointer, message string }{
		{`{"problem_id":"p","block_id":"b","agent":"a","answer":"1"}`, "", "a poll record needs the key confidence; null says that there is none"},
		{`{"problem_id":"p","block_id":"b","agent":"a","confidence":0.5,"answer":7}`, "/answer", "answer wants a string or null; write the number in quotes"},
		{`{"problem_id":"p","block_id":"b","agent":"","confidence":0.5,"answer":"7"}`, "/agent", "agent wants a string that is not empty"},
		{`{"problem_id":null,"block_id":"b","agent":"a","confidence":0.5,"answer":"7"}`, "/problem_id", "problem_id must not be null"},
		{`{"type":"outcome","trace_id":"t","passed":1}`, "/passed", "passed wants true, false or null"},
		{`{"type":"vote"}`, "/type", "the type must be poll, speak, incumbent or outcome"},
		{`{"Agent":"a"}`, "/Agent", `the key "Agent" differs only by case from "agent"`},
		{`{"agent":"a","agent":"b"}`, "/agent", ""},
		{`{"x":1,"x":2,"problem_id":"p"}`, "/x", ""},
		{`{"confidence":NaN}`, "/confidence", ""},
		{`{"round":1.5}`, "/round", "round wants a whole number or null"},
		{`[1]`, "", "a trace record is an object"},
	} {
		var r TraceRecord
		p := r.Decode([]byte(c.line))
		require.NotNil(t, p, c.line)
		assert.Equal(t, c.pointer, p.Pointer, c.line)
		if c.message != "" {
			assert.Equal(t, c.message, p.Message, c.line)
		}
	}
}

func TestShortDecimalsAreExact(t *testing.T) {
	for _, s := range []string{"0", "1", "0.1", "0.85", "100", "0.007", "95.5", "1.00000000000000", "123456789012345", "0.30000000000000"} {
		v, ok := number([]byte(s))
		require.True(t, ok)
		require.Nil(t, (&TraceRecord{}).Decode([]byte(`{"problem_id":"p","block_id":"b","agent":"a","answer":null,"confidence":`+s+`}`)))
		var want struct{ V float64 }
		require.Nil(t, jsonl.Unmarshal([]byte(`{"V":`+s+`}`), &want))
		assert.Equal(t, want.V, v, s)
	}
}

// FuzzTraceDecode holds the one-pass reader to the strict one: it accepts
// nothing that jsonl.Check refuses, and reads what it accepts as the slow way does.
func FuzzTraceDecode(f *testing.F) {
	for _, s := range []string{plainPoll, `{"type":"outcome","trace_id":"t","passed":true,"x":1}`, `{"a":1,"a":2}`, `{"scores":{"a":1,"a":2}}`,
		`{"own_prior":["a",]}`, `{"tier":01}`, "{\"agent\":\"a\tb\"}", `{"scores":{"s":-0.5e+3},"own_prior":["x"]} `, `{"agent":"a",}`, `{"gold":"\u0041"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		var quick, slow TraceRecord
		quick.reset(line)
		if bytes.IndexByte(line, '\\') >= 0 || !utf8.Valid(line) || !quick.fast() {
			return
		}
		if p := jsonl.Check(line); p != nil {
			t.Fatalf("accepted what is not strict JSON: %v", p)
		}
		slow.reset(line)
		if p := slow.slow(); p != nil {
			t.Fatalf("accepted what the slow way refuses: %v", p)
		}
		quick.seen = nil
		slow.seen = nil
		for _, v := range []*float64{&quick.Confidence, &slow.Confidence, &quick.Tokens, &slow.Tokens, &quick.Calls, &slow.Calls, &quick.WallS, &slow.WallS} {
			if math.IsNaN(*v) {
				*v = -1
			}
		}
		for _, list := range [][]TraceScore{quick.Scores, slow.Scores} {
			for i := range list {
				if math.IsNaN(list[i].Value) {
					list[i].Value = -1
				}
			}
		}
		assert.Equal(t, slow, quick)
	})
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestConsensusRequestBytes(t *testing.T) {
	r := api.ConsensusRequest{
		Task:    "a<b & \"c\"\n\u2028é😀\x01\b",
		Answers: []api.Answer{{AgentID: "agent-a", Output: "x"}, {AgentID: "agent-b", Output: "y"}},
	}
	// Written by hand from contract section 5: compact, fixed order, nothing escaped that JSON does not require.
	want := `{"task":"a<b & \"c\"\n` + "\u2028é😀" + `\u0001\b","answers":[{"agent_id":"agent-a","output":"x"},{"agent_id":"agent-b","output":"y"}]}`
	assert.Equal(t, want, string(r.Encode()))
}

func TestJudgeRequestLeavesOutEmptyEvidence(t *testing.T) {
	assert.Equal(t, `{"task":"q","agent_output":"a"}`, string(api.JudgeRequest{Task: "q", AgentOutput: "a"}.Encode()))
	assert.Equal(t, `{"task":"q","agent_output":"a","evidence":["<e>"]}`,
		string(api.JudgeRequest{Task: "q", AgentOutput: "a", Evidence: []string{"<e>"}}.Encode()))
}

func TestTask(t *testing.T) {
	for _, c := range []struct {
		name, mode string
		evidence   []string
		want       string
	}{
		{"inline", api.EvidenceInline, []string{"one ", "two"}, "q\n\nEvidence:\n[1] one \n[2] two"},
		{"omit", api.EvidenceOmit, []string{"one"}, "q"},
		{"none", api.EvidenceInline, nil, "q"},
		{"empty", api.EvidenceInline, []string{}, "q"},
	} {
		assert.Equal(t, c.want, api.Task("q", c.evidence, c.mode), c.name)
	}
}

func TestUTF16LenCountsSurrogatePairs(t *testing.T) {
	assert.Equal(t, 0, api.UTF16Len(""))
	assert.Equal(t, 4, api.UTF16Len("aé\U0001F600"))
}

// Both sides of each documented limit.
func TestCheckLimits(t *testing.T) {
	ok := func() api.ConsensusRequest {
		return api.ConsensusRequest{Task: "q", Answers: []api.Answer{{AgentID: "a", Output: "x"}, {AgentID: "b", Output: "y"}}}
	}
	require.Empty(t, ok().Check())
	for _, c := range []struct {
		name    string
		change  func(*api.ConsensusRequest)
		pointer string // "-" for no problem
	}{
		{"task at limit", func(r *api.ConsensusRequest) { r.Task = strings.Repeat("x", api.MaxTask) }, "-"},
		{"task over", func(r *api.ConsensusRequest) { r.Task = strings.Repeat("x", api.MaxTask+1) }, "/task"},
		{"task over in UTF-16 only", func(r *api.ConsensusRequest) { r.Task = strings.Repeat("😀", api.MaxTask/2+1) }, "/task"},
		{"task empty", func(r *api.ConsensusRequest) { r.Task = "" }, "/task"},
		{"one answer", func(r *api.ConsensusRequest) { r.Answers = r.Answers[:1] }, "/answers"},
		{"output at limit", func(r *api.ConsensusRequest) { r.Answers[1].Output = strings.Repeat("x", api.MaxOutput) }, "-"},
		{"output over", func(r *api.ConsensusRequest) { r.Answers[1].Output = strings.Repeat("x", api.MaxOutput+1) }, "/answers/1/output"},
		{"agent over", func(r *api.ConsensusRequest) { r.Answers[0].AgentID = strings.Repeat("x", 81) }, "/answers/0/agent_id"},
		{"text at limit", func(r *api.ConsensusRequest) {
			r.Answers[0].Output, r.Answers[1].Output = strings.Repeat("x", 12000), strings.Repeat("y", 11999)
		}, "-"},
		{"text over", func(r *api.ConsensusRequest) {
			r.Answers[0].Output, r.Answers[1].Output = strings.Repeat("x", 12000), strings.Repeat("y", 12000)
		}, ""},
	} {
		r := ok()
		c.change(&r)
		p := r.Check()
		if c.pointer == "-" {
			assert.Empty(t, p, c.name)
			continue
		}
		if assert.Len(t, p, 1, c.name) {
			assert.Equal(t, c.pointer, p[0].Pointer, c.name)
		}
	}
	body := api.JudgeRequest{Task: "q", AgentOutput: "a", Evidence: []string{strings.Repeat("\x01", 4000), strings.Repeat("\x01", 4000), strings.Repeat("\x01", 4000), strings.Repeat("\x01", 4000), strings.Repeat("\x01", 4000)}}
	if p := body.Check(); assert.Len(t, p, 1) {
		assert.Contains(t, p[0].Message, "bytes")
	}
}

func TestEncodeRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := api.ConsensusRequest{Task: rapid.String().Draw(t, "task"), Answers: []api.Answer{{AgentID: rapid.String().Draw(t, "id"), Output: rapid.String().Draw(t, "out")}}}
		var back api.ConsensusRequest
		if err := json.Unmarshal(r.Encode(), &back); err != nil || back.Task != r.Task || back.Answers[0] != r.Answers[0] {
			t.Fatalf("%q came back as %+v, %v", r.Encode(), back, err)
		}
	})
}

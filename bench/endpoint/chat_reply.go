// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package endpoint

import (
	"github.com/false-consensus/fcb/bench/api"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// A ChatReply is what is read of a chat completion; other members are left aside.
// What only accounts for the answer is read leniently: a paid answer is not thrown
// away for it.
type ChatReply struct {
	Choices []ChatChoice   `json:"choices"`
	Tokens  jsontext.Value `json:"usage"`
}

// A ChatChoice is one of the completions.
type ChatChoice struct {
	FinishReason jsontext.Value `json:"finish_reason"`
	Message      struct {
		Content jsontext.Value `json:"content"` // a JSON string where there is a text
		Refusal jsontext.Value `json:"refusal"`
	} `json:"message"`
}

// Finish is why the completion ended, "" where the reply does not say.
func (c *ChatChoice) Finish() string { return textOf(c.FinishReason) }

// Refused is the text of a refusal, "" without one.
func (c *ChatChoice) Refused() string { return textOf(c.Message.Refusal) }

// textOf is the text of a JSON string, "" of anything else.
func textOf(v jsontext.Value) (s string) {
	if len(v) > 0 && json.Unmarshal(v, &s) != nil {
		return ""
	}
	return s
}

// Usage is nil unless the reply has both counts as whole numbers and neither is
// negative; the most a call can cost then stays booked for it.
func (r *ChatReply) Usage() *api.Usage {
	var u struct {
		Input  *int `json:"prompt_tokens"`
		Output *int `json:"completion_tokens"`
	}
	if len(r.Tokens) == 0 || json.Unmarshal(r.Tokens, &u) != nil || u.Input == nil || u.Output == nil || *u.Input < 0 || *u.Output < 0 {
		return nil
	}
	return &api.Usage{InputTokens: *u.Input, OutputTokens: *u.Output}
}

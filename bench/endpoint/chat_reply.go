// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package endpoint

import (
	"github.com/false-consensus/fcb/bench/api"
	"github.com/go-json-experiment/json/jsontext"
)

// A ChatReply is what is read of a chat completion; other members are left aside.
type ChatReply struct {
	Choices []ChatChoice `json:"choices"`
	Tokens  *ChatTokens  `json:"usage"`
}

// A ChatChoice is one of the completions.
type ChatChoice struct {
	FinishReason *string `json:"finish_reason"`
	Message      struct {
		Content jsontext.Value `json:"content"` // a JSON string where there is a text
		Refusal *string        `json:"refusal"`
	} `json:"message"`
}

// ChatTokens are counts as the service states them.
type ChatTokens struct {
	Input  *int `json:"prompt_tokens"`
	Output *int `json:"completion_tokens"`
}

// Finish is why the completion ended, "" where the reply does not say.
func (c *ChatChoice) Finish() string {
	if c.FinishReason == nil {
		return ""
	}
	return *c.FinishReason
}

// Refused is the text of a refusal, "" without one.
func (c *ChatChoice) Refused() string {
	if c.Message.Refusal == nil {
		return ""
	}
	return *c.Message.Refusal
}

// Usage is nil unless the reply has both counts and neither is negative.
func (r *ChatReply) Usage() *api.Usage {
	u := r.Tokens
	if u == nil || u.Input == nil || u.Output == nil || *u.Input < 0 || *u.Output < 0 {
		return nil
	}
	return &api.Usage{InputTokens: *u.Input, OutputTokens: *u.Output}
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package wirecheck

import (
	"context"
	"testing"
	"time"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/false-consensus/fcb/bench/study/model"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Two texts and a thought; tokens read from and written to a cache are input too.
const anthropicReply = `{"id":"msg_1","type":"message","role":"assistant","model":"claude-x-20260101","stop_reason":"end_turn","stop_sequence":null,
	"content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"It is "},{"type":"text","text":"42. \u00e9\ud83d\ude00"}],
	"usage":{"input_tokens":31,"cache_creation_input_tokens":5,"cache_read_input_tokens":11,"output_tokens":7}}`

func askAnthropic(t *testing.T, s *server, p anthropic.MessageNewParams) (*anthropic.Message, error) {
	t.Helper()
	messages := anthropic.NewMessageService(option.WithBaseURL(s.URL+"/"), option.WithAPIKey(key),
		option.WithMaxRetries(0), option.WithRequestTimeout(10*time.Second))
	return messages.New(context.Background(), p)
}

func anthropicParams() anthropic.MessageNewParams {
	return anthropic.MessageNewParams{Model: "claude-x", MaxTokens: 300, System: []anthropic.TextBlockParam{{Text: prompt.System}},
		Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(prompt.User))}}
}

// oneText spells a list of one text block as the text, which the service
// documents as meaning the same.
func oneText(v any) any {
	list, ok := v.([]any)
	if !ok || len(list) != 1 {
		return v
	}
	block, ok := list[0].(map[string]any)
	if !ok || len(block) != 2 || block["type"] != "text" {
		return v
	}
	return block["text"]
}

func plainAnthropic(body map[string]any) {
	body["system"] = oneText(body["system"])
	messages, _ := body["messages"].([]any)
	for _, m := range messages {
		if m, ok := m.(map[string]any); ok {
			m["content"] = oneText(m["content"])
		}
	}
}

func TestAnthropicStudyAdapter(t *testing.T) {
	lures(t)
	temperature := 0.25
	for name, c := range map[string]struct {
		change func(*anthropic.MessageNewParams)
		ours   model.Options
	}{
		"plain":       {func(*anthropic.MessageNewParams) {}, model.Options{Model: "claude-x", MaxOutput: 300}},
		"temperature": {func(p *anthropic.MessageNewParams) { p.Temperature = anthropic.Float(0.25) }, model.Options{Model: "claude-x", MaxOutput: 300, Temperature: &temperature}},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := newServer(t, 200, anthropicReply), newServer(t, 200, anthropicReply)
			p := anthropicParams()
			c.change(&p)
			theirs, err := askAnthropic(t, a, p)
			require.NoError(t, err)
			got := ours(t, model.Anthropic, b.URL, b, c.ours)
			sameRequest(t, a.once(t), b.once(t), []string{"X-Api-Key", "Anthropic-Version", "Content-Type"}, plainAnthropic)
			require.Nil(t, got.Missing)
			text := ""
			for _, block := range theirs.Content {
				if block.Type == "text" {
					text += block.Text
				}
			}
			assert.Equal(t, text, got.Text)
			assert.EqualValues(t, theirs.Model, got.Model)
			assert.EqualValues(t, theirs.StopReason, got.Finish)
			in, out := usageOf(got.Usage)
			assert.EqualValues(t, theirs.Usage.InputTokens+theirs.Usage.CacheCreationInputTokens+theirs.Usage.CacheReadInputTokens, in)
			assert.EqualValues(t, theirs.Usage.OutputTokens, out)
		})
	}
}

func TestAnthropicRefusal(t *testing.T) {
	const body = `{"id":"m","type":"message","role":"assistant","model":"m","stop_reason":"refusal","content":[],"usage":{"input_tokens":3,"output_tokens":1}}`
	a, b := newServer(t, 200, body), newServer(t, 200, body)
	theirs, err := askAnthropic(t, a, anthropicParams())
	require.NoError(t, err)
	require.Equal(t, anthropic.StopReasonRefusal, theirs.StopReason)
	got := ours(t, model.Anthropic, b.URL, b, model.Options{Model: "claude-x", MaxOutput: 300})
	require.NotNil(t, got.Missing)
	assert.Equal(t, model.MissingRefusal, got.Missing.Kind)
}

func TestAnthropicAsksOnce(t *testing.T) {
	for _, status := range []int{429, 500, 529} {
		a, b := newServer(t, status, `{"type":"error","error":{"type":"overloaded_error","message":"no"}}`), newServer(t, status, `{"type":"error"}`)
		_, err := askAnthropic(t, a, anthropicParams())
		require.Error(t, err)
		ours(t, model.Anthropic, b.URL, b, model.Options{Model: "claude-x", MaxOutput: 300})
		a.once(t)
		b.once(t)
	}
}

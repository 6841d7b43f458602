// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package wirecheck

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/endpoint"
	"github.com/false-consensus/fcb/bench/study/model"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const openaiReply = `{"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"gpt-x-2026-01-01","choices":[{"index":0,"finish_reason":"stop",
	"message":{"role":"assistant","content":"It is 42. \u00e9\ud83d\ude00","refusal":null}}],
	"usage":{"prompt_tokens":31,"completion_tokens":7,"total_tokens":38,"prompt_tokens_details":{"cached_tokens":16},"completion_tokens_details":{"reasoning_tokens":3}}}`

// askOpenAI is the SDK's side.
func askOpenAI(t *testing.T, s *server, p openai.ChatCompletionNewParams) (*openai.ChatCompletion, error) {
	t.Helper()
	// A service made by itself reads no environment, as NewClient would.
	chat := openai.NewChatCompletionService(option.WithBaseURL(s.URL+"/v1/"), option.WithAPIKey(key),
		option.WithMaxRetries(0), option.WithRequestTimeout(10*time.Second))
	return chat.New(context.Background(), p)
}

func openaiParams() openai.ChatCompletionNewParams {
	return openai.ChatCompletionNewParams{Model: "gpt-x", MaxCompletionTokens: openai.Int(300),
		Messages: []openai.ChatCompletionMessageParamUnion{openai.SystemMessage(prompt.System), openai.UserMessage(prompt.User)}}
}

func TestOpenAIStudyAdapter(t *testing.T) {
	lures(t)
	temperature := 0.5
	for name, c := range map[string]struct {
		change func(*openai.ChatCompletionNewParams)
		ours   model.Options
	}{
		"plain":       {func(*openai.ChatCompletionNewParams) {}, model.Options{Model: "gpt-x", MaxOutput: 300}},
		"temperature": {func(p *openai.ChatCompletionNewParams) { p.Temperature = openai.Float(0.5) }, model.Options{Model: "gpt-x", MaxOutput: 300, Temperature: &temperature}},
		"older limit": {func(p *openai.ChatCompletionNewParams) {
			p.MaxCompletionTokens, p.MaxTokens = openai.ChatCompletionNewParams{}.MaxCompletionTokens, openai.Int(300)
		}, model.Options{Model: "gpt-x", MaxOutput: 300, LimitField: endpoint.MaxTokens}},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := newServer(t, 200, openaiReply), newServer(t, 200, openaiReply)
			p := openaiParams()
			c.change(&p)
			theirs, err := askOpenAI(t, a, p)
			require.NoError(t, err)
			got := ours(t, model.OpenAI, b.URL+"/v1", b, c.ours)
			sameRequest(t, a.once(t), b.once(t), []string{"Authorization", "Content-Type"}, asIs)
			require.Nil(t, got.Missing)
			assert.Equal(t, theirs.Choices[0].Message.Content, got.Text)
			assert.Equal(t, theirs.Model, got.Model)
			assert.Equal(t, theirs.Choices[0].FinishReason, got.Finish)
			in, out := usageOf(got.Usage)
			assert.EqualValues(t, theirs.Usage.PromptTokens, in)
			assert.EqualValues(t, theirs.Usage.CompletionTokens, out)
		})
	}
}

// The detector openai:MODEL sends the same with a strict schema, and cuts the
// same text from the reply.
func TestOpenAIDetector(t *testing.T) {
	lures(t)
	consensus := api.ConsensusRequest{Task: prompt.User, Answers: []api.Answer{{AgentID: "a", Output: prompt.System}, {AgentID: "b", Output: "42"}}}.Encode()
	published := endpoint.ChatPrompt()
	var schema any
	require.NoError(t, json.Unmarshal([]byte(published.Schema), &schema))
	for format, theirs := range map[string]openai.ChatCompletionNewParamsResponseFormatUnion{
		endpoint.ReplySchema: {OfJSONSchema: &shared.ResponseFormatJSONSchemaParam{JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{
			Name: "false_consensus", Strict: openai.Bool(true), Schema: schema}}},
		endpoint.ReplyObject: {OfJSONObject: &shared.ResponseFormatJSONObjectParam{}},
		endpoint.ReplyText:   {},
	} {
		t.Run(format, func(t *testing.T) {
			a, b := newServer(t, 200, openaiReply), newServer(t, 200, openaiReply)
			reply, err := askOpenAI(t, a, openai.ChatCompletionNewParams{Model: "gpt-x", MaxCompletionTokens: openai.Int(300), ResponseFormat: theirs,
				Messages: []openai.ChatCompletionMessageParamUnion{openai.SystemMessage(published.Text), openai.UserMessage(string(consensus))}})
			require.NoError(t, err)

			h, err := endpoint.NewHTTP(endpoint.Options{Base: b.URL + "/v1", Key: key, Timeout: 10 * time.Second})
			require.NoError(t, err)
			defer h.Close()
			o, err := endpoint.NewOpenAI(h, endpoint.Chat{Model: "gpt-x", OutputLimit: 300, LimitField: endpoint.MaxCompletionTokens, ReplyFormat: format})
			require.NoError(t, err)
			g := &one{}
			require.NoError(t, o.Call(context.Background(), api.PathConsensus, consensus, g))

			sameRequest(t, a.once(t), b.once(t), []string{"Authorization", "Content-Type"}, asIs)
			require.Len(t, g.exchanges, 1)
			w := g.exchanges[0].Wrapped
			require.NotNil(t, w)
			require.Nil(t, w.Missing)
			assert.Equal(t, reply.Choices[0].Message.Content, w.Answer)
			in, out := usageOf(w.Usage)
			assert.EqualValues(t, reply.Usage.PromptTokens, in)
			assert.EqualValues(t, reply.Usage.CompletionTokens, out)
		})
	}
}

func TestOpenAIRefusalsAndCuts(t *testing.T) {
	for body, kind := range map[string]string{
		`{"model":"m","choices":[{"finish_reason":"stop","message":{"role":"assistant","content":null,"refusal":"No."}}],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}`: model.MissingRefusal,
		`{"model":"m","choices":[{"finish_reason":"length","message":{"role":"assistant","content":""}}],"usage":{"prompt_tokens":3,"completion_tokens":300,"total_tokens":303}}`:             model.MissingText,
	} {
		a, b := newServer(t, 200, body), newServer(t, 200, body)
		theirs, err := askOpenAI(t, a, openaiParams())
		require.NoError(t, err)
		got := ours(t, model.OpenAI, b.URL+"/v1", b, model.Options{Model: "gpt-x", MaxOutput: 300})
		require.NotNil(t, got.Missing)
		assert.Equal(t, kind, got.Missing.Kind)
		assert.Equal(t, theirs.Choices[0].FinishReason, got.Finish)
		if refusal := theirs.Choices[0].Message.Refusal; refusal != "" {
			assert.Contains(t, got.Missing.Message, refusal)
		}
		in, out := usageOf(got.Usage)
		assert.EqualValues(t, theirs.Usage.PromptTokens, in)
		assert.EqualValues(t, theirs.Usage.CompletionTokens, out)
	}
}

// Neither side asks again by itself.
func TestOpenAIAsksOnce(t *testing.T) {
	for _, status := range []int{429, 500, 503} {
		a, b := newServer(t, status, `{"error":{"message":"no"}}`), newServer(t, status, `{"error":{"message":"no"}}`)
		_, err := askOpenAI(t, a, openaiParams())
		require.Error(t, err)
		ours(t, model.OpenAI, b.URL+"/v1", b, model.Options{Model: "gpt-x", MaxOutput: 300})
		a.once(t)
		b.once(t)
	}
}

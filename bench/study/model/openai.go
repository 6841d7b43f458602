// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package model

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/false-consensus/fcb/bench/endpoint"
)

// OpenAIBase is the default base URL; any compatible service has its own.
const OpenAIBase = "https://api.openai.com/v1"

// openAI is the chat completions format, which many services speak.
type openAI struct{}

func (openAI) Request(o Options, p Prompt) (string, []byte) {
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	body := struct {
		Model               string    `json:"model"`
		Messages            []message `json:"messages"`
		Temperature         *float64  `json:"temperature,omitempty"`
		MaxCompletionTokens int       `json:"max_completion_tokens,omitzero"`
		MaxTokens           int       `json:"max_tokens,omitzero"`
	}{Model: o.Model, Messages: []message{{"system", p.System}, {"user", p.User}}, Temperature: o.Temperature}
	if o.LimitField == endpoint.MaxTokens {
		body.MaxTokens = o.MaxOutput
	} else {
		body.MaxCompletionTokens = o.MaxOutput
	}
	return "/chat/completions", encode(&body)
}

func (openAI) Read(body []byte) Reply {
	var in struct {
		endpoint.ChatReply
		Model string `json:"model"`
	}
	if r, ok := decode(body, &in); !ok {
		return r
	}
	r := Reply{Model: in.Model, Usage: in.Usage()}
	if len(in.Choices) == 0 {
		return r.without(MissingShape, "the reply has no choices")
	}
	c := &in.Choices[0]
	r.Finish = c.Finish()
	if text := c.Refused(); text != "" {
		return r.without(MissingRefusal, "the model refused: "+text)
	}
	if len(c.Message.Content) == 0 || json.Unmarshal(c.Message.Content, &r.Text) != nil {
		return r.without(MissingText, "the reply's content is not a text")
	}
	return r.orEmpty()
}

func (openAI) Differences() []string {
	return []string{"the instruction is the system message of the conversation", "the limit on output tokens includes hidden reasoning"}
}

// without marks a reply that holds no text; what else it says stays.
func (r Reply) without(kind, message string) Reply {
	r.Text, r.Missing = "", missing(kind, message).Missing
	return r
}

// orEmpty marks a reply whose text is blank.
func (r Reply) orEmpty() Reply {
	if strings.TrimSpace(r.Text) == "" {
		return r.without(MissingText, "the reply's text is empty (it finished with "+orNone(r.Finish)+")")
	}
	return r
}

func orNone(s string) string {
	if s == "" {
		return "no reason given"
	}
	return s
}

// encode writes a request. The texts in it were checked to be valid UTF-8.
func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("model: a request that cannot be encoded: " + err.Error())
	}
	return b
}

// decode reads a reply, members that are not asked for left aside.
func decode(body []byte, v any) (Reply, bool) {
	if !jsontext.Value(body).IsValid() {
		return missing(MissingJSON, "the reply is not JSON"), false
	}
	if json.Unmarshal(body, v) != nil {
		return missing(MissingShape, "the reply does not have the shape of this provider's replies"), false
	}
	return Reply{}, true
}

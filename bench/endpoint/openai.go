// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package endpoint

import (
	"context"
	"fmt"
	"strings"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// pathChat is where chat completions are, below a base that ends in the version.
const pathChat = "/chat/completions"

// Names of the field that limits the tokens of a reply. Services know one or
// both; OpenAI's newer models refuse the older.
const (
	MaxCompletionTokens = "max_completion_tokens"
	MaxTokens           = "max_tokens"
)

// Ways to ask for JSON: by a strict schema, by the promise of some object, or by
// the prompt alone.
const (
	ReplySchema = "json_schema"
	ReplyObject = "json_object"
	ReplyText   = "text"
)

// kinds of a complete chat reply that holds no answer.
const (
	missingContent = "no_content"
	missingCut     = "cut_off"
	missingFilter  = "content_filter"
	missingRefused = "refusal"
	missingJSON    = "not_json"
	missingChat    = "bad_reply" // the name package bench has for any other wrong shape
)

// inputAllowance is for the tokens that a service adds of its own: markers
// around messages, the date, how it words a schema.
const inputAllowance = 1024

// Chat says how a model is asked.
type Chat struct {
	Model       string // Required
	OutputLimit int    // tokens of a reply, hidden reasoning included. Required
	LimitField  string // MaxCompletionTokens or MaxTokens. Required
	ReplyFormat string // ReplySchema, ReplyObject or ReplyText. Required
}

// Engine is the name under which the model's predictions stand.
func (c Chat) Engine() string { return "openai:" + c.Model }

// Wire is the body that is sent for a consensus request: the published prompt,
// then the request as it is. It is the same for the same request, byte for byte.
func (c Chat) Wire(request []byte) []byte {
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	type schema struct {
		Name   string         `json:"name"`
		Strict bool           `json:"strict"`
		Schema jsontext.Value `json:"schema"`
	}
	type format struct {
		Type   string  `json:"type"`
		Schema *schema `json:"json_schema,omitempty"`
	}
	body := struct {
		Model               string    `json:"model"`
		Messages            []message `json:"messages"`
		MaxCompletionTokens int       `json:"max_completion_tokens,omitzero"`
		MaxTokens           int       `json:"max_tokens,omitzero"`
		ResponseFormat      *format   `json:"response_format,omitempty"`
	}{Model: c.Model, Messages: []message{{"system", chatPrompt}, {"user", string(request)}}}
	switch c.LimitField {
	case MaxTokens:
		body.MaxTokens = c.OutputLimit
	default:
		body.MaxCompletionTokens = c.OutputLimit
	}
	switch c.ReplyFormat {
	case ReplySchema:
		body.ResponseFormat = &format{ReplySchema, &schema{"false_consensus", true, jsontext.Value(chatSchema)}}
	case ReplyObject:
		body.ResponseFormat = &format{Type: ReplyObject}
	}
	b, err := json.Marshal(&body)
	if err != nil {
		panic("endpoint: a model's name and a request must be valid UTF-8: " + err.Error())
	}
	return b
}

// InputBound is the most input tokens that asking a request once can be: no
// tokenizer in use makes more tokens of a text than it has bytes.
func (c Chat) InputBound(request []byte) int { return len(c.Wire(request)) + inputAllowance }

// OpenAI is a model behind an OpenAI-compatible chat endpoint, asked through the
// HTTP transport. It is safe for concurrent use.
type OpenAI struct {
	http *HTTP
	chat Chat
}

// NewOpenAI asks chat through h, whose base ends in the API's version, such as
// https://api.openai.com/v1. Closing h is the caller's.
func NewOpenAI(h *HTTP, chat Chat) (*OpenAI, error) {
	switch {
	case strings.TrimSpace(chat.Model) == "":
		return nil, fmt.Errorf("the model has no name")
	case chat.OutputLimit < 1:
		return nil, fmt.Errorf("the limit on output tokens must be positive")
	case chat.LimitField != MaxCompletionTokens && chat.LimitField != MaxTokens:
		return nil, fmt.Errorf("the limit on output tokens is called %s or %s, not %q", MaxCompletionTokens, MaxTokens, chat.LimitField)
	case chat.ReplyFormat != ReplySchema && chat.ReplyFormat != ReplyObject && chat.ReplyFormat != ReplyText:
		return nil, fmt.Errorf("the reply format is %s, %s or %s, not %q", ReplySchema, ReplyObject, ReplyText, chat.ReplyFormat)
	}
	return &OpenAI{h, chat}, nil
}

// Call asks about a consensus request. The path of the consensus API is of no
// use here; there is no judge.
func (o *OpenAI) Call(ctx context.Context, _ string, body []byte, gate api.Gate) error {
	return o.http.Call(ctx, pathChat, o.chat.Wire(body), unwrapping{gate, o})
}

// unwrapping is a gate that is told what a chat reply holds.
type unwrapping struct {
	api.Gate
	openai *OpenAI
}

func (u unwrapping) After(x api.Exchange) (api.Next, error) {
	if x.Fault == nil && x.Status == 200 {
		x.Wrapped = readChat(x.Body)
		x.Wrapped.Engine = u.openai.chat.Engine()
		var hit bool // what the body's redaction may have left
		x.Wrapped.Answer, hit = u.openai.http.secrets.text(x.Wrapped.Answer)
		if m := x.Wrapped.Missing; m != nil {
			m.Message, _ = u.openai.http.secrets.text(m.Message)
		}
		x.Redacted = x.Redacted || hit
	}
	return u.Gate.After(x)
}

// readChat cuts the answer from a chat reply. Fields that are not read are not judged.
func readChat(body []byte) *api.Wrapped {
	var reply ChatReply
	missing := func(kind, format string, a ...any) *api.Wrapped {
		return &api.Wrapped{Missing: &api.Fault{Kind: kind, Message: fmt.Sprintf(format, a...)}}
	}
	if !jsontext.Value(body).IsValid() {
		return missing(missingJSON, "the reply is not JSON")
	}
	if json.Unmarshal(body, &reply) != nil {
		return missing(missingChat, "the reply is not a chat completion")
	}
	w := &api.Wrapped{}
	if len(reply.Choices) == 0 {
		w = missing(missingChat, "the reply has no choices")
	} else {
		c := &reply.Choices[0]
		finish := c.Finish()
		content := json.Unmarshal(c.Message.Content, &w.Answer)
		switch {
		case c.Refused() != "":
			w = missing(missingRefused, "the model refused: %s", c.Refused())
		case finish == "length":
			w = missing(missingCut, "the reply was cut off at the limit on output tokens; see --max-tokens")
		case finish == "content_filter":
			w = missing(missingFilter, "the service's content filter took the reply away")
		case len(c.Message.Content) == 0 || content != nil:
			w = missing(missingContent, "the reply's content is not a text")
		case strings.TrimSpace(w.Answer) == "":
			w = missing(missingContent, "the reply's content is empty")
		}
	}
	w.Usage = reply.Usage()
	return w
}

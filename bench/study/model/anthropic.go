// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package model

// AnthropicBase is the default base URL.
const AnthropicBase = "https://api.anthropic.com"

// anthropicVersion is the version of the API that the format is of; it is sent
// in a header of its own.
const anthropicVersion = "2023-06-01"

// anthropic is the messages format.
type anthropic struct{}

func (anthropic) Request(o Options, p Prompt) (string, []byte) {
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	return "/v1/messages", encode(&struct {
		Model       string    `json:"model"`
		MaxTokens   int       `json:"max_tokens"`
		System      string    `json:"system"`
		Messages    []message `json:"messages"`
		Temperature *float64  `json:"temperature,omitempty"`
	}{o.Model, o.MaxOutput, p.System, []message{{"user", p.User}}, o.Temperature})
}

func (anthropic) Read(body []byte) Reply {
	var in struct {
		Model      string  `json:"model"`
		StopReason *string `json:"stop_reason"`
		Content    []struct {
			Type string `json:"type"`
			Text string `json:"text"`
		} `json:"content"`
		Usage *struct {
			Input   *int `json:"input_tokens"`
			Written *int `json:"cache_creation_input_tokens"`
			Read    *int `json:"cache_read_input_tokens"`
			Output  *int `json:"output_tokens"`
		} `json:"usage"`
	}
	if r, ok := decode(body, &in); !ok {
		return r
	}
	r := Reply{Model: in.Model}
	if u := in.Usage; u != nil {
		if r.Usage = usage(u.Input, u.Output); r.Usage != nil {
			for _, n := range []*int{u.Written, u.Read} {
				if n != nil && *n > 0 {
					r.Usage.InputTokens += *n
				}
			}
		}
	}
	if in.StopReason != nil {
		r.Finish = *in.StopReason
	}
	for _, c := range in.Content {
		if c.Type == "text" {
			r.Text += c.Text
		}
	}
	if r.Finish == "refusal" {
		return r.without(MissingRefusal, "the model refused")
	}
	if len(in.Content) == 0 {
		return r.without(MissingText, "the reply has no content (it finished with "+orNone(r.Finish)+")")
	}
	return r.orEmpty()
}

func (anthropic) Differences() []string {
	return []string{"the instruction is a field of its own, system", "the limit on output tokens is required by the service", "the service's temperature runs from 0 to 1"}
}

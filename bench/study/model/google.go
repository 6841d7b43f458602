// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package model

// GoogleBase is the default base URL.
const GoogleBase = "https://generativelanguage.googleapis.com"

// google is the generateContent format.
type google struct{}

type googlePart struct {
	Text    string `json:"text"`
	Thought bool   `json:"thought,omitzero"`
}

type googleContent struct {
	Role  string       `json:"role,omitempty"`
	Parts []googlePart `json:"parts"`
}

func (google) Request(o Options, p Prompt) (string, []byte) {
	type config struct {
		Temperature *float64 `json:"temperature,omitempty"`
		MaxOutput   int      `json:"maxOutputTokens"`
	}
	return "/v1beta/models/" + o.Model + ":generateContent", encode(&struct {
		System   googleContent   `json:"systemInstruction"`
		Contents []googleContent `json:"contents"`
		Config   config          `json:"generationConfig"`
	}{
		googleContent{Parts: []googlePart{{Text: p.System}}},
		[]googleContent{{Role: "user", Parts: []googlePart{{Text: p.User}}}},
		config{o.Temperature, o.MaxOutput},
	})
}

func (google) Read(body []byte) Reply {
	var in struct {
		ModelVersion string `json:"modelVersion"`
		Candidates   []struct {
			Content      googleContent `json:"content"`
			FinishReason string        `json:"finishReason"`
		} `json:"candidates"`
		PromptFeedback *struct {
			BlockReason string `json:"blockReason"`
		} `json:"promptFeedback"`
		Usage *struct {
			Input    *int `json:"promptTokenCount"`
			Output   *int `json:"candidatesTokenCount"`
			Thoughts int  `json:"thoughtsTokenCount"`
		} `json:"usageMetadata"`
	}
	if r, ok := decode(body, &in); !ok {
		return r
	}
	r := Reply{Model: in.ModelVersion}
	if u := in.Usage; u != nil {
		none := 0
		if u.Output == nil { // left out where nothing but thoughts came
			u.Output = &none
		}
		if r.Usage = usage(u.Input, u.Output); r.Usage != nil && u.Thoughts > 0 {
			r.Usage.OutputTokens += u.Thoughts
		}
	}
	if len(in.Candidates) == 0 {
		if in.PromptFeedback != nil && in.PromptFeedback.BlockReason != "" {
			return r.without(MissingRefusal, "the service blocked the question: "+in.PromptFeedback.BlockReason)
		}
		return r.without(MissingShape, "the reply has no candidates")
	}
	c := in.Candidates[0]
	r.Finish = c.FinishReason
	for _, p := range c.Content.Parts {
		if !p.Thought {
			r.Text += p.Text
		}
	}
	return r.orEmpty()
}

func (google) Differences() []string {
	return []string{"the instruction is a field of its own, systemInstruction", "the model's name stands in the path", "thoughts count as output tokens and are left out of the text"}
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package model_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/bench/study/corpus"
	"github.com/false-consensus/fcb/bench/study/model"
)

func TestRequestsAreSpeltExactly(t *testing.T) {
	temperature := 0.7
	p := model.Prompt{System: "S <&>", User: "Ü?", Question: "id-of-the-task"}
	for _, c := range []struct {
		provider string
		o        model.Options
		path     string
		body     string
	}{
		{model.OpenAI, model.Options{Model: "m", Temperature: &temperature, MaxOutput: 9}, "/chat/completions",
			`{"model":"m","messages":[{"role":"system","content":"S <&>"},{"role":"user","content":"Ü?"}],"temperature":0.7,"max_completion_tokens":9}`},
		{model.OpenAI, model.Options{Model: "m", MaxOutput: 9, LimitField: "max_tokens"}, "/chat/completions",
			`{"model":"m","messages":[{"role":"system","content":"S <&>"},{"role":"user","content":"Ü?"}],"max_tokens":9}`},
		{model.Anthropic, model.Options{Model: "m", Temperature: &temperature, MaxOutput: 9}, "/v1/messages",
			`{"model":"m","max_tokens":9,"system":"S <&>","messages":[{"role":"user","content":"Ü?"}],"temperature":0.7}`},
		{model.Google, model.Options{Model: "m", Temperature: &temperature, MaxOutput: 9}, "/v1beta/models/m:generateContent",
			`{"systemInstruction":{"parts":[{"text":"S <&>"}]},"contents":[{"role":"user","parts":[{"text":"Ü?"}]}],"generationConfig":{"temperature":0.7,"maxOutputTokens":9}}`},
		{model.Exec, model.Options{Model: "m", MaxOutput: 9}, "",
			`{"model":"m","system":"S <&>","question":"Ü?","max_output_tokens":9}`},
	} {
		path, body := model.FormatOf(c.provider).Request(c.o, p)
		assert.Equal(t, c.path, path)
		assert.Equal(t, c.body, string(body))
	}
}

func TestRepliesAreRead(t *testing.T) {
	for _, c := range []struct{ provider, body, text, finish, missing string }{
		{model.OpenAI, `{"model":"x","choices":[{"finish_reason":"stop","message":{"content":"hi"}}],"usage":{"prompt_tokens":3,"completion_tokens":4}}`, "hi", "stop", ""},
		{model.OpenAI, `{"choices":[{"finish_reason":"length","message":{"content":"{\"ans"}}]}`, `{"ans`, "length", ""},
		{model.OpenAI, `{"choices":[{"finish_reason":"stop","message":{"content":null,"refusal":"no"}}]}`, "", "stop", model.MissingRefusal},
		{model.OpenAI, `{"choices":[{"finish_reason":"stop","message":{"content":[1]}}]}`, "", "stop", model.MissingText},
		{model.OpenAI, `{"choices":[{"finish_reason":"stop","message":{"content":"  "}}]}`, "", "stop", model.MissingText},
		{model.OpenAI, `{"choices":[]}`, "", "", model.MissingShape},
		{model.OpenAI, `{"choices":7}`, "", "", model.MissingShape},
		{model.OpenAI, `<html>`, "", "", model.MissingJSON},
		{model.OpenAI, `[]`, "", "", model.MissingShape},
		{model.Anthropic, `{"model":"x","content":[{"type":"thinking","thinking":"t"},{"type":"text","text":"a"},{"type":"text","text":"b"}],"stop_reason":"end_turn","usage":{"input_tokens":2,"cache_read_input_tokens":1,"output_tokens":4}}`, "ab", "end_turn", ""},
		{model.Anthropic, `{"content":[],"stop_reason":"max_tokens"}`, "", "max_tokens", model.MissingText},
		{model.Google, `{"modelVersion":"x","candidates":[{"content":{"parts":[{"text":"t","thought":true},{"text":"a"},{"text":"b"}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":3,"candidatesTokenCount":1,"thoughtsTokenCount":3}}`, "ab", "STOP", ""},
		{model.Google, `{"candidates":[{"finishReason":"SAFETY"}]}`, "", "SAFETY", model.MissingText},
		{model.Exec, `{"text":"a","model":"x","finish_reason":"eof","usage":{"input_tokens":3,"output_tokens":4}}`, "a", "eof", ""},
		{model.Exec, `{"answer":"a"}`, "", "", model.MissingText},
	} {
		r := model.FormatOf(c.provider).Read([]byte(c.body))
		assert.Equal(t, c.text, r.Text, c.body)
		assert.Equal(t, c.finish, r.Finish, c.body)
		if c.missing != "" {
			if assert.NotNil(t, r.Missing, c.body) {
				assert.Equal(t, c.missing, r.Missing.Kind, c.body)
			}
			continue
		}
		assert.Nil(t, r.Missing, c.body)
		if r.Model == "x" {
			require.NotNil(t, r.Usage, c.body)
			assert.Equal(t, 3, r.Usage.InputTokens, c.body)
			assert.Equal(t, 4, r.Usage.OutputTokens, c.body)
		}
	}
}

func TestUsageThatCannotBeIsNone(t *testing.T) {
	r := model.FormatOf(model.OpenAI).Read([]byte(`{"choices":[{"message":{"content":"a"}}],"usage":{"prompt_tokens":-1,"completion_tokens":4}}`))
	assert.Nil(t, r.Usage)
}

func TestNamesThatWouldReachAnotherPath(t *testing.T) {
	for _, name := range []string{"models/x", "x?key=1", "../x", ""} {
		_, err := model.NewHTTP(model.HTTPOptions{Provider: model.Google, Timeout: time.Second}, model.Options{Model: name})
		assert.Error(t, err, name)
	}
}

func TestWrongAnswersAreWrongAndDifferent(t *testing.T) {
	tasks := corpus.Packets(3).Tasks
	tasks = append(tasks, corpus.Task{ID: "t", Kind: corpus.KindText, Key: "a wrong answer"}, corpus.Task{ID: "l", Kind: corpus.KindLabel, Key: "A"})
	for i := range tasks {
		seen := map[string]bool{tasks[i].Key: true}
		list := model.WrongAnswers(&tasks[i])
		require.NotEmpty(t, list)
		for _, w := range list {
			assert.False(t, seen[w], "%s: %s", tasks[i].ID, w)
			assert.Equal(t, w, tasks[i].Normalise(w))
			seen[w] = true
		}
		if l := tasks[i].Lure; l != "" {
			assert.Equal(t, tasks[i].Normalise(l), list[0])
		}
	}
}

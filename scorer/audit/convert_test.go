// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFindAnswer(t *testing.T) {
	for text, want := range map[string]string{
		"so \\boxed{\\frac{1}{2}} it is":             `\frac{1}{2}`,
		"Answer: 3\nwait\n**Final answer: 4**":       "4",
		"FINAL ANSWER: (B)":                          "(B)",
		"> The final answer is: Paris":               "Paris",
		"first \\boxed{1}, then \\boxed{2}":          "2",
		"answer = 7\nconfidence: 80%":                "7",
		"answer: 42, confidence: 0.8":                "42",
		"**Answer:** 8 (confidence: 95%)":            "8",
		"Answer: 42 with confidence .7":              "42",
		"answer: B. Confidence 90":                   "B",
		"answer: a 95% confidence interval":          "a 95% confidence interval",
		"an answer: 5 inside a sentence goes unseen": "",
		"no such thing":                              "",
		"\\boxed{never closed":                       "",
	} {
		got := FindAnswer(text)
		if want == "" {
			assert.Nil(t, got, text)
			continue
		}
		require.NotNil(t, got, text)
		assert.Equal(t, want, *got, text)
	}
}

func TestFindConfidence(t *testing.T) {
	for _, c := range []struct {
		text  string
		scale float64
		want  float64
		odd   bool
	}{
		{"Confidence: 85%", 1, 0.85, false},
		{"Confidence: 85%", 100, 85, false},
		{"confidence: 0.9\nmy confidence is 0.7.", 1, 0.7, false},
		{"Confidence (0-100): 60", 100, 60, false},
		{"confidence - 0.8", 1, 0.8, false},
		{"confidence: .1", 1, 0.1, false},
		{"**Confidence:** 90, I think", 100, 90, false},
		{"I am confident.", 1, math.NaN(), false},
		{"confidence: 1/10", 1, math.NaN(), true},
		{"confidence: 1 out of 10", 1, math.NaN(), true},
		{"confidence: 9 of 10", 1, math.NaN(), true},
		{"confidence: 1e-3", 1, math.NaN(), true},
		{"confidence: 0,9", 1, math.NaN(), true},
		{"confidence: -0.5", 1, math.NaN(), true},
	} {
		x, odd := FindConfidence(c.text, c.scale)
		assert.Equal(t, c.odd, odd, c.text)
		if math.IsNaN(c.want) {
			assert.True(t, math.IsNaN(x), "%s: %v", c.text, x)
		} else {
			assert.Equal(t, c.want, x, c.text)
		}
	}
}

func TestConvertAnswers(t *testing.T) {
	csv := AnswerFile{Path: "ada.csv", Agent: "ada", CSV: true, Lines: strings.NewReader("question_id,answer,confidence,gold\nq1,\"1,000\",0.5,1000\nq2,,,7\n")}
	lines := AnswerFile{Path: "bob.jsonl", Agent: "bob", Lines: strings.NewReader(`{"id":"q2","text":"Answer: 7\nConfidence: 90%"}` + "\n" + `{"id":"q1","answer":"x","model":"bob-2","correct":false}` + "\n")}
	out, err := ConvertAnswers([]AnswerFile{csv, lines}, ConvertOptions{Scale: 1})
	require.NoError(t, err)
	assert.Equal(t, `{"problem_id":"q1","block_id":"q1","agent":"ada","confidence":0.5,"answer":"1,000","gold":"1000"}
{"problem_id":"q1","block_id":"q1","agent":"bob-2","confidence":null,"answer":"x","correct":false}
{"problem_id":"q2","block_id":"q2","agent":"ada","confidence":null,"answer":null,"gold":"7"}
{"problem_id":"q2","block_id":"q2","agent":"bob","confidence":0.9,"answer":"7"}
`, string(out.Trace))
	assert.Equal(t, 1, out.NoAnswer)
	c := corpusOf(t, string(out.Trace), 1)
	assert.Equal(t, 2, c.Derived["correct"])
}

func TestConvertChat(t *testing.T) {
	log := `{"id":"q","gold":"4","passed":true,"messages":[{"role":"user","content":"2+2? answer: 5"},` +
		`{"role":"assistant","name":"ada","content":"Answer: 4\nConfidence: 80%"},{"role":"assistant","name":"bob","content":[{"type":"text","text":"Answer: 5"}]},` +
		`{"role":"critic","content":"hm"},{"role":"assistant","name":"bob","content":"\\boxed{4}"}]}`
	out, err := ConvertChat([]AnswerFile{{Path: "c.jsonl", Lines: strings.NewReader(log)}}, ConvertOptions{Scale: 1, FinalSpeaks: true})
	require.NoError(t, err)
	assert.Equal(t, `{"problem_id":"q","block_id":"q","agent":"ada","confidence":0.8,"answer":"4","gold":"4"}
{"problem_id":"q","block_id":"q","agent":"bob","confidence":null,"answer":"5","gold":"4"}
{"problem_id":"q","round":1,"block_id":"q","agent":"bob","confidence":null,"answer":"4","gold":"4"}
{"type":"speak","problem_id":"q","round":1,"block_id":"q","agent":"bob","answer":"4","gold":"4"}
{"type":"outcome","trace_id":"q","passed":true}
`, string(out.Trace))
	assert.Equal(t, 1, out.Skipped)
	corpusOf(t, string(out.Trace), 1)
}

func TestConversionsRefuse(t *testing.T) {
	for text, message := range map[string]string{
		`{"answer":"1"}`: "f:1: no problem_id",
		`{"id":"q","answer":"1"}` + "\n" + `{"id":"q","answer":"2"}`: `f:2: agent "a" answers problem "q" a second time; the first is at f:1`,
		`{"id":"q","answer":"1","confidence":85}`:                    "f:1: the confidence 85 lies outside 0 to 1; --confidence-scale states the scale",
		`{"id":"q","answer":["1"]}`:                                  "f:1: answer: a string is wanted",
		`{"id":"q",}`:                                                "f:1:11: trailing comma before }",
		"":                                                           "no answer to convert",
	} {
		_, err := ConvertAnswers([]AnswerFile{{Path: "f", Agent: "a", Lines: strings.NewReader(text)}}, ConvertOptions{Scale: 1})
		if assert.Error(t, err, text) {
			assert.Equal(t, message, err.Error())
		}
	}
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package wirecheck

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/false-consensus/fcb/bench/study/model"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/genai"
)

// A thought and two texts; thoughts are output too.
const googleReply = `{"modelVersion":"gemini-x-001","candidates":[{"index":0,"finishReason":"STOP","content":{"role":"model","parts":[
	{"text":"hm","thought":true},{"text":"It is "},{"text":"42. \u00e9\ud83d\ude00"}]}}],
	"usageMetadata":{"promptTokenCount":31,"candidatesTokenCount":7,"thoughtsTokenCount":12,"totalTokenCount":50}}`

func askGoogle(t *testing.T, s *server, o *genai.GenerateContentConfig) (*genai.GenerateContentResponse, error) {
	t.Helper()
	timeout := 10 * time.Second
	attempts := int32(1)
	c, err := genai.NewClient(context.Background(), &genai.ClientConfig{APIKey: key, Backend: genai.BackendGeminiAPI, HTTPClient: &http.Client{},
		HTTPOptions: genai.HTTPOptions{BaseURL: s.URL + "/", APIVersion: "v1beta", Timeout: &timeout, RetryOptions: &genai.HTTPRetryOptions{Attempts: &attempts}}})
	require.NoError(t, err)
	return c.Models.GenerateContent(context.Background(), "gemini-x", genai.Text(prompt.User), o)
}

func googleConfig() *genai.GenerateContentConfig {
	return &genai.GenerateContentConfig{MaxOutputTokens: 300, SystemInstruction: genai.NewContentFromText(prompt.System, "")}
}

// plainGoogle leaves out the role of the system instruction, which the service
// documents as ignored.
func plainGoogle(body map[string]any) {
	if s, ok := body["systemInstruction"].(map[string]any); ok {
		delete(s, "role")
	}
}

func TestGoogleStudyAdapter(t *testing.T) {
	lures(t)
	temperature := 0.25
	theirTemperature := float32(0.25)
	for name, c := range map[string]struct {
		change func(*genai.GenerateContentConfig)
		ours   model.Options
	}{
		"plain":       {func(*genai.GenerateContentConfig) {}, model.Options{Model: "gemini-x", MaxOutput: 300}},
		"temperature": {func(p *genai.GenerateContentConfig) { p.Temperature = &theirTemperature }, model.Options{Model: "gemini-x", MaxOutput: 300, Temperature: &temperature}},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := newServer(t, 200, googleReply), newServer(t, 200, googleReply)
			o := googleConfig()
			c.change(o)
			theirs, err := askGoogle(t, a, o)
			require.NoError(t, err)
			got := ours(t, model.Google, b.URL, b, c.ours)
			sameRequest(t, a.once(t), b.once(t), []string{"X-Goog-Api-Key", "Content-Type"}, plainGoogle)
			require.Nil(t, got.Missing)
			assert.Equal(t, theirs.Text(), got.Text)
			assert.Equal(t, theirs.ModelVersion, got.Model)
			assert.EqualValues(t, theirs.Candidates[0].FinishReason, got.Finish)
			in, out := usageOf(got.Usage)
			assert.EqualValues(t, theirs.UsageMetadata.PromptTokenCount, in)
			assert.EqualValues(t, theirs.UsageMetadata.CandidatesTokenCount+theirs.UsageMetadata.ThoughtsTokenCount, out)
		})
	}
}

func TestGoogleBlockedQuestion(t *testing.T) {
	const body = `{"promptFeedback":{"blockReason":"SAFETY"},"usageMetadata":{"promptTokenCount":3},"modelVersion":"m"}`
	a, b := newServer(t, 200, body), newServer(t, 200, body)
	theirs, err := askGoogle(t, a, googleConfig())
	require.NoError(t, err)
	got := ours(t, model.Google, b.URL, b, model.Options{Model: "gemini-x", MaxOutput: 300})
	require.NotNil(t, got.Missing)
	assert.Equal(t, model.MissingRefusal, got.Missing.Kind)
	assert.Contains(t, got.Missing.Message, string(theirs.PromptFeedback.BlockReason))
}

func TestGoogleAsksOnce(t *testing.T) {
	for _, status := range []int{429, 500, 503} {
		a, b := newServer(t, status, `{"error":{"code":1,"message":"no","status":"NO"}}`), newServer(t, status, `{"error":{"message":"no"}}`)
		_, err := askGoogle(t, a, googleConfig())
		require.Error(t, err)
		ours(t, model.Google, b.URL, b, model.Options{Model: "gemini-x", MaxOutput: 300})
		a.once(t)
		b.once(t)
	}
}

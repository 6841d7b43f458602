// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package model

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/endpoint"
)

// FormatOf gives the format of a provider that is asked over HTTP or of a local
// program; nil for the others.
func FormatOf(provider string) Format {
	switch provider {
	case OpenAI:
		return openAI{}
	case Anthropic:
		return anthropic{}
	case Google:
		return google{}
	case Exec:
		return program{}
	}
	return nil
}

// DefaultBase is the base URL of a provider's own service.
func DefaultBase(provider string) string {
	return map[string]string{OpenAI: OpenAIBase, Anthropic: AnthropicBase, Google: GoogleBase}[provider]
}

// DefaultKeyVariable is where a provider's key usually stands.
func DefaultKeyVariable(provider string) string {
	return map[string]string{OpenAI: "OPENAI_API_KEY", Anthropic: "ANTHROPIC_API_KEY", Google: "GEMINI_API_KEY"}[provider]
}

// HTTPOptions are the settings of a service.
type HTTPOptions struct {
	Provider    string // required, one that is OverHTTP
	Base        string // "" is the provider's own
	Key         string // "" sends none
	CAFile      string
	Timeout     time.Duration // required
	Concurrency int
	UserAgent   string
}

// keyHeaders are the headers in which a key goes as it is.
var keyHeaders = map[string]string{Anthropic: "x-api-key", Google: "x-goog-api-key"}

// service is a model behind HTTP.
type service struct {
	*endpoint.HTTP
	format Format
	opts   Options
}

// NewHTTP makes an agent of a model behind a service. The error holds no key.
func NewHTTP(h HTTPOptions, o Options) (Agent, error) {
	format := FormatOf(h.Provider)
	if format == nil || !OverHTTP(h.Provider) {
		panic("model: " + h.Provider + " is not asked over HTTP")
	}
	if err := checkName(h.Provider, o.Model); err != nil {
		return nil, err
	}
	base := h.Base
	if base == "" {
		base = DefaultBase(h.Provider)
	}
	// A base that ends in the version that the format adds is taken without it.
	base = strings.TrimRight(base, "/")
	base = strings.TrimSuffix(base, map[string]string{Anthropic: "/v1", Google: "/v1beta"}[h.Provider])
	transport := endpoint.Options{Base: base, Key: h.Key, KeyHeader: keyHeaders[h.Provider], CAFile: h.CAFile,
		Timeout: h.Timeout, Concurrency: h.Concurrency, UserAgent: h.UserAgent}
	if h.Provider == Anthropic {
		transport.Public = []endpoint.Header{{Name: "Anthropic-Version", Value: anthropicVersion}}
	}
	t, err := endpoint.NewHTTP(transport)
	if err != nil {
		return nil, err
	}
	return &service{t, format, o}, nil
}

// checkName refuses names that would reach another path.
func checkName(provider, name string) error {
	if strings.TrimSpace(name) == "" {
		return fmt.Errorf("the model has no name")
	}
	if provider == Google && strings.ContainsAny(name, "/?#%: \t") {
		return fmt.Errorf("%q is not a model's name; give it without models/", name)
	}
	return nil
}

func (s *service) Request(p Prompt) (string, []byte) { return s.format.Request(s.opts, p) }

func (s *service) Ask(ctx context.Context, path string, body []byte, gate api.Gate) error {
	return s.Call(ctx, path, body, gate)
}

func (s *service) Read(body []byte) (Reply, bool) {
	r := s.format.Read(body)
	redacted := false
	for _, text := range []*string{&r.Text, &r.Model, &r.Finish} {
		var hit bool
		*text, hit = s.Redact(*text)
		redacted = redacted || hit
	}
	if r.Missing != nil {
		r.Missing.Message, _ = s.Redact(r.Missing.Message)
	}
	return r, redacted
}

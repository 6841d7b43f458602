// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package model asks the models of a study, each in its own wire format, over
// the one audited transport: OpenAI-compatible chat completions, Anthropic
// messages, Google generateContent, a local program, and simulated agents. An
// adapter is thin: it spells a request and reads a reply, and asks for no tool,
// search, example, other answer or second try.
//
// Not here: when a call may be made, what it may cost and what is recorded
// (package study), and what counts as an answer (package answer).
//
// Begin with [Format] and [Agent].
package model

import (
	"context"
	"slices"

	"github.com/false-consensus/fcb/bench/api"
)

// Providers.
const (
	OpenAI    = "openai"
	Anthropic = "anthropic"
	Google    = "google"
	Exec      = "exec"
	Simulated = "simulated"
)

// Providers lists the known providers.
func Providers() []string { return []string{OpenAI, Anthropic, Google, Exec, Simulated} }

// Known reports whether there is such a provider.
func Known(provider string) bool { return slices.Contains(Providers(), provider) }

// OverHTTP reports whether a provider is asked over HTTP, and so may cost money.
func OverHTTP(provider string) bool {
	return provider == OpenAI || provider == Anthropic || provider == Google
}

// Options are the parameters of every request to one model.
type Options struct {
	Model       string   // as requested
	Temperature *float64 // nil: not sent
	MaxOutput   int      // tokens of a reply, hidden reasoning included
	LimitField  string   // of OpenAI only: the name of the limit; "" is max_completion_tokens
}

// A Prompt is what a model is told. Question identifies it to a simulated agent,
// which knows the task already; it is sent to nobody else.
type Prompt struct {
	System, User string
	Question     string // id of the task
	Run          int    // 0, or 1 in the repeat run
}

// A Reply is what an adapter reads in a service's complete reply. Texts may hold
// anything the other side sent.
type Reply struct {
	Text    string     // of the model
	Model   string     // as the service reports it; "" where it does not
	Finish  string     // why the model stopped, in the service's word
	Usage   *api.Usage // nil: the reply does not say
	Missing *api.Fault // why there is no text; nil: there is one
}

// Kinds of a complete reply without a text.
const (
	MissingJSON    = "not_json"
	MissingShape   = "bad_reply"
	MissingText    = "no_text"
	MissingRefusal = "refusal"
)

// A Format spells requests to a provider and reads its replies.
type Format interface {
	// Request gives the path below the base URL and the body. The same input gives
	// the same bytes.
	Request(o Options, p Prompt) (path string, body []byte)
	// Read reads the body of a complete 200.
	Read(body []byte) Reply
	// Differences says how the provider's request differs from the others'.
	Differences() []string
}

// An Agent is one model, ready to be asked. It is safe for concurrent use.
type Agent interface {
	// Request gives what Ask sends for a prompt.
	Request(p Prompt) (path string, body []byte)
	// Ask sends it through the gate, once and then as often as the gate says.
	Ask(ctx context.Context, path string, body []byte, gate api.Gate) error
	// Read reads a complete reply. hit says that a secret was replaced in it.
	Read(body []byte) (r Reply, hit bool)
	Close() error
}

func missing(kind, message string) Reply {
	return Reply{Missing: &api.Fault{Kind: kind, Message: message}}
}

// usage is nil unless both counts are there and none is negative.
func usage(input, output *int) *api.Usage {
	if input == nil || output == nil || *input < 0 || *output < 0 {
		return nil
	}
	return &api.Usage{InputTokens: *input, OutputTokens: *output}
}

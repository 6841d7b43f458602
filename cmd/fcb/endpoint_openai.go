// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"strings"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/endpoint"
	"github.com/false-consensus/fcb/predictions"
	"github.com/urfave/cli/v2"
)

// Any OpenAI-compatible chat endpoint.
const (
	openaiPrefix = "openai:"
	openaiBase   = "https://api.openai.com/v1"
	openaiKey    = "OPENAI_API_KEY"
)

// chatFlags are the flags that go with openai: only.
var chatFlags = []string{"max-tokens", "max-tokens-field", "reply-format", "price-in", "price-out"}

// chatFlagsOf declares them.
func chatFlagsOf() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "max-tokens", Value: 4096, Usage: "openai: at most `N` tokens a reply, hidden reasoning included"},
		&cli.StringFlag{Name: "max-tokens-field", Usage: "openai: name of that limit: max_completion_tokens|max_tokens", DefaultText: "the former for api.openai.com, else the latter"},
		&cli.StringFlag{Name: "reply-format", Value: endpoint.ReplySchema, Usage: "openai: json_schema|json_object|text, for services that know no schema"},
	}
}

// atOpenAI reports whether the model is asked at OpenAI itself, which needs a key.
func (e *endpointChoice) atOpenAI() bool { return e.base.Hostname() == "api.openai.com" }

// useOpenAI fills the choice for openai:MODEL; how it is asked comes from the
// flags, or from the manifest of a run that is resumed.
func (e *endpointChoice) useOpenAI(model string) error {
	if strings.TrimSpace(model) == "" {
		return usagef("--endpoint: openai: needs the name of a model, such as openai:gpt-4.1-mini")
	}
	e.chat = &endpoint.Chat{Model: model}
	return nil
}

// chatSettings completes the choice from flags, and from old where a flag is not given.
func (s *scoring) chatSettings(e *endpointChoice, old *predictions.Chat) error {
	c := s.c
	if e.chat == nil {
		for _, f := range chatFlags {
			if c.IsSet(f) {
				return usagef("--%s goes with --endpoint openai:MODEL", f)
			}
		}
		return nil
	}
	limit, field, format := c.Int("max-tokens"), c.String("max-tokens-field"), c.String("reply-format")
	if field == "" {
		field = endpoint.MaxTokens
		if e.atOpenAI() {
			field = endpoint.MaxCompletionTokens
		}
	}
	if old != nil {
		if !c.IsSet("max-tokens") {
			limit = old.OutputLimit
		}
		if !c.IsSet("max-tokens-field") {
			field = old.LimitField
		}
		if !c.IsSet("reply-format") {
			format = old.ReplyFormat
		}
	}
	if limit < 1 {
		return usagef("--max-tokens must be at least 1, got %d", limit)
	}
	if field != endpoint.MaxTokens && field != endpoint.MaxCompletionTokens {
		return usagef("--max-tokens-field must be %s or %s, not %q", endpoint.MaxCompletionTokens, endpoint.MaxTokens, field)
	}
	if _, err := oneOf(c, "reply-format", endpoint.ReplySchema, endpoint.ReplyObject, endpoint.ReplyText); err != nil {
		return err
	}
	e.chat.OutputLimit, e.chat.LimitField, e.chat.ReplyFormat = limit, field, format
	return nil
}

// chatManifest is how a model is asked, as the manifest records it.
func chatManifest(c *endpoint.Chat) *predictions.Chat {
	if c == nil {
		return nil
	}
	p := endpoint.ChatPrompt()
	return &predictions.Chat{Model: c.Model, OutputLimit: c.OutputLimit, LimitField: c.LimitField, ReplyFormat: c.ReplyFormat,
		Prompt: predictions.Prompt{SHA256: p.SHA256, Text: p.Text, Schema: p.Schema}}
}

// chatDifferences says why a model would be asked otherwise than in the run.
func chatDifferences(have, now *predictions.Chat) []string {
	if have == nil || now == nil {
		return nil
	}
	var out []string
	for _, f := range []struct {
		name      string
		have, now any
	}{
		{"max-tokens", have.OutputLimit, now.OutputLimit},
		{"max-tokens-field", have.LimitField, now.LimitField},
		{"reply-format", have.ReplyFormat, now.ReplyFormat},
		{"prompt", have.Prompt.SHA256, now.Prompt.SHA256},
	} {
		if f.have != f.now {
			out = append(out, fmt.Sprintf("%s: the run has %v, not %v", f.name, f.have, f.now))
		}
	}
	return out
}

// checkPriced refuses a cap on a cost that nobody stated: a model has no price
// that fcb could know.
func checkPriced(e *endpointChoice, priced bool, m *predictions.Money) error {
	if e.chat != nil && m.MaxCost != nil && !priced {
		return usagef("--max-cost needs a price, and the price of %s is not known", e.name).withHint("give --price-in and --price-out (USD a million tokens), or --price (USD a call); --price 0 for a model of your own")
	}
	return nil
}

// tokenPrice is the price by the token of a run, nil where calls are paid.
func tokenPrice(m *predictions.Manifest) (*bench.TokenPrice, error) {
	if m.Money.PriceIn == nil || m.Money.PriceOut == nil {
		return nil, nil
	}
	if m.Endpoint.Chat == nil {
		return nil, failedf("manifest.json: money has token prices, endpoint has no chat")
	}
	t := &bench.TokenPrice{OutputLimit: m.Endpoint.Chat.OutputLimit, InputBound: chatOf(m.Endpoint.Chat).InputBound}
	for _, f := range []struct {
		name string
		text string
		to   *bench.Money
	}{{"price_in", *m.Money.PriceIn, &t.Input}, {"price_out", *m.Money.PriceOut, &t.Output}} {
		v, err := bench.ParseMoney(f.text)
		if err != nil {
			return nil, failedf("manifest.json: %s: %w", f.name, err)
		}
		*f.to = v
	}
	return t, nil
}

func chatOf(c *predictions.Chat) endpoint.Chat {
	return endpoint.Chat{Model: c.Model, OutputLimit: c.OutputLimit, LimitField: c.LimitField, ReplyFormat: c.ReplyFormat}
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package study

import (
	"fmt"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/false-consensus/fcb/bench/endpoint"
	"github.com/false-consensus/fcb/bench/study/model"
)

// Sizes of a roster.
const (
	minModels = 2
	maxModels = 32
)

var nameForm = regexp.MustCompile(`^[a-z0-9]([a-z0-9._-]{0,39})$`)

func (k *checker) models(c *Config) {
	if len(c.Models) < minModels || len(c.Models) > maxModels {
		k.add("models", "a panel has %d to %d models, not %d", minModels, maxModels, len(c.Models))
	}
	paid := false
	names, families := map[string]int{}, map[string]int{}
	for i := range c.Models {
		m := &c.Models[i]
		at := func(field string) string { return fmt.Sprintf("models[%d].%s", i, field) }
		if !nameForm.MatchString(m.Name) {
			k.add(at("name"), "must be 1 to 40 of a-z 0-9 . _ - and begin with a letter or digit, not %q", m.Name)
		} else if j, ok := names[m.Name]; ok {
			k.add(at("name"), "%q is the name of models[%d] already", m.Name, j)
		}
		names[m.Name] = i
		family := strings.ToLower(strings.TrimSpace(m.Family))
		if family == "" {
			k.add(at("family"), "is missing: the models of a panel are of distinct families, and each says of which")
		} else if j, ok := families[family]; ok {
			k.add(at("family"), "%q is the family of models[%d] already: the models of a panel are of distinct families", m.Family, j)
		}
		families[family] = i
		if !model.Known(m.Provider) {
			k.add(at("provider"), "must be one of %s, not %q", strings.Join(model.Providers(), ", "), m.Provider)
			continue
		}
		paid = k.provider(c, m, at) || paid
		for j, o := range m.Omit {
			if o != "temperature" {
				k.add(at(fmt.Sprintf("omit[%d]", j)), "only temperature can be left out, not %q", o)
			}
		}
	}
	if _, err := time.Parse("2006-01-02", c.Budget.PricesAsOf); err != nil && (paid || c.Budget.PricesAsOf != "") {
		k.add("budget.prices_as_of", "must be a date YYYY-MM-DD, not %q", c.Budget.PricesAsOf)
	}
	for p := range c.Concurrency {
		if !model.Known(p) {
			k.add("concurrency."+p, "is not a provider: %s", strings.Join(model.Providers(), ", "))
		}
	}
}

// provider checks what belongs to the provider; paid says that it may cost money.
func (k *checker) provider(c *Config, m *Model, at func(string) string) (paid bool) {
	only := func(field string, given bool, where ...string) {
		if given && !slices.Contains(where, m.Provider) {
			k.add(at(field), "does not go with provider %s", m.Provider)
		}
	}
	only("command", m.Command != "", model.Exec)
	only("base_url", m.BaseURL != "", model.OpenAI, model.Anthropic, model.Google)
	only("api_key_env", m.KeyVariable != "", model.OpenAI, model.Anthropic, model.Google)
	only("max_tokens_field", m.LimitField != "", model.OpenAI)
	only("accuracy", m.Accuracy != nil, model.Simulated)
	only("shared_error", m.SharedError != nil, model.Simulated)
	only("stability", m.Stability != nil, model.Simulated)
	for field, v := range map[string]*float64{"accuracy": m.Accuracy, "shared_error": m.SharedError, "stability": m.Stability} {
		if v != nil && !(*v >= 0 && *v <= 1) {
			k.add(at(field), "must lie in 0..1, not %v", *v)
		}
	}
	if t := m.Temperature; t != nil && (*t < 0 || *t > 2) {
		k.add(at("temperature"), "must lie in 0..2, not %v", *t)
	}
	if t := c.options(m).Temperature; t != nil && *t > 1 && m.Provider == model.Anthropic {
		k.add(at("temperature"), "this provider's runs from 0 to 1, not to %v", *t)
	}
	if m.MaxOutput < 0 {
		k.add(at("max_output_tokens"), "must be positive, not %d", m.MaxOutput)
	}
	if m.LimitField != "" && m.LimitField != endpoint.MaxTokens && m.LimitField != endpoint.MaxCompletionTokens {
		k.add(at("max_tokens_field"), "must be %s or %s, not %q", endpoint.MaxCompletionTokens, endpoint.MaxTokens, m.LimitField)
	}
	if m.Prices != nil {
		for field, p := range map[string]Amount{"prices.input": m.Prices.Input, "prices.output": m.Prices.Output} {
			if v, err := p.Money(); err != nil {
				k.add(at(field), "%v (USD a million tokens)", err)
			} else if v.Sign() > 0 {
				paid = true
			}
		}
	}
	switch m.Provider {
	case model.Simulated:
		if m.Accuracy == nil {
			k.add(at("accuracy"), "is missing: a simulated agent needs its chance of a right answer")
		}
	case model.Exec:
		if strings.TrimSpace(m.Command) == "" {
			k.add(at("command"), "is missing")
		}
	default:
		k.service(m, at)
	}
	return paid
}

func (k *checker) service(m *Model, at func(string) string) {
	if strings.TrimSpace(m.Model) == "" {
		k.add(at("model"), "is missing: the name by which the service knows the model")
	}
	if m.Prices == nil {
		k.add(at("prices"), "are missing: input and output in USD a million tokens, 0 for a service of your own")
	}
	if m.BaseURL == "" {
		return
	}
	u, err := endpoint.ParseBase(m.BaseURL)
	switch {
	case err != nil:
		k.add(at("base_url"), "%v", err)
	case u.User != nil || u.RawQuery != "":
		k.add(at("base_url"), "holds userinfo or a query: no key belongs into this file, which is published; name its variable in api_key_env")
	case m.KeyVariable != "" && u.Scheme == "http" && !loopback(u):
		k.add(at("base_url"), "a key is not sent over plain http to %s: use https", u.Hostname())
	}
}

func loopback(u *url.URL) bool {
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}

// options are the parameters of the requests to a model.
func (c *Config) options(m *Model) model.Options {
	o := model.Options{Model: m.Model, Temperature: c.Request.Temperature, MaxOutput: c.Request.MaxOutput, LimitField: m.LimitField}
	if m.Temperature != nil {
		o.Temperature = m.Temperature
	}
	if slices.Contains(m.Omit, "temperature") {
		o.Temperature = nil
	}
	if m.MaxOutput > 0 {
		o.MaxOutput = m.MaxOutput
	}
	return o
}

// timeout of a whole call.
func (c *Config) timeout() time.Duration {
	d, _ := time.ParseDuration(c.Request.Timeout) // checked when read
	return d
}

// defaultConcurrency is how many requests to one provider are in flight.
const defaultConcurrency = 4

func (c *Config) concurrency(provider string) int {
	if n := c.Concurrency[provider]; n > 0 {
		return n
	}
	return defaultConcurrency
}

// anySimulated reports whether a simulated agent is on the roster.
func (c *Config) anySimulated() bool {
	return slices.ContainsFunc(c.Models, func(m Model) bool { return m.Provider == model.Simulated })
}

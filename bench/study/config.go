// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package study

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/false-consensus/fcb/bench"
)

// ConfigFormat is the value of format in study.yaml.
const ConfigFormat = "fcb-study-config/1"

// A Config is study.yaml: what the study asks, whom, how, and at what cost.
type Config struct {
	Format      string         `yaml:"format" json:"format"`
	Title       string         `yaml:"title" json:"title"`
	Question    string         `yaml:"question" json:"question"`
	Seed        uint64         `yaml:"seed" json:"seed"`     // of the order of the questions and of simulated agents
	Strata      []string       `yaml:"strata" json:"strata"` // names of corpus files, without .jsonl
	Repeat      string         `yaml:"repeat" json:"repeat"` // RepeatMarked, RepeatAll or RepeatNone
	Request     Request        `yaml:"request" json:"request"`
	Concurrency map[string]int `yaml:"concurrency" json:"concurrency"` // requests in flight, by provider; absent: 4
	Budget      Budget         `yaml:"budget" json:"budget"`
	Models      []Model        `yaml:"models" json:"models"`
	Disclosure  Disclosure     `yaml:"disclosure" json:"disclosure"`
}

// Which questions the repeat run asks again.
const (
	RepeatMarked = "marked" // those that the corpus file marks
	RepeatAll    = "all"
	RepeatNone   = "none"
)

// Request holds the parameters of every request; a model may have others.
type Request struct {
	Temperature   *float64 `yaml:"temperature" json:"temperature"` // nil: not sent
	MaxOutput     int      `yaml:"max_output_tokens" json:"max_output_tokens"`
	Timeout       string   `yaml:"timeout" json:"timeout"` // Go duration, of a whole call
	AskConfidence bool     `yaml:"ask_confidence" json:"ask_confidence"`
}

// Budget is the cap over everything the study spends, pilots included.
type Budget struct {
	Cap        Amount `yaml:"cap_usd" json:"cap_usd"`
	PricesAsOf string `yaml:"prices_as_of" json:"prices_as_of"` // YYYY-MM-DD
}

// Disclosure is what readers should know of those who ran the study.
type Disclosure struct {
	Interests    string `yaml:"interests" json:"interests"`
	AIAssistance string `yaml:"ai_assistance" json:"ai_assistance"`
}

// A Model is one line of the roster.
type Model struct {
	Name        string   `yaml:"name" json:"name"`
	Provider    string   `yaml:"provider" json:"provider"`
	Family      string   `yaml:"family" json:"family"` // of the underlying model; all differ
	Model       string   `yaml:"model" json:"model,omitempty"`
	BaseURL     string   `yaml:"base_url" json:"base_url,omitempty"`       // "": the provider's own
	KeyVariable string   `yaml:"api_key_env" json:"api_key_env,omitempty"` // name only
	Command     string   `yaml:"command" json:"command,omitempty"`         // of exec
	Temperature *float64 `yaml:"temperature" json:"temperature,omitempty"`
	MaxOutput   int      `yaml:"max_output_tokens" json:"max_output_tokens,omitempty"`
	LimitField  string   `yaml:"max_tokens_field" json:"max_tokens_field,omitempty"` // of openai
	Omit        []string `yaml:"omit" json:"omit,omitempty"`                         // parameters not sent: temperature
	Prices      *Prices  `yaml:"prices" json:"prices,omitempty"`

	// Of a simulated agent; see [model.Simulation].
	Accuracy    *float64 `yaml:"accuracy" json:"accuracy,omitempty"`
	SharedError *float64 `yaml:"shared_error" json:"shared_error,omitempty"`
	Stability   *float64 `yaml:"stability" json:"stability,omitempty"`
}

// Prices are assumptions in USD a million tokens.
type Prices struct {
	Input  Amount `yaml:"input" json:"input"`
	Output Amount `yaml:"output" json:"output"`
}

// An Amount is a decimal amount of US dollars, kept as it is written.
type Amount string

// UnmarshalYAML takes a number or a text as it is written.
func (a *Amount) UnmarshalYAML(b []byte) error {
	*a = Amount(strings.Trim(strings.TrimSpace(string(b)), `"'`))
	return nil
}

// Money is the amount, exactly.
func (a Amount) Money() (bench.Money, error) { return bench.ParseMoney(string(a)) }

// money is Money where it was checked before.
func (a Amount) money() bench.Money {
	m, err := a.Money()
	if err != nil {
		return bench.Money{}
	}
	return m
}

// Problems are all that is wrong with a file a person wrote, each with its place.
type Problems struct{ List []string }

func (p *Problems) Error() string { return strings.Join(p.List, "\n") }

// readConfig reads and checks study.yaml. The error is *Problems or says why the
// file cannot be read.
func readConfig(dir string) (*Config, []byte, error) {
	path := filepath.Join(dir, ConfigFile)
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	c := &Config{}
	if err := yaml.UnmarshalWithOptions(b, c, yaml.Strict()); err != nil {
		return nil, nil, &Problems{[]string{yamlFault(path, err)}}
	}
	k := checker{path: path, text: b}
	k.config(c)
	if len(k.bad) > 0 {
		return nil, nil, &Problems{k.bad}
	}
	return c, b, nil
}

func yamlFault(path string, err error) string {
	var e interface {
		GetToken() *token.Token
		GetMessage() string
	}
	if !errors.As(err, &e) {
		return fmt.Sprintf("%s: %v", path, err)
	}
	if t := e.GetToken(); t != nil && t.Position != nil {
		return fmt.Sprintf("%s:%d:%d: %s", path, t.Position.Line, t.Position.Column, e.GetMessage())
	}
	return path + ": " + e.GetMessage()
}

// A checker collects what is wrong with a configuration.
type checker struct {
	path string
	text []byte
	bad  []string
}

// add notes a problem at a YAML path such as models[1].name.
func (k *checker) add(at, format string, a ...any) {
	place := k.path
	for p := at; p != ""; p = parent(p) {
		if line, column, ok := k.place(p); ok {
			place = fmt.Sprintf("%s:%d:%d", k.path, line, column)
			break
		}
	}
	k.bad = append(k.bad, place+": "+at+": "+fmt.Sprintf(format, a...))
}

func parent(path string) string {
	if i := strings.LastIndexAny(path, ".["); i > 0 {
		return path[:i]
	}
	return ""
}

func (k *checker) place(at string) (line, column int, ok bool) {
	p, err := yaml.PathString("$." + at)
	if err != nil {
		return 0, 0, false
	}
	file, err := parser.ParseBytes(k.text, 0)
	if err != nil {
		return 0, 0, false
	}
	n, err := p.FilterFile(file)
	if err != nil || n == nil || n.GetToken() == nil || n.GetToken().Position == nil {
		return 0, 0, false
	}
	at2 := n.GetToken().Position
	return at2.Line, at2.Column, true
}

func (k *checker) config(c *Config) {
	if c.Format != ConfigFormat {
		k.add("format", "must be %s, not %q", ConfigFormat, c.Format)
	}
	for at, text := range map[string]string{"title": c.Title, "question": c.Question, "disclosure.interests": c.Disclosure.Interests, "disclosure.ai_assistance": c.Disclosure.AIAssistance} {
		if strings.TrimSpace(text) == "" {
			k.add(at, "is missing")
		}
	}
	if len(c.Strata) == 0 {
		k.add("strata", "names no corpus file")
	}
	for i, s := range c.Strata {
		switch {
		case s == "" || strings.ContainsAny(s, `/\`) || strings.HasPrefix(s, "."):
			k.add(fmt.Sprintf("strata[%d]", i), "%q is not the name of a file in corpus", s)
		case slices.Contains(c.Strata[:i], s):
			k.add(fmt.Sprintf("strata[%d]", i), "%q is there twice", s)
		}
	}
	if !slices.Contains([]string{RepeatMarked, RepeatAll, RepeatNone}, c.Repeat) {
		k.add("repeat", "must be %s, %s or %s, not %q", RepeatMarked, RepeatAll, RepeatNone, c.Repeat)
	}
	if c.Request.MaxOutput < 1 {
		k.add("request.max_output_tokens", "must be positive")
	}
	if t := c.Request.Temperature; t != nil && (*t < 0 || *t > 2) {
		k.add("request.temperature", "must lie in 0..2, not %v", *t)
	}
	if d, err := time.ParseDuration(c.Request.Timeout); err != nil || d <= 0 {
		k.add("request.timeout", "must be a duration such as 120s, not %q", c.Request.Timeout)
	}
	if _, err := c.Budget.Cap.Money(); err != nil {
		k.add("budget.cap_usd", "%v", err)
	}
	for p, n := range c.Concurrency {
		if n < 1 {
			k.add("concurrency."+p, "must be positive, not %d", n)
		}
	}
	k.models(c)
	slices.Sort(k.bad)
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package study

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/false-consensus/fcb/bench/study/model"
)

// AgentOptions are what agents take from the outside.
type AgentOptions struct {
	Getenv       func(string) (string, bool) // for keys; required
	KeyVariables []string                    // that programs do not inherit, beside those of study.yaml
	CAFile       string                      // further root certificates, "" for none
	UserAgent    string
}

// A KeyMissing error names a variable that should hold a key.
type KeyMissing struct{ Model, Variable string }

func (k *KeyMissing) Error() string {
	return fmt.Sprintf("the model %s needs a key, and the variable %s is not set", k.Model, k.Variable)
}

// Agents makes every model of the roster ready to be asked. Nothing is sent. The
// error is a *[KeyMissing], or says which model cannot be asked; no error holds a
// key. Closing what was made is the caller's, by [CloseAgents].
func (s *Study) Agents(o AgentOptions) (map[string]model.Agent, error) {
	agents := map[string]model.Agent{}
	variables, keys := slices.Clone(o.KeyVariables), []string{}
	for i := range s.Config.Models {
		if v := keyVariable(&s.Config.Models[i]); v != "" {
			variables = append(variables, v)
			key, _ := o.Getenv(v)
			keys = append(keys, strings.TrimSpace(key))
		}
	}
	for i := range s.Config.Models {
		m := &s.Config.Models[i]
		a, err := s.agent(m, o, variables, keys)
		if err != nil {
			CloseAgents(agents)
			var missing *KeyMissing
			if errors.As(err, &missing) {
				return nil, err
			}
			return nil, fmt.Errorf("model %s: %w", m.Name, err)
		}
		agents[m.Name] = a
	}
	return agents, nil
}

// keyVariable is where a model's key stands. A provider's usual variable is used
// with the provider's own base URL alone, so that no key goes to a stranger.
func keyVariable(m *Model) string {
	switch {
	case !model.OverHTTP(m.Provider):
		return ""
	case m.KeyVariable != "":
		return m.KeyVariable
	case m.BaseURL == "":
		return model.DefaultKeyVariable(m.Provider)
	}
	return ""
}

func (s *Study) agent(m *Model, o AgentOptions, variables, keys []string) (model.Agent, error) {
	opts := s.Config.options(m)
	switch m.Provider {
	case model.Simulated:
		sim := model.Simulation{Name: m.Name, Seed: s.Config.Seed, Accuracy: *m.Accuracy, Stability: 1, Confidence: s.Config.Request.AskConfidence}
		if m.SharedError != nil {
			sim.SharedError = *m.SharedError
		}
		if m.Stability != nil {
			sim.Stability = *m.Stability
		}
		return model.NewSimulated(sim, append(s.tasks(), s.smokeTask())), nil
	case model.Exec:
		return model.NewExec(m.Command, s.Config.timeout(), variables, keys, opts)
	}
	key := ""
	if v := keyVariable(m); v != "" {
		value, _ := o.Getenv(v)
		if key = strings.TrimPrefix(strings.TrimSpace(value), "Bearer "); key == "" {
			return nil, &KeyMissing{m.Name, v}
		}
	}
	return model.NewHTTP(model.HTTPOptions{Provider: m.Provider, Base: m.BaseURL, Key: key, CAFile: o.CAFile, Timeout: s.Config.timeout(),
		Concurrency: s.Config.concurrency(m.Provider), UserAgent: o.UserAgent}, opts)
}

// CloseAgents ends what Agents made.
func CloseAgents(agents map[string]model.Agent) {
	for _, a := range agents {
		_ = a.Close()
	}
}

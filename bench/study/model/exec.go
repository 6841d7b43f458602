// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package model

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/google/shlex"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/endpoint"
)

// program is the format of a local program: one JSON object a line in, one a
// line out.
type program struct{}

func (program) Request(o Options, p Prompt) (string, []byte) {
	return "", encode(&struct {
		Model       string   `json:"model"`
		System      string   `json:"system"`
		Question    string   `json:"question"`
		Temperature *float64 `json:"temperature,omitempty"`
		MaxOutput   int      `json:"max_output_tokens"`
	}{o.Model, p.System, p.User, o.Temperature, o.MaxOutput})
}

func (program) Read(body []byte) Reply {
	var in struct {
		Text         *string `json:"text"`
		Model        string  `json:"model"`
		FinishReason string  `json:"finish_reason"`
		Usage        *struct {
			Input  *int `json:"input_tokens"`
			Output *int `json:"output_tokens"`
		} `json:"usage"`
	}
	if r, ok := decode(body, &in); !ok {
		return r
	}
	r := Reply{Model: in.Model, Finish: in.FinishReason}
	if in.Usage != nil {
		r.Usage = usage(in.Usage.Input, in.Usage.Output)
	}
	if in.Text == nil {
		return r.without(MissingText, "the reply has no member text")
	}
	r.Text = *in.Text
	return r.orEmpty()
}

func (program) Differences() []string {
	return []string{"a program on this machine; what it does with the parameters is its own affair"}
}

// local is a model behind a program.
type local struct {
	*endpoint.Exec
	opts Options
}

// NewExec makes an agent of a program. dropEnv names variables, and dropKeys
// values, that the program does not inherit.
func NewExec(command string, timeout time.Duration, dropEnv, dropKeys []string, o Options) (Agent, error) {
	words, err := shlex.Split(command)
	if err != nil {
		return nil, fmt.Errorf("the command cannot be split into words: %w", err)
	}
	if len(words) > 0 { // a program that is not there must not cost a question
		if _, err := exec.LookPath(words[0]); err != nil {
			return nil, fmt.Errorf("the program of the command: %w", err)
		}
	}
	x, err := endpoint.NewExec(endpoint.ExecOptions{Command: command, Timeout: timeout, DropEnv: dropEnv, DropKeys: dropKeys})
	if err != nil {
		return nil, err
	}
	return &local{x, o}, nil
}

func (l *local) Request(p Prompt) (string, []byte) { return program{}.Request(l.opts, p) }

func (l *local) Ask(ctx context.Context, path string, body []byte, gate api.Gate) error {
	return l.Call(ctx, path, body, gate)
}

func (l *local) Read(body []byte) (Reply, bool) {
	return program{}.Read([]byte(strings.TrimSpace(string(body)))), false
}

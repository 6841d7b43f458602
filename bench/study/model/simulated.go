// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package model

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/big"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/study/corpus"
)

// A Simulation sets how a simulated agent answers. It is no model of any real
// model: it is there so that everything can be tried without a key, and so that
// what shared error does to agreement can be shown where the truth is known.
//
// For each question one number v and one number u are drawn for all agents
// alike. An agent with v < SharedError follows the common draw: it is right if u
// < Accuracy, otherwise it gives the task's common wrong answer. Any other agent
// draws for itself: right with probability Accuracy, otherwise one of up to
// three wrong answers. So every agent is right with probability Accuracy, and the
// correlation of right and wrong between two agents with the same settings is
// SharedError.
type Simulation struct {
	Name        string
	Seed        uint64
	Accuracy    float64 // 0..1
	SharedError float64 // 0..1
	Stability   float64 // 0..1: the chance that the repeat run gives the first answer without a new draw
	Confidence  bool    // whether a confidence is stated
}

// simulated is an agent of a Simulation, which knows the tasks and their keys.
type simulated struct {
	Simulation
	tasks map[string]*corpus.Task
}

// NewSimulated makes a simulated agent for some tasks.
func NewSimulated(s Simulation, tasks []corpus.Task) Agent {
	a := &simulated{s, map[string]*corpus.Task{}}
	for i := range tasks {
		a.tasks[tasks[i].ID] = &tasks[i]
	}
	return a
}

type simulatedRequest struct {
	Simulated bool   `json:"simulated"`
	Agent     string `json:"agent"`
	Question  string `json:"question_id"`
	Run       int    `json:"run"`
}

func (a *simulated) Request(p Prompt) (string, []byte) {
	return "", encode(&simulatedRequest{true, a.Name, p.Question, p.Run})
}

func (a *simulated) Ask(_ context.Context, _ string, body []byte, gate api.Gate) error {
	var in simulatedRequest
	if err := json.Unmarshal(body, &in); err != nil {
		return fmt.Errorf("a request that no simulated agent made: %w", err)
	}
	for {
		if err := gate.Before(); err != nil {
			return err
		}
		next, err := gate.After(api.Exchange{Body: a.reply(in.Question, in.Run), Started: time.Now()})
		if err != nil || !next.Retry {
			return err
		}
	}
}

func (a *simulated) reply(id string, run int) []byte {
	t := a.tasks[id]
	if t == nil {
		return encode(map[string]any{"simulated": true, "error": "no such question"})
	}
	text, right := a.Answer(t, run)
	said := struct {
		Answer     string `json:"answer"`
		Reasoning  string `json:"reasoning"`
		Confidence *int   `json:"confidence,omitempty"`
	}{text, "Simulated agent " + a.Name + ": the answer was drawn, nothing was reasoned.", nil}
	if a.Confidence {
		c := 50 + int(45*a.draw("confidence", a.Name, id, fmt.Sprint(run)))
		if right {
			c += 5
		}
		said.Confidence = &c
	}
	return encode(&struct {
		Simulated bool   `json:"simulated"`
		Text      string `json:"text"`
		Model     string `json:"model"`
		Finish    string `json:"finish_reason"`
	}{true, string(encode(&said)), "simulated/" + a.Name, "drawn"})
}

func (a *simulated) Read(body []byte) (Reply, bool) { return program{}.Read(body), false }
func (a *simulated) Close() error                   { return nil }

// Answer draws the answer to a task and says whether it is right.
func (s *Simulation) Answer(t *corpus.Task, run int) (text string, right bool) {
	own := s.Name
	if run > 0 && s.draw("stable", s.Name, t.ID) >= s.Stability {
		own = fmt.Sprint(s.Name, " in run ", run)
	}
	wrong := WrongAnswers(t)
	u, which := s.draw("shared", t.ID), 0
	if own != s.Name || s.draw("follow", t.ID) >= s.SharedError {
		u = s.draw("own", own, t.ID)
		which = int(s.draw("which", own, t.ID) * float64(len(wrong)))
	}
	if u < s.Accuracy {
		return t.Key, true
	}
	return wrong[which], false
}

// draw is a number in [0, 1) that depends on the seed and the words alone.
func (s *Simulation) draw(words ...string) float64 {
	h := sha256.New()
	var seed [8]byte
	binary.BigEndian.PutUint64(seed[:], s.Seed)
	h.Write(seed[:])
	for _, w := range words {
		h.Write([]byte(w))
		h.Write([]byte{0})
	}
	return float64(binary.BigEndian.Uint64(h.Sum(nil))>>11) / (1 << 53)
}

// WrongAnswers gives up to three wrong answers to a task, the one its trap leads
// to first. There is always one.
func WrongAnswers(t *corpus.Task) []string {
	candidates := []string{t.Lure}
	if t.Kind == corpus.KindInteger {
		if n, ok := new(big.Int).SetString(t.Key, 10); ok {
			for _, d := range []int64{10, -1, 1} {
				candidates = append(candidates, new(big.Int).Add(n, big.NewInt(d)).String())
			}
		} else {
			candidates = append(candidates, "1", "10", "100")
		}
	}
	candidates = append(candidates, t.Labels...)
	if t.Kind == corpus.KindLabel && len(t.Labels) == 0 {
		candidates = append(candidates, "A", "B", "C", "D")
	}
	candidates = append(candidates, "a wrong answer", "another wrong answer")
	var out []string
	seen := map[string]bool{"": true, t.Normalise(t.Key): true}
	for _, c := range candidates {
		if c = t.Normalise(c); !seen[c] && len(out) < 3 {
			seen[c] = true
			out = append(out, c)
		}
	}
	return out
}

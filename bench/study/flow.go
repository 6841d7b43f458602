// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package study

import (
	"bytes"
	"fmt"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/false-consensus/fcb/bench/study/model"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/predictions/journal"
)

// A Flow is the answers of one stratum as other verbs read them.
type Flow struct {
	Stratum string
	Panel   []byte // JSON Lines for fcb panel: a row for each valid first answer
	Trace   []byte // JSON Lines for fcb audit: a poll for each first answer; nil unless confidence was asked for
}

// PanelFile and TraceFile name the files of a stratum.
func (f Flow) PanelFile() string { return "panel-" + f.Stratum + ".jsonl" }
func (f Flow) TraceFile() string { return "trace-" + f.Stratum + ".jsonl" }

// Flows gives the first answers of each stratum. A failure is absent from the
// panel, not wrong, and an invalid poll in the trace. Stated confidence is
// divided by 100; polls of one question stand in roster order.
func (s *Study) Flows() ([]Flow, error) {
	state, err := s.loadState(JournalFile)
	if err != nil {
		return nil, err
	}
	var flows []Flow
	for _, st := range s.Strata {
		f := Flow{Stratum: st.Name}
		var panel, trace bytes.Buffer
		for i := range st.File.Tasks {
			t := &st.File.Tasks[i]
			for j, g := range s.answers(state, t, 0) {
				m := s.Config.Models[j]
				simulated := m.Provider == model.Simulated
				poll := pollRow{"poll", t.ID, t.ID, m.Name, nil, g.answer, t.Family, t.Key, g.answer != nil, nil, simulated}
				if g.answer != nil {
					right := *g.answer == t.Key
					poll.Correct = &right
					score := 0
					if right {
						score = 1
					}
					line(&panel, panelRow{t.ID, m.Name, score, m.Family, simulated})
				}
				if g.confidence != nil {
					c := *g.confidence / 100
					poll.Confidence = &c
				}
				line(&trace, poll)
			}
		}
		f.Panel = panel.Bytes()
		if s.Config.Request.AskConfidence {
			f.Trace = trace.Bytes()
		}
		flows = append(flows, f)
	}
	return flows, nil
}

type panelRow struct {
	Question string `json:"question_id"`
	Model    string `json:"model"`
	Correct  int    `json:"correct"`
	Maker    string `json:"maker"`

	Simulated bool `json:"simulated,omitzero"` // read by no verb, there for people
}

type pollRow struct {
	Type       string   `json:"type"`
	Problem    string   `json:"problem_id"`
	Block      string   `json:"block_id"`
	Agent      string   `json:"agent"`
	Confidence *float64 `json:"confidence"`
	Answer     *string  `json:"answer"`
	Cluster    string   `json:"cluster_id"`
	Gold       string   `json:"gold"`
	Valid      bool     `json:"valid"`
	Correct    *bool    `json:"correct"`

	Simulated bool `json:"simulated,omitzero"`
}

func line(b *bytes.Buffer, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		panic("study: an answer that cannot be encoded: " + err.Error())
	}
	b.Write(append(text, '\n'))
}

// seen records that results were computed, with how many calls were still open:
// whoever looks before the end might stop because of what was seen.
func (s *Study) seen(now time.Time, open int) error {
	unlock, err := s.lock(stamp(now))
	if err != nil {
		return err
	}
	defer unlock()
	j, _, _, err := journal.Open(s.path(JournalFile))
	if err != nil {
		return err
	}
	if err := j.Append(&Record{Type: typeScored, Time: stamp(now), Open: open}); err != nil {
		j.Close()
		return err
	}
	return j.Close()
}

// WriteFile replaces a file in the study's directory.
func (s *Study) WriteFile(name string, b []byte) error {
	if err := predictions.WriteFile(s.path(name), b); err != nil {
		return fmt.Errorf("%s: %w", s.path(name), err)
	}
	return nil
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/false-consensus/fcb/schema/jsonl"
)

// ConvertOptions of a conversion to trace records.
type ConvertOptions struct {
	Scale       float64 // what the source writes for full confidence, 1 or 100; required
	FinalSpeaks bool    // chat: the last message with an answer also becomes a speak record
}

// An AnswerFile is one file to convert.
type AnswerFile struct {
	Path  string
	Agent string // of rows that name none; answers only
	Lines io.Reader
	CSV   bool
}

// A Converted is the outcome of a conversion.
type Converted struct {
	Trace    []byte // JSON Lines, confidence on a scale of 1
	Polls    int
	Speaks   int
	NoAnswer int // polls in whose text no answer was found
	Skipped  int // messages of agents without an answer
	Silent   int // messages of users, systems and tools

	OddConfidence int // texts whose stated confidence is no plain number
}

// traceLine is a record as it is written; nil fields are left out.
type traceLine struct {
	Type       string          `json:"type,omitempty"`
	ProblemID  string          `json:"problem_id,omitempty"`
	TraceID    string          `json:"trace_id,omitempty"`
	Round      int             `json:"round,omitempty"`
	BlockID    string          `json:"block_id,omitempty"`
	Agent      string          `json:"agent,omitempty"`
	Confidence json.RawMessage `json:"confidence,omitempty"`
	Answer     json.RawMessage `json:"answer,omitempty"`
	Gold       *string         `json:"gold,omitempty"`
	Tier       json.RawMessage `json:"tier,omitempty"`
	Correct    *bool           `json:"correct,omitempty"`
	Passed     *bool           `json:"passed,omitempty"`
}

var null = json.RawMessage("null")

func textOrNull(s *string) json.RawMessage {
	if s == nil {
		return null
	}
	b, _ := marshalPlain(*s)
	return b
}

// confidenceOf brings a stated confidence to a scale of 1.
func confidenceOf(x, scale float64) (json.RawMessage, error) {
	if math.IsNaN(x) {
		return null, nil
	}
	if x < 0 || x > scale {
		return nil, fmt.Errorf("the confidence %v lies outside 0 to %v; --confidence-scale states the scale", x, scale)
	}
	return json.RawMessage(strconv.FormatFloat(x/scale, 'g', -1, 64)), nil
}

// An answerRow is a row of a per-agent answer file.
type answerRow struct {
	problem, agent string
	answer         *string
	confidence     float64
	gold           *string
	tier           json.RawMessage
	correct        *bool
	place          string
	odd            bool // a confidence stands in the text and cannot be read
}

// Names under which a column may go, the first being ours.
var (
	problemNames = []string{"problem_id", "question_id", "id"}
	agentNames   = []string{"agent", "model"}
	textNames    = []string{"text", "output", "response"}
)

// ConvertAnswers turns answer files into polls: one block a problem, in order of
// first sight, agents in the order of files and rows. A row has problem_id (or
// question_id, or id), answer or else a text to read it from, and optionally
// agent (or model; else the source's), confidence, gold, tier and correct.
func ConvertAnswers(sources []AnswerFile, o ConvertOptions) (*Converted, error) {
	out := &Converted{}
	byProblem := map[string][]answerRow{}
	var problems []string
	seen := map[[2]string]string{}
	for _, s := range sources {
		rows, err := answerRows(s, o)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			key := [2]string{r.problem, r.agent}
			if first, ok := seen[key]; ok {
				return nil, fmt.Errorf("%s: agent %q answers problem %q a second time; the first is at %s", r.place, r.agent, r.problem, first)
			}
			seen[key] = r.place
			if byProblem[r.problem] == nil {
				problems = append(problems, r.problem)
			}
			byProblem[r.problem] = append(byProblem[r.problem], r)
		}
	}
	for _, p := range problems {
		for _, r := range byProblem[p] {
			conf, err := confidenceOf(r.confidence, o.Scale)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", r.place, err)
			}
			if r.answer == nil {
				out.NoAnswer++
			}
			if r.odd && math.IsNaN(r.confidence) {
				out.OddConfidence++
			}
			out.add(traceLine{ProblemID: p, BlockID: p, Agent: r.agent, Confidence: conf, Answer: textOrNull(r.answer), Gold: r.gold, Tier: r.tier, Correct: r.correct})
			out.Polls++
		}
	}
	if out.Polls == 0 {
		return nil, errors.New("no answer to convert")
	}
	return out, nil
}

func (c *Converted) add(l traceLine) {
	b, _ := marshalPlain(l)
	c.Trace = append(append(c.Trace, b...), '\n')
}

func answerRows(s AnswerFile, o ConvertOptions) (rows []answerRow, err error) {
	read := jsonRows
	if s.CSV {
		read = csvRows
	}
	err = read(s, func(place string, get func(names ...string) (json.RawMessage, bool)) error {
		r := answerRow{agent: s.Agent, confidence: math.NaN(), place: place}
		var bad error
		text := func(names ...string) *string {
			raw, ok := get(names...)
			if !ok || string(raw) == "null" {
				return nil
			}
			var v string
			if json.Unmarshal(raw, &v) != nil {
				v = string(raw) // a number keeps its digits
				if raw[0] == '{' || raw[0] == '[' {
					bad = fmt.Errorf("%s: %s: a string is wanted", place, names[0])
				}
			}
			return &v
		}
		if p := text(problemNames...); p != nil && *p != "" {
			r.problem = *p
		} else if bad == nil {
			return fmt.Errorf("%s: no %s", place, problemNames[0])
		}
		if a := text(agentNames...); a != nil && *a != "" {
			r.agent = *a
		}
		if raw, ok := get("messages"); ok && len(raw) > 0 && raw[0] == '[' {
			return fmt.Errorf("%s: has messages, so it is a conversation: --from chat reads those", place)
		}
		r.answer, r.gold = text("answer"), text("gold")
		if t := text(textNames...); t != nil {
			if r.answer == nil {
				r.answer = FindAnswer(*t)
			}
			r.confidence, r.odd = FindConfidence(*t, o.Scale)
		}
		if raw, ok := get("confidence"); ok && string(raw) != "null" && string(raw) != `""` {
			number := strings.TrimSpace(strings.Trim(string(raw), `"`))
			if r.confidence, err = strconv.ParseFloat(number, 64); err != nil {
				return fmt.Errorf("%s: confidence %s is not a number", place, raw)
			}
		}
		if t := text("tier"); t != nil && *t != "" {
			r.tier, _ = marshalPlain(*t)
		}
		if raw, ok := get("correct"); ok {
			switch strings.ToLower(strings.Trim(string(raw), `"`)) {
			case "true", "1":
				r.correct = new(bool)
				*r.correct = true
			case "false", "0":
				r.correct = new(bool)
			case "null", "":
			default:
				return fmt.Errorf("%s: correct %s is neither true nor false", place, raw)
			}
		}
		rows = append(rows, r)
		return bad
	})
	return rows, err
}

// jsonRows calls use for each object of a JSON Lines file.
func jsonRows(s AnswerFile, use func(place string, get func(names ...string) (json.RawMessage, bool)) error) error {
	lines := jsonl.NewReader(s.Lines)
	for {
		l, err := lines.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if jsonl.IsBlank(l.Bytes) {
			continue
		}
		if p := jsonl.Check(l.Bytes); p != nil {
			return fmt.Errorf("%s:%d:%d: %s", s.Path, l.Number, p.Offset+1, p.Message)
		}
		var m map[string]json.RawMessage
		if json.Unmarshal(l.Bytes, &m) != nil {
			return fmt.Errorf("%s:%d:1: an object is wanted", s.Path, l.Number)
		}
		if err := use(fmt.Sprintf("%s:%d", s.Path, l.Number), finder(m)); err != nil {
			return err
		}
	}
}

func finder(m map[string]json.RawMessage) func(names ...string) (json.RawMessage, bool) {
	return func(names ...string) (json.RawMessage, bool) {
		for _, n := range names {
			if v, ok := m[n]; ok {
				return v, true
			}
		}
		return nil, false
	}
}

// csvRows calls use for each row of a CSV file with a header.
func csvRows(s AnswerFile, use func(place string, get func(names ...string) (json.RawMessage, bool)) error) error {
	r := csv.NewReader(s.Lines)
	header, err := r.Read()
	if err == io.EOF {
		return fmt.Errorf("%s: empty: a header is wanted", s.Path)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.Path, err)
	}
	header[0] = strings.TrimPrefix(header[0], string(jsonl.BOM))
	for i, h := range header {
		if slices.Contains(header[:i], h) {
			return fmt.Errorf("%s:1: the column %q stands twice", s.Path, h)
		}
	}
	for {
		row, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", s.Path, err)
		}
		line, _ := r.FieldPos(0)
		m := map[string]json.RawMessage{}
		for i, h := range header {
			if row[i] != "" { // an empty cell is no value
				m[h], _ = marshalPlain(row[i])
			}
		}
		if err := use(fmt.Sprintf("%s:%d", s.Path, line), finder(m)); err != nil {
			return err
		}
	}
}

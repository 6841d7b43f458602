// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// silentRoles are roles that hold no candidate.
var silentRoles = []string{"system", "developer", "user", "human", "tool", "function"}

// ConvertChat turns conversations into polls. A line is an object with messages,
// each with role and content (a string, or parts with text) and optionally name,
// and optionally id (or problem_id, question_id), trace_id, gold, tier and
// passed. The agent of a message is its name, else its role; system, user and
// tool messages are skipped. The n-th message of an agent in which an answer is
// found is its poll of round n, so that a round is a block.
func ConvertChat(sources []AnswerFile, o ConvertOptions) (*Converted, error) {
	out := &Converted{}
	traces := map[string]string{}
	for _, s := range sources {
		err := jsonRows(s, func(place string, get func(names ...string) (json.RawMessage, bool)) error {
			return out.conversation(place, get, traces, o)
		})
		if err != nil {
			return nil, err
		}
	}
	if out.Polls == 0 {
		return nil, errors.New("no message with an answer to convert")
	}
	return out, nil
}

func (c *Converted) conversation(place string, get func(names ...string) (json.RawMessage, bool), traces map[string]string, o ConvertOptions) error {
	text := func(names ...string) *string {
		raw, ok := get(names...)
		var v string
		if !ok || json.Unmarshal(raw, &v) != nil || v == "" {
			return nil
		}
		return &v
	}
	problem := text(problemNames...)
	if problem == nil {
		return fmt.Errorf("%s: no %s", place, problemNames[0])
	}
	trace := *problem
	if t := text("trace_id"); t != nil {
		trace = *t
	}
	if first, ok := traces[trace]; ok {
		return fmt.Errorf("%s: the conversation %q stands twice; the first is at %s; trace_id tells them apart", place, trace, first)
	}
	traces[trace] = place
	raw, ok := get("messages")
	var messages []struct {
		Role    string          `json:"role"`
		Name    string          `json:"name"`
		Content json.RawMessage `json:"content"`
	}
	if !ok || json.Unmarshal(raw, &messages) != nil {
		return fmt.Errorf("%s: messages: an array of objects with role and content is wanted", place)
	}
	tier, _ := get("tier")
	gold := text("gold")
	turns := map[string]int{}
	type polled struct {
		round int
		line  traceLine
	}
	var lines []polled
	for i, m := range messages {
		agent := m.Name
		if agent == "" {
			agent = m.Role
		}
		if agent == "" {
			return fmt.Errorf("%s: messages/%d: neither role nor name", place, i)
		}
		content, err := contentText(m.Content)
		if err != nil {
			return fmt.Errorf("%s: messages/%d/content: %w", place, i, err)
		}
		if slices.Contains(silentRoles, strings.ToLower(m.Role)) {
			c.Silent++
			continue
		}
		answer := FindAnswer(content)
		if answer == nil {
			c.Skipped++
			continue
		}
		stated, odd := FindConfidence(content, o.Scale)
		if odd {
			c.OddConfidence++
		}
		conf, err := confidenceOf(stated, o.Scale)
		if err != nil {
			return fmt.Errorf("%s: messages/%d/content: %w", place, i, err)
		}
		round := turns[agent]
		turns[agent]++
		l := traceLine{ProblemID: *problem, BlockID: *problem, Round: round, Agent: agent, Confidence: conf, Answer: textOrNull(answer), Gold: gold, Tier: tier}
		if trace != *problem {
			l.TraceID = trace
		}
		lines = append(lines, polled{round, l})
	}
	last := len(lines) - 1
	var final traceLine
	if last >= 0 {
		final = lines[last].line
	}
	slices.SortStableFunc(lines, func(a, b polled) int { return a.round - b.round })
	for _, p := range lines {
		c.add(p.line)
		c.Polls++
	}
	if o.FinalSpeaks && last >= 0 {
		final.Type, final.Confidence, final.Tier = "speak", nil, nil
		c.add(final)
		c.Speaks++
	}
	if raw, ok := get("passed"); ok && (string(raw) == "true" || string(raw) == "false") {
		passed := string(raw) == "true"
		c.add(traceLine{Type: "outcome", TraceID: trace, Passed: &passed})
	}
	return nil
}

// contentText joins the text parts of a message.
func contentText(raw json.RawMessage) (string, error) {
	var s string
	if len(raw) == 0 || string(raw) == "null" || json.Unmarshal(raw, &s) == nil {
		return s, nil
	}
	var parts []struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(raw, &parts) != nil {
		return "", errors.New("a string or an array of parts is wanted")
	}
	var texts []string
	for _, p := range parts {
		if p.Text != "" {
			texts = append(texts, p.Text)
		}
	}
	return strings.Join(texts, "\n"), nil
}

var (
	answerLine     = regexp.MustCompile(`(?im)^[\s>*_#-]*(?:the )?(?:final )?answer(?: is)?\s*[*_]*\s*[:=]\s*(.+)$`)
	confidenceLine = regexp.MustCompile(`(?i)\bconfidence\b[^0-9\n]{0,40}?(?:\([^)\n]*\)[^0-9\n]{0,10})?([-+.,]?[0-9][0-9.,eE+/-]*)\s*(%?)(\s*(?:/|of\b|out\s+of\b)?)`)
	plainNumber    = regexp.MustCompile(`^\+?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)$`)
	confidenceTail = regexp.MustCompile(`(?i)[\s,;.([|*_–—-]*\b(?:with\s+)?(?:a\s+)?confidence\b(?:\s+(?:is|of|level))?\s*[:=]?[\s*_]*[-+.]?[0-9].*$`)
)

// FindAnswer reads the final answer of a text: the last \boxed{...}, else the
// last line "answer: ..." (or "final answer: ...", in any case and with marks of
// emphasis), without a confidence stated behind it. nil when there is neither.
// What it cannot find it does not guess.
func FindAnswer(text string) *string {
	if at := strings.LastIndex(text, `\boxed{`); at >= 0 {
		depth, start := 1, at+len(`\boxed{`)
		for i := start; i < len(text); i++ {
			switch text[i] {
			case '{':
				depth++
			case '}':
				depth--
			}
			if depth == 0 {
				if s := strings.TrimSpace(text[start:i]); s != "" {
					return &s
				}
				break
			}
		}
	}
	found := answerLine.FindAllStringSubmatch(text, -1)
	if len(found) == 0 {
		return nil
	}
	s := confidenceTail.ReplaceAllString(found[len(found)-1][1], "")
	s = strings.TrimSpace(s)
	s = strings.TrimSpace(strings.Trim(s, "*_"))
	if s == "" {
		return nil
	}
	return &s
}

// FindConfidence reads the last stated confidence of a text on the given scale;
// a percent sign overrules the scale. NaN when there is none, and, with odd, when
// what stands there is no plain number: a fraction, "1 out of 10", 1e-3, a decimal
// comma, a negative one.
func FindConfidence(text string, scale float64) (x float64, odd bool) {
	found := confidenceLine.FindAllStringSubmatch(text, -1)
	if len(found) == 0 {
		return math.NaN(), false
	}
	last := found[len(found)-1]
	number := strings.TrimRight(last[1], ".,")
	if strings.TrimSpace(last[3]) != "" || !plainNumber.MatchString(number) {
		return math.NaN(), true
	}
	x, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return math.NaN(), true
	}
	if last[2] == "%" {
		x = x / 100 * scale
	}
	return x, false
}

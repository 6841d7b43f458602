// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package answer

import (
	"encoding/json"
	"strings"

	"github.com/false-consensus/fcb/schema/jsonl"
)

// A Reply is what a model said, taken from a text that keeps the response
// contract.
type Reply struct {
	Answer     string   // as written; see [Normalise]
	Reasoning  string   // may be empty
	Confidence *float64 // the member "confidence" where it is a number of 0..100; nil otherwise
}

// Reasons why a text breaks the response contract, in the order of the checks.
const (
	NotFenced        = "fence" // begins like a code fence and is not one fenced block
	NotJSON          = "json"  // not one strict JSON value
	NotObject        = "not_object"
	AnswerMissing    = "answer_missing"
	AnswerType       = "answer_type"
	AnswerEmpty      = "answer_empty"
	ReasoningMissing = "reasoning_missing"
	ReasoningType    = "reasoning_type"
)

// Parse reads a model's text by the response contract: one strict JSON object
// with string members answer and reasoning, nothing around it but blanks and at
// most one code fence tagged json or not at all. Names are case-sensitive, other
// members are ignored, and nothing is ever taken from prose. why is "" when the
// text keeps the contract, otherwise one of the reasons above.
func Parse(text string) (r Reply, why string) {
	s := strings.Trim(text, blanks)
	if strings.HasPrefix(s, fence) {
		inner, ok := unfence(s)
		if !ok {
			return Reply{}, NotFenced
		}
		s = inner
	}
	if s == "" || jsonl.Check([]byte(s)) != nil {
		return Reply{}, NotJSON
	}
	object, ok := jsonl.Decode([]byte(s)).(map[string]any)
	if !ok {
		return Reply{}, NotObject
	}
	given, present := object["answer"]
	if !present {
		return Reply{}, AnswerMissing
	}
	if r.Answer, ok = given.(string); !ok {
		return Reply{}, AnswerType
	}
	if strings.Trim(r.Answer, blanks) == "" {
		return Reply{}, AnswerEmpty
	}
	if given, present = object["reasoning"]; !present {
		return Reply{}, ReasoningMissing
	}
	if r.Reasoning, ok = given.(string); !ok {
		return Reply{}, ReasoningType
	}
	r.Confidence = confidence(object["confidence"])
	return r, ""
}

const fence = "```"

// unfence gives what stands between the two lines of a fence.
func unfence(s string) (inner string, ok bool) {
	first, rest, found := strings.Cut(s, "\n")
	tag := strings.TrimRight(strings.TrimPrefix(first, fence), " \t\r")
	if !found || tag != "" && !strings.EqualFold(tag, "json") {
		return "", false
	}
	lines := strings.Split(rest, "\n")
	last := len(lines) - 1
	if lines[last] != fence {
		return "", false
	}
	for _, l := range lines[:last] {
		if strings.HasPrefix(l, fence) {
			return "", false
		}
	}
	return strings.Join(lines[:last], "\n"), true
}

// confidence reads a JSON number of 0..100.
func confidence(v any) *float64 {
	n, ok := v.(json.Number)
	if !ok {
		return nil
	}
	f, err := n.Float64()
	if err != nil || f < 0 || f > 100 {
		return nil
	}
	return &f
}

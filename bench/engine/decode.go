// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package engine

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Limits of the judge's criteria (API sheet, section 2), which fcb never sends.
const (
	maxCriteria    = 20
	maxCriteriaLen = 500
)

// str, array and boolean read one JSON type and remember whether it was there;
// null is not that type.
type str struct {
	set bool
	v   string
}

type array[T any] struct {
	set bool
	v   []T
}

type boolean struct{}

type consensusBody struct {
	Task    str               `json:"task"`
	Answers array[answerBody] `json:"answers"`
	Retain  boolean           `json:"retain"`
}

type answerBody struct {
	AgentID str `json:"agent_id"`
	Output  str `json:"output"`
}

type judgeBody struct {
	Task        str        `json:"task"`
	AgentOutput str        `json:"agent_output"`
	Evidence    array[str] `json:"evidence"`
	Criteria    array[str] `json:"criteria"`
	Retain      boolean    `json:"retain"`
}

func want(d *jsontext.Decoder, kind jsontext.Kind, what string) error {
	if k := d.PeekKind(); k != kind && k != 0 { // 0: a syntax error, which the next read reports
		return fmt.Errorf("must be %s", what)
	}
	return nil
}

func (s *str) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if err := want(d, '"', "a string"); err != nil {
		return err
	}
	s.set = true
	return json.UnmarshalDecode(d, &s.v)
}

func (a *array[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if err := want(d, '[', "an array"); err != nil {
		return err
	}
	a.set = true
	return json.UnmarshalDecode(d, &a.v)
}

func (boolean) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if k := d.PeekKind(); k != 't' && k != 'f' && k != 0 {
		return errors.New("must be true or false")
	}
	_, err := d.ReadToken()
	return err
}

func decodeConsensus(body []byte) (api.ConsensusRequest, *refusal) {
	var b consensusBody
	if no := decode(body, &b); no != nil {
		return api.ConsensusRequest{}, no
	}
	var m missing
	m.need(b.Task.set, "/task")
	m.need(b.Answers.set, "/answers")
	r := api.ConsensusRequest{Task: b.Task.v, Answers: make([]api.Answer, len(b.Answers.v))}
	for i, a := range b.Answers.v {
		m.need(a.Output.set, "/answers/"+strconv.Itoa(i)+"/output")
		r.Answers[i] = api.Answer{AgentID: a.AgentID.v, Output: a.Output.v}
	}
	if m.no != nil {
		return r, m.no
	}
	return r, overLimit(r.Check(), r.TextLen())
}

func decodeJudge(body []byte) (r api.JudgeRequest, criteria int, no *refusal) {
	var b judgeBody
	if no := decode(body, &b); no != nil {
		return r, 0, no
	}
	var m missing
	m.need(b.Task.set, "/task")
	m.need(b.AgentOutput.set, "/agent_output")
	if m.no != nil {
		return r, 0, m.no
	}
	r = api.JudgeRequest{Task: b.Task.v, AgentOutput: b.AgentOutput.v}
	total := api.UTF16Len(r.Task) + api.UTF16Len(r.AgentOutput)
	for _, e := range b.Evidence.v {
		r.Evidence = append(r.Evidence, e.v)
		total += api.UTF16Len(e.v)
	}
	problems := r.Check()
	if n := len(b.Criteria.v); n > maxCriteria {
		problems = append(problems, api.LimitProblem{Pointer: "/criteria", Message: fmt.Sprintf("%d items; at most %d are allowed", n, maxCriteria)})
	}
	for i, c := range b.Criteria.v {
		n := api.UTF16Len(c.v)
		total += n
		if n == 0 || n > maxCriteriaLen {
			problems = append(problems, api.LimitProblem{Pointer: "/criteria/" + strconv.Itoa(i), Message: fmt.Sprintf("%d UTF-16 units; 1 to %d are allowed", n, maxCriteriaLen)})
		}
	}
	return r, len(b.Criteria.v), overLimit(problems, total)
}

// missing keeps the first required field that is not there.
type missing struct{ no *refusal }

func (m *missing) need(set bool, pointer string) {
	if !set && m.no == nil {
		m.no = refuse(http.StatusBadRequest, "invalid_request", "%s: missing", pointer)
	}
}

// overLimit names the first value out of its limits (422), or the text of the
// whole call (413). The bytes of the body were counted when it was read.
func overLimit(problems []api.LimitProblem, text int) *refusal {
	for _, p := range problems {
		if p.Pointer != "" {
			return refuse(http.StatusUnprocessableEntity, "unprocessable", "%s: %s", p.Pointer, p.Message)
		}
	}
	if text > api.MaxText {
		return refuse(http.StatusRequestEntityTooLarge, "payload_too_large", "%d UTF-16 units of text in all; at most %d are allowed", text, api.MaxText)
	}
	return nil
}

// decode reads one strict JSON object without unknown fields.
func decode(body []byte, into any) *refusal {
	d := jsontext.NewDecoder(bytes.NewReader(body))
	if d.PeekKind() != '{' && d.PeekKind() != 0 {
		return refuse(http.StatusBadRequest, "invalid_request", "the body must be a JSON object")
	}
	err := json.UnmarshalDecode(d, into, json.RejectUnknownMembers(true))
	if err == nil {
		if _, err = d.ReadToken(); err == io.EOF {
			return nil
		} else if err == nil {
			return refuse(http.StatusBadRequest, "invalid_json", "more than one JSON value in the body")
		}
	}
	var syntax *jsontext.SyntacticError
	var meaning *json.SemanticError
	switch {
	case err == io.EOF:
		return refuse(http.StatusBadRequest, "invalid_json", "the body is empty")
	case errors.As(err, &syntax):
		return refuse(http.StatusBadRequest, "invalid_json", "byte offset %d: %v", syntax.ByteOffset, syntax.Err)
	case errors.As(err, &meaning) && errors.Is(err, json.ErrUnknownName):
		return refuse(http.StatusBadRequest, "invalid_request", "%s: unknown field", meaning.JSONPointer)
	case errors.As(err, &meaning) && meaning.Err != nil:
		return refuse(http.StatusBadRequest, "invalid_request", "%s: %v", meaning.JSONPointer, meaning.Err)
	case errors.As(err, &meaning):
		return refuse(http.StatusBadRequest, "invalid_request", "%s: must be an object", meaning.JSONPointer)
	}
	return refuse(http.StatusBadRequest, "invalid_json", "%v", err)
}

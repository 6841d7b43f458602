// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package api

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
)

// Answer is one agent's output as the service receives it.
type Answer struct {
	AgentID string `json:"agent_id"`
	Output  string `json:"output"`
}

// ConsensusRequest is the body of POST /v1/consensus. The service refuses
// unknown fields, so there are no others.
type ConsensusRequest struct {
	Task    string   `json:"task"`
	Answers []Answer `json:"answers"`
}

// JudgeRequest is the body of POST /v1/judge. Evidence is left out when empty.
type JudgeRequest struct {
	Task        string   `json:"task"`
	AgentOutput string   `json:"agent_output"`
	Evidence    []string `json:"evidence,omitempty"`
}

// Evidence modes.
const (
	EvidenceInline = "inline"
	EvidenceOmit   = "omit"
)

// TemplateVersion names the layout that [Task] gives to inlined evidence.
const TemplateVersion = "evidence-1"

// Task is the text sent as the task: the question alone, or, when mode is
// [EvidenceInline] and there is evidence, the question, a blank line,
// "Evidence:" and one numbered line an item, verbatim, without a final newline.
func Task(question string, evidence []string, mode string) string {
	if mode != EvidenceInline || len(evidence) == 0 {
		return question
	}
	var b strings.Builder
	b.WriteString(question)
	b.WriteString("\n\nEvidence:")
	for i, e := range evidence {
		b.WriteString("\n[" + strconv.Itoa(i+1) + "] ")
		b.WriteString(e)
	}
	return b.String()
}

// Encode gives the exact bytes that are sent: compact JSON in the order task,
// answers, agent_id, output; UTF-8; no HTML escaping; no final newline.
func (r ConsensusRequest) Encode() []byte { return encode(r) }

// Encode gives the exact bytes that are sent, in the order task, agent_output,
// evidence.
func (r JudgeRequest) Encode() []byte { return encode(r) }

// encode writes as ECMAScript's JSON.stringify does: only quotation mark,
// backslash and control characters are escaped (encoding/json would also
// escape U+2028 and U+2029).
func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("api: request text must be valid UTF-8: " + err.Error())
	}
	return b
}

// SHA256 is the lower-case hex SHA-256 of b.
func SHA256(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

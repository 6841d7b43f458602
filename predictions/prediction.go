// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package predictions is where bench and scorer meet: one line a selected case
// saying what the detector answered and what became of the call, the reader of
// such files, and the layout of a saved run.
//
// Not here: asking (bench) and judging (scorer). The journal that a run is
// rebuilt from is the package predictions/journal.
//
// Begin with [Prediction].
package predictions

import "github.com/go-json-experiment/json/jsontext"

// Statuses of a prediction and of its judge call.
const (
	OK          = "ok"          // answered with a usable result
	Failed      = "failed"      // answered or refused, no usable result; certainly over
	Unknown     = "unknown"     // outcome not known, maybe billed
	Unattempted = "unattempted" // never sent, or refused without being done
	Skipped     = "skipped"     // judge only: no consensus answer to judge
)

// Unstated is the engine of a reply that names none.
const Unstated = "unstated"

// A Prediction is one line of predictions.jsonl (contract section 5). Pointers
// are nil where the JSON is null.
type Prediction struct {
	CaseID             string         `json:"case_id"`
	Repeat             *int           `json:"repeat,omitempty"` // from 0; only in runs with repeats
	Status             string         `json:"status"`
	FalseConsensusRisk *string        `json:"false_consensus_risk"`
	ConsensusAnswer    *string        `json:"consensus_answer"`
	Engine             *string        `json:"engine"`
	RequestSHA256      string         `json:"request_sha256"`
	HTTPStatus         *int           `json:"http_status"`
	Attempts           int            `json:"attempts"`
	LatencyMS          *float64       `json:"latency_ms"`
	StartedAt          *string        `json:"started_at"` // RFC 3339, UTC
	Response           jsontext.Value `json:"response"`   // the reply, tokens unchanged; null when not JSON
	Redacted           bool           `json:"redacted,omitzero"`
	Judge              *Judge         `json:"judge"`
	Error              *Error         `json:"error"`
}

// Judge is the outcome of the judge call of a case.
type Judge struct {
	Status   string         `json:"status"`
	Verdict  *string        `json:"verdict"` // as sent by the service, also when not a known verdict
	Response jsontext.Value `json:"response"`
	Error    *Error         `json:"error,omitempty"`
	Attempts int            `json:"attempts,omitzero"` // that left this machine, where it is not the usual number: 1 of a call with an outcome, else 0
}

// UsualAttempts is how often a judge call of this status was sent where Attempts does
// not say: once if it has an outcome.
func (j *Judge) UsualAttempts() int {
	switch j.Status {
	case OK, Failed, Unknown:
		return 1
	}
	return 0
}

// Error says why a call gave no result. Message may hold untrusted text.
type Error struct {
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

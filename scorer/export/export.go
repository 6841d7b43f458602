// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package export turns a scored run into a table for other programs: one row a
// scheduled prediction, as CSV or Parquet.
//
// Not here: judging (scorer), and anything for people to look at
// (scorer/report). Texts of the answers and whole replies are left to the files
// of the run.
//
// Begin with [Rows] and [Row].
package export

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/scorer"
)

// A Row is one scheduled prediction beside its case. The columns of both formats
// are its fields, in this order and under these names; a nil pointer is an empty
// cell in CSV and a null in Parquet.
type Row struct {
	CaseID             string   `parquet:"case_id"`
	Repeat             *int64   `parquet:"repeat,optional"` // from 0; only where cases were asked more than once
	Category           string   `parquet:"category"`
	Source             string   `parquet:"source"`                    // dataset, or original
	Tags               string   `parquet:"tags"`                      // joined by ;
	Answers            int64    `parquet:"answers"`                   // agents of the case
	ThinAnswers        bool     `parquet:"thin_answers"`              // an answer has fewer than four tokens
	MajorityCorrect    *bool    `parquet:"majority_correct,optional"` // null: no consensus
	ExpectedRisk       string   `parquet:"expected_risk"`
	Status             string   `parquet:"status"` // ok, failed, unknown or unattempted
	Engine             *string  `parquet:"engine,optional"`
	FalseConsensusRisk *string  `parquet:"false_consensus_risk,optional"`
	ExactMatch         *bool    `parquet:"exact_match,optional"` // risk equals expected_risk
	Flagged            *bool    `parquet:"flagged,optional"`     // medium or high
	Effect             *string  `parquet:"effect,optional"`      // right, missed, false_alarm or off
	ConsensusAnswer    *string  `parquet:"consensus_answer,optional"`
	ConsensusMatch     *string  `parquet:"consensus_match,optional"`   // exact, jaccard, needs_review or none
	ConsensusCorrect   *bool    `parquet:"consensus_correct,optional"` // of the matched answer; null where none matched
	AgreementScore     *float64 `parquet:"agreement_score,optional"`   // as the reply says
	JudgeStatus        *string  `parquet:"judge_status,optional"`
	JudgeVerdict       *string  `parquet:"judge_verdict,optional"`
	PipelineRisk       *string  `parquet:"pipeline_risk,optional"` // after the judge
	HTTPStatus         *int64   `parquet:"http_status,optional"`
	Attempts           int64    `parquet:"attempts"`
	LatencyMS          *float64 `parquet:"latency_ms,optional"`
	StartedAt          *string  `parquet:"started_at,optional"` // RFC 3339, UTC
	RequestSHA256      *string  `parquet:"request_sha256,optional"`
	ErrorKind          *string  `parquet:"error_kind,optional"`
	ErrorMessage       *string  `parquet:"error_message,optional"`
	Question           string   `parquet:"question"`
	GroundTruth        string   `parquet:"ground_truth"`
}

// Rows makes one row an outcome, in the same order.
func Rows(outcomes []scorer.Outcome) []Row {
	out := make([]Row, len(outcomes))
	for i := range outcomes {
		out[i] = rowOf(&outcomes[i])
	}
	return out
}

func rowOf(o *scorer.Outcome) Row {
	c := o.Case
	r := Row{CaseID: c.ID, Category: c.Category, Source: c.Source.Name(), Tags: strings.Join(c.Tags, ";"), Answers: int64(len(c.Answers)),
		ThinAnswers: scorer.IsThin(c), MajorityCorrect: c.MajorityCorrect, ExpectedRisk: c.ExpectedRisk, Status: o.Status,
		Question: c.Question, GroundTruth: c.GroundTruth}
	if o.Status == predictions.OK {
		exact := o.Risk == c.ExpectedRisk
		r.Engine, r.FalseConsensusRisk, r.ExactMatch, r.Flagged, r.Effect = &o.Engine, &o.Risk, &exact, &o.Flagged, &o.Effect
		r.ConsensusMatch = &o.Match.Status
		if o.Match.Status == scorer.MatchExact || o.Match.Status == scorer.MatchJaccard {
			r.ConsensusCorrect = &o.Match.Correct
		}
		if o.PipelineRisk != "" {
			r.PipelineRisk = &o.PipelineRisk
		}
	}
	p := o.Prediction
	if p == nil {
		return r
	}
	r.Repeat, r.HTTPStatus = wide(p.Repeat), wide(p.HTTPStatus)
	r.ConsensusAnswer, r.Attempts, r.LatencyMS, r.StartedAt = p.ConsensusAnswer, int64(p.Attempts), p.LatencyMS, p.StartedAt
	r.AgreementScore = agreement(p.Response)
	if p.RequestSHA256 != "" {
		r.RequestSHA256 = &p.RequestSHA256
	}
	if p.Judge != nil {
		r.JudgeStatus, r.JudgeVerdict = &p.Judge.Status, p.Judge.Verdict
	}
	if p.Error != nil {
		r.ErrorKind, r.ErrorMessage = &p.Error.Kind, &p.Error.Message
	}
	return r
}

func wide(n *int) *int64 {
	if n == nil {
		return nil
	}
	w := int64(*n)
	return &w
}

// agreement is the score of a reply that has one in the documented shape.
func agreement(reply []byte) *float64 {
	var fields struct {
		Score json.RawMessage `json:"agreement_score"`
	}
	if json.Unmarshal(reply, &fields) != nil {
		return nil
	}
	v, err := strconv.ParseFloat(string(fields.Score), 64)
	if err != nil {
		return nil
	}
	return &v
}

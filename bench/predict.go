// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"math"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/predictions"
)

// exchangeOf is the part of an exchange that an outcome stores.
func exchangeOf(r *Record) api.Exchange {
	x := api.Exchange{Status: r.HTTPStatus, ContentType: r.ContentType, RetryAfter: r.RetryAfter, Body: r.Reply(), Redacted: r.Redacted}
	if r.Answer != nil {
		x.Wrapped = &api.Wrapped{Engine: r.Engine, Answer: *r.Answer, Usage: r.Usage}
	}
	return x
}

// usable is what a consensus reply says, read once; nil when it is no answer.
func (r *Record) usable() *consensusReply {
	if r.consensus == nil {
		if reply, e := readConsensus(exchangeOf(r)); e == nil {
			r.consensus = &reply
		}
	}
	return r.consensus
}

// Predictions is one line a task of the plan, in its order, from what the
// journal knows.
func (s *State) Predictions(p *Plan) []predictions.Prediction {
	out := make([]predictions.Prediction, len(p.Tasks))
	for i := range p.Tasks {
		t := &p.Tasks[i]
		out[i] = prediction(p, t, s.tasks[slot{t.Case.ID, t.Repeat}])
	}
	return out
}

// prediction is the line of a task; state is nil where nothing is known of it.
func prediction(p *Plan, t *Task, state *taskState) predictions.Prediction {
	row := predictions.Prediction{CaseID: t.Case.ID, Status: predictions.Unattempted, RequestSHA256: t.SHA256}
	if p.Repeats > 1 {
		repeat := t.Repeat
		row.Repeat = &repeat
	}
	if state == nil {
		state = &taskState{consensus: call{status: predictions.Unattempted}}
	}
	c := &state.consensus
	row.Status, row.Attempts = c.status, c.sent
	if r := c.outcome(); r != nil {
		if r.HTTPStatus != 0 {
			status := r.HTTPStatus
			row.HTTPStatus = &status
		}
		started, latency := r.StartedAt, r.LatencyMS
		row.StartedAt, row.LatencyMS = &started, &latency
		row.Response, row.Redacted, row.Error = asResponse(r.Reply()), r.Redacted, r.Error
		if reply := r.usable(); c.status == predictions.OK && reply != nil {
			row.FalseConsensusRisk, row.ConsensusAnswer, row.Engine = &reply.risk, reply.answer, &reply.engine
		}
	} else if c.status == predictions.Unknown {
		row.Error = interrupted()
	}
	if p.Judge {
		row.Judge = judgeOf(p, t, &row, state.judged())
	}
	return row
}

func interrupted() *predictions.Error {
	return &predictions.Error{Kind: api.FaultInterrupted, Message: "fcb ended while the call was under way"}
}

// judgeOf is the judge's part of a prediction.
func judgeOf(p *Plan, t *Task, row *predictions.Prediction, c *call) *predictions.Judge {
	switch need, problem := p.judgeNeed(t, row); {
	case need == predictions.Skipped, need == predictions.Unattempted:
		return &predictions.Judge{Status: need}
	case problem != nil:
		return &predictions.Judge{Status: predictions.Failed, Error: problem}
	}
	j := &predictions.Judge{Status: c.status}
	if c.sent != j.UsualAttempts() {
		j.Attempts = c.sent
	}
	if r := c.outcome(); r != nil {
		j.Response, j.Error = asResponse(r.Reply()), r.Error
		row.Redacted = row.Redacted || r.Redacted
		if r.HTTPStatus == 200 {
			j.Verdict, _ = readJudge(exchangeOf(r))
		}
	} else if c.status == predictions.Unknown {
		j.Error = interrupted()
	}
	return j
}

// KindOverLimit is the kind of a judge request that breaks a limit of the service, and
// is never sent.
const KindOverLimit = "over_limit"

// judgeNeed says whether the judge is to be asked about a prediction: OK means
// yes, Skipped that there is no consensus answer, Unattempted that there is no
// prediction yet, and a problem that the request would break a limit.
func (p *Plan) judgeNeed(t *Task, row *predictions.Prediction) (string, *predictions.Error) {
	switch {
	case row.Status != predictions.OK:
		return predictions.Unattempted, nil
	case blank(row.ConsensusAnswer):
		return predictions.Skipped, nil
	}
	if over := p.judgeRequest(t.Case, *row.ConsensusAnswer).Check(); len(over) > 0 {
		return predictions.Failed, &predictions.Error{Kind: KindOverLimit,
			Message: "not sent: the judge request is over a limit: " + over[0].Pointer + " " + over[0].Message}
	}
	return predictions.OK, nil
}

func milliseconds(seconds float64) float64 { return math.Round(seconds*1e6) / 1e3 }

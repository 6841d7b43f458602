// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"bytes"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/predictions"
)

// A StoredReply is a complete 200, or a program's reply, as it was received, with the
// request that it answers. Its receipt, if it has one, binds the two.
type StoredReply struct {
	CaseID   string
	Repeat   int
	Kind     string // CallConsensus or CallJudge
	Status   string // of the call: predictions.OK or Failed
	Request  []byte // the bytes that were sent; nil when they cannot be rebuilt from the saved cases
	Reply    []byte // byte for byte, unless Redacted
	Redacted bool   // a key stood in the reply and was replaced
}

// Replies lists the stored replies of a plan in its order, the judge's after the
// one it judges. Requests are rebuilt from the plan and checked against the hash
// that was recorded when they left.
func (s *State) Replies(p *Plan) []StoredReply {
	var out []StoredReply
	for i := range p.Tasks {
		t := &p.Tasks[i]
		state := s.tasks[slot{t.Case.ID, t.Repeat}]
		if state == nil {
			continue
		}
		out = appendReply(out, t, CallConsensus, &state.consensus, t.Body)
		if row := prediction(p, t, state); p.Judge && !blank(row.ConsensusAnswer) {
			out = appendReply(out, t, CallJudge, state.judged(), p.judgeRequest(t.Case, *row.ConsensusAnswer).Encode())
		}
	}
	return out
}

func appendReply(out []StoredReply, t *Task, kind string, c *call, request []byte) []StoredReply {
	r := c.outcome()
	if r == nil || r.HTTPStatus != 200 && r.HTTPStatus != 0 || !settled(c.status) {
		return out
	}
	if api.SHA256(request) != c.sha256 {
		request = nil
	}
	return append(out, StoredReply{CaseID: t.Case.ID, Repeat: t.Repeat, Kind: kind, Status: c.status,
		Request: request, Reply: r.Reply(), Redacted: r.Redacted})
}

// PredictedReplies is what [State.Replies] gives, from a predictions file alone:
// of a run whose journal is not at hand. The replies lack the white space
// between tokens, which is no matter for a receipt whose hashes are of a
// canonical form.
func PredictedReplies(p *Plan, rows []predictions.Prediction) []StoredReply {
	type key struct {
		id     string
		repeat int
	}
	byTask := map[key]*predictions.Prediction{}
	for i := range rows {
		k := key{rows[i].CaseID, 0}
		if rows[i].Repeat != nil {
			k.repeat = *rows[i].Repeat
		}
		byTask[k] = &rows[i]
	}
	var out []StoredReply
	for _, t := range p.Tasks {
		row := byTask[key{t.Case.ID, t.Repeat}]
		if row == nil {
			continue
		}
		add := func(kind, status string, reply, request []byte, redacted bool) {
			if len(reply) > 0 && string(reply) != "null" && settled(status) {
				out = append(out, StoredReply{CaseID: t.Case.ID, Repeat: t.Repeat, Kind: kind, Status: status,
					Request: request, Reply: reply, Redacted: redacted})
			}
		}
		if row.HTTPStatus == nil || *row.HTTPStatus == 200 {
			request := t.Body
			if row.RequestSHA256 != "" && row.RequestSHA256 != t.SHA256 {
				request = nil
			}
			add(CallConsensus, row.Status, row.Response, request, row.Redacted)
		}
		if row.Judge != nil && !blank(row.ConsensusAnswer) {
			// A row does not say of the judge's reply alone whether a key was replaced in it.
			redacted := bytes.Contains(row.Judge.Response, []byte("[redacted]"))
			add(CallJudge, row.Judge.Status, row.Judge.Response, p.judgeRequest(t.Case, *row.ConsensusAnswer).Encode(), redacted)
		}
	}
	return out
}

// PreferSaved gives the stored replies with those that a predictions file has
// otherwise replaced by what it has: what people pass on is that file, so its
// receipts are to be checked. Where both agree, the exact bytes stay.
func PreferSaved(stored, saved []StoredReply) []StoredReply {
	type key struct {
		id, kind string
		repeat   int
	}
	other := map[key]*StoredReply{}
	for i, r := range saved {
		other[key{r.CaseID, r.Kind, r.Repeat}] = &saved[i]
	}
	out := make([]StoredReply, len(stored))
	for i, r := range stored {
		out[i] = r
		if o := other[key{r.CaseID, r.Kind, r.Repeat}]; o != nil && string(asResponse(o.Reply)) != string(asResponse(r.Reply)) {
			out[i] = *o
		}
	}
	return out
}

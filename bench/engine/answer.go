// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/receipt"
)

// judgeEngine is the engine name of judge replies, whatever the detector.
const judgeEngine = "deterministic"

type clusterReply struct {
	Answer   string   `json:"answer"`
	AgentIDs []string `json:"agent_ids"`
	Size     int      `json:"size"`
}

type consensusReply struct {
	Answer    string         `json:"consensus_answer"`
	Score     float64        `json:"agreement_score"`
	Risk      string         `json:"false_consensus_risk"`
	Reasons   []string       `json:"reasons"`
	Clusters  []clusterReply `json:"clusters"`
	Engine    string         `json:"engine"`
	RequestID string         `json:"request_id"`
}

type judgeReply struct {
	Verdict    string   `json:"verdict"`
	Confidence float64  `json:"confidence"`
	Reasons    []string `json:"reasons"`
	Engine     string   `json:"engine"`
	RequestID  string   `json:"request_id"`
}

type healthReply struct {
	Status    string `json:"status"`
	Engine    string `json:"engine"`
	Version   string `json:"version,omitempty"`
	RequestID string `json:"request_id"`
}

type verifyReply struct {
	Valid     bool   `json:"valid"`
	Reason    string `json:"reason,omitempty"`
	KeyID     string `json:"key_id,omitempty"`
	RequestID string `json:"request_id"`
}

func (e *Engine) health([]byte) ([]byte, *refusal) {
	id, _ := e.o.IDs(rawHash([]byte(api.PathHealth)))
	return encode(healthReply{"ok", e.o.Detector.Engine, e.o.Version, id}), nil
}

func (e *Engine) consensus(body []byte) ([]byte, *refusal) {
	req, no := decodeConsensus(body)
	if no == nil {
		no = e.quota.take()
	}
	if no != nil {
		return nil, no
	}
	a := e.o.Detector.Assess(req)
	clusters := make([]clusterReply, len(a.Clusters))
	for i, c := range a.Clusters {
		clusters[i] = clusterReply{c.Answer, c.AgentIDs, c.Size}
	}
	return e.sign(receipt.TypeConsensus, body, func(id string) any {
		return consensusReply{a.Answer, a.Score, a.Risk, a.Reasons, clusters, e.o.Detector.Engine, id}
	}), nil
}

func (e *Engine) judge(body []byte) ([]byte, *refusal) {
	req, criteria, no := decodeJudge(body)
	if no == nil {
		no = e.quota.take()
	}
	if no != nil {
		return nil, no
	}
	v := judge(req)
	if criteria > 0 {
		v.Reasons = append(v.Reasons, "The criteria were not judged: this engine compares words only.")
	}
	return e.sign(receipt.TypeJudge, body, func(id string) any {
		return judgeReply{v.Verdict, v.Confidence, v.Reasons, judgeEngine, id}
	}), nil
}

// sign names a reply by the hash of its request and attaches its receipt.
func (e *Engine) sign(kind string, body []byte, reply func(requestID string) any) []byte {
	hash, err := receipt.Hash(body)
	if err != nil {
		panic("engine: a decoded request has no hash: " + err.Error())
	}
	requestID, receiptID := e.o.IDs(hash)
	payload := encode(reply(requestID))
	raw, err := receipt.Sign(e.o.SigningKey, receipt.Receipt{
		ReceiptID: receiptID, Type: kind, RequestID: requestID,
		IssuedAt: receipt.FormatTime(e.o.IssuedAt()), KeyID: e.o.KeyID,
	}, body, payload)
	if err != nil {
		panic("engine: " + err.Error())
	}
	return receipt.Attach(payload, raw)
}

// verify takes a receipt, or an object with one under "receipt". What is no
// receipt at all is refused; what does not hold is answered.
func (e *Engine) verify(body []byte) ([]byte, *refusal) {
	raw := body
	switch inner, err := receipt.Cut(body); {
	case err != nil:
		return nil, refuse(http.StatusBadRequest, "invalid_json", "%v", err)
	case inner != nil:
		raw = inner
	}
	id, _ := e.o.IDs(rawHash(raw))
	r, err := receipt.Parse(raw)
	if err == nil && r.KeyID != e.o.KeyID {
		return encode(verifyReply{Reason: "signed by a key unknown here", KeyID: r.KeyID, RequestID: id}), nil
	}
	if err == nil {
		_, err = receipt.VerifySignature(raw, e.public)
	}
	switch {
	case errors.Is(err, receipt.ErrMalformed):
		return nil, refuse(http.StatusBadRequest, "invalid_request", "%v", err)
	case err != nil:
		return encode(verifyReply{Reason: receipt.Reason(err), KeyID: r.KeyID, RequestID: id}), nil
	}
	return encode(verifyReply{Valid: true, KeyID: r.KeyID, RequestID: id}), nil
}

func rawHash(b []byte) string {
	sum := sha256.Sum256(b)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package api is the wire contract of the consensus service: paths, request
// bodies to the byte, limits, and the parts of a reply that fcb relies on.
//
// It is a leaf: client (bench/endpoint), server (bench/engine) and case rules
// (cases) all speak through it, so that there is one encoding of a request.
// Nothing here opens a connection or judges an answer.
//
// Begin with [ConsensusRequest.Encode] and [Task].
package api

// Paths below the base URL.
const (
	PathHealth    = "/v1/health"
	PathConsensus = "/v1/consensus"
	PathJudge     = "/v1/judge"
	PathVerify    = "/v1/receipts/verify"
)

// Risk levels of false consensus, in rising order.
const (
	RiskLow    = "low"
	RiskMedium = "medium"
	RiskHigh   = "high"
)

// Risks lists the three levels in rising order.
func Risks() []string { return []string{RiskLow, RiskMedium, RiskHigh} }

// IsRisk reports whether s is one of the three levels.
func IsRisk(s string) bool { return s == RiskLow || s == RiskMedium || s == RiskHigh }

// Judge verdicts.
const (
	VerdictPass  = "pass"
	VerdictFail  = "fail"
	VerdictRetry = "retry"
)

// IsVerdict reports whether s is one of the three documented verdicts.
func IsVerdict(s string) bool { return s == VerdictPass || s == VerdictFail || s == VerdictRetry }

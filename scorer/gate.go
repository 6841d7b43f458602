// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/false-consensus/fcb/scorer/stats"
)

// A Gate is a bound that a result must keep, from --fail-under M=V or
// --fail-over M=V.
type Gate struct {
	Path  Path
	Under bool    // fails if a value is below Bound; else if it is above
	Bound float64 // rounded as the values are
}

// ParseGate reads M=V; V is a decimal number.
func ParseGate(text string, under bool) (Gate, error) {
	at := strings.LastIndexByte(text, '=')
	if at < 0 {
		return Gate{}, fmt.Errorf("%q is not of the form METRIC=VALUE", text)
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(text[at+1:]), 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return Gate{}, fmt.Errorf("%q is not a number", text[at+1:])
	}
	p, err := ParsePath(strings.TrimSpace(text[:at]))
	if err != nil {
		return Gate{}, err
	}
	return Gate{p, under, stats.Round12(v)}, nil
}

// A GateResult is the verdict of one gate for one engine. Exit codes and what is
// printed both come from Passed.
type GateResult struct {
	Gate
	Found
	Passed bool
}

// Check evaluates the gate for every engine it applies to. A value equal to the
// bound passes; an undefined one fails. There is always at least one result.
func (g Gate) Check(m *Metrics) []GateResult {
	found := m.At(g.Path)
	out := make([]GateResult, len(found))
	for i, f := range found {
		ok := f.Value.Defined && f.Value.Value <= g.Bound
		if g.Under {
			ok = f.Value.Defined && f.Value.Value >= g.Bound
		}
		out[i] = GateResult{g, f, ok}
	}
	return out
}

// String is the line to print, such as
//
//	gate catch_rate >= 0.8: failed: llm has 0.7999
func (r GateResult) String() string {
	rule := "<="
	if r.Under {
		rule = ">="
	}
	verdict := "failed"
	if r.Passed {
		verdict = "passed"
	}
	who := "the run"
	if r.Engine != "" {
		who = strconv.Quote(r.Engine)
	}
	value := "n/a (" + r.Reason + ")"
	if r.Value.Defined {
		value = string(appendNumber(nil, r.Value.Value))
	}
	return fmt.Sprintf("gate %s %s %s: %s: %s has %s", r.Path, rule, appendNumber(nil, r.Bound), verdict, who, value)
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"fmt"
	"slices"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
)

// sameDataset checks that the ids with predictions on either side exist on both
// with the same request and the same labels. Order and other cases do not
// count, and neither does how evidence was sent: the texts are compared whole.
func sameDataset(a, b Side) error {
	inA, inB := casesByID(a.Cases), casesByID(b.Cases)
	var reasons []string
	seen := map[string]bool{}
	check := func(p predictions.Prediction, own, other map[string]*cases.Case, otherName string) {
		if seen[p.CaseID] {
			return
		}
		seen[p.CaseID] = true
		c, d := own[p.CaseID], other[p.CaseID]
		switch {
		case c == nil: // newRow's caller reports it
		case d == nil:
			reasons = append(reasons, fmt.Sprintf("case %q is not in the case file of %s", p.CaseID, otherName))
		default:
			for _, what := range caseDifferences(c, d) {
				reasons = append(reasons, fmt.Sprintf("case %q: %s differs", p.CaseID, what))
			}
		}
	}
	for _, p := range a.Predictions {
		check(p, inA, inB, "B")
	}
	for _, p := range b.Predictions {
		check(p, inB, inA, "A")
	}
	if reasons != nil {
		return &RefusedError{reasons}
	}
	return nil
}

func casesByID(list []cases.Case) map[string]*cases.Case {
	m := make(map[string]*cases.Case, len(list))
	for i := range list {
		m[list[i].ID] = &list[i]
	}
	return m
}

// caseDifferences names what a detector is asked about and what it is judged by
// where two cases of the same id differ in it.
func caseDifferences(a, b *cases.Case) []string {
	var out []string
	if a.Question != b.Question {
		out = append(out, "question")
	}
	if !slices.Equal(a.Evidence, b.Evidence) {
		out = append(out, "evidence")
	}
	if !slices.EqualFunc(a.Answers, b.Answers, func(x, y cases.Answer) bool { return x.AgentID == y.AgentID && x.Output == y.Output }) {
		out = append(out, "answers")
	}
	if !slices.EqualFunc(a.Answers, b.Answers, func(x, y cases.Answer) bool { return x.Correct == y.Correct }) {
		out = append(out, "answers' correct")
	}
	if a.Category != b.Category {
		out = append(out, "category")
	}
	if a.ExpectedRisk != b.ExpectedRisk {
		out = append(out, "expected_risk")
	}
	if (a.MajorityCorrect == nil) != (b.MajorityCorrect == nil) ||
		a.MajorityCorrect != nil && *a.MajorityCorrect != *b.MajorityCorrect {
		out = append(out, "majority_correct")
	}
	return out
}

// sideRows gives one ok row a case of the engine to compare, in the order of the
// side's case file.
func sideRows(name string, s Side, o CompareOptions) ([]row, string, error) {
	selected := map[string]bool{}
	for _, p := range s.Predictions {
		selected[p.CaseID] = true
	}
	in := Input{Predictions: s.Predictions}
	for _, c := range s.Cases {
		if selected[c.ID] {
			in.Cases = append(in.Cases, c)
		}
	}
	rows, err := rowsOf(in)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", name, err)
	}
	engines := engineNames(rows)
	engine := ""
	switch {
	case slices.Contains(engines, o.Engine):
		engine = o.Engine
	case len(engines) == 1 && (o.Engine == "" || o.AcrossEngines):
		engine = engines[0]
	case len(engines) > 0:
		return nil, "", &EngineError{name, o.Engine, engines}
	}
	var out []row
	for _, r := range rows {
		if r.ok() && r.engine == engine && (len(out) == 0 || out[len(out)-1].c != r.c) {
			out = append(out, r)
		}
	}
	return out, engine, nil
}

// warn adds what a reader of the numbers has to know.
func (c *Comparison) warn(a, b Side, ra, rb []row) {
	add := func(format string, args ...any) { c.Warnings = append(c.Warnings, fmt.Sprintf(format, args...)) }
	hashes := map[string]string{}
	for _, s := range []struct {
		name string
		side Side
		rows []row
	}{{"A", a, ra}, {"B", b, rb}} {
		scheduled, repeated := map[string]bool{}, false
		for _, p := range s.side.Predictions {
			scheduled[p.CaseID] = true
			repeated = repeated || p.Repeat != nil && *p.Repeat > 0
		}
		if missing := len(scheduled) - len(s.rows); missing > 0 {
			add("%s: cases without an ok prediction of this engine are left out: %d of %d", s.name, missing, len(scheduled))
		}
		if repeated {
			add("%s asked cases several times: the first ok prediction of each counts here", s.name)
		}
	}
	if len(c.OnlyA)+len(c.OnlyB) > 0 {
		add("cases scored on one side only are left out: %d by A, %d by B", len(c.OnlyA), len(c.OnlyB))
	}
	for _, p := range a.Predictions {
		if p.RequestSHA256 != "" {
			hashes[p.CaseID] = p.RequestSHA256
		}
	}
	differ := 0
	for _, p := range b.Predictions {
		if h := hashes[p.CaseID]; h != "" && p.RequestSHA256 != "" && h != p.RequestSHA256 && (p.Repeat == nil || *p.Repeat == 0) {
			differ++
		}
	}
	if differ > 0 {
		add("cases sent with different requests, as when evidence is inlined on one side and omitted on the other: %d", differ)
	}
	if c.Detectable.Cases == nil {
		add("%s", c.Detectable.Reason)
	}
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
)

// What a scored prediction came to, from the most to the least harmful mistake.
const (
	EffectMissed     = "missed"      // a wrong majority called low: the mistake that costs trust
	EffectFalseAlarm = "false_alarm" // a genuine, correct agreement flagged medium or high
	EffectOff        = "off"         // another risk than the expected one, neither of the above
	EffectRight      = "right"       // exactly the expected risk
)

// An Outcome is one scheduled prediction beside its case, judged as [Score]
// judges it: what a table of cases shows and an export has a row for.
type Outcome struct {
	Case       *cases.Case
	Prediction *predictions.Prediction // nil: nothing is known of it, it counts as unattempted
	Repeat     int                     // from 0
	Status     string                  // ok, failed, unknown or unattempted
	Engine     string                  // empty unless ok
	Risk       string                  // low, medium or high; empty unless ok
	Effect     string                  // one of the Effect constants; empty unless ok
	Flagged    bool                    // medium or high
	Match      Match                   // of the consensus answer; Status is empty unless ok
	// PipelineRisk is the risk after the judge had a say; empty unless ok and the
	// run was judged.
	PipelineRisk string
}

// Outcomes pairs every selected case with its predictions: dataset order, then
// repeat. The errors are those of [Score].
func Outcomes(in Input) ([]Outcome, error) {
	rows, err := rowsOf(in)
	if err != nil {
		return nil, err
	}
	after := rows
	if in.Run.Judge {
		after, _, _ = judged(rows)
	}
	out := make([]Outcome, len(rows))
	for i, r := range rows {
		o := Outcome{Case: r.c, Prediction: r.p, Repeat: r.repeat, Status: predictions.Unattempted}
		if r.p != nil {
			o.Status = r.p.Status
		}
		if r.ok() {
			o.Engine, o.Risk, o.Effect, o.Flagged = r.engine, riskNames[r.risk], effect(r), flagged(r.risk)
			o.Match = MatchAnswer(r.p.ConsensusAnswer, r.c.Answers)
			if in.Run.Judge {
				o.PipelineRisk = riskNames[after[i].risk]
			}
		}
		out[i] = o
	}
	return out, nil
}

func effect(r row) string {
	switch {
	case r.risk == r.truth:
		return EffectRight
	case wrongMajority(r.c) && !flagged(r.risk):
		return EffectMissed
	case falseAlarmRate.Counts(r.c) && flagged(r.risk):
		return EffectFalseAlarm
	}
	return EffectOff
}

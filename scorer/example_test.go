// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer_test

import (
	"fmt"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/scorer"
)

func prediction(id, risk, consensus string) predictions.Prediction {
	return predictions.Prediction{CaseID: id, Status: predictions.OK, FalseConsensusRisk: &risk, ConsensusAnswer: &consensus}
}

func ExampleScore() {
	wrong, right := false, true
	m, err := scorer.Score(scorer.Input{
		Cases: []cases.Case{
			{ID: "a", Category: cases.MajorityWrongFact, ExpectedRisk: "high", MajorityCorrect: &wrong,
				Answers: []cases.Answer{{AgentID: "x", Output: "It was 1912."}, {AgentID: "y", Output: "In 1912, surely."}}},
			{ID: "b", Category: cases.GenuineAgreementCorrect, ExpectedRisk: "low", MajorityCorrect: &right,
				Answers: []cases.Answer{{AgentID: "x", Output: "Copper", Correct: true}, {AgentID: "y", Output: "The metal is copper", Correct: true}}},
			{ID: "c", Category: cases.MajorityWrongFact, ExpectedRisk: "high", MajorityCorrect: &wrong},
		},
		Predictions: []predictions.Prediction{prediction("a", "medium", "it was 1912"), prediction("b", "low", "Copper")},
		Seed:        1, Bootstrap: 1000,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	e := m.Engines[predictions.Unstated]
	fmt.Printf("caught %d of %d, exactly right %d of %d\n", e.CatchRate.K, e.CatchRate.N, e.Accuracy.K, e.Accuracy.N)
	fmt.Printf("with the case that was never sent: caught %d of %d\n", e.Scheduled.CatchRate.K, e.Scheduled.CatchRate.N)
	fmt.Printf("consensus answers: %d right, %d wrong\n", e.ConsensusAnswer.Correct.K, e.ConsensusAnswer.Wrong)
	fmt.Println("disagreement:", e.DisagreementFlagRate.Reason)
	// Output:
	// caught 1 of 1, exactly right 1 of 2
	// with the case that was never sent: caught 1 of 2
	// consensus answers: 1 right, 1 wrong
	// disagreement: no prediction was scored for a genuine_disagreement case
}

func ExampleMetrics_Lookup() {
	risk := "high"
	m, _ := scorer.Score(scorer.Input{
		Cases:       []cases.Case{{ID: "a", Category: cases.NumericConsensusError, ExpectedRisk: "high", MajorityCorrect: new(bool)}},
		Predictions: []predictions.Prediction{{CaseID: "a", Status: predictions.OK, FalseConsensusRisk: &risk, Engine: &[]string{"llm"}[0]}},
	})
	for _, path := range []string{"catch_rate", "catch_rate.ci95.0", "llm/per_class.high.recall", "false_alarm_rate"} {
		found, err := m.Lookup(path)
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, f := range found {
			fmt.Printf("%s of %s: %v %v %q\n", path, f.Engine, f.Value.Defined, f.Value.Value, f.Reason)
		}
	}
	// Output:
	// catch_rate of llm: true 1 ""
	// catch_rate.ci95.0 of llm: true 0.206549314377 ""
	// llm/per_class.high.recall of llm: true 1 ""
	// false_alarm_rate of llm: false 0 "no prediction was scored for a genuine_agreement_correct case"
}

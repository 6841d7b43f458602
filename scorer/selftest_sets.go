// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import "github.com/false-consensus/fcb/predictions"

// A selfTestSet is predictions with what they must score.
type selfTestSet struct {
	name  string
	input Input
	want  []figure
}

type figure struct {
	path  string
	value any
}

// selfTestEngine answers in every set but the one with two engines.
const selfTestEngine = "test"

func selfTestSets() []selfTestSet {
	always := func(risk string) func(int) predictions.Prediction {
		return func(int) predictions.Prediction { return okPrediction(risk, selfTestEngine) }
	}
	return []selfTestSet{
		newSelfTestSet("oracle", false, wantOracle, func(i int) predictions.Prediction {
			return okPrediction(selfTestPlan[i].risk, selfTestEngine)
		}),
		newSelfTestSet("always-low", false, wantAlwaysLow, always("low")),
		newSelfTestSet("always-high", false, wantAlwaysHigh, always("high")),
		newSelfTestSet("planted mistakes", true, wantPlanted, plantedPrediction),
		newSelfTestSet("two engines", false, wantTwoEngines, func(i int) predictions.Prediction {
			// The first four and the five agreements come from an engine that only says high.
			if i < 4 || i >= 11 && i < 16 {
				return okPrediction("high", "second")
			}
			return okPrediction(selfTestPlan[i].risk, selfTestEngine)
		}),
	}
}

func newSelfTestSet(name string, judge bool, want []figure, predict func(i int) predictions.Prediction) selfTestSet {
	in := Input{Cases: selfTestCases(), Run: Run{Judge: judge}, Seed: 1, Bootstrap: 10000}
	for i := range in.Cases {
		p := predict(i)
		p.CaseID = in.Cases[i].ID
		in.Predictions = append(in.Predictions, p)
	}
	return selfTestSet{name, in, want}
}

func okPrediction(risk, engine string) predictions.Prediction {
	return predictions.Prediction{Status: predictions.OK, FalseConsensusRisk: &risk, Engine: &engine}
}

// plantedPrediction follows the plan; a case without a verdict there was judged pass.
func plantedPrediction(i int) predictions.Prediction {
	plan := selfTestPlan[i]
	if plan.status != "" {
		return predictions.Prediction{Status: plan.status}
	}
	p := okPrediction(plan.pick, selfTestEngine)
	text := textOf(selfTestCases()[i], plan.consensus)
	verdict := plan.verdict
	p.ConsensusAnswer, p.Judge = &text, &predictions.Judge{Status: predictions.OK, Verdict: &verdict}
	switch {
	case plan.consensus == "-":
		*p.Judge = predictions.Judge{Status: predictions.Skipped}
	case verdict == "":
		verdict = "pass"
	case verdict == "no verdict came":
		*p.Judge = predictions.Judge{Status: predictions.Failed}
	}
	return p
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

// The figures below were worked out by hand from the plan; the ends of Wilson
// intervals by evaluating the formula for k and n elsewhere. An interval beside
// a count k of n stands as its two ends.

var wantOracle = []figure{
	{"coverage.scheduled", 24}, {"coverage.ok", 24}, {"coverage.by_engine.test", 24},
	{"engines.test.n", 24},
	{"engines.test.accuracy.k", 24}, {"engines.test.accuracy.ci95.0", 0.862023795325}, {"engines.test.accuracy.ci95.1", 1},
	{"engines.test.macro_f1.value", 1}, {"engines.test.macro_f1.ci95", nil}, {"engines.test.macro_f1.reason", "all resamples agree"},
	{"engines.test.macro_f1.absent", []any{}},
	{"engines.test.catch_rate.value", 1}, {"engines.test.catch_rate.n", 12}, {"engines.test.catch_rate.ci95.0", 0.757505993345},
	{"engines.test.false_alarm_rate.value", 0}, {"engines.test.false_alarm_rate.ci95.1", 0.434482464783},
	{"engines.test.disagreement_flag_rate.k", 0}, {"engines.test.disagreement_flag_rate.n", 4},
	{"engines.test.consensus_answer.none", 20}, {"engines.test.consensus_answer.correct.k", 0},
	{"engines.test.confusion.counts", []any{[]any{9, 0, 0}, []any{0, 3, 0}, []any{0, 0, 12}}},
}

// Always low: F1 of low is 18/33, the others 0, and every resample has nine low
// cases, because no category mixes low with another risk.
var wantAlwaysLow = []figure{
	{"engines.test.accuracy.k", 9}, {"engines.test.accuracy.value", 0.375}, {"engines.test.accuracy.ci95.0", 0.211593675595}, {"engines.test.accuracy.ci95.1", 0.572900375573},
	{"engines.test.macro_f1.value", 18.0 / 33 / 3}, {"engines.test.macro_f1.ci95", nil},
	{"engines.test.per_class.low.precision", 0.375}, {"engines.test.per_class.low.recall", 1}, {"engines.test.per_class.low.f1", 18.0 / 33},
	{"engines.test.per_class.high.precision", 0}, {"engines.test.per_class.high.undefined", true}, {"engines.test.per_class.high.support", 12},
	{"engines.test.catch_rate.value", 0}, {"engines.test.catch_rate.ci95.1", 0.242494006655},
	{"engines.test.false_alarm_rate.value", 0},
	{"baselines.always_low.accuracy.k", 9}, {"baselines.always_medium.accuracy.k", 3}, {"baselines.always_high.accuracy.k", 12},
}

// Always high: in a resample the echo cascades hold Bin(3, 2/3) high cases, so h
// is 10 to 13 high cases with probabilities 1, 6, 12 and 8 of 27, and macro-F1 is
// 2h/(24+h)/3. The quantiles 0.025 and 0.975 are those of h = 10 and h = 13.
var wantAlwaysHigh = []figure{
	{"engines.test.accuracy.k", 12}, {"engines.test.accuracy.ci95.0", 0.314274258196}, {"engines.test.accuracy.ci95.1", 0.685725741804},
	{"engines.test.macro_f1.value", 2.0 / 9},
	{"engines.test.macro_f1.ci95.0", 20.0 / 34 / 3}, {"engines.test.macro_f1.ci95.1", 26.0 / 37 / 3},
	{"baselines.always_high.macro_f1.ci95.0", 20.0 / 34 / 3},
	{"engines.test.catch_rate_strict.value", 1}, {"engines.test.false_alarm_rate.value", 1}, {"engines.test.false_alarm_rate.ci95.0", 0.565517535217},
	{"engines.test.disagreement_flag_rate.value", 1},
	{"engines.test.per_category.genuine_disagreement.flag_rate.k", 4}, {"engines.test.per_category.genuine_disagreement.exact_match.k", 0},
}

// Planted: three of 24 are not ok. Expected low was answered low 5, medium 2;
// medium low 1, medium 2; high low 2, medium 2, high 7. F1: 10/15, 4/9, 14/18.
var wantPlanted = []figure{
	{"coverage.ok", 21}, {"coverage.failed", 1}, {"coverage.unknown", 1}, {"coverage.unattempted", 1},
	{"engines.test.confusion.counts", []any{[]any{5, 2, 0}, []any{1, 2, 0}, []any{2, 2, 7}}},
	{"engines.test.accuracy.k", 14}, {"engines.test.accuracy.n", 21}, {"engines.test.accuracy.ci95.0", 0.453734519743}, {"engines.test.accuracy.ci95.1", 0.828052473949},
	{"engines.test.macro_f1.value", 17.0 / 27},
	{"engines.test.per_class.medium.precision", 2.0 / 6}, {"engines.test.per_class.medium.recall", 2.0 / 3}, {"engines.test.per_class.medium.f1", 4.0 / 9},
	{"engines.test.catch_rate.k", 9}, {"engines.test.catch_rate.n", 11}, {"engines.test.catch_rate.ci95.0", 0.523019438039}, {"engines.test.catch_rate.ci95.1", 0.948632310254},
	{"engines.test.catch_rate_strict.k", 7}, {"engines.test.catch_rate_strict.ci95.0", 0.353801174508},
	{"engines.test.false_alarm_rate.k", 1}, {"engines.test.false_alarm_rate.n", 4}, {"engines.test.false_alarm_rate.ci95.1", 0.699358157418},
	{"engines.test.disagreement_flag_rate.k", 1}, {"engines.test.disagreement_flag_rate.n", 3},
	{"engines.test.consensus_answer.correct.k", 7}, {"engines.test.consensus_answer.correct.n", 18}, {"engines.test.consensus_answer.correct.ci95.0", 0.203052465722},
	{"engines.test.consensus_answer.wrong", 8}, {"engines.test.consensus_answer.needs_review", 2}, {"engines.test.consensus_answer.none", 1},
	{"engines.test.consensus_answer.review.0.case_id", "echo-3"}, {"engines.test.consensus_answer.review.0.reason", "ambiguous_jaccard"},
	{"engines.test.consensus_answer.review.1.case_id", "anchor-2"}, {"engines.test.consensus_answer.review.1.best.0.jaccard", []any{39, 49}},
	{"engines.test.thin_answers.thin.n", 2}, {"engines.test.thin_answers.thin.exact_match.k", 2}, {"engines.test.thin_answers.thin.flag_rate.k", 1},
	{"engines.test.thin_answers.other.n", 19}, {"engines.test.thin_answers.other.exact_match.k", 12},
	{"engines.test.per_category.majority_wrong_fact.exact_match.k", 2}, {"engines.test.per_category.majority_wrong_fact.n", 3},
	{"engines.test.per_source.TruthfulQA.n", 2}, {"engines.test.per_source.TruthfulQA.exact_match.k", 1}, {"engines.test.per_source.original.n", 19},
	{"engines.test.per_tag.noisy_dissent.n", 2}, {"engines.test.per_tag.noisy_dissent.flag_rate.k", 1},
	{"engines.test.scheduled.accuracy.k", 14}, {"engines.test.scheduled.accuracy.n", 24}, {"engines.test.scheduled.accuracy.ci95.0", 0.388346658652},
	{"engines.test.scheduled.catch_rate.k", 9}, {"engines.test.scheduled.catch_rate.n", 12},
	{"engines.test.scheduled.false_alarm_rate.low.k", 1}, {"engines.test.scheduled.false_alarm_rate.high.k", 2}, {"engines.test.scheduled.false_alarm_rate.high.n", 5},
	// Judge: echo-2, lone-1 and agree-3 rise to medium; F1 8/12, 4/12, 14/18.
	{"pipelines.judge.test.accuracy.k", 13}, {"pipelines.judge.test.macro_f1.value", 16.0 / 27},
	{"pipelines.judge.test.confusion.counts", []any{[]any{4, 3, 0}, []any{1, 2, 0}, []any{0, 4, 7}}},
	{"pipelines.judge.test.catch_rate.k", 11}, {"pipelines.judge.test.catch_rate.n", 11}, {"pipelines.judge.test.false_alarm_rate.k", 2},
	{"pipelines.judge.test.judge_failed", 2}, {"pipelines.judge.test.judge_skipped", 4},
	{"pipelines.judge.test.scheduled.catch_rate.k", 11}, {"pipelines.judge.test.scheduled.catch_rate.n", 12},
	{"baselines.always_high.accuracy.n", 24}, {"baselines.always_high.catch_rate.n", 12},
}

// Two engines: nine cases by one that only says high, fifteen by one that is
// right. Pooled, catch rate and accuracy would be other numbers.
var wantTwoEngines = []figure{
	{"coverage.by_engine.second", 9}, {"coverage.by_engine.test", 15},
	{"engines.second.accuracy.k", 4}, {"engines.second.accuracy.n", 9}, {"engines.second.accuracy.ci95.0", 0.188778521098}, {"engines.second.accuracy.ci95.1", 0.733348706505},
	{"engines.second.false_alarm_rate.k", 5}, {"engines.second.catch_rate.n", 4}, {"engines.second.disagreement_flag_rate.value", nil},
	{"engines.second.macro_f1.absent", []any{"medium"}},
	{"engines.test.accuracy.k", 15}, {"engines.test.accuracy.n", 15}, {"engines.test.accuracy.ci95.0", 0.796116698964},
	{"engines.test.false_alarm_rate.value", nil}, {"engines.test.false_alarm_rate.n", 0}, {"engines.test.false_alarm_rate.ci95", nil},
	{"engines.test.catch_rate.n", 8}, {"engines.test.scheduled.accuracy.n", 15},
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/schema"
)

func ptr[T any](v T) *T { return &v }

// The planted set of the self-test, whose figures are known.
func plantedInput() Input { return selfTestSets()[3].input }

func mustScore(t require.TestingT, in Input) *Metrics {
	m, err := Score(in)
	require.NoError(t, err)
	return m
}

// check holds the bytes of a result to the published schema.
func check(t *testing.T, m *Metrics) {
	t.Helper()
	s := schema.Compile(schema.Metrics)
	m.Dataset.SHA256 = strings.Repeat("0", 64)
	for _, f := range s.Check(m.JSON()) {
		t.Errorf("%+v", f)
	}
}

func TestResultsFitTheSchema(t *testing.T) {
	for _, set := range selfTestSets() {
		t.Run(set.name, func(t *testing.T) { check(t, mustScore(t, set.input)) })
	}
	t.Run("nothing selected", func(t *testing.T) {
		m := mustScore(t, Input{Seed: 1, Bootstrap: 10})
		check(t, m)
		assert.Empty(t, m.Engines)
		assert.Equal(t, Number{}, m.Baselines.AlwaysHigh.MacroF1.Value)
		assert.Equal(t, "no prediction was scored", m.Baselines.AlwaysHigh.MacroF1.Reason)
		assert.Equal(t, Coverage{ByEngine: map[string]int{}}, m.Coverage)
	})
	t.Run("nothing answered", func(t *testing.T) {
		m := mustScore(t, Input{Cases: selfTestCases(), Run: Run{Judge: true}})
		check(t, m)
		assert.Empty(t, m.Engines)
		assert.Empty(t, m.Pipelines.Judge)
		assert.Equal(t, 24, m.Coverage.Unattempted)
		assert.Equal(t, "no resamples were asked for", m.Baselines.AlwaysHigh.MacroF1.Reason)
	})
	t.Run("repeats", func(t *testing.T) { check(t, mustScore(t, repeated(plantedInput(), 3))) })
}

// The JSON never changes for the same input, whatever the order of the
// predictions, and reading it back loses nothing.
func TestSameInputSameBytes(t *testing.T) {
	in := plantedInput()
	in.Bootstrap = 100
	want := mustScore(t, in).JSON()
	assert.True(t, bytes.HasSuffix(want, []byte("}\n")))
	assert.True(t, bytes.HasPrefix(want, []byte("{\n  \"format\": \"fcb-metrics/1\",\n  \"dataset\"")))
	rapid.Check(t, func(t *rapid.T) {
		shuffled := in
		shuffled.Predictions = rapid.Permutation(in.Predictions).Draw(t, "order")
		assert.Equal(t, string(want), string(mustScore(t, shuffled).JSON()))
	})
	again, err := ReadMetrics(want)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(again.JSON()))
	_, err = ReadMetrics([]byte("{"))
	assert.Error(t, err)
}

// Reordering the cases changes the order of the review list and nothing else.
func TestCaseOrderDoesNotCount(t *testing.T) {
	in := plantedInput()
	want := mustScore(t, in)
	in.Cases = slices.Clone(in.Cases)
	slices.Reverse(in.Cases)
	got := mustScore(t, in)
	for _, m := range []*Metrics{want, got} {
		for _, e := range m.Engines {
			slices.SortFunc(e.ConsensusAnswer.Review, func(a, b Review) int { return strings.Compare(a.CaseID, b.CaseID) })
		}
	}
	assert.Equal(t, string(want.JSON()), string(got.JSON()))
}

// However the predictions are shared out among engines, each engine's M is the
// one it has when it is alone with its own answers and the same failures.
func TestEnginesAreNeverPooled(t *testing.T) {
	in := plantedInput()
	in.Bootstrap = 50
	rapid.Check(t, func(t *rapid.T) {
		mixed := in
		mixed.Predictions = slices.Clone(in.Predictions)
		names := []string{"llm", "deterministic", "a/b.c"}
		for i := range mixed.Predictions {
			if mixed.Predictions[i].Status == predictions.OK {
				mixed.Predictions[i].Engine = ptr(rapid.SampledFrom(names).Draw(t, "engine"))
			}
		}
		all := mustScore(t, mixed)
		ok := 0
		for name, m := range all.Engines {
			alone := mixed
			alone.Predictions = nil
			alone.Cases = nil
			for i, p := range mixed.Predictions {
				if p.Status != predictions.OK || *p.Engine == name {
					if p.Status == predictions.OK {
						p.Engine = ptr("alone") // the name itself must not matter
					}
					alone.Predictions = append(alone.Predictions, p)
					alone.Cases = append(alone.Cases, mixed.Cases[i])
				}
			}
			one := mustScore(t, alone).Engines["alone"]
			one.PerCategory, one.PerSource, one.PerTag = m.PerCategory, m.PerSource, m.PerTag // names of other selected cases
			assert.Equal(t, string(marshal(one)), string(marshal(m)))
			ok += m.N
		}
		assert.Equal(t, all.Coverage.OK, ok)
	})
}

// repeated asks every case r times; the later repeats answer one class lower,
// round about.
func repeated(in Input, r int) Input {
	once := in.Predictions
	in.Predictions = nil
	for _, p := range once {
		for i := range r {
			q := p
			q.Repeat = ptr(i)
			if p.Status == predictions.OK && i > 0 {
				q.FalseConsensusRisk = ptr(riskNames[(riskClass(*p.FalseConsensusRisk)+2)%3])
			}
			in.Predictions = append(in.Predictions, q)
		}
	}
	return in
}

func TestRepeats(t *testing.T) {
	in := plantedInput()
	once := mustScore(t, in)
	assert.Nil(t, once.Engines["test"].Repeats)

	// The same answers three times: same values, three times the counts, and the
	// intervals of the cases, because repeats are no new evidence.
	same := in
	same.Predictions = nil
	for i := range 3 {
		for _, p := range in.Predictions {
			p.Repeat = ptr(i)
			same.Predictions = append(same.Predictions, p)
		}
	}
	three := mustScore(t, same)
	a, b := once.Engines["test"], three.Engines["test"]
	assert.Equal(t, 63, b.N)
	assert.Equal(t, a.CatchRate.Value, b.CatchRate.Value)
	assert.Equal(t, 27, b.CatchRate.K)
	assert.Equal(t, a.CatchRate.CI95, b.CatchRate.CI95)
	assert.Equal(t, MethodWilsonCases, b.CatchRate.Method)
	assert.Equal(t, a.MacroF1.CI95, b.MacroF1.CI95, "the bootstrap resamples cases")
	assert.Equal(t, &Repeats{3, newRate(0, 21, 21, "")}, b.Repeats)
	assert.Equal(t, 72, three.Coverage.Scheduled)
	assert.Equal(t, once.Baselines.AlwaysHigh, three.Baselines.AlwaysHigh, "a baseline answers each case once")
	assert.Equal(t, 0, *b.ConsensusAnswer.Review[0].Repeat)
	assert.Equal(t, 2, *b.ConsensusAnswer.Review[2].Repeat)

	flipped := mustScore(t, repeated(in, 2)).Engines["test"]
	assert.Equal(t, 21, flipped.Repeats.FlipRate.K)

	// One repeat of one case differs, and one case has a single ok prediction.
	mixed := same
	mixed.Predictions = slices.Clone(same.Predictions)
	mixed.Predictions[24].FalseConsensusRisk = ptr("low") // mwf-1, repeat 1
	mixed.Predictions[24+1].Status, mixed.Predictions[48+1].Status = predictions.Failed, predictions.Unknown
	flips := mustScore(t, mixed).Engines["test"].Repeats.FlipRate
	assert.Equal(t, [2]int{1, 20}, [2]int{flips.K, flips.N})
}

// Repeats that were asked for but not made are scheduled.
func TestRepeatsAskedFor(t *testing.T) {
	in := plantedInput()
	in.Repeats = 2
	m := mustScore(t, in)
	assert.Equal(t, 48, m.Coverage.Scheduled)
	assert.Equal(t, 25, m.Coverage.Unattempted)
	assert.Equal(t, 48, m.Engines["test"].Scheduled.Accuracy.N)
	assert.Equal(t, 24, m.Baselines.AlwaysLow.N)
}

func TestScoreRefuses(t *testing.T) {
	for want, change := range map[string]func(*Input){
		`prediction for "nobody": no selected case has this id`:                    func(in *Input) { in.Predictions[0].CaseID = "nobody" },
		`prediction for "mwf-1", repeat 0: given twice`:                            func(in *Input) { in.Predictions[1].CaseID = "mwf-1" },
		`prediction for "mwf-1": ok, but its risk is not one of low, medium, high`: func(in *Input) { in.Predictions[0].FalseConsensusRisk = ptr("High") },
		`prediction for "mwf-2": ok, but its risk is not one of low, medium, high`: func(in *Input) { in.Predictions[1].FalseConsensusRisk = nil },
		`prediction for "mwf-1": status is "done"`:                                 func(in *Input) { in.Predictions[0].Status = "done" },
		`prediction for "mwf-1": repeat -1, with 1 a case`:                         func(in *Input) { in.Predictions[0].Repeat = ptr(-1) },
		`prediction for "mwf-1": repeat 2, with 2 a case`:                          func(in *Input) { in.Repeats = 2; in.Predictions[0].Repeat = ptr(2) },
		`case "mwf-1": expected_risk is "none"`:                                    func(in *Input) { in.Cases[0].ExpectedRisk = "none" },
		`case "mwf-1": id given twice`:                                             func(in *Input) { in.Cases[1].ID = "mwf-1" },
	} {
		in := plantedInput()
		change(&in)
		_, err := Score(in)
		assert.EqualError(t, err, want)
	}
}

// A foreign case without claims, metadata, evidence, tags or answers, in a
// category of its own, is scored like any other.
func TestForeignCase(t *testing.T) {
	c := cases.Case{ID: "x", Category: "something_else", ExpectedRisk: "low"}
	m := mustScore(t, Input{Cases: []cases.Case{c}, Bootstrap: 10, Predictions: []predictions.Prediction{
		{CaseID: "x", Status: predictions.OK, FalseConsensusRisk: ptr("high"), ConsensusAnswer: ptr("text")},
	}})
	e := m.Engines[predictions.Unstated]
	require.NotNil(t, e)
	assert.Equal(t, 1, e.PerCategory["something_else"].FlagRate.K)
	assert.Equal(t, Rate{Method: "wilson", Reason: "no prediction was scored for a case with majority_correct false"}, e.CatchRate)
	assert.Equal(t, []string{"medium", "high"}, e.MacroF1.Absent)
	assert.Equal(t, ClassMeasures{Precision: Defined(0), Recall: Defined(0), F1: Defined(0), Predicted: 1, Undefined: true}, e.PerClass.High)
	check(t, m)
	// An engine of the empty name is unstated too.
	m = mustScore(t, Input{Cases: []cases.Case{c}, Predictions: []predictions.Prediction{
		{CaseID: "x", Status: predictions.OK, FalseConsensusRisk: ptr("low"), Engine: ptr("")},
	}})
	assert.Contains(t, m.Engines, predictions.Unstated)
}

// Judge: what is not a verdict leaves the risk and is counted; a failed call
// that somehow has a judge stays failed.
func TestJudgePipeline(t *testing.T) {
	c := selfTestCases()[:1] // expected high
	run := func(j *predictions.Judge, risk, answer string) (*M, string) {
		m := mustScore(t, Input{Cases: c, Run: Run{Judge: true}, Predictions: []predictions.Prediction{
			{CaseID: c[0].ID, Status: predictions.OK, FalseConsensusRisk: &risk, ConsensusAnswer: &answer, Judge: j},
		}})
		p := m.Pipelines.Judge[predictions.Unstated]
		for i, n := range p.Confusion.Counts[high] {
			if n == 1 {
				return p, riskNames[i]
			}
		}
		return p, ""
	}
	ok := func(v string) *predictions.Judge { return &predictions.Judge{Status: predictions.OK, Verdict: &v} }
	for _, tt := range []struct {
		judge           *predictions.Judge
		risk, answer    string
		want            string
		failed, skipped int
	}{
		{ok("fail"), "low", "x", "medium", 0, 0}, {ok("retry"), "low", "x", "medium", 0, 0}, {ok("fail"), "high", "x", "high", 0, 0},
		{ok("pass"), "low", "x", "low", 0, 0}, {ok("PASS"), "low", "x", "low", 1, 0}, {ok("fail "), "low", "x", "low", 1, 0},
		{nil, "low", "x", "low", 1, 0}, {nil, "low", " ", "low", 0, 1},
		{&predictions.Judge{Status: predictions.Skipped}, "low", "x", "low", 0, 1},
		{&predictions.Judge{Status: predictions.Failed, Verdict: ptr("fail")}, "low", "x", "low", 1, 0},
		{&predictions.Judge{Status: predictions.OK}, "medium", "x", "medium", 1, 0},
		{&predictions.Judge{Status: predictions.Unknown}, "low", "x", "low", 1, 0},
	} {
		p, got := run(tt.judge, tt.risk, tt.answer)
		assert.Equal(t, tt.want, got, "%+v", tt)
		assert.Equal(t, [2]int{tt.failed, tt.skipped}, [2]int{*p.JudgeFailed, *p.JudgeSkipped}, "%+v", tt)
	}
	m := mustScore(t, Input{Cases: selfTestCases()[:2], Run: Run{Judge: true}, Predictions: []predictions.Prediction{
		{CaseID: "mwf-1", Status: predictions.Failed, Judge: ok("fail")}, // cannot be, and must not turn into medium
		{CaseID: "mwf-2", Status: predictions.OK, FalseConsensusRisk: ptr("low"), Judge: ok("pass"), ConsensusAnswer: ptr("x")},
	}})
	assert.Equal(t, 0, m.Pipelines.Judge[predictions.Unstated].Scheduled.CatchRate.K)
	m = mustScore(t, Input{Cases: selfTestCases()[:1], Predictions: m2(ok("fail"))})
	assert.Empty(t, m.Pipelines.Judge, "a run that was not judged has no pipeline")
}

func m2(j *predictions.Judge) []predictions.Prediction {
	return []predictions.Prediction{{CaseID: "mwf-1", Status: predictions.OK, FalseConsensusRisk: ptr("low"), Judge: j}}
}

// The interval of macro-F1 has the coverage of its exact law: two strata of
// binary outcomes whose resampled macro-F1 can be enumerated.
func TestMacroF1BootstrapAgainstExactLaw(t *testing.T) {
	// Four wrong-majority cases (high), of which 3 are answered high and 1 low; two
	// agreements (low) answered low. Resampled hits h ~ Bin(4, 3/4):
	// F1 high is 2h/(h+4); F1 low is 4/(8-h), with 2 low cases and 6-h answered low.
	list := selfTestCases()
	in := Input{Cases: []cases.Case{list[0], list[1], list[2], list[3], list[11], list[12]}, Seed: 4, Bootstrap: 20000}
	for i, risk := range []string{"high", "high", "high", "low", "low", "low"} {
		in.Predictions = append(in.Predictions, predictions.Prediction{CaseID: in.Cases[i].ID, Status: predictions.OK, FalseConsensusRisk: ptr(risk)})
	}
	value := func(h float64) float64 { return (2*h/(h+4) + 4/(4+4-h)) / 3 }
	got := mustScore(t, in).Engines[predictions.Unstated].MacroF1
	assert.InDelta(t, value(3), got.Value.Value, 1e-12)
	// P[h <= 0] = 0.0039, P[h <= 1] = 0.0508: the 0.025 quantile is h = 1; P[h = 4] = 0.316.
	require.NotNil(t, got.CI95)
	assert.InDelta(t, value(1), got.CI95.Lo, 1e-12)
	assert.InDelta(t, value(4), got.CI95.Hi, 1e-12)
	other := in
	other.Seed = 5
	assert.Equal(t, got.CI95, mustScore(t, other).Engines[predictions.Unstated].MacroF1.CI95)
}

func TestThinCountsTokensWithRepeats(t *testing.T) {
	for text, want := range map[string]bool{
		"one two three": true, "one two three four": false, "no no no no": false, "1,200.50 USD": false, "don't": true, "": true, "...": true, "東京 は 首都 です": false, "東京は首都です": true,
	} {
		assert.Equal(t, want, IsThin(&cases.Case{Answers: []cases.Answer{{Output: "a b c d e"}, {Output: text}}}), "%q", text)
	}
	assert.False(t, IsThin(&cases.Case{}))
}

func TestTokens(t *testing.T) {
	for text, want := range map[string][]string{
		"Don't STOP": {"don", "t", "stop"}, "1,200 km²": {"1", "200", "km"}, "-5": {"5"}, "": {}, "Ⅷ ½ x_y": {"x", "y"},
		"ΟΔΟΣ ΣΑΣ": {"οδος", "σας"}, "ÉCLAIR": {"éclair"}, "٣ كتب": {"٣", "كتب"}, "\xff a": {"a"},
	} {
		assert.Equal(t, want, Tokens(text), "%q", text)
	}
}

func TestMatchProperties(t *testing.T) {
	text := rapid.StringMatching(`[a-d]( [a-d]){0,5}`)
	rapid.Check(t, func(t *rapid.T) {
		var answers []cases.Answer
		for i := range rapid.IntRange(1, 5).Draw(t, "n") {
			answers = append(answers, cases.Answer{AgentID: fmt.Sprint(i), Output: text.Draw(t, "answer"), Correct: rapid.Bool().Draw(t, "correct")})
		}
		consensus := text.Draw(t, "consensus")
		m := MatchAnswer(&consensus, answers)
		// Reversing the answers finds the same ones.
		reversed := slices.Clone(answers)
		slices.Reverse(reversed)
		r := MatchAnswer(&consensus, reversed)
		for i, at := range r.Matched {
			r.Matched[i] = len(answers) - 1 - at
		}
		slices.Reverse(r.Matched)
		assert.Equal(t, m.Matched, r.Matched)
		assert.Equal(t, [3]any{m.Status, m.Correct, m.Reason}, [3]any{r.Status, r.Correct, r.Reason})
		// Swapping every label swaps the verdict and nothing else.
		for i := range answers {
			answers[i].Correct = !answers[i].Correct
		}
		s := MatchAnswer(&consensus, answers)
		assert.Equal(t, m.Status, s.Status)
		if m.Status == MatchExact || m.Status == MatchJaccard {
			assert.NotEqual(t, m.Correct, s.Correct)
		} else {
			assert.False(t, m.Correct || s.Correct)
		}
	})
}

// A reviewer is shown the closest answers when nothing matched.
func TestReviewShowsTheClosest(t *testing.T) {
	answers := []cases.Answer{{AgentID: "a", Output: "red green"}, {AgentID: "b", Output: "red blue", Correct: true}, {AgentID: "c", Output: "red green blue brown"}, {AgentID: "d", Output: "white"}}
	m := MatchAnswer(ptr("red green blue"), answers)
	assert.Equal(t, MatchReview, m.Status)
	assert.Equal(t, []int{2}, m.best()) // 3/4 beats 2/3
	m = MatchAnswer(ptr("red white"), answers[:2])
	assert.Equal(t, []int{0, 1}, m.best())
	m = MatchAnswer(ptr("?!"), answers)
	assert.Empty(t, m.best())
}

func TestNumberJSON(t *testing.T) {
	for want, v := range map[string]float64{
		"0.333333333333": 1.0 / 3, "0": 0, "1": 1, "-0.0416666666667": -1.0 / 24, "1e-09": 1e-9, "100000": 100000, "0.000001": 1e-6,
	} {
		b, err := json.Marshal(Defined(v))
		require.NoError(t, err)
		assert.Equal(t, want, string(b))
	}
	b, err := json.Marshal([]any{Number{}, Interval{0, 1}, (*Interval)(nil)})
	require.NoError(t, err)
	assert.Equal(t, "[null,[0,1],null]", string(b))
	assert.False(t, Defined(0.0/zero()).Defined)
	assert.False(t, Defined(1/zero()).Defined)
	assert.Panics(t, func() { appendNumber(nil, 1/zero()) })
	var i Interval
	assert.Error(t, json.Unmarshal([]byte("[1]"), &i))
	assert.Error(t, json.Unmarshal([]byte(`"x"`), &i))
	var n Number
	assert.Error(t, json.Unmarshal([]byte(`"x"`), &n))
}

func zero() float64 { return 0 }

// The constant answers on our own data, whose figures follow from the published
// totals of the categories alone: 74 high, 22 medium, 48 low; 74 wrong
// majorities; 28 genuine agreements and 20 disagreements; F1 of the one
// predicted class 2s/(144+s) for support s.
func TestBaselinesOfTheEmbeddedData(t *testing.T) {
	f, err := cases.Read(bytes.NewReader(cases.Embedded()), "cases.jsonl")
	require.NoError(t, err)
	b := mustScore(t, Input{Cases: f.Cases, Seed: 1, Bootstrap: 2000}).Baselines
	for class, m := range []*M{b.AlwaysLow, b.AlwaysMedium, b.AlwaysHigh} {
		support := []int{48, 22, 74}[class]
		assert.Equal(t, [2]int{support, 144}, [2]int{m.Accuracy.K, m.Accuracy.N})
		assert.InDelta(t, 2*float64(support)/float64(144+support)/3, m.MacroF1.Value.Value, 1e-12)
		flags := [2]int{0, 1}[min(class, 1)]
		assert.Equal(t, [2]int{74 * flags, 74}, [2]int{m.CatchRate.K, m.CatchRate.N})
		assert.Equal(t, [2]int{28 * flags, 28}, [2]int{m.FalseAlarmRate.K, m.FalseAlarmRate.N})
		assert.Equal(t, [2]int{20 * flags, 20}, [2]int{m.DisagreementFlagRate.K, m.DisagreementFlagRate.N})
		assert.Equal(t, 74*(class/2), m.CatchRateStrict.K)
		assert.Nil(t, m.ConsensusAnswer)
		assert.Equal(t, []string{}, m.MacroF1.Absent)
		if class == low { // no category mixes low with another risk
			assert.Equal(t, "all resamples agree", m.MacroF1.Reason)
		} else { // the echo cascades do: 10 high and 6 medium of 16
			require.NotNil(t, m.MacroF1.CI95)
			assert.True(t, m.MacroF1.CI95.Lo < m.MacroF1.Value.Value && m.MacroF1.Value.Value < m.MacroF1.CI95.Hi)
		}
	}
	assert.Equal(t, map[string]int{"original": 95, "TruthfulQA": 27, "GSM8K": 22}, func() map[string]int {
		n := map[string]int{}
		for name, s := range b.AlwaysLow.PerSource {
			n[name] = s.N
		}
		return n
	}())
	assert.Equal(t, 6, b.AlwaysLow.PerTag["noisy_dissent"].N)
}

func TestTableCoversM(t *testing.T) {
	m := &M{}
	names := map[string]bool{}
	for _, metric := range Table() {
		assert.False(t, names[metric.Name])
		names[metric.Name] = true
		assert.NotEmpty(t, metric.Label)
		assert.NotEmpty(t, metric.Definition)
		assert.NotEmpty(t, metric.Undefined)
		assert.NotEqual(t, Neither, metric.Better)
		assert.Equal(t, metric.Counts == nil, m.field(metric.Name) == nil)
		_, err := ParsePath(metric.Name)
		assert.NoError(t, err)
	}
	assert.Equal(t, []string{"neither", "higher", "lower"}, []string{Neither.String(), Higher.String(), Lower.String()})
}

// bigInput is n predictions over the eight categories.
func bigInput(n int) Input {
	r := rand.New(rand.NewPCG(1, 2))
	in := Input{Seed: 1, Bootstrap: 10000}
	yes, no := true, false
	for i := range n {
		category := cases.Categories()[i%8]
		c := cases.Case{ID: fmt.Sprintf("c-%d", i), Category: category, ExpectedRisk: "high", MajorityCorrect: &no}
		switch category {
		case cases.GenuineAgreementCorrect:
			c.ExpectedRisk, c.MajorityCorrect = "low", &yes
		case cases.GenuineDisagreement:
			c.ExpectedRisk, c.MajorityCorrect = "low", nil
		case cases.CorrectButUnsupported:
			c.ExpectedRisk, c.MajorityCorrect = "medium", &yes
		}
		in.Cases = append(in.Cases, c)
		in.Predictions = append(in.Predictions, predictions.Prediction{CaseID: c.ID, Status: predictions.OK, FalseConsensusRisk: ptr(riskNames[r.IntN(3)])})
	}
	return in
}

// One macro-F1 with its interval: the part whose cost used to grow with B times n.
func BenchmarkMacroF1(b *testing.B) {
	for _, n := range []int{144, 100_000} {
		in := bigInput(n)
		rows, err := rowsOf(in)
		require.NoError(b, err)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				newMacroF1(rows, in)
			}
		})
	}
}

func BenchmarkScore(b *testing.B) {
	for _, n := range []int{144, 100_000} {
		in := bigInput(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				mustScore(b, in)
			}
		})
	}
}

// Over data sets drawn from a known detector, the interval of macro-F1 holds
// the macro-F1 of that detector about as often as it says, and a detector
// planted well above another one is told from it.
func TestMacroF1IntervalCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	base := bigInput(144)
	base.Bootstrap = 400
	// Probability of the expected risk; the rest is shared by the two others.
	sample := func(right float64) Input {
		in := base
		in.Predictions = slices.Clone(base.Predictions)
		for i, c := range in.Cases {
			class := riskClass(c.ExpectedRisk)
			if r.Float64() >= right {
				class = (class + 1 + r.IntN(2)) % classes
			}
			in.Predictions[i].FalseConsensusRisk = &riskNames[class]
		}
		return in
	}
	// Macro-F1 of the detector itself, from its expected confusion: 36 low, 18 medium, 90 high.
	truth := func(right float64) float64 {
		support := [classes]float64{36, 18, 90}
		sum := 0.0
		for i, n := range support {
			predicted := n * right
			for j, m := range support {
				if i != j {
					predicted += m * (1 - right) / 2
				}
			}
			sum += 2 * n * right / (n + predicted)
		}
		return sum / classes
	}
	const sets = 300
	covered, apart := 0, 0
	for range sets {
		a := mustScore(t, sample(0.7)).Engines[predictions.Unstated].MacroF1
		if a.CI95.Lo <= truth(0.7) && truth(0.7) <= a.CI95.Hi {
			covered++
		}
		if a.CI95.Hi < truth(0.9) {
			apart++
		}
	}
	// 0.95 nominal, within 3.5 standard errors and the known optimism of percentiles at this size.
	assert.InDelta(t, 0.95, float64(covered)/sets, 0.05)
	assert.Greater(t, apart, sets*95/100)
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package engine

import (
	"math/big"
	"strings"
	"testing"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// ask builds a request whose agents are a1, a2, ...
func ask(outputs ...string) api.ConsensusRequest {
	r := api.ConsensusRequest{Task: "q"}
	for i, o := range outputs {
		r.Answers = append(r.Answers, api.Answer{AgentID: "a" + string(rune('1'+i)), Output: o})
	}
	return r
}

func TestTokens(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{" -5, don't 1,200! ", "5 don t 1 200"},
		{"Éric ÄÖ x² ٣٤", "éric äö x ٣٤"}, // a superscript is no decimal digit, Arabic digits are
		{"日本 語", "日本 語"},
	} {
		var got []string
		for _, x := range tokens(c.in) {
			got = append(got, x.text)
			assert.Equal(t, x.text, strings.ToLower(c.in[x.start:x.end]))
		}
		assert.Equal(t, c.want, strings.Join(got, " "), c.in)
	}
}

func TestSimilarityByHand(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want ratio
	}{
		{"a b c d", "a b c d e", ratio{4, 5}},
		{"a b", "a b c d", ratio{2, 4}},
		{"A, a; B", "b a", ratio{2, 2}}, // repeats and case count once
		{"a", "", ratio{0, 1}},
		{"+", " + ", ratio{1, 1}}, // no tokens: equal texts only
		{"+", "-", ratio{0, 1}},
	} {
		assert.Equal(t, c.want, similarity(newText(c.a), newText(c.b)), "%q %q", c.a, c.b)
		assert.Equal(t, c.want, similarity(newText(c.b), newText(c.a)), "%q %q", c.b, c.a)
	}
}

func TestFigureIsCutNotRounded(t *testing.T) {
	for _, c := range []struct {
		n, d int64
		want string
	}{{0, 1, "0"}, {1, 1, "1"}, {3, 4, "0.75"}, {2, 3, "0.6666"}, {7999999, 10000000, "0.7999"}, {1, 2, "0.5"}, {1, 100, "0.01"}} {
		assert.Equal(t, c.want, figure(big.NewRat(c.n, c.d)))
	}
}

// Two equal answers of 7 tokens and one that adds 3 to them: 1, 7/10 and 7/10
// have the mean 4/5, but not when they are added up as floats.
func TestMeanSimilarityIsExact(t *testing.T) {
	const seven = "one two three four five six seven"
	part := 0.7
	assert.Less(t, (1+part+part)/3, 0.8, "floats miss the edge")
	r := ask(seven, seven, seven+" eight nine ten")
	assert.Equal(t, "high", Reference().Assess(r).Risk)
	// By hand: pairs of {a b c d}, {a b c d e}, {a b c d f}: 4/5, 4/5, 4/6; mean 34/45.
	got := meanSimilarity([]text{newText("a b c d"), newText("a b c d e"), newText("a b c d f")})
	assert.Zero(t, got.Cmp(big.NewRat(34, 45)), got)
}

func TestMajorityIsCountedInIntegers(t *testing.T) {
	for _, c := range []struct {
		held, n int
		want    bool
	}{{3, 5, true}, {2, 5, false}, {2, 4, false}, {2, 3, true}, {1, 2, false}, {2, 2, true}, {6, 10, true}, {9, 16, false}, {10, 16, true}, {27, 45, true}, {25, 42, false}} {
		assert.Equal(t, c.want, isMajority(c.held, c.n), "%d of %d", c.held, c.n)
	}
}

// Each row sits on one side of an edge of the rule table; figures are worked by hand.
func TestReferenceRules(t *testing.T) {
	const (
		apple = "red green blue white"
		other = "north south east west"
	)
	for _, c := range []struct {
		name    string
		outputs []string
		risk    string
		answer  string
		score   float64
		reason  string
	}{
		{"2 of 4 is no majority, although word for word", []string{apple, apple, other, other}, "low", "", 0.5, "2 of 4 answers fall in one cluster (0.5)."},
		{"a tie goes to the first cluster", []string{other, apple, apple, other}, "low", "", 0.5, "No cluster holds 60 percent"},
		{"3 of 5 is a majority", []string{apple, other, apple, other, apple}, "high", apple, 0.6, "3 of 5 answers fall in one cluster (0.6)."},
		{"similarity 2/4 joins a cluster", []string{"red green", "red green blue white"}, "medium", "red green", 1, "similarity 0.5, below 0.8"},
		{"similarity 2/5 does not", []string{"red green", "red green blue white black"}, "low", "", 0.5, "No cluster"},
		{"mean 4/5 is one wording", []string{apple, apple + " black"}, "high", apple, 1, "share almost all of their wording"},
		{"mean 7/9 is not", []string{"a b c d e f g h", "a b c d e f g i"}, "low", "a b c d e f g h", 1, "similarity 0.7777, below 0.8"},
		{"4 tokens are not thin", []string{apple, "red green blue white black pink"}, "low", apple, 1, "none is thin"},
		{"3 tokens are thin", []string{"red green blue", "red green blue white black"}, "medium", "red green blue", 1, "\"a1\" is thin: 3 tokens, fewer than 4"},
		{"two of three copies are mentioned", []string{apple, apple + "\n", "red green blue black white and pink"}, "low", apple, 1, "(mean similarity 0.7142, below 0.8), though 2 of its 3 answers are the same word for word."},
		{"thin but word for word is high", []string{"Uranus", "Uranus"}, "high", "Uranus", 1, "wording"},
		{"a thin answer outside the majority does not count", []string{apple, "red green blue white black pink", "no"}, "low", apple, 2. / 3, "(0.6666)"},
		{"naming is said before thin", []string{"red green blue", "red green blue as a1 says"}, "medium", "red green blue", 1, "agent \"a2\" names another agent of the request, \"a1\""},
		{"naming outside the majority does not count", []string{apple, "red green blue white black pink", "not so, a1"}, "low", apple, 2. / 3, "none is thin"},
		// {c d e f} is at 4/6 of the second member, but at 2/6 of the first.
		{"joins by the first member, not by the last", []string{"a b c d", "a b c d e f", "c d e f"}, "low", "a b c d", 2. / 3, "similarity 0.6666"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Reference().Assess(ask(c.outputs...))
			assert.Equal(t, c.risk, got.Risk, got.Reasons)
			assert.Equal(t, c.answer, got.Answer)
			assert.InDelta(t, c.score, got.Score, 1e-12)
			assert.Contains(t, strings.Join(got.Reasons, "\n"), c.reason)
		})
	}
}

func TestClustersKeepOrderAndIDs(t *testing.T) {
	r := ask("x", "y", "x", "y", "z")
	r.Answers[2].AgentID = ""
	got := Reference().Assess(r)
	require.Len(t, got.Clusters, 3)
	assert.Equal(t, []string{"a1"}, got.Clusters[0].AgentIDs, "the member without an id counts, unnamed")
	assert.Equal(t, 2, got.Clusters[0].Size)
	assert.Equal(t, []string{"a2", "a4"}, got.Clusters[1].AgentIDs)
	assert.Equal(t, "z", got.Clusters[2].Answer)
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		text, id string
		want     bool
	}{
		{"As agent-a said, it is so.", "agent-a", true},
		{"as Agent A said", "agent-a", true},
		{"the agent, a spy, fled", "agent-a", false},
		{"agent-a-2 agrees", "agent-a", false},
		{"agent-a-2 agrees", "agent-a-2", true},
		{"sub-agent-a agrees", "agent-a", false},
		{"plan b is a plan", "b", false},
		{"agent b has a plan", "b", true},
		{"agent-b has a plan", "b", true},
		{"42 is right", "42", false},
		{"agent 42 is right", "42", true},
		{"the critics agree", "critic", false},
		{"the Critic's view", "critic", true},
		{"Dr. Smith says", "Dr. Smith", true},
		{"Dr Smith says", "dr. smith", true},
		{"said a2", "a2", true},
		{"said a21", "a2", false},
		{"anything", "--", false},
		{"", "agent-a", false},
	} {
		assert.Equal(t, c.want, names(newText(c.text), c.id), "%q %q", c.text, c.id)
	}
}

func TestOwnNameIsNotAnother(t *testing.T) {
	r := ask("I, a1, say red green blue white", "red green blue white say I it is so")
	assert.Equal(t, "low", Reference().Assess(r).Risk)
	r.Answers[1].AgentID = "a1" // doubled ids: the same agent twice
	assert.Equal(t, "low", Reference().Assess(r).Risk)
	r.Answers[0].AgentID, r.Answers[1].AgentID = "", "a1"
	got := Reference().Assess(r)
	assert.Equal(t, "medium", got.Risk)
	assert.Contains(t, got.Reasons[2], "agent number 1 names", "an answer without an id is counted from 1")
}

func TestBaselines(t *testing.T) {
	j, ok := Lookup("jaccard")
	require.True(t, ok)
	s, ok := Lookup("share")
	require.True(t, ok)
	_, ok = Lookup("nope")
	require.False(t, ok)
	for _, c := range []struct {
		name           string
		outputs        []string
		jaccard, share string
	}{
		{"word for word", []string{"a b c d", "a b c d"}, "high", "high"},
		{"4/5", []string{"a b c d", "a b c d e"}, "high", "high"},
		{"7/9", []string{"a b c d e f g h", "a b c d e f g i"}, "medium", "high"},
		{"1/2", []string{"a b", "a b c d"}, "medium", "high"},
		{"2/5", []string{"a b", "a b c d e"}, "low", "low"},
		{"3 of 5", []string{"a", "a", "a", "b", "c"}, "low", "medium"}, // mean 3/10
		{"2 of 4", []string{"a", "a", "b", "c"}, "low", "low"},
	} {
		assert.Equal(t, c.jaccard, j.Assess(ask(c.outputs...)).Risk, "jaccard: "+c.name)
		assert.Equal(t, c.share, s.Assess(ask(c.outputs...)).Risk, "share: "+c.name)
	}
	assert.Contains(t, j.Assess(ask("a", "a", "a", "b", "c")).Reasons[1], "is 0.3, below 0.5")
}

func TestJudge(t *testing.T) {
	lute := []string{"Workshop note: the lute on bench 4 was restrung on Tuesday."}
	for _, c := range []struct {
		name, task, output string
		evidence           []string
		verdict            string
		confidence         float64
		reason             string
	}{
		{"no evidence", "q", "The lute is old.", nil, "retry", 0.5, "No evidence"},
		{"silent evidence", "How many strings does the instrument in the note have?", "It has six strings.", lute, "retry", 0.5, "0 of 1 tokens"},
		{"only the task's words", "Which lute is it?", "It is the lute.", lute, "retry", 0.5, "nothing beyond"},
		{"supported", "What was done?", "The lute was restrung on Tuesday.", lute, "pass", 1, "3 of 3"},
		{"3 of 4 passes", "q", "Lute bench restrung yesterday", lute, "pass", 0.75, "(0.75)"},
		{"2 of 3 does not", "q", "Lute restrung yesterday", lute, "retry", 0.5, "(0.6666)"},
		{"another number in the same words", "q", "The lute is on bench 5.", lute, "fail", 1, "5 is in no evidence"},
		{"half of the words is enough", "q", "lute bench harp stool 5", lute, "fail", 0.5, "holds 2 of the claim's 4 words"},
		{"less than half is not", "q", "lute harp stool 5", lute, "retry", 0.5, "too few"},
		{"one word says too little", "q", "bench 5", lute, "retry", 0.5, "too few"},
		{"the task's number is not the output's claim", "Is bench 5 there?", "lute restrung Tuesday bench 5", lute, "pass", 1, "3 of 3"},
	} {
		got := judge(api.JudgeRequest{Task: c.task, AgentOutput: c.output, Evidence: c.evidence})
		assert.Equal(t, c.verdict, got.Verdict, c.name+": "+strings.Join(got.Reasons, " "))
		assert.InDelta(t, c.confidence, got.Confidence, 1e-12, c.name)
		assert.Contains(t, got.Reasons[0], c.reason, c.name)
	}
	assert.Equal(t, 0.67, confidence(2, 3))
}

// Whatever is asked: a known risk, every answer in one cluster, and an agreed
// answer exactly when a cluster reaches 60 percent.
func TestAssessmentsAreConsistent(t *testing.T) {
	word := rapid.SampledFrom([]string{"red", "green", "blue", "a1", "agent", "7", "-", "no"})
	rapid.Check(t, func(t *rapid.T) {
		outputs := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
			return strings.Join(rapid.SliceOfN(word, 1, 6).Draw(t, "words"), " ")
		}), api.MinAnswers, 9).Draw(t, "outputs")
		for _, d := range Detectors() {
			a := d.Assess(ask(outputs...))
			size, most := 0, 0
			for _, c := range a.Clusters {
				size, most = size+c.Size, max(most, c.Size)
			}
			switch {
			case !api.IsRisk(a.Risk):
				t.Fatalf("risk %q", a.Risk)
			case size != len(outputs):
				t.Fatalf("%d of %d answers are in a cluster", size, len(outputs))
			case (a.Answer != "") != (most*5 >= len(outputs)*3):
				t.Fatalf("answer %q with %d of %d", a.Answer, most, len(outputs))
			case len(a.Reasons) == 0:
				t.Fatal("no reason")
			}
		}
	})
}

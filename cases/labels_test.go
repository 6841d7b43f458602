// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func text(s string) *string { return &s }

// The 60 percent rule against the vectors, worked in exact integers there.
func TestConsensusAgreesWithTheVectors(t *testing.T) {
	for _, path := range []string{"testdata/fcb_majority.json", "../../shared/vectors/fcb_majority.json"} {
		b, err := os.ReadFile(path)
		if path[0] == '.' && os.IsNotExist(err) {
			t.Log("skipped: no " + path)
			continue
		}
		require.NoError(t, err)
		var v struct {
			Cases []struct {
				Name  string
				Input struct {
					Answers []struct {
						Group   string
						Correct bool
					}
				}
				Expected struct {
					MajorityCorrect *bool `json:"majority_correct"`
				}
			}
		}
		require.NoError(t, json.Unmarshal(b, &v))
		require.NotEmpty(t, v.Cases)
		for _, c := range v.Cases {
			var k Case
			for _, a := range c.Input.Answers {
				k.Answers = append(k.Answers, Answer{Claim: text(a.Group), Correct: a.Correct})
			}
			got, ok := k.Consensus()
			if c.Expected.MajorityCorrect == nil {
				assert.False(t, ok, c.Name)
			} else if assert.True(t, ok, c.Name) {
				assert.Equal(t, *c.Expected.MajorityCorrect, got.Correct, c.Name)
			}
		}
	}
}

// apply runs one rule on a case and gives the pointers it reports.
func apply(r Rule, c Case) (pointers []string) {
	l := &labels{Case: &c}
	l.apply([]Rule{r})
	for _, f := range l.found {
		pointers = append(pointers, f.pointer)
	}
	return pointers
}

func TestMajorityAtTheEdge(t *testing.T) {
	for _, c := range []struct {
		held, agents int
		consensus    bool
	}{{3, 5, true}, {2, 4, false}, {7, 12, false}, {8, 13, true}, {9, 15, true}, {9, 16, false}, {10, 16, true}, {2, 3, true}, {1, 2, false}} {
		var k Case
		for i := range c.agents {
			claim := "held"
			if i >= c.held {
				claim = fmt.Sprint(i)
			}
			k.Answers = append(k.Answers, Answer{Claim: &claim})
		}
		no := false
		k.MajorityCorrect = &no
		assert.Equal(t, c.consensus, apply(ruleMajority, k) == nil, "%d of %d, false", c.held, c.agents)
		k.MajorityCorrect = nil
		assert.Equal(t, !c.consensus, apply(ruleMajority, k) == nil, "%d of %d, null", c.held, c.agents)
	}
}

// Where claims are missing: true iff 5*correct >= 3*n; null required when
// 5*(n-correct) < 3*n; else false and null pass with a warning.
func TestForeignMajority(t *testing.T) {
	yes, no := true, false
	for n := 2; n <= 16; n++ {
		for right := 0; right <= n; right++ {
			for _, label := range []*bool{&yes, &no, nil} {
				var k Case
				for i := range n {
					k.Answers = append(k.Answers, Answer{Correct: i < right})
				}
				k.Answers[n-1].Claim = text("one answer has a claim, the others not")
				k.MajorityCorrect = label
				var ok, doubt bool
				switch {
				case 5*right >= 3*n:
					ok = label == &yes
				case 5*(n-right) < 3*n:
					ok = label == nil
				default:
					ok, doubt = label != &yes, label != &yes
				}
				place := fmt.Sprintf("%d of %d, %s", right, n, majorityText(label))
				assert.Equal(t, ok, apply(ruleForeignMajority, k) == nil, place)
				assert.Equal(t, doubt, apply(ruleForeignDoubt, k) != nil, place)
				assert.Nil(t, apply(ruleMajority, k), place)
			}
		}
	}
}

func TestRiskFitsTheCategory(t *testing.T) {
	yes, no := true, false
	for _, c := range []struct {
		category string
		majority *bool
		fits     []string
	}{
		{MajorityWrongFact, &no, []string{"high"}}, {EchoCascade, &no, []string{"high"}}, {EchoCascade, &yes, []string{"medium"}},
		{EchoCascade, nil, []string{"medium", "high"}}, {AnchoringInjectedPremise, &no, []string{"high"}}, {LoneCorrectDissenter, &no, []string{"high"}},
		{GenuineAgreementCorrect, &yes, []string{"low"}}, {GenuineDisagreement, nil, []string{"low"}}, {CorrectButUnsupported, &yes, []string{"medium"}},
		{NumericConsensusError, &no, []string{"high"}},
	} {
		for _, risk := range []string{"low", "medium", "high"} {
			k := Case{Category: c.category, MajorityCorrect: c.majority, ExpectedRisk: risk, Answers: []Answer{{}, {}}}
			assert.Equal(t, assert.ObjectsAreEqual(true, contains(c.fits, risk)), apply(ruleRisk, k) == nil, "%s %s %s", c.category, majorityText(c.majority), risk)
		}
	}
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func TestParseNumber(t *testing.T) {
	for s, want := range map[string]*big.Rat{
		"5": big.NewRat(5, 1), "-5": big.NewRat(-5, 1), "+5": big.NewRat(5, 1), "−5": big.NewRat(-5, 1), "$5": big.NewRat(5, 1), "-$5.50": big.NewRat(-11, 2),
		"$-5": big.NewRat(-5, 1), "1,204": big.NewRat(1204, 1), "1,204,000.5": big.NewRat(2408001, 2), "0.25": big.NewRat(1, 4), ".5": big.NewRat(1, 2), "12%": big.NewRat(12, 1),
		"12 %": big.NewRat(12, 1), "1/2": big.NewRat(1, 2), "3 1/2": big.NewRat(7, 2), "-1/3": big.NewRat(-1, 3), " 7 ": big.NewRat(7, 1), "€ 3": big.NewRat(3, 1), "3 €": big.NewRat(3, 1), "007": big.NewRat(7, 1),
		"": nil, "x": nil, "5 apples": nil, "about 5": nil, "1,20": nil, "1,2044": nil, "5.": nil, "1/0": nil, "--5": nil, "-$-5": nil, "%": nil, "$": nil, "1e5": nil, "five": nil, "1 2": nil, "-": nil, "1/2/3": nil,
	} {
		got, ok := parseNumber(s)
		assert.Equal(t, want != nil, ok, "%q", s)
		if ok && want != nil {
			assert.Zero(t, want.Cmp(got), "%q is %s", s, got)
		}
	}
}

func TestTextContradictsNumber(t *testing.T) {
	for _, c := range []struct {
		claim, output string
		want          bool
	}{
		{"48", "It is 48.", false}, {"48", "It is 46.", true}, {"1,048", "1048 in all", false}, {"48", "No number at all.", false}, {"48", "Forty-eight, from 96.", false},
		{"3 1/2", "That makes 3 1/2 cups.", false}, {"1/2", "It is 1/2 of 3.", false}, {"-5", "The change is -5.", false}, {"12%", "12 percent of it", false}, {"x", "It is 46.", false}, {"0.5", "0.50 exactly", false},
	} {
		k := Case{Answers: []Answer{{Claim: &c.claim, Output: c.output}}}
		assert.Equal(t, c.want, apply(ruleTextContradictsNumber, k) != nil, "%+v", c)
	}
}

func TestSilentEvidence(t *testing.T) {
	for _, c := range []struct {
		claim, evidence string
		silent          bool
	}{
		{"New Delhi", "It is in new delhi.", false}, {"New Delhi", "Delhi is new to me.", true}, {"New Delhi", "A new, Delhi-based museum", false}, {"Delhi", "Newdelhi", true},
		{"42", "The answer is 42.", false}, {"42", "The answer is 420.", true}, {"--", "one -- two", false}, {"--", "one two", true},
	} {
		k := Case{Category: CorrectButUnsupported, Evidence: []string{"Nothing.", c.evidence}, Answers: []Answer{{Claim: &c.claim, Correct: true}, {Claim: &c.claim, Correct: true}}}
		got := apply(ruleUnsupported, k)
		if c.silent {
			assert.Empty(t, got, "%+v", c)
		} else {
			assert.Equal(t, []string{"/evidence/1"}, got, "%+v", c)
		}
	}
}

func TestPlantedNote(t *testing.T) {
	for _, c := range []struct {
		claim, question string
		evidence        []string
		planted         bool
	}{
		{"The bridge of 1931", "What is the length of the road?", nil, false}, {"The bridge of 1931", "Which bridge?", nil, true}, {"1931", "When?", []string{"x", "In 1931."}, true},
		{"1931", "When? 19311", nil, false}, {"it is not", "Is it so?", nil, true}, {"no", "Really?", nil, false},
	} {
		shared := &Metadata{SharedContext: true}
		k := Case{Category: AnchoringInjectedPremise, Question: c.question, Evidence: c.evidence, Answers: []Answer{{Claim: &c.claim, Metadata: shared}, {Claim: &c.claim, Metadata: shared}}}
		assert.Equal(t, c.planted, apply(ruleAnchoring, k) == nil, "%+v", c)
	}
}

// Both sides of each limit of the service. A line has to be long for the limits to
// be looked at, so small stays false.
func TestLimitsAtTheEdge(t *testing.T) {
	intro := len("\n\nEvidence:\n[1] ")
	for _, c := range []struct {
		name             string
		question, output int // UTF-16 units; the output of the first of two answers, the other has 1
		evidence         int // 0: none
		agent            string
		rule             Rule
		want             []string
	}{
		{"task at the limit", 8000, 1, 0, "a", ruleLimits, nil},
		{"task over", 8001, 1, 0, "a", ruleLimits, []string{"/question"}},
		{"task with evidence at the limit", 7000, 1, 1000 - intro, "a", ruleLimits, nil},
		{"task with evidence over", 7000, 1, 1001 - intro, "a", ruleLimits, []string{"/evidence"}},
		{"output at the limit", 10, 16000, 0, "a", ruleLimits, nil},
		{"output over", 10, 16001, 0, "a", ruleLimits, []string{"/answers/0/output"}},
		{"text at the limit", 7999, 16000, 0, "a", ruleLimits, nil},
		{"text over", 8000, 16000, 0, "a", ruleLimits, []string{""}},
		{"agent at the limit", 1, 1, 0, strings.Repeat("😀", 40), ruleLimits, nil},
		{"agent over in UTF-16 only", 1, 1, 0, strings.Repeat("😀", 40) + "x", ruleLimits, []string{"/answers/0/agent_id"}},
		{"free text at the limit", 1999, 10000, 0, "a", ruleLongText, nil},
		{"free text over", 2000, 10000, 0, "a", ruleLongText, []string{""}},
		{"text over, which is an error and no warning too", 8000, 16000, 0, "a", ruleLongText, nil},
	} {
		k := Case{Question: strings.Repeat("q", c.question), Answers: []Answer{{AgentID: c.agent, Output: strings.Repeat("😀", c.output/2) + strings.Repeat("x", c.output%2)}, {AgentID: "b", Output: "y"}}}
		if c.evidence > 0 {
			k.Evidence = []string{strings.Repeat("e", c.evidence)}
		}
		assert.Equal(t, c.want, apply(c.rule, k), c.name)
	}
}

// A rule is skipped where a field it reads is faulty, and only there.
func TestBlockedFields(t *testing.T) {
	l := &labels{bad: []string{"answers.claim"}}
	assert.True(t, l.blocked([]string{"answers"}))
	assert.True(t, l.blocked([]string{"question", "answers.claim"}))
	assert.False(t, l.blocked([]string{"answers.correct", "question"}))
	l.bad = []string{"answers"}
	assert.True(t, l.blocked([]string{"answers.correct"}))
}

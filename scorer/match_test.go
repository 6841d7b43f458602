// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/false-consensus/fcb/cases"
)

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

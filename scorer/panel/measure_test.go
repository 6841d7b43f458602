// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func measure(t *testing.T, tab *Table, o Options) *Result {
	r, err := Measure(context.Background(), tab, Input{}, o)
	require.NoError(t, err)
	return r
}

// A question is marked where at least five models answered and at most one in
// ten was right: both sides of each edge.
func TestLookAtTheKey(t *testing.T) {
	for _, c := range []struct {
		answers, right int
		want           bool
	}{
		{4, 0, false}, {5, 0, true}, {5, 1, false}, {9, 1, false}, {10, 1, true}, {19, 2, false}, {20, 2, true},
	} {
		rows := make([][]int8, c.answers)
		for m := range rows {
			rows[m] = []int8{0, 1, 1, int8(m % 2)}
			if m < c.right {
				rows[m][0] = 1
			}
		}
		r := measure(t, table(t, rows), Options{})
		for _, q := range r.Questions {
			if q.ID == "q-1" {
				assert.Equal(t, c.want, q.LookAtKey, "%d of %d right", c.right, c.answers)
			}
		}
	}
}

// By hand, three models with p = 1/2, 3/4, 3/4 on four questions: E = 2 on
// each, V = 1/4 + 3/16 + 3/16 = 5/8. X = 3, 3, 2, 0. Questions 1 and 2 are all
// right with dispersion 1/(5/8) = 1.6, question 4 is all wrong with 4/(5/8) =
// 6.4, and T = (1 + 1 + 0 + 4)/(4 · 5/8) = 2.4.
func TestUnanimousQuestionsByHand(t *testing.T) {
	r := measure(t, table(t, [][]int8{{1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 0}}), Options{Hardest: 3})
	assert.InDelta(t, 2.4, float64(r.DesignEffect.T), 1e-12)
	assert.Equal(t, 2, r.Unanimous.Right)
	assert.InDelta(t, 1.6, float64(r.Unanimous.RightMeanDispersion), 1e-12)
	assert.Equal(t, []string{"q-4"}, r.Unanimous.WrongIDs)
	var order []string
	for _, q := range r.Questions {
		order = append(order, q.ID)
	}
	assert.Equal(t, []string{"q-4", "q-3", "q-1", "q-2"}, order)
	assert.InDelta(t, 6.4, float64(r.Questions[0].Dispersion), 1e-12)
	assert.InDelta(t, 2, float64(r.Questions[0].Expected), 1e-12)
	require.Len(t, r.Hardest, 4)
	assert.Equal(t, []string{}, r.Hardest[0].Removed)
	assert.Equal(t, []string{"q-4", "q-3", "q-1"}, r.Hardest[3].Removed)
	assert.NotEmpty(t, r.Hardest[3].Reason, "one question left varies in nothing")
	assert.False(t, r.Hardest[3].T.Defined())
	// Without question 4 the models have 2/3, 1, 1: only one varies, and T is 1.
	assert.InDelta(t, 1, float64(r.Hardest[1].T), 1e-12)
	assert.InDelta(t, 1, float64(r.Concentrated.FirstShare), 1e-12)
	require.NotNil(t, r.Concentrated.HalfCount)
	assert.Equal(t, 1, *r.Concentrated.HalfCount)
}

func TestHeadlines(t *testing.T) {
	for _, c := range []struct {
		rows [][]int8
		o    Options
		want string
	}{
		{[][]int8{{1, 1}, {1, 1}}, Options{}, "2.00 voices, of unknown worth: every model is always right or always wrong, so that nothing varies"},
		{[][]int8{{1, 0, 1, 0}, {0, 1, 0, 1}}, Options{}, "2.00 voices that balance each other exactly: no effective number exists"},
		{[][]int8{{1, 0, 1}}, Options{}, "one voice; dependence needs at least two"},
		{[][]int8{{1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 0}}, Options{Hardest: 3}, "3.00 voices, worth 1.25 independent ones; most of the dependence is one question"},
		{[][]int8{{1, 1, 0, 0}, {1, 1, 1, 0}, {1, 1, 1, 0}}, Options{Hardest: 3, Permutations: 99}, "3.00 voices, worth 1.25 independent ones; chance alone could do this"},
		{[][]int8{{1, 1, 0, 0}, {1, 0, 1, 0}, {0, 1, 1, 0}}, Options{Hardest: 2}, "3.00 voices"},
	} {
		r := measure(t, table(t, c.rows), c.o)
		assert.True(t, strings.HasPrefix(r.Headline, c.want), "want %q, got %q", c.want, r.Headline)
	}
}

// Every null of the document has a reason beside it, and nothing is NaN.
func TestEveryNullHasAReason(t *testing.T) {
	for name, rows := range map[string][][]int8{
		"no variance": {{1, 1, 1}, {1, 1, 1}, {0, 0, 0}},
		"zero":        {{1, 0, 1, 0}, {0, 1, 0, 1}},
		"one model":   {{1, 0, 1}},
		"two models":  {{1, 0, 1}, {1, 1, 0}},
		"ordinary":    {{1, 0, 1, 1}, {1, 1, 0, 1}, {1, 0, 0, 1}},
	} {
		for _, o := range []Options{{}, {Permutations: 20, Bootstrap: 20, Hardest: 2}} {
			r := measure(t, table(t, rows), o)
			var doc struct {
				DesignEffect map[string]json.RawMessage   `json:"design_effect"`
				Hardest      []map[string]json.RawMessage `json:"hardest"`
			}
			require.NoError(t, json.Unmarshal(r.JSON(), &doc))
			var reasons map[string]string
			if raw, ok := doc.DesignEffect["reasons"]; ok {
				require.NoError(t, json.Unmarshal(raw, &reasons))
			}
			for key, raw := range doc.DesignEffect {
				if string(raw) == "null" {
					assert.NotEmpty(t, reasons[key], "%s: %s", name, key)
				}
			}
			if r.DesignEffect.Interval.NEff == nil {
				assert.NotEmpty(t, reasons["interval"], name)
			}
			for _, row := range doc.Hardest {
				if string(row["T"]) == "null" || string(row["n_eff"]) == "null" || string(row["rho"]) == "null" {
					assert.NotEmpty(t, row["reason"], name)
				}
			}
			assert.NotContains(t, string(r.JSON()), "NaN")
		}
	}
}

func TestNumbersInJSON(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{
		{1.0 / 3, "0.333333333333"}, {0, "0"}, {math.Copysign(0, -1), "0"}, {math.NaN(), "null"}, {math.Inf(1), "null"}, {-2.5, "-2.5"}, {1e-9, "1e-09"}, {123456789012345, "123456789012000"},
	} {
		b, err := json.Marshal(Number(c.v))
		require.NoError(t, err)
		assert.Equal(t, c.want, string(b))
	}
	var n Number
	require.NoError(t, json.Unmarshal([]byte("null"), &n))
	assert.False(t, n.Defined())
}

func TestBracketRefusesTheImpossible(t *testing.T) {
	for _, c := range []struct{ n, rho float64 }{{0.9, 0}, {math.NaN(), 0}, {math.Inf(1), 0}, {3, 1.01}, {3, math.NaN()}, {3, -0.51}, {11, -0.11}} {
		_, err := NewBracket(c.n, c.rho, nil)
		assert.Error(t, err, "%v", c)
	}
	_, err := NewBracket(3, 0.1, []float64{1.2})
	assert.Error(t, err)
	b, err := NewBracket(3, -0.5, []float64{0.6}) // the edge: three voices that cancel
	require.NoError(t, err)
	assert.False(t, b.NEff.Defined())
	assert.NotEmpty(t, b.Reasons["n_eff"])
	assert.InDelta(t, 0, float64(b.ResidualVariance), 1e-12)
}

// The majority of an odd number of voters is a binomial sum; by hand for three
// and five voters at 0.6.
func TestMajority(t *testing.T) {
	assert.InDelta(t, 0.6, Majority(1, 0.6), 1e-12)
	assert.InDelta(t, 3*0.36*0.4+0.216, Majority(3, 0.6), 1e-12)
	assert.InDelta(t, 10*0.216*0.16+5*0.1296*0.4+0.07776, Majority(5, 0.6), 1e-12)
	assert.InDelta(t, 0.5, Majority(2.7, 0.5), 1e-12)
	assert.Equal(t, 0.0, Majority(5, 0))
	assert.Equal(t, 1.0, Majority(5, 1))
}

func TestDesignCheck(t *testing.T) {
	good := Design{Models: 2, Questions: 2, Accuracy: 0.5}
	require.NoError(t, good.Check())
	for _, d := range []Design{
		{Models: 0, Questions: 2, Accuracy: 0.5}, {Models: 2, Questions: 0, Accuracy: 0.5}, {Models: 2, Questions: 2, Accuracy: 0}, {Models: 2, Questions: 2, Accuracy: 1},
		{Models: 2, Questions: 2, Accuracy: 0.5, Rho: -0.1}, {Models: 2, Questions: 2, Accuracy: 0.5, Rho: 1.1}, {Models: 2, Questions: 2, Accuracy: 0.5, Answered: 1.1},
		{Models: 1 << 40, Questions: 1 << 40, Accuracy: 0.5}, {Models: 2, Questions: 2, Accuracy: math.NaN()},
	} {
		assert.Error(t, d.Check(), "%+v", d)
	}
	all := Design{Models: 5, Questions: 300, Accuracy: 0.6, Rho: 1}.Simulate(1)
	for _, row := range all {
		assert.Equal(t, all[0], row, "at rho 1 all models are one")
	}
}

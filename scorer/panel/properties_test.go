// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// table builds a panel with numbered names.
func table(tb require.TestingT, rows [][]int8) *Table {
	d := Design{Models: len(rows), Questions: len(rows[0])}
	models, questions := d.Names()
	t, err := FromScores(models, nil, questions, rows)
	require.NoError(tb, err)
	return t
}

// genRows draws a small ragged panel in which every model and question has an answer.
func genRows(t *rapid.T) [][]int8 {
	models, questions := rapid.IntRange(1, 7).Draw(t, "models"), rapid.IntRange(2, 80).Draw(t, "questions")
	rows := make([][]int8, models)
	lowest := rapid.SampledFrom([]int8{absent, 0}).Draw(t, "lowest") // complete or ragged
	for m := range rows {
		rows[m] = rapid.SliceOfN(rapid.Int8Range(lowest, 1), questions, questions).Draw(t, "row")
		rows[m][m%questions] = 1
	}
	for q := range questions {
		rows[q%models][q] = max(rows[q%models][q], 0)
	}
	return rows
}

// naive is the definition of T, n and rho in plain loops.
func naive(rows [][]int8) (t, n float64) {
	p := make([]float64, len(rows))
	answers := 0
	for m, row := range rows {
		a, s := 0, 0
		for _, v := range row {
			if v >= 0 {
				a++
				s += int(v)
			}
		}
		answers += a
		if a > 0 {
			p[m] = float64(s) / float64(a)
		}
	}
	var numerator, variance float64
	questions := 0
	for q := range rows[0] {
		x, e, asked := 0.0, 0.0, false
		for m, row := range rows {
			if row[q] >= 0 {
				asked = true
				x += float64(row[q])
				e += p[m]
				variance += p[m] * (1 - p[m])
			}
		}
		if asked {
			questions++
		}
		numerator += (x - e) * (x - e)
	}
	if variance < 1e-12 {
		return math.NaN(), float64(answers) / float64(questions)
	}
	return numerator / variance, float64(answers) / float64(questions)
}

func TestMomentsAgreeWithTheirDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := genRows(t)
		tab := table(t, rows)
		assert.Equal(t, tab, fromMatrix(tab.Models, tab.Questions, rows))
		m := tab.Moments()
		wantT, wantN := naive(rows)
		close(t, wantT, m.T)
		close(t, wantN, m.N)
	})
}

// close compares two numbers of which both may be undefined.
func close(t require.TestingT, want, got float64) {
	if math.IsNaN(want) || math.IsNaN(got) {
		assert.Equal(t, math.IsNaN(want), math.IsNaN(got), "want %v, got %v", want, got)
		return
	}
	assert.InDelta(t, want, got, 1e-9*(1+math.Abs(want)))
}

func TestOrderOfModelsAndQuestionsDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := genRows(t)
		a := table(t, rows).Moments()
		models := rapid.Permutation(rows).Draw(t, "models")
		order := rapid.Permutation(seq(len(rows[0]))).Draw(t, "questions")
		moved := make([][]int8, len(rows))
		for m, row := range models {
			for _, q := range order {
				moved[m] = append(moved[m], row[q])
			}
		}
		b := table(t, moved).Moments()
		close(t, a.T, b.T)
		close(t, a.NEff, b.NEff)
		close(t, table(t, rows).Phi().Mean, table(t, moved).Phi().Mean)
	})
}

// The order of the rows of the file changes not a byte.
func TestOrderOfRowsDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := genRows(t)
		var cells []cell
		for m, row := range rows {
			for q, v := range row {
				if v >= 0 {
					cells = append(cells, cell{question: fmt.Sprintf("q%d", q), model: fmt.Sprintf("m%d", m), maker: fmt.Sprint(m % 2), score: v, line: 1})
				}
			}
		}
		measure := func(cells []cell) []byte {
			b := builder{makers: true}
			for _, c := range cells {
				_, err := b.add(c)
				require.NoError(t, err)
			}
			tab, err := b.table()
			require.NoError(t, err)
			r, err := Measure(context.Background(), tab, Input{}, Options{Permutations: 20, Bootstrap: 20, Hardest: 3, Seed: 1, Workers: 1})
			require.NoError(t, err)
			return r.JSON()
		}
		assert.Equal(t, string(measure(cells)), string(measure(rapid.Permutation(cells).Draw(t, "rows"))))
	})
}

func TestDuplicatingEveryModelLeavesTheEffectiveSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := genRows(t)
		a, b := table(t, rows).Moments(), table(t, slices.Concat(rows, rows)).Moments()
		close(t, 2*a.T, b.T)
		close(t, a.NEff, b.NEff)
	})
}

// A model that is always right leaves T as it is and adds 1/deff to n_eff.
func TestAnAlwaysRightModelAddsOneOverDeff(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := genRows(t)
		perfect := slices.Repeat([]int8{1}, len(rows[0]))
		a, b := table(t, rows).Moments(), table(t, append(slices.Clone(rows), perfect)).Moments()
		close(t, a.T, b.T)
		close(t, a.NEffVarying, b.NEffVarying)
		if a.T > 1e-9 {
			close(t, a.NEff+1/a.T, b.NEff)
		}
	})
}

func TestTheOutputSaysWhatAnAlwaysRightModelDoes(t *testing.T) {
	rows := [][]int8{{1, 1, 1, 1}, {1, 1, 0, 0}, {1, 1, 0, 0}, {1, 0, 1, 0}}
	r, err := Measure(context.Background(), table(t, rows), Input{}, Options{Hardest: 2})
	require.NoError(t, err)
	found := false
	for _, w := range r.Warnings {
		found = found || bytes.Contains([]byte(w), []byte(fmt.Sprintf("1 of 4 models never err: T cannot see them, yet each that answers everything adds 1/deff = %.2f voices", 1/float64(r.DesignEffect.Deff))))
	}
	assert.True(t, found, "%q", r.Warnings)
}

// A replicate is the first route on the table with its columns repeated.
func TestReplicateAgreesWithTheRepeatedTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := genRows(t)
		tab := table(t, rows)
		times := make([]uint32, len(rows[0]))
		repeated := make([][]int8, len(rows))
		for range times {
			q := rapid.IntRange(0, len(times)-1).Draw(t, "question")
			times[q]++
			for m := range rows {
				repeated[m] = append(repeated[m], rows[m][q])
			}
		}
		got := tab.Replicate(times)
		wantT, wantN := naive(repeated)
		close(t, wantT, got.T)
		close(t, wantN, got.N)
	})
}

// Both vote curves against brute force over all subsets.
func TestVoteCurvesAgreeWithEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		models, questions := rapid.IntRange(1, 6).Draw(t, "models"), rapid.IntRange(1, 5).Draw(t, "questions")
		rows := make([][]int8, models)
		byRight, rates := make([]int, models+1), make([]float64, models)
		for m := range rows {
			rows[m] = rapid.SliceOfN(rapid.Int8Range(0, 1), questions, questions).Draw(t, "row")
			for _, v := range rows[m] {
				rates[m] += float64(v) / float64(questions)
			}
		}
		for q := range questions {
			x := 0
			for m := range rows {
				x += int(rows[m][q])
			}
			byRight[x]++
		}
		observed, independent := make([]float64, models), make([]float64, models)
		subsets := make([]float64, models)
		for set := uint(1); set < 1<<models; set++ {
			k := bits.OnesCount(set)
			subsets[k-1]++
			for q := range questions {
				x := 0
				for m := range rows {
					if set>>m&1 != 0 {
						x += int(rows[m][q])
					}
				}
				observed[k-1] += vote(x, k) / float64(questions)
			}
			for right := uint(0); right < 1<<models; right++ {
				if right&^set != 0 {
					continue
				}
				p := 1.0
				for m, rate := range rates {
					switch {
					case set>>m&1 == 0:
					case right>>m&1 != 0:
						p *= rate
					default:
						p *= 1 - rate
					}
				}
				independent[k-1] += p * vote(bits.OnesCount(right), k)
			}
		}
		gotObserved, gotIndependent := ObservedMajority(byRight), IndependentMajority(rates)
		for k := range models {
			assert.InDelta(t, observed[k]/subsets[k], gotObserved[k], 1e-12)
			assert.InDelta(t, independent[k]/subsets[k], gotIndependent[k], 1e-12)
		}
	})
}

func vote(right, voters int) float64 {
	switch {
	case 2*right > voters:
		return 1
	case 2*right == voters:
		return 0.5
	}
	return 0
}

// A vote size moves by no jump along the curve, and is clamped outside it.
func TestEffectiveVotersAtTheEdges(t *testing.T) {
	rising := []float64{0.7, 0.7, 0.8, 0.8, 0.85}
	for _, c := range []struct {
		target float64
		stride int
		value  float64
		status string
	}{
		{0.69, 1, 1, VoteClampedLow},
		{0.7, 1, 1, VoteClampedLow},
		{0.75, 1, 2.5, VoteOK},
		{0.75, 2, 2, VoteOK},
		{0.8, 1, 3, VoteOK},
		{0.825, 1, 4.5, VoteOK},
		{0.825, 2, 4, VoteOK},
		{0.85, 1, 5, VoteOK},
		{0.86, 1, 5, VoteClampedHigh},
		{0.86, 2, 5, VoteClampedHigh},
		{1, 1, math.NaN(), VoteNoResolution},
	} {
		got := EffectiveVoters(rising, c.target, c.stride)
		assert.Equal(t, c.status, got.Status, "%v", c)
		close(t, c.value, float64(got.Value))
	}
	falling := []float64{0.4, 0.4, 0.3}
	assert.Equal(t, VoteSize{1, VoteClampedLow}, EffectiveVoters(falling, 0.4, 1))
	assert.Equal(t, VoteSize{1, VoteClampedLow}, EffectiveVoters(falling, 0.5, 1))
	assert.Equal(t, VoteSize{3, VoteClampedHigh}, EffectiveVoters(falling, 0.2, 1))
	assert.InDelta(t, 2.5, float64(EffectiveVoters(falling, 0.35, 1).Value), 1e-12)
}

// The rectangle rule of the contract, by hand: three models with all four
// questions (12 cells) against four models with three (12 cells, more models).
func TestRectanglePrefersMoreModelsOnTies(t *testing.T) {
	rows := [][]int8{{1, 1, 1, 1}, {1, 0, 1, 1}, {0, 1, 1, 1}, {1, 1, 1, absent}}
	models, questions, ok := table(t, rows).Rectangle()
	require.True(t, ok)
	assert.Equal(t, []int{0, 1, 2, 3}, models)
	assert.Equal(t, []int{0, 1, 2}, questions)

	rows = [][]int8{{1, 1, 1, 1, 1}, {1, 0, 1, 1, 1}, {0, 1, 1, 1, 1}, {1, 1, 1, absent, absent}}
	models, questions, ok = table(t, rows).Rectangle()
	require.True(t, ok)
	assert.Equal(t, []int{0, 1, 2}, models)
	assert.Len(t, questions, 5)

	_, _, ok = table(t, [][]int8{{1, 1, absent}, {absent, 1, 1}, {1, absent, 0}}).Rectangle()
	assert.False(t, ok, "three models that share no question")
	_, _, ok = table(t, [][]int8{{1, 0}, {0, 1}}).Rectangle()
	assert.False(t, ok, "two models")
}

func seq(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

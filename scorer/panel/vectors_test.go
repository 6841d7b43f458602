// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The reference vectors were computed with NumPy and checked with a second
// implementation. Copies live in testdata; the originals are read as well where
// the reference folder lies beside the project.
const sharedVectors = "../../../shared/vectors"

type vector struct {
	Name     string
	Input    json.RawMessage
	Expected map[string]json.RawMessage
	dir      string
}

func vectors(t *testing.T, file string, run func(t *testing.T, v vector)) {
	dirs := []string{"testdata/vectors"}
	if _, err := os.Stat(sharedVectors); err == nil {
		dirs = append(dirs, sharedVectors)
	} else {
		t.Log("the folder of reference vectors is absent; testing on the copies only")
	}
	for _, dir := range dirs {
		b, err := os.ReadFile(filepath.Join(dir, file))
		require.NoError(t, err)
		var doc struct{ Cases []vector }
		require.NoError(t, json.Unmarshal(b, &doc))
		require.NotEmpty(t, doc.Cases)
		for _, v := range doc.Cases {
			v.dir = dir
			t.Run(filepath.Base(filepath.Dir(dir))+"/"+v.Name, func(t *testing.T) { run(t, v) })
		}
	}
}

func (v vector) input(t *testing.T, into any) { require.NoError(t, json.Unmarshal(v.Input, into)) }

// number is an expected number; NaN for null.
func (v vector) number(t *testing.T, key string) float64 {
	raw, ok := v.Expected[key]
	require.True(t, ok, "the vector has no %s", key)
	var n Number
	require.NoError(t, json.Unmarshal(raw, &n))
	return float64(n)
}

func (v vector) has(key string) bool { _, ok := v.Expected[key]; return ok }

// same compares with the vectors' tolerance, 1e-9 absolute plus relative.
func same(t *testing.T, want, got float64, what string) {
	t.Helper()
	if math.IsNaN(want) {
		assert.True(t, math.IsNaN(got), "%s: want undefined, got %v", what, got)
		return
	}
	assert.InDelta(t, want, got, 1e-9+1e-9*math.Abs(want), what)
}

// scores is a matrix with null for no answer.
type scores [][]*int8

func (s scores) table(t *testing.T, makers []string) *Table {
	rows := make([][]int8, len(s))
	var models, questions []string
	for m, row := range s {
		models = append(models, fmt.Sprintf("m%03d", m))
		for _, v := range row {
			if v == nil {
				rows[m] = append(rows[m], absent)
			} else {
				rows[m] = append(rows[m], *v)
			}
		}
	}
	for q := range s[0] {
		questions = append(questions, fmt.Sprintf("q%03d", q))
	}
	tab, err := FromScores(models, makers, questions, rows)
	require.NoError(t, err)
	return tab
}

func TestVectorsDesignEffect(t *testing.T) {
	vectors(t, "panel_design_effect.json", func(t *testing.T, v vector) {
		var in struct{ Scores scores }
		v.input(t, &in)
		tab := in.Scores.table(t, nil)
		r, err := Measure(context.Background(), tab, Input{}, Options{Permutations: 5000, Bootstrap: 50, Seed: 1, Workers: 2})
		require.NoError(t, err)
		d := r.DesignEffect
		for key, got := range map[string]Number{
			"n": r.Summary.N, "accuracy": r.Summary.Accuracy, "numerator": d.Numerator, "denominator": d.Denominator,
			"T": d.T, "deff": d.Deff, "rho": d.Rho, "n_eff": d.NEff, "n_varying": d.NVarying, "rho_varying": d.RhoVarying,
			"n_eff_varying": d.NEffVarying, "mean_phi": d.MeanPhi,
			"n_models": Number(r.Summary.Models), "n_questions": Number(r.Summary.Questions), "n_answers": Number(r.Summary.Answers),
			"n_pairs_undefined": Number(d.PairsUndefined),
		} {
			same(t, v.number(t, key), float64(got), key)
		}
		var dispersion []Number
		require.NoError(t, json.Unmarshal(v.Expected["local_dispersion"], &dispersion))
		byID := map[string]Question{}
		for _, q := range r.Questions {
			byID[q.ID] = q
		}
		for q, want := range dispersion {
			if got, ok := byID[fmt.Sprintf("q%03d", q)]; ok {
				same(t, float64(want), float64(got.Dispersion), fmt.Sprintf("local dispersion of question %d", q))
			} else {
				assert.False(t, want.Defined(), "question %d is missing", q)
			}
		}
		var pairs []struct {
			I, J int
			Phi  Number
		}
		require.NoError(t, json.Unmarshal(v.Expected["pairs"], &pairs))
		for _, p := range pairs {
			same(t, float64(p.Phi), r.Phi().At(p.I, p.J), fmt.Sprintf("phi of %d and %d", p.I, p.J))
		}
		if v.has("p_mc_band_B5000") {
			var band [2]float64
			require.NoError(t, json.Unmarshal(v.Expected["p_mc_band_B5000"], &band))
			assert.GreaterOrEqual(t, float64(d.PValue), band[0]-1e-12)
			assert.LessOrEqual(t, float64(d.PValue), band[1]+1e-12)
			assert.InDelta(t, 1, float64(d.NullMean), v.number(t, "null_mean_mc_tolerance")+1e-12, "null mean")
		}
		if v.has("null_sd_exact") {
			assert.InDelta(t, v.number(t, "null_sd_exact"), float64(d.NullSD), 0.05*v.number(t, "null_sd_exact")+1e-9, "null sd")
		}
	})
}

func TestVectorsBootstrap(t *testing.T) {
	vectors(t, "panel_bootstrap.json", func(t *testing.T, v vector) {
		var in struct {
			Kind    string
			Scores  scores
			Indices [][]int
		}
		v.input(t, &in)
		tab := in.Scores.table(t, nil)
		n := len(tab.Questions)
		boot := &Bootstrap{}
		add := func(draw []int) {
			times := make([]uint32, n)
			for _, q := range draw {
				times[q]++
			}
			boot.Replicates = append(boot.Replicates, tab.Replicate(times))
		}
		switch in.Kind {
		case "explicit":
			for _, draw := range in.Indices {
				add(draw)
			}
			var want []struct {
				Deff, Rho Number
				NEff      Number `json:"n_eff"`
				N         Number
			}
			require.NoError(t, json.Unmarshal(v.Expected["replicates"], &want))
			require.Len(t, boot.Replicates, len(want))
			for i, w := range want {
				got := boot.Replicates[i]
				same(t, float64(w.Deff), got.T, "deff")
				same(t, float64(w.Rho), got.Rho, "rho")
				same(t, float64(w.NEff), got.NEff, "n_eff")
				same(t, float64(w.N), got.N, "n")
			}
		case "all_resamples":
			draw := make([]int, n)
			for more := true; more; {
				add(draw)
				more = false
				for i := range draw {
					if draw[i]++; draw[i] < n {
						more = true
						break
					}
					draw[i] = 0
				}
			}
			assert.Equal(t, v.number(t, "n_resamples"), float64(len(boot.Replicates)))
		default:
			t.Fatalf("unknown kind %q", in.Kind)
		}
		deff, rho, neff, dropped := boot.Intervals()
		assert.Equal(t, v.number(t, "n_dropped"), float64(dropped))
		var want map[string][2]float64
		require.NoError(t, json.Unmarshal(v.Expected["interval"], &want))
		for key, got := range map[string]*Interval{"deff": deff, "rho": rho, "n_eff": neff} {
			require.NotNil(t, got)
			same(t, want[key][0], float64(got[0]), key+" low")
			same(t, want[key][1], float64(got[1]), key+" high")
		}
	})
}

func TestVectorsVotes(t *testing.T) {
	vectors(t, "panel_vote_route.json", func(t *testing.T, v vector) {
		var in struct{ Rectangle scores }
		v.input(t, &in)
		tab := in.Rectangle.table(t, nil)
		models, questions := make([]int, len(tab.Models)), make([]int, len(tab.Questions))
		for i := range models {
			models[i] = i
		}
		for i := range questions {
			questions[i] = i
		}
		byRight, rates := tab.rectangleCounts(models, questions)
		observed, independent := ObservedMajority(byRight), IndependentMajority(rates)
		for key, got := range map[string][]float64{"observed": observed, "independent": independent} {
			var want []float64
			require.NoError(t, json.Unmarshal(v.Expected[key], &want))
			require.Len(t, got, len(want))
			for k := range want {
				same(t, want[k], got[k], fmt.Sprintf("%s at %d", key, k+1))
			}
		}
		target := observed[len(observed)-1]
		same(t, v.number(t, "target"), target, "target")
		for key, stride := range map[string]int{"vote_n_eff": 1, "vote_n_eff_odd": 2} {
			var want VoteSize
			require.NoError(t, json.Unmarshal(v.Expected[key], &want))
			got := EffectiveVoters(independent, target, stride)
			assert.Equal(t, want.Status, got.Status, key)
			same(t, float64(want.Value), float64(got.Value), key)
		}
		if len(models) >= 3 { // the rectangle of a complete table is the table
			whole := tab.Votes()
			require.NotNil(t, whole)
			assert.Equal(t, len(models), whole.Models)
			assert.Equal(t, len(questions), whole.Questions)
		}
	})
}

func TestVectorsHardest(t *testing.T) {
	vectors(t, "panel_hardest.json", func(t *testing.T, v vector) {
		var in struct {
			Scores scores
			Rows   int
		}
		v.input(t, &in)
		tab := in.Scores.table(t, nil)
		var order []int
		require.NoError(t, json.Unmarshal(v.Expected["order"], &order))
		assert.Equal(t, order, tab.hardestFirst())
		var want []struct {
			Removed      []int
			NQ           int `json:"n_questions"`
			NA           int `json:"n_answers"`
			Accuracy, N  Number
			T, Deff, Rho Number
			NEff         Number `json:"n_eff"`
			MeanPhi      Number `json:"mean_phi"`
		}
		require.NoError(t, json.Unmarshal(v.Expected["rows"], &want))
		got := tab.Hardest(in.Rows)
		require.Len(t, got, len(want))
		for i, w := range want {
			g := got[i]
			require.Len(t, g.Removed, len(w.Removed))
			for k, q := range w.Removed {
				assert.Equal(t, fmt.Sprintf("q%03d", q), g.Removed[k])
			}
			assert.Equal(t, w.NQ, g.Questions)
			assert.Equal(t, w.NA, g.Answers)
			for what, pair := range map[string][2]Number{"accuracy": {w.Accuracy, g.Accuracy}, "n": {w.N, g.N}, "T": {w.T, g.T}, "deff": {w.Deff, g.Deff},
				"rho": {w.Rho, g.Rho}, "n_eff": {w.NEff, g.NEff}, "mean_phi": {w.MeanPhi, g.MeanPhi}} {
				same(t, float64(pair[0]), float64(pair[1]), fmt.Sprintf("row %d: %s", i, what))
			}
		}
	})
}

func TestVectorsMakers(t *testing.T) {
	vectors(t, "panel_makers.json", func(t *testing.T, v vector) {
		var in struct {
			Scores scores
			Makers []string
		}
		v.input(t, &in)
		tab := in.Scores.table(t, in.Makers)
		got, err := tab.MakerEffect(context.Background(), tab.Phi(), 5000, 1)
		require.NoError(t, err)
		var eligible []int
		require.NoError(t, json.Unmarshal(v.Expected["eligible"], &eligible))
		assert.Equal(t, len(eligible), got.Eligible)
		same(t, v.number(t, "statistic"), float64(got.Statistic), "statistic")
		same(t, v.number(t, "p_greater_exact"), float64(got.PGreater), "p_greater")
		same(t, v.number(t, "p_two_sided_exact"), float64(got.PTwoSided), "p_two_sided")
		for key, n := range map[string]Number{"n_within": Number(got.Within), "n_across": Number(got.Across), "mean_within": got.MeanWithin,
			"mean_across": got.MeanAcross, "n_arrangements": Number(got.Arrangement), "n_excluded": Number(got.Excluded)} {
			if v.has(key) {
				same(t, v.number(t, key), float64(n), key)
			}
		}
		if !got.Statistic.Defined() {
			assert.NotEmpty(t, got.Reason)
			return
		}
		// The form for many labels must agree with the exact one to within its noise.
		e := newMakerPairs(tab, tab.Phi())
		mc := *got
		mc.Method = "monte_carlo"
		mc.Arrangement, mc.Excluded = 0, 0
		require.NoError(t, e.draw(context.Background(), &mc, 5000, 1))
		p := float64(got.PGreater)
		assert.InDelta(t, p, float64(mc.PGreater), 5*math.Sqrt(p*(1-p)/5000)+2.0/5001)
	})
}

func TestVectorsBracket(t *testing.T) {
	vectors(t, "panel_effective_size.json", func(t *testing.T, v vector) {
		var in struct{ N, Rho float64 }
		v.input(t, &in)
		b, err := NewBracket(in.N, in.Rho, []float64{0.7})
		require.NoError(t, err)
		for key, got := range map[string]Number{"deff": b.Deff, "n_eff": b.NEff, "ceiling": b.Ceiling, "rho_back": b.RhoBack,
			"level_gain_db": b.LevelGainDB, "residual_variance_share": b.ResidualVariance} {
			same(t, v.number(t, key), float64(got), key)
		}
	})
}

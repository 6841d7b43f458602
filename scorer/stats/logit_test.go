// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/false-consensus/fcb/scorer/stats"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRegressionVectors(t *testing.T) {
	for _, c := range readAuditVectors(t, "regression.json").Cases {
		t.Run(c.Name, func(t *testing.T) {
			var in struct {
				X       [][]float64
				Y       []float64
				Cluster []string
			}
			require.NoError(t, json.Unmarshal(c.Input, &in))
			w := len(in.X[0]) + 1
			d := stats.Design{Width: w, K: in.Y}
			id := map[string]int{}
			var cluster []int
			for i, row := range in.X {
				d.X = append(append(d.X, 1), row...)
				d.N = append(d.N, 1)
				if _, ok := id[in.Cluster[i]]; !ok {
					id[in.Cluster[i]] = len(id)
				}
				cluster = append(cluster, id[in.Cluster[i]])
			}
			for j := 1; j < w; j++ {
				mean, sd, ok := stats.Standardise(d.X, w, j, d.N)
				require.True(t, ok)
				nearVector(t, c.Expected["mean"].([]any)[j-1], mean, 1e-12, 1e-12, "mean")
				nearVector(t, c.Expected["sd"].([]any)[j-1], sd, 1e-12, 1e-12, "sd")
			}
			d.Cells = func(yield func(stats.DesignCell) bool) {
				for i, g := range cluster {
					if !yield(stats.DesignCell{Cluster: g, Row: i, N: 1, K: in.Y[i]}) {
						return
					}
				}
			}
			f := stats.Logit(d)
			assert.Equal(t, c.Expected["status"] == "separated", f.Separated)
			assert.Equal(t, c.Expected["n_clusters"], float64(f.Clusters))
			lists := map[string][]float64{"coef": f.Coef, "se_model": f.SEModel, "se_cr0": f.SECR0, "se_cr1": f.SECR1, "se_cr1_g_only": f.SECR1G}
			for key, got := range lists {
				want, ok := c.Expected[key].([]any)
				if !ok {
					assert.Nil(t, got, key)
					continue
				}
				require.Len(t, got, len(want), key)
				for j := range want {
					nearVector(t, want[j], got[j], c.Tolerance.Abs, c.Tolerance.Rel, key)
				}
			}
			if !f.Separated {
				nearVector(t, c.Expected["loglik"], f.LogLik, 1e-6, 1e-5, "loglik")
				nearVector(t, c.Expected["loglik_null"], f.LogLikNull, 1e-6, 1e-5, "loglik_null")
				nearVector(t, c.Expected["pseudo_r2"], f.PseudoR2(), 1e-6, 1e-5, "pseudo_r2")
				for j, z := range c.Expected["z"].([]any) {
					nearVector(t, z, f.Coef[j]/f.SECR1[j], 1e-6, 1e-5, "z")
					nearVector(t, c.Expected["p"].([]any)[j], stats.NormalP(z.(float64)), 1e-9, 1e-5, "p")
				}
			}
			firth := c.Expected["firth"].(map[string]any)
			g := stats.Firth(d)
			require.True(t, g.OK)
			for j := range g.Coef {
				nearVector(t, firth["coef"].([]any)[j], g.Coef[j], c.Tolerance.Abs, c.Tolerance.Rel, "firth coef")
				nearVector(t, firth["se"].([]any)[j], g.SE[j], c.Tolerance.Abs, c.Tolerance.Rel, "firth se")
			}
			nearVector(t, firth["penalised_loglik"], g.PenalisedLogLik, 1e-6, 1e-5, "penalised_loglik")
		})
	}
}

func TestGroupedRowsFitLikeSingleRows(t *testing.T) {
	// Twelve rows of three kinds in four clusters, single and grouped.
	x := []float64{-1, -1, -1, -1, 0, 0, 0, 0, 2, 2, 2, 2}
	y := []float64{0, 0, 1, 0, 1, 0, 0, 1, 1, 1, 0, 1}
	single, grouped := stats.Design{Width: 2}, stats.Design{Width: 2, X: []float64{1, -1, 1, 0, 1, 2}, N: []float64{4, 4, 4}, K: []float64{1, 2, 3}}
	for i := range x {
		single.X, single.N, single.K = append(single.X, 1, x[i]), append(single.N, 1), append(single.K, y[i])
	}
	single.Cells = func(yield func(stats.DesignCell) bool) {
		for i := range x {
			if !yield(stats.DesignCell{Cluster: i % 4, Row: i, N: 1, K: y[i]}) {
				return
			}
		}
	}
	grouped.Cells = func(yield func(stats.DesignCell) bool) {
		for i := range x {
			if !yield(stats.DesignCell{Cluster: i % 4, Row: i / 4, N: 1, K: y[i]}) {
				return
			}
		}
	}
	a, b := stats.Logit(single), stats.Logit(grouped)
	require.False(t, a.Separated)
	for j := range a.Coef {
		assert.InDelta(t, a.Coef[j], b.Coef[j], 1e-9)
		assert.InDelta(t, a.SECR1[j], b.SECR1[j], 1e-9)
	}
	fa, fb := stats.Firth(single), stats.Firth(grouped)
	for j := range fa.Coef {
		assert.InDelta(t, fa.Coef[j], fb.Coef[j], 1e-7)
	}
}

func TestSeparationIsRecognised(t *testing.T) {
	// Quasi-complete: one tied point on the boundary. No finite estimate exists.
	d := stats.Design{Width: 2, X: []float64{1, 0, 1, 1, 1, 1, 1, 2}, N: []float64{5, 1, 1, 5}, K: []float64{0, 0, 1, 5}}
	f := stats.Logit(d)
	assert.True(t, f.Separated)
	assert.Nil(t, f.Coef)
	assert.True(t, math.IsNaN(f.LogLik))
	assert.True(t, stats.Firth(d).OK)
	// One row moved over the boundary: a finite one does.
	d.K[3] = 4
	assert.False(t, stats.Logit(d).Separated)
}

// A separated fit on which undamped scoring steps go back and forth for ever.
func TestFirthConvergesWhereScoringOvershoots(t *testing.T) {
	// One row alone has x; its outcome separates. Two more columns are nearly collinear.
	d := stats.Design{Width: 3}
	for i := range 24 {
		x, z, y := 0.0, float64(i%5)-2, float64((i/3)%2)
		if i == 7 {
			x, y = 6, 1
		}
		d.X = append(d.X, 1, x, z+0.3*x)
		d.N, d.K = append(d.N, 1), append(d.K, y)
	}
	require.True(t, stats.Logit(d).Separated)
	f := stats.Firth(d)
	require.True(t, f.OK)
	// At a maximum nothing nearby is better.
	for j := range f.Coef {
		for _, step := range []float64{-1e-3, 1e-3} {
			moved := append([]float64(nil), f.Coef...)
			moved[j] += step
			assert.Less(t, penalised(d, moved), f.PenalisedLogLik)
		}
	}
}

// penalised is the objective of Firth's fit, computed plainly for width 3.
func penalised(d stats.Design, b []float64) float64 {
	ll, m := 0.0, [3][3]float64{}
	for i := range d.N {
		x := d.X[i*3 : i*3+3]
		p := 1 / (1 + math.Exp(-(x[0]*b[0] + x[1]*b[1] + x[2]*b[2])))
		ll += d.K[i]*math.Log(p) + (1-d.K[i])*math.Log(1-p)
		for j := range 3 {
			for k := range 3 {
				m[j][k] += x[j] * x[k] * p * (1 - p)
			}
		}
	}
	det := m[0][0]*(m[1][1]*m[2][2]-m[1][2]*m[2][1]) - m[0][1]*(m[1][0]*m[2][2]-m[1][2]*m[2][0]) + m[0][2]*(m[1][0]*m[2][1]-m[1][1]*m[2][0])
	return ll + math.Log(det)/2
}

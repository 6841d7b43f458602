// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/false-consensus/fcb/scorer/stats"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An auditVectors is a reference file: cases with inputs and values that two
// independent implementations agreed on.
type auditVectors struct {
	Cases []struct {
		Name      string
		Input     json.RawMessage
		Expected  map[string]any
		Tolerance struct{ Abs, Rel float64 }
	}
}

// readAuditVectors reads every copy there is: the package's own testdata, and
// the full file beside the checkout when present.
func readAuditVectors(t *testing.T, name string) auditVectors {
	t.Helper()
	var v auditVectors
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "vectors", name))
	if err != nil {
		b, err = os.ReadFile(filepath.Join("testdata", name))
	}
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &v))
	require.NotEmpty(t, v.Cases)
	return v
}

// nearVector compares numbers, and lists of them, with a vector's tolerance; null is NaN.
func nearVector(t *testing.T, want any, got float64, abs, rel float64, what string) {
	t.Helper()
	if want == nil {
		assert.True(t, math.IsNaN(got), "%s: want undefined, got %v", what, got)
		return
	}
	w := want.(float64)
	assert.False(t, math.IsNaN(got), what)
	assert.LessOrEqual(t, math.Abs(got-w), abs+rel*math.Abs(w), "%s: want %v, got %v", what, w, got)
}

func TestCalibrationVectors(t *testing.T) {
	for _, c := range readAuditVectors(t, "calibration.json").Cases {
		t.Run(c.Name, func(t *testing.T) {
			var in struct {
				Conf       []float64
				Y          []int
				Thresholds []float64
			}
			require.NoError(t, json.Unmarshal(c.Input, &in))
			y := make([]bool, len(in.Y))
			for i, v := range in.Y {
				y[i] = v == 1
			}
			g := stats.GradeRows(in.Conf, y)
			check := func(key string, got float64) {
				t.Helper()
				nearVector(t, c.Expected[key], got, c.Tolerance.Abs, c.Tolerance.Rel, key)
			}
			for _, k := range []string{"10", "15", "20"} {
				n := map[string]int{"10": 10, "15": 15, "20": 20}[k]
				check("ece_width_"+k, stats.ECE(g.WidthBins(n)))
				check("ece_mass_"+k, stats.ECE(g.MassBins(n)))
				r := stats.NewRankECE(g, n)
				for i := range in.Conf {
					r.Add(in.Conf[i], y[i])
				}
				check("ece_rank_"+k, r.Value())
			}
			check("mce", stats.MCE(g.WidthBins(10)))
			check("brier", g.Brier())
			check("auroc", g.AUROC())
			check("mean_conf", g.MeanConfidence())
			check("accuracy", g.Accuracy())
			check("gap", g.MeanConfidence()-g.Accuracy())
			check("auarc", g.AUARC())
			check("aurc", 1-g.AUARC())
			if d, ok := c.Expected["brier_decomposition"].(map[string]any); ok {
				rel, res, unc := g.BrierParts()
				nearVector(t, d["reliability"], rel, 1e-9, 1e-9, "reliability")
				nearVector(t, d["resolution"], res, 1e-9, 1e-9, "resolution")
				nearVector(t, d["uncertainty"], unc, 1e-9, 1e-9, "uncertainty")
			}
			if bins, ok := c.Expected["bins_width_10"].([]any); ok {
				for i, b := range g.WidthBins(10) {
					w := bins[i].(map[string]any)
					nearVector(t, w["n"], b.N, 0, 0, "bin n")
					nearVector(t, w["mean_conf"], b.MeanConf, 1e-9, 1e-9, "bin conf")
					nearVector(t, w["accuracy"], b.MeanActual, 1e-9, 1e-9, "bin accuracy")
				}
			}
			if index, ok := c.Expected["bin_index_width_10"].([]any); ok {
				for i, b := range index {
					assert.Equal(t, int(b.(float64)), stats.WidthBin(in.Conf[i], 10), "bin of %v", in.Conf[i])
				}
			}
			if counts, ok := c.Expected["bin_counts_mass_10"].([]any); ok {
				for i, b := range g.MassBins(10) {
					nearVector(t, counts[i], b.N, 0, 0, "mass bin")
				}
			}
			if points, ok := c.Expected["risk_coverage"].([]any); ok {
				got := g.RiskCoverage()
				require.Len(t, got, len(points))
				for i, p := range got {
					w := points[i].(map[string]any)
					nearVector(t, w["threshold"], p.Threshold, 1e-12, 0, "threshold")
					nearVector(t, w["n"], p.N, 0, 0, "n")
					nearVector(t, w["coverage"], p.Coverage, 1e-9, 0, "coverage")
					nearVector(t, w["accuracy"], p.Accuracy, 1e-9, 0, "accuracy")
				}
			}
			if rows, ok := c.Expected["threshold_rows"].([]any); ok {
				for i, r := range rows {
					w, p := r.(map[string]any), g.AtThreshold(in.Thresholds[i])
					nearVector(t, w["n"], p.N, 0, 0, "kept")
					nearVector(t, w["accuracy"], p.Accuracy, 1e-9, 0, "kept accuracy")
				}
			}
		})
	}
}

func TestHarmonicAcrossItsTwoForms(t *testing.T) {
	// AUARC of n rows in which only the most confident is right is H(n)/n.
	for _, n := range []int{1, 2, 255, 256, 257, 1000, 20000} {
		conf, y, h := make([]float64, n), make([]bool, n), 0.0
		for i := range n {
			conf[i], y[i] = 1-float64(i)/float64(n), i == 0
			h += 1 / float64(i+1)
		}
		assert.InDelta(t, h/float64(n), stats.GradeRows(conf, y).AUARC(), 1e-13, "n = %d", n)
	}
}

func TestAccuracyAtCoverage(t *testing.T) {
	g := stats.GradeRows([]float64{0.9, 0.8, 0.8, 0.8, 0.1}, []bool{true, true, false, false, false})
	// ceil(5/2) = 3 rows: the first, and two of three tied ones of which a third is right.
	assert.InDelta(t, (1+2.0/3)/3, g.AccuracyAtCoverage(0.5), 1e-12)
	assert.InDelta(t, 0.4, g.AccuracyAtCoverage(1), 1e-12)
	assert.True(t, math.IsNaN(stats.Grades{}.AccuracyAtCoverage(0.5)))
}

func TestIsotonicVectors(t *testing.T) {
	for _, c := range readAuditVectors(t, "recalibration.json").Cases {
		var in struct {
			Kind       string
			X, Y       []float64
			Query      []float64
			Conf, Want []float64
		}
		var raw struct{ Kind string }
		require.NoError(t, json.Unmarshal(c.Input, &raw))
		if raw.Kind == "crossfit" {
			continue // in package audit
		}
		require.NoError(t, json.Unmarshal(c.Input, &in))
		t.Run(c.Name, func(t *testing.T) {
			if in.Kind == "isotonic" {
				m := stats.Isotonic(stats.GradeShares(in.X, in.Y))
				for i, w := range c.Expected["x_unique"].([]any) {
					assert.Equal(t, w.(float64), m.X[i])
					nearVector(t, c.Expected["fitted"].([]any)[i], m.Y[i], 1e-9, 1e-9, "fitted")
				}
				for i, q := range in.Query {
					nearVector(t, c.Expected["query_linear"].([]any)[i], m.Linear(q), 1e-9, 1e-9, "linear")
					nearVector(t, c.Expected["query_step"].([]any)[i], m.Step(q), 1e-9, 1e-9, "step")
				}
				return
			}
			require.Equal(t, "temperature", in.Kind)
			fit := stats.FitTemperature(stats.GradeShares(in.Conf, in.Y))
			nearVector(t, c.Expected["T"], fit.T, 1e-6, 1e-6, "T")
			nearVector(t, c.Expected["nll"], fit.NLL, 1e-6, 1e-6, "nll")
			assert.Equal(t, c.Expected["at_bound"], fit.AtBound)
			for i, w := range c.Expected["calibrated"].([]any) {
				nearVector(t, w, fit.At(in.Conf[i]), 1e-6, 1e-6, "calibrated")
			}
		})
	}
}

func TestIsotonicIsTheLeastSquaresFit(t *testing.T) {
	// Against the minimax formula fit[i] = max over a<=i of min over b>=i of mean(a..b).
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var g stats.Grades
		for i := range 1 + r.IntN(12) {
			n := float64(1 + r.IntN(4))
			g.Value, g.N, g.K = append(g.Value, float64(i)), append(g.N, n), append(g.K, float64(r.IntN(int(n)+1)))
		}
		m := stats.Isotonic(g)
		for i := range g.Value {
			best := math.Inf(-1)
			for a := 0; a <= i; a++ {
				low := math.Inf(1)
				for b := i; b < len(g.Value); b++ {
					var n, k float64
					for j := a; j <= b; j++ {
						n, k = n+g.N[j], k+g.K[j]
					}
					low = min(low, k/n)
				}
				best = max(best, low)
			}
			require.InDelta(t, best, m.Y[i], 1e-12)
		}
	}
}

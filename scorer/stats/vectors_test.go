// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A vector is one case of a reference file: inputs with outputs that a trusted
// library computed.
type vector struct {
	Name      string
	Input     json.RawMessage
	Expected  json.RawMessage
	Tolerance struct{ Abs, Rel float64 }
}

// eachVector runs f over the cases of the project's own copy of a reference
// file, and over the shared original where that is at hand.
func eachVector(t *testing.T, file string, f func(t *testing.T, v vector)) {
	t.Helper()
	for _, dir := range []string{"testdata/vectors", "../../../shared/vectors"} {
		t.Run(filepath.Base(filepath.Dir(dir)), func(t *testing.T) {
			b, err := os.ReadFile(filepath.Join(dir, file))
			if os.IsNotExist(err) && dir != "testdata/vectors" {
				t.Skip("the shared reference vectors are not beside this checkout")
			}
			require.NoError(t, err)
			var all struct{ Cases []vector }
			require.NoError(t, json.Unmarshal(b, &all))
			require.NotEmpty(t, all.Cases)
			for _, v := range all.Cases {
				t.Run(v.Name, func(t *testing.T) { f(t, v) })
			}
		})
	}
}

// near holds got to an expected number within the tolerance of the vector; a nil
// want means undefined, which is NaN here.
func (v vector) near(t *testing.T, want *float64, got float64, what string) {
	t.Helper()
	if want == nil {
		assert.Truef(t, math.IsNaN(got), "%s: want undefined, got %v", what, got)
		return
	}
	assert.InDeltaf(t, *want, got, v.Tolerance.Abs+v.Tolerance.Rel*math.Abs(*want), what)
}

func (v vector) interval(t *testing.T, want *[2]float64, got Interval, ok bool, what string) {
	t.Helper()
	if !assert.Equalf(t, want != nil, ok, "%s: defined", what) || want == nil {
		return
	}
	v.near(t, &want[0], got.Lo, what+" lower end")
	v.near(t, &want[1], got.Hi, what+" upper end")
}

func (v vector) decode(t *testing.T, input, expected any) {
	t.Helper()
	require.NoError(t, json.Unmarshal(v.Input, input))
	require.NoError(t, json.Unmarshal(v.Expected, expected))
}

func TestIntervalVectors(t *testing.T) {
	eachVector(t, "intervals.json", func(t *testing.T, v vector) {
		var in struct {
			K, N, K1, N1, K2, N2 int
			Confidence           float64
		}
		var want struct {
			Wilson         *[2]float64
			ClopperPearson *[2]float64 `json:"clopper_pearson"`
			Newcombe       *struct {
				Difference float64
				Interval   [2]float64
			}
			P *float64
		}
		v.decode(t, &in, &want)
		if in.N1 > 0 || in.N2 > 0 {
			d, i, ok := Newcombe(in.K1, in.N1, in.K2, in.N2)
			if want.Newcombe == nil {
				assert.False(t, ok)
				assert.True(t, math.IsNaN(d))
				return
			}
			v.near(t, &want.Newcombe.Difference, d, "difference")
			v.interval(t, &want.Newcombe.Interval, i, ok, "Newcombe")
			return
		}
		i, ok := Wilson(in.K, in.N)
		v.interval(t, want.Wilson, i, ok, "Wilson")
		if in.K == 0 && in.N > 0 {
			assert.Equal(t, 0.0, i.Lo, "exactly 0 at k=0")
		}
		if in.K == in.N && in.N > 0 {
			assert.Equal(t, 1.0, i.Hi, "exactly 1 at k=n")
		}
		i, ok = ClopperPearson(in.K, in.N, in.Confidence)
		v.interval(t, want.ClopperPearson, i, ok, "Clopper-Pearson")
	})
}

func TestMcNemarVectors(t *testing.T) {
	eachVector(t, "mcnemar.json", func(t *testing.T, v vector) {
		var in struct {
			B, C          int
			First, Second []int
		}
		var want struct {
			B, C  int
			Exact *float64 `json:"p_exact"`
			Mid   *float64 `json:"p_mid"`
			Chi2  *float64 `json:"chi2_cc"`
			PCC   *float64 `json:"p_chi2_cc"`
		}
		v.decode(t, &in, &want)
		b, c := in.B, in.C
		for i := range in.First {
			switch {
			case in.First[i] > in.Second[i]:
				b++
			case in.First[i] < in.Second[i]:
				c++
			}
		}
		got := McNemar(b, c)
		assert.Equal(t, [2]int{want.B, want.C}, [2]int{got.B, got.C})
		v.near(t, want.Exact, got.PExact, "exact p")
		v.near(t, want.Mid, got.PMid, "mid-p")
		v.near(t, want.Chi2, got.Chi2CC, "chi squared")
		v.near(t, want.PCC, got.PCC, "corrected p")
	})
}

func TestClassificationVectors(t *testing.T) {
	eachVector(t, "classification.json", func(t *testing.T, v vector) {
		var in struct {
			Labels []string
			True   []string  `json:"y_true"`
			Pred   []*string `json:"y_pred"`
		}
		var want struct {
			N, Valid  int
			NValid    int `json:"n_valid"`
			Confusion [][]int
			Missing   []int    `json:"invalid_by_true"`
			Accuracy  *float64 `json:"accuracy"`
			Balanced  *float64 `json:"balanced_accuracy"`
			Macro     *float64 `json:"macro_f1"`
			Present   *float64 `json:"macro_f1_present"`
			Weighted  *float64 `json:"weighted_f1"`
			MCC       *float64 `json:"mcc"`
			Kappa     *float64 `json:"kappa"`
			Quadratic *float64 `json:"kappa_quadratic"`
			PerClass  map[string]struct {
				Precision, Recall, F1 float64
				Support, Predicted    int
			} `json:"per_class"`
		}
		v.decode(t, &in, &want)
		class := map[string]int{}
		for i, l := range in.Labels {
			class[l] = i
		}
		c := NewConfusion(len(in.Labels))
		for i, truth := range in.True {
			predicted := -1
			if in.Pred[i] != nil {
				predicted = class[*in.Pred[i]]
			}
			c.Add(class[truth], predicted)
		}
		assert.Equal(t, want.N, c.N())
		assert.Equal(t, want.NValid, c.Valid())
		assert.Equal(t, want.Confusion, c.Counts)
		assert.Equal(t, want.Missing, c.Missing)
		v.near(t, want.Accuracy, c.Accuracy(), "accuracy")
		v.near(t, want.Balanced, c.BalancedAccuracy(), "balanced accuracy")
		v.near(t, want.Macro, c.MacroF1(), "macro-F1")
		v.near(t, want.Present, c.MacroF1Present(), "macro-F1 of present classes")
		v.near(t, want.Weighted, c.WeightedF1(), "weighted F1")
		v.near(t, want.MCC, c.MCC(), "MCC")
		v.near(t, want.Kappa, c.Kappa(), "kappa")
		v.near(t, want.Quadratic, c.KappaQuadratic(), "quadratic kappa")
		for i, l := range in.Labels {
			w, got := want.PerClass[l], c.Class(i)
			v.near(t, &w.Precision, got.Precision, l+" precision")
			v.near(t, &w.Recall, got.Recall, l+" recall")
			v.near(t, &w.F1, got.F1, l+" F1")
			assert.Equal(t, [2]int{w.Support, w.Predicted}, [2]int{got.Support, got.Predicted})
			assert.Equal(t, w.Support == 0 || w.Predicted == 0, got.Undefined)
		}
	})
}

func TestBootstrapVectors(t *testing.T) {
	eachVector(t, "bootstrap.json", func(t *testing.T, v vector) {
		var in struct {
			Kind           string
			First, Second  []float64
			Indices, Draws [][]int
			Clusters       []struct{ Successes, Total float64 }
			B              int `json:"B_for_band"`
		}
		var want struct {
			Difference, Estimate *float64
			Replicates           []float64
			Interval             *[2]float64
			BandLow              [2]float64 `json:"mc_band_low"`
			BandHigh             [2]float64 `json:"mc_band_high"`
			Mean, Q025, Q975     float64
			BootMean             float64 `json:"boot_mean"`
			BootSE               float64 `json:"boot_se"`
			SD                   float64 `json:"sd_population"`
			Q7Lo                 float64 `json:"quantile7_025"`
			Q7Hi                 float64 `json:"quantile7_975"`
		}
		v.decode(t, &in, &want)
		var num, den []float64
		for _, c := range in.Clusters {
			num, den = append(num, c.Successes), append(den, c.Total)
		}
		everyone := make([]int, len(num))
		for i := range everyone {
			everyone[i] = i
		}
		replicates := func(got []float64) {
			require.Len(t, got, len(want.Replicates))
			for i := range got {
				v.near(t, &want.Replicates[i], got[i], "replicate")
			}
			i, dropped, ok := Percentile95(got)
			assert.Zero(t, dropped)
			v.interval(t, want.Interval, i, ok, "percentile")
		}
		switch in.Kind {
		case "paired_explicit":
			v.near(t, want.Difference, MeanDifference(in.First, in.Second), "difference")
			replicates(PairedReplicates(in.First, in.Second, in.Indices))
		case "cluster_explicit":
			v.near(t, want.Estimate, ClusterRatioReplicates(num, den, [][]int{everyone})[0], "estimate")
			replicates(ClusterRatioReplicates(num, den, in.Draws))
		case "paired_exact_law":
			// Two ways to draw the same law: rows, and the counts of the distinct differences.
			byRows := PairedBootstrap(in.First, in.Second, 5*in.B, NewRand(7, v.Name))
			counts := make([]int, 3)
			for i := range in.First {
				counts[int(in.Second[i]-in.First[i])+1]++
			}
			n := float64(len(in.First))
			byCounts := NewStrata([][]int{counts}).Bootstrap(5*in.B, NewRand(8, v.Name), func(c []int) float64 {
				return float64(c[2]-c[0]) / n
			})
			for _, got := range [][]float64{byRows, byCounts} {
				i, _, ok := Percentile95(got)
				require.True(t, ok)
				assert.True(t, Interval{want.BandLow[0], want.BandLow[1]}.Contains(i.Lo), "lower end %v outside the band %v", i.Lo, want.BandLow)
				assert.True(t, Interval{want.BandHigh[0], want.BandHigh[1]}.Contains(i.Hi), "upper end %v outside the band %v", i.Hi, want.BandHigh)
				// Five standard errors of a mean and of a standard deviation of this many replicates.
				mean, sd := moments(got)
				assert.InDelta(t, want.BootMean, mean, 5*want.BootSE/math.Sqrt(float64(5*in.B)))
				assert.InDelta(t, want.BootSE, sd, 5*want.BootSE/math.Sqrt(float64(5*in.B)))
			}
		case "cluster_exact":
			// The complete list of equally likely resamples, in the order of counting.
			g := len(num)
			var all [][]int
			for code := range int(math.Pow(float64(g), float64(g))) {
				draw := make([]int, g)
				for i := range draw {
					draw[i], code = code%g, code/g
				}
				all = append(all, draw)
			}
			exact := ClusterRatioReplicates(num, den, all)
			mean, sd := moments(exact)
			v.near(t, &want.Mean, mean, "exact mean")
			v.near(t, &want.SD, sd, "exact standard deviation")
			i, _, ok := Percentile95(exact)
			v.interval(t, &[2]float64{want.Q7Lo, want.Q7Hi}, i, ok, "exact percentile")
			drawn := ClusterRatioBootstrap(num, den, 20000, NewRand(9, v.Name))
			mean, sd = moments(drawn)
			assert.InDelta(t, want.Mean, mean, 5*want.SD/math.Sqrt(20000))
			assert.InDelta(t, want.SD, sd, 5*want.SD/math.Sqrt(20000))
		default:
			t.Fatalf("a vector of unknown kind %q", in.Kind)
		}
	})
}

func moments(x []float64) (mean, sd float64) {
	for _, v := range x {
		mean += v
	}
	mean /= float64(len(x))
	for _, v := range x {
		sd += (v - mean) * (v - mean)
	}
	return mean, math.Sqrt(sd / float64(len(x)))
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

func TestRound12(t *testing.T) {
	for _, c := range []struct{ in, want float64 }{
		{1.0 / 3, 0.333333333333}, {2.0 / 3, 0.666666666667}, {0.1 + 0.2, 0.3}, {0, 0}, {-1e-300, -1e-300},
		{123456789012.4, 123456789012}, {123456789012345, 123456789012000}, {-2.0 / 3, -0.666666666667}, {1, 1},
	} {
		assert.Equal(t, c.want, Round12(c.in), "Round12(%v)", c.in)
	}
	assert.False(t, math.Signbit(Round12(math.Copysign(0, -1))), "zero keeps no sign")
	assert.True(t, math.IsNaN(Round12(math.NaN())))
	assert.True(t, math.IsInf(Round12(math.Inf(-1)), -1))
	assert.Equal(t, 1.79769313486e308, Round12(math.MaxFloat64))
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64().Draw(t, "x")
		y := Round12(x)
		if Round12(y) != y {
			t.Fatalf("rounding %v twice changes it", x)
		}
		if math.Abs(y-x) > 5.1e-12*math.Abs(x) {
			t.Fatalf("%v became %v", x, y)
		}
	})
}

func TestWilsonKnownEnds(t *testing.T) {
	i, ok := Wilson(0, 28)
	require.True(t, ok)
	assert.Equal(t, 0.0, i.Lo)
	assert.InDelta(t, 3.8414588/31.8414588, i.Hi, 1e-8) // worked by hand: z²/(n+z²), 0.1206
	i, _ = Wilson(74, 74)
	assert.InDelta(t, 74/(74+3.8414588), i.Lo, 1e-7) // likewise n/(n+z²)
	assert.Equal(t, 1.0, i.Hi)
	_, ok = Wilson(0, 0)
	assert.False(t, ok)
	assert.Panics(t, func() { Wilson(2, 1) })
	assert.Panics(t, func() { Wilson(-1, 1) })
}

func TestWilsonProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 500).Draw(t, "n")
		k := rapid.IntRange(0, n).Draw(t, "k")
		i, _ := Wilson(k, n)
		p := float64(k) / float64(n)
		if !i.Contains(p) || i.Lo < 0 || i.Hi > 1 || i.Width() <= 0 {
			t.Fatalf("%d of %d: %v", k, n, i)
		}
		// The ends solve the score equation (x-p)² = z² x(1-x)/n.
		for _, x := range []float64{i.Lo, i.Hi} {
			if math.Abs((x-p)*(x-p)-Z95*Z95*x*(1-x)/float64(n)) > 1e-12 {
				t.Fatalf("%d of %d: %v does not solve the score equation", k, n, x)
			}
		}
		mirror, _ := Wilson(n-k, n)
		if math.Abs(mirror.Lo-(1-i.Hi)) > 1e-12 {
			t.Fatalf("%d of %d: %v is not the mirror of %v", k, n, mirror, i)
		}
		size := rapid.Float64Range(0.5, float64(n)).Draw(t, "size")
		if wide, ok := WilsonEffective(k, n, size); !ok || wide.Width() < i.Width()-1e-12 {
			t.Fatalf("fewer independent trials gave a narrower interval: %v, %v", wide, i)
		}
	})
	for _, size := range []float64{0, -1, math.NaN()} {
		_, ok := WilsonEffective(1, 2, size)
		assert.False(t, ok)
	}
}

// The coverage of the exact interval is at least nominal for every p.
func TestClopperPearsonCoversEveryP(t *testing.T) {
	const n = 20
	for _, p := range []float64{0.01, 0.1, 0.25, 0.5, 0.77, 0.95} {
		covered := 0.0
		for k := 0; k <= n; k++ {
			if i, _ := ClopperPearson(k, n, 0.95); i.Contains(p) {
				covered += distuv.Binomial{N: n, P: p}.Prob(float64(k))
			}
		}
		assert.GreaterOrEqual(t, covered, 0.95, "p = %v", p)
	}
}

func TestMcNemarSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, c := rapid.IntRange(0, 300).Draw(t, "b"), rapid.IntRange(0, 300).Draw(t, "c")
		x, y := McNemar(b, c), McNemar(c, b)
		if x.PExact != y.PExact || math.Abs(x.PMid-y.PMid) > 1e-15 {
			t.Fatalf("swapping the runs changed p: %v %v", x, y)
		}
		if !(x.PMid <= x.PExact && x.PExact <= 1 && x.PMid > 0) {
			t.Fatalf("%v", x)
		}
	})
	assert.Panics(t, func() { McNemar(-1, 0) })
}

func TestQuantileType7(t *testing.T) {
	x := []float64{1, 2, 4, 8}
	// R: quantile(c(1,2,4,8), c(0,.025,.5,.9,1)) = 1 1.075 3 6.8 8
	for q, want := range map[float64]float64{0: 1, 0.025: 1.075, 0.5: 3, 0.9: 6.8, 1: 8} {
		assert.InDelta(t, want, Quantile(x, q), 1e-12)
	}
	assert.True(t, math.IsNaN(Quantile(nil, 0.5)))
	assert.Equal(t, 5.0, Quantile([]float64{5}, 0.975))
	assert.Panics(t, func() { Quantile(x, 1.1) })
	assert.Panics(t, func() { Quantile(x, math.NaN()) })
	unsorted := []float64{3, math.NaN(), 1, 2}
	i, dropped, ok := Percentile95(unsorted)
	assert.True(t, ok)
	assert.Equal(t, 1, dropped)
	assert.InDelta(t, 1.05, i.Lo, 1e-12)
	assert.Equal(t, 3.0, unsorted[0], "the argument is left alone")
	_, dropped, ok = Percentile95([]float64{math.NaN()})
	assert.False(t, ok)
	assert.Equal(t, 1, dropped)
}

func TestAgree(t *testing.T) {
	assert.True(t, Agree(nil))
	assert.True(t, Agree([]float64{0.3, 0.1 + 0.2, math.NaN()}))
	assert.False(t, Agree([]float64{0.3, 0.3 + 1e-9}))
}

func TestMacroF1IsNotTheF1OfMeans(t *testing.T) {
	// truth low, medium, high; predicted low, low, high: F1 2/3, 0, 1.
	c := NewConfusion(3)
	c.Add(0, 0)
	c.Add(1, 0)
	c.Add(2, 2)
	assert.InDelta(t, 5.0/9, c.MacroF1(), 1e-15)
}

// Renaming the classes permutes the table and changes no symmetric measure.
func TestConfusionRelabelling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		perm := rapid.Permutation([]int{0, 1, 2, 3}).Draw(t, "perm")
		a, b := NewConfusion(4), NewConfusion(4)
		for range rapid.IntRange(1, 40).Draw(t, "rows") {
			i, j := rapid.IntRange(0, 3).Draw(t, "truth"), rapid.IntRange(-1, 3).Draw(t, "predicted")
			a.Add(i, j)
			if j >= 0 {
				j = perm[j]
			}
			b.Add(perm[i], j)
		}
		for name, m := range map[string]func(*Confusion) float64{
			"accuracy": (*Confusion).Accuracy, "macro": (*Confusion).MacroF1, "present": (*Confusion).MacroF1Present,
			"weighted": (*Confusion).WeightedF1, "balanced": (*Confusion).BalancedAccuracy, "mcc": (*Confusion).MCC, "kappa": (*Confusion).Kappa,
		} {
			x, y := m(a), m(b)
			if math.Abs(x-y) > 1e-12 || math.IsNaN(x) != math.IsNaN(y) {
				t.Fatalf("%s: %v became %v", name, x, y)
			}
		}
	})
}

func TestNoGeneratorNoResult(t *testing.T) {
	x := []float64{1, 0}
	assert.Panics(t, func() { PairedBootstrap(x, x, 1, nil) })
	assert.Panics(t, func() { ClusterRatioBootstrap(x, x, 1, nil) })
	assert.Panics(t, func() { NewStrata([][]int{{1}}).Draw(nil, make([]int, 1)) })
	assert.Panics(t, func() { NewStrata([][]int{{1}}).Bootstrap(1, nil, nil) })
	assert.Panics(t, func() { Binomial(nil, 1, 0.5) })
	assert.Panics(t, func() { MeanDifference(x, x[:1]) })
	assert.Panics(t, func() { NewStrata([][]int{{-1}}) })
	assert.Panics(t, func() { NewStrata([][]int{{1}}).Draw(NewRand(1, ""), make([]int, 2)) })
}

func TestSeedAndNameDecide(t *testing.T) {
	draw := func(seed uint64, name string) uint64 { return NewRand(seed, name).Uint64() }
	assert.Equal(t, draw(1, "a"), draw(1, "a"))
	assert.NotEqual(t, draw(1, "a"), draw(2, "a"))
	assert.NotEqual(t, draw(1, "a"), draw(1, "b"))
}

func TestStirlingTable(t *testing.T) {
	for k, want := range stirlingSmall {
		x := float64(k)
		lg, _ := math.Lgamma(x + 1)
		assert.InDelta(t, lg-((x+0.5)*math.Log(x+1)-(x+1)+0.5*math.Log(2*math.Pi)), want, 1e-14)
	}
	assert.InDelta(t, 0.00757367548795184, stirling(10), 1e-10) // log 10! less the approximation; the series leaves 1/(1680*11^7)
}

// The sampler has the binomial law: a chi-squared test against gonum's
// probabilities, on both sides of the switch between the two algorithms and of
// p = 1/2. With these seeds a right sampler passes; the bound is the 1 - 1e-5
// quantile.
func TestBinomialLaw(t *testing.T) {
	const draws = 40000
	for _, c := range []struct {
		n int
		p float64
	}{{1, 0.3}, {5, 0.5}, {16, 0.25}, {28, 0.9}, {39, 0.25}, {41, 0.25}, {144, 0.5}, {144, 0.93}, {2000, 0.004}, {2000, 0.3}, {100000, 0.62}} {
		r := NewRand(11, "law")
		d := distuv.Binomial{N: float64(c.n), P: c.p}
		sd := math.Sqrt(d.Variance())
		lo, hi := max(0, int(d.Mean()-5*sd)), min(c.n, int(d.Mean()+5*sd))
		observed := make([]float64, hi-lo+1)
		for range draws {
			k := Binomial(r, c.n, c.p)
			require.True(t, k >= 0 && k <= c.n)
			if k >= lo && k <= hi {
				observed[k-lo]++
			}
		}
		chi2, cells, o, e := 0.0, 0, 0.0, 0.0
		for k := lo; k <= hi; k++ {
			o += observed[k-lo]
			e += draws * d.Prob(float64(k))
			if e >= 20 || k == hi && e > 0 {
				chi2 += (o - e) * (o - e) / e
				cells++
				o, e = 0, 0
			}
		}
		if cells > 1 {
			assert.Less(t, chi2, distuv.ChiSquared{K: float64(cells - 1)}.Quantile(1-1e-5), "n=%d p=%v, %d cells", c.n, c.p, cells)
		}
	}
	r := NewRand(1, "")
	assert.Equal(t, 0, Binomial(r, 0, 0.5))
	assert.Equal(t, 0, Binomial(r, 9, 0))
	assert.Equal(t, 9, Binomial(r, 9, 1))
	assert.Panics(t, func() { Binomial(r, 9, math.NaN()) })
	assert.Panics(t, func() { Binomial(r, -1, 0.5) })
}

// Every resample keeps the size of each stratum and never draws a kind that
// does not occur; the mean of the counts is the observed counts.
func TestStrataDraw(t *testing.T) {
	counts := [][]int{{3, 0, 5}, {}, {7}, {0, 0}, {20, 30, 0, 50}}
	s := NewStrata(counts)
	require.Equal(t, 10, s.Kinds())
	r, out, sums := NewRand(3, "draw"), make([]int, 10), make([]float64, 10)
	const b = 20000
	for range b {
		s.Draw(r, out)
		at := 0
		for _, stratum := range counts {
			want, got := 0, 0
			for _, c := range stratum {
				want += c
				got += out[at]
				if c == 0 {
					require.Zero(t, out[at])
				}
				sums[at] += float64(out[at])
				at++
			}
			require.Equal(t, want, got)
		}
	}
	at := 0
	for _, stratum := range counts {
		for _, c := range stratum {
			assert.InDelta(t, float64(c), sums[at]/b, 5*math.Sqrt(float64(c)+0.001)/math.Sqrt(b))
			at++
		}
	}
}

// A resample of the counts has the law of a resample of rows: mean, spread and
// percentiles of macro-F1 agree between the two.
func TestStrataAgreesWithRows(t *testing.T) {
	strata := [][]int{{9, 3, 2, 0, 1, 5}, {4, 0, 0, 11, 2, 3}} // (truth 0..1) x (predicted 0..2), twice
	macro := func(counts []int) float64 {
		c := NewConfusion(3)
		for i, n := range counts {
			c.Counts[i%6/3][i%3] += n
		}
		return c.MacroF1()
	}
	const b = 20000
	byCounts := NewStrata(strata).Bootstrap(b, NewRand(1, "counts"), macro)
	r := NewRand(1, "rows")
	byRows := make([]float64, b)
	for i := range byRows {
		var counts [12]int
		for s, stratum := range strata {
			var rows []int
			for kind, n := range stratum {
				for range n {
					rows = append(rows, s*6+kind)
				}
			}
			for range rows {
				counts[rows[r.IntN(len(rows))]]++
			}
		}
		byRows[i] = macro(counts[:])
	}
	m1, s1 := moments(byCounts)
	m2, s2 := moments(byRows)
	assert.InDelta(t, m2, m1, 5*s2*math.Sqrt(2.0/b))
	assert.InDelta(t, s2, s1, 5*s2*math.Sqrt(1.0/b))
	i1, _, _ := Percentile95(byCounts)
	i2, _, _ := Percentile95(byRows)
	assert.InDelta(t, i2.Lo, i1.Lo, 0.01)
	assert.InDelta(t, i2.Hi, i1.Hi, 0.01)
}

// The percentile interval of a mean covers the true mean about as often as it
// says, over data sets drawn from a known law, and a planted difference of the
// paired bootstrap is found while a null one is found about one time in twenty.
func TestBootstrapFindsPlantedAndSparesNull(t *testing.T) {
	r := NewRand(5, "planted")
	pairs := func(b, c float64) bool { // does the interval exclude 0?
		counts := make([]int, 3)
		for range 144 {
			switch u := r.Float64(); {
			case u < b:
				counts[0]++
			case u < b+c:
				counts[2]++
			default:
				counts[1]++
			}
		}
		x := NewStrata([][]int{counts}).Bootstrap(1000, r, func(k []int) float64 { return float64(k[2] - k[0]) })
		i, _, _ := Percentile95(x)
		return !i.Contains(0)
	}
	null, planted := 0, 0
	for range 400 {
		if pairs(0.1, 0.1) {
			null++
		}
		if pairs(0.02, 0.2) {
			planted++
		}
	}
	assert.InDelta(t, 0.05, float64(null)/400, 0.04) // 0.05 nominal; 0.04 is more than three standard errors
	assert.Greater(t, planted, 396)
}

func BenchmarkStrata(b *testing.B) {
	for _, n := range []int{144, 100_000} {
		b.Run(map[bool]string{true: "144", false: "100000"}[n == 144], func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 1))
			counts := make([][]int, 8)
			for i := range counts {
				counts[i] = make([]int, 9)
			}
			for i := range n {
				counts[i%8][r.IntN(9)]++
			}
			s := NewStrata(counts)
			for b.Loop() {
				s.Bootstrap(10_000, r, func(c []int) float64 { return float64(c[0]) })
			}
		})
	}
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/false-consensus/fcb/scorer/stats"
)

// A Model is a fitted logistic regression. It describes associations in this
// file; it does not say what would happen if a predictor were changed. Slices
// are in the order of the intercept and then Predictors.
type Model struct {
	Outcome    string            `json:"outcome"`
	Status     string            `json:"status"` // ok, separated, or none with a reason
	N          int               `json:"n"`
	K          int               `json:"k"` // columns, intercept included
	Clusters   int               `json:"n_clusters"`
	Predictors []string          `json:"predictors"`
	Mean       []Number          `json:"mean"` // of z-scored predictors; 0 for indicators
	SD         []Number          `json:"sd"`   // ddof 0; 1 for indicators
	Coef       []Number          `json:"coef"`
	SEModel    []Number          `json:"se_model"`
	SECR0      []Number          `json:"se_cr0"`
	SECR1      []Number          `json:"se_cr1"`
	SECR1G     []Number          `json:"se_cr1_g_only"`
	Z          []Number          `json:"z"` // coef / se_cr1
	P          []Number          `json:"p"`
	CI         []Interval        `json:"ci"`
	OddsRatio  []Number          `json:"odds_ratio"`
	LogLik     Number            `json:"loglik"`
	LogLikNull Number            `json:"loglik_null"`
	PseudoR2   Number            `json:"pseudo_r2"`
	Firth      *FirthModel       `json:"firth"`             // where separation threatens
	Dropped    map[string]string `json:"dropped,omitempty"` // predictors left out, and why
	Reason     string            `json:"reason,omitempty"`
}

// FirthModel is the penalised refit; its errors are not clustered.
type FirthModel struct {
	Coef      []Number `json:"coef"`
	SE        []Number `json:"se"`
	OddsRatio []Number `json:"odds_ratio"`
	Penalised Number   `json:"penalised_loglik"`
}

// A term is a predictor: its value in every pattern of rows.
type term struct {
	name      string
	value     []float64
	indicator bool // 0 or 1; not z-scored
}

// A sample is what a model is fitted to: patterns of identical rows, and how the
// clusters share them.
type sample struct {
	n, k  []float64
	cells iter.Seq[stats.DesignCell]
}

const (
	maxPatterns = 200_000
	maxFirth    = 20_000 // distinct rows up to which the penalised refit is worth its time
	maxEffects  = 40     // levels of a factor that become indicators
)

// regress fits outcome on terms. Constant terms are dropped and named.
func regress(outcome string, terms []term, s sample) *Model {
	m := &Model{Outcome: outcome, Predictors: []string{}, Dropped: map[string]string{}}
	rows, hits := sumOf(s.n), sumOf(s.k)
	m.N = int(rows)
	nan := Number(math.NaN())
	m.LogLik, m.LogLikNull, m.PseudoR2 = nan, nan, nan
	none := func(format string, a ...any) *Model {
		m.Status, m.Reason = "none", fmt.Sprintf(format, a...)
		return m
	}
	switch {
	case rows == 0:
		return none("no usable row")
	case hits == 0 || hits == rows:
		return none("the outcome is the same in all %d rows", m.N)
	case len(s.n) > maxPatterns:
		return none("%d distinct rows of predictors; the limit is %d", len(s.n), maxPatterns)
	}
	width := len(terms) + 1
	x := make([]float64, len(s.n)*width)
	for i := range s.n {
		x[i*width] = 1
		for j, t := range terms {
			x[i*width+j+1] = t.value[i]
		}
	}
	use := []int{0}
	for j, t := range terms {
		if t.indicator {
			use = append(use, j+1)
			m.Predictors, m.Mean, m.SD = append(m.Predictors, t.name), append(m.Mean, 0), append(m.SD, 1)
			continue
		}
		mean, sd, ok := stats.Standardise(x, width, j+1, s.n)
		if !ok {
			m.Dropped[t.name] = "constant"
			continue
		}
		use = append(use, j+1)
		m.Predictors, m.Mean, m.SD = append(m.Predictors, t.name), append(m.Mean, Number(mean)), append(m.SD, Number(sd))
	}
	if len(use) == 1 {
		return none("no predictor varies")
	}
	d := stats.Design{Width: len(use), X: make([]float64, 0, len(s.n)*len(use)), N: s.n, K: s.k, Cells: s.cells}
	for i := range s.n {
		for _, j := range use {
			d.X = append(d.X, x[i*width+j])
		}
	}
	m.fill(stats.Logit(d), d, min(hits, rows-hits))
	return m
}

// fill takes over a fit; rare is the number of rows of the rarer outcome.
func (m *Model) fill(f *stats.LogitFit, d stats.Design, rare float64) {
	m.K, m.Clusters, m.LogLikNull = d.Width, f.Clusters, Number(f.LogLikNull)
	m.Status = "ok"
	threat := rare < 10*float64(d.Width-1)
	if f.Separated {
		m.Status, threat = "separated", true
		m.Reason = "no finite maximum-likelihood estimate: a predictor separates the outcomes, or predictors determine each other"
	} else {
		m.LogLik, m.PseudoR2 = Number(f.LogLik), Number(f.PseudoR2())
		m.Coef, m.SEModel, m.SECR0, m.SECR1, m.SECR1G = numbers(f.Coef), numbers(f.SEModel), numbers(f.SECR0), numbers(f.SECR1), numbers(f.SECR1G)
		for j, b := range f.Coef {
			se := f.SECR1[j]
			m.Z, m.P = append(m.Z, Number(b/se)), append(m.P, Number(stats.NormalP(b/se)))
			m.CI = append(m.CI, Interval{b - stats.Z95*se, b + stats.Z95*se, !math.IsNaN(se)})
			m.OddsRatio = append(m.OddsRatio, Number(math.Exp(b)))
			threat = threat || j > 0 && math.Abs(b) > 3
		}
	}
	if !threat || len(d.N) > maxFirth {
		return
	}
	if g := stats.Firth(d); g.OK {
		m.Firth = &FirthModel{Coef: numbers(g.Coef), SE: numbers(g.SE), Penalised: Number(g.PenalisedLogLik)}
		for _, b := range g.Coef {
			m.Firth.OddsRatio = append(m.Firth.OddsRatio, Number(math.Exp(b)))
		}
	}
}

func numbers(x []float64) []Number {
	out := make([]Number, len(x))
	for i, v := range x {
		out[i] = Number(v)
	}
	return out
}

// indicators makes 0/1 terms for the levels of a factor, all but the one with
// most rows. level is the level of every pattern, -1 for none.
func indicators(prefix string, names []string, level []int, n []float64) (terms []term, problem string) {
	rows := make([]float64, len(names))
	for i, l := range level {
		if l >= 0 {
			rows[l] += n[i]
		}
	}
	var used []int
	base := 0
	for l := range rows {
		if rows[l] > 0 {
			used = append(used, l)
		}
		if rows[l] > rows[base] {
			base = l
		}
	}
	if len(used) > maxEffects {
		return nil, fmt.Sprintf("%d levels; the limit is %d", len(used), maxEffects)
	}
	slices.SortFunc(used, func(a, b int) int {
		if names[a] < names[b] {
			return -1
		}
		return 1
	})
	for _, l := range used {
		if l == base {
			continue
		}
		t := term{name: prefix + names[l], indicator: true, value: make([]float64, len(level))}
		for i := range level {
			t.value[i] = b2f(level[i] == l)
		}
		terms = append(terms, t)
	}
	return terms, ""
}

// scored standardises a copy of a continuous value, for use in a product.
func scored(value, n []float64) []float64 {
	z := slices.Clone(value)
	if _, _, ok := stats.Standardise(z, 1, 0, n); !ok {
		clear(z)
	}
	return z
}

func product(a, b []float64) []float64 {
	out := make([]float64, len(a))
	for i := range a {
		out[i] = a[i] * b[i]
	}
	return out
}

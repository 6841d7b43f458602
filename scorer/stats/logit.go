// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import (
	"iter"
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Design is the data of a logistic regression, identical rows grouped: row i
// of X (Width numbers, row after row, the intercept included where one is
// wanted) was seen N[i] times with K[i] successes. Rows of one kind may belong
// to several clusters; Cells says how often each cluster holds each row.
type Design struct {
	Width int
	X     []float64
	N, K  []float64
	Cells iter.Seq[DesignCell] // nil: every row of the design is a cluster of its own
}

// A DesignCell is the share of one cluster in one row.
type DesignCell struct {
	Cluster, Row int // from 0
	N, K         float64
}

func (d Design) row(i int) []float64 { return d.X[i*d.Width : (i+1)*d.Width] }

// A LogitFit is a fitted logistic regression. Slices are in the order of the
// columns; all are nil when Separated.
type LogitFit struct {
	Separated   bool      // no finite maximum-likelihood estimate exists
	Coef        []float64 // log odds per unit of the column
	SEModel     []float64 // from the inverse observed information
	SECR0       []float64 // clustered sandwich without a small-sample factor
	SECR1       []float64 // times sqrt(G/(G-1) (N-1)/(N-k)), as statsmodels does; NaN for G < 2 or N <= k
	SECR1G      []float64 // times sqrt(G/(G-1)) only
	Clusters    int       // G
	Rows        float64   // N
	LogLik      float64   // at the maximum
	LogLikNull  float64   // with an intercept alone
	information *mat.Cholesky
}

// PseudoR2 is McFadden's 1 - LogLik/LogLikNull; NaN when separated.
func (f *LogitFit) PseudoR2() float64 { return 1 - f.LogLik/f.LogLikNull }

const logitSteps = 60

// Logit fits by Newton's method with step halving. Separation is recognised by
// what it does to Newton's method: an existing maximum is reached in a few
// steps, whereas along a separating direction every step moves some linear
// predictor by about one for ever, or the information matrix becomes singular.
// A design whose columns are collinear is reported as separated too: it has no
// unique estimate; the caller drops constant and repeated columns.
func Logit(d Design) *LogitFit {
	f := &LogitFit{Rows: sum(d.N), LogLik: math.NaN(), LogLikNull: nullLogLik(sum(d.N), sum(d.K))}
	beta, ok := newton(d, logitSteps, func(b []float64) (float64, []float64, *mat.Cholesky) {
		ll, score, info := logitParts(d, b)
		var chol mat.Cholesky
		if !chol.Factorize(info) {
			return ll, score, nil
		}
		return ll, score, &chol
	})
	f.Clusters = countClusters(d)
	if !ok {
		f.Separated = true
		return f
	}
	ll, _, info := logitParts(d, beta)
	f.Coef, f.LogLik = beta, ll
	f.information = &mat.Cholesky{}
	f.information.Factorize(info)
	f.SEModel = diagonal(f.information)
	f.sandwich(d)
	return f
}

// newton maximises in at most so many steps; parts gives the objective, its gradient and the factorised
// information at a point.
func newton(d Design, steps int, parts func(b []float64) (float64, []float64, *mat.Cholesky)) (beta []float64, ok bool) {
	beta = make([]float64, d.Width)
	value, score, chol := parts(beta)
	damp, previous := 1.0, math.Inf(1)
	for range steps {
		if chol == nil || chol.Cond() > 1e14 {
			return nil, false
		}
		var step mat.VecDense
		if chol.SolveVecTo(&step, mat.NewVecDense(d.Width, score)) != nil {
			return nil, false
		}
		move := 0.0 // largest change of a linear predictor
		for i := range d.N {
			s := 0.0
			for j, x := range d.row(i) {
				s += x * step.AtVec(j)
			}
			move = max(move, math.Abs(s))
		}
		// Steps that neither shrink nor leave overshoot by the same amount each time:
		// only the penalised fit does this, whose curvature is known approximately.
		if move < 0.5 && move > 0.5*previous {
			damp = max(damp/2, 1.0/16)
		}
		previous = move
		next, scale := make([]float64, d.Width), min(damp, 10/move)
		for ; scale > 1e-8; scale /= 2 {
			for j := range next {
				next[j] = beta[j] + scale*step.AtVec(j)
			}
			nv, ns, nc := parts(next)
			if nv >= value-1e-12*math.Abs(value) && nc != nil {
				value, score, chol = nv, ns, nc
				break
			}
			if nc == nil && scale == 1 && nv >= value {
				return nil, false // climbed into a singular region
			}
		}
		if scale <= 1e-8 {
			return beta, move < 1e-4
		}
		beta = next
		if move < 1e-9 {
			return beta, true
		}
	}
	return nil, false
}

// logitParts gives log-likelihood, score and information at b.
func logitParts(d Design, b []float64) (ll float64, score []float64, info *mat.SymDense) {
	w := d.Width
	score, tri := make([]float64, w), make([]float64, w*w)
	for i, n := range d.N {
		x, eta := d.row(i), 0.0
		for j, v := range x {
			eta += v * b[j]
		}
		// One exponential serves probability and likelihood: log p is eta minus
		// log(1+exp(eta)), log(1-p) minus the latter.
		e := math.Exp(-math.Abs(eta))
		p := 1 / (1 + e)
		if eta < 0 {
			p = e / (1 + e)
		}
		ll += d.K[i]*eta - n*(max(eta, 0)+math.Log1p(e))
		rest, weight := d.K[i]-n*p, n*p*(1-p)
		for j, v := range x {
			score[j] += v * rest
			vw := v * weight
			for l := j; l < w; l++ {
				tri[j*w+l] += vw * x[l]
			}
		}
	}
	return ll, score, mat.NewSymDense(w, tri)
}

// sandwich fills the clustered errors: A^-1 (sum over clusters of s s') A^-1
// with s the cluster's sum of score contributions (Liang and Zeger 1986).
func (f *LogitFit) sandwich(d Design) {
	w := d.Width
	p := make([]float64, len(d.N))
	for i := range d.N {
		eta := 0.0
		for j, v := range d.row(i) {
			eta += v * f.Coef[j]
		}
		p[i] = logistic(eta)
	}
	scores := make([]float64, f.Clusters*w)
	for c := range cells(d) {
		rest := c.K - c.N*p[c.Row]
		s := scores[c.Cluster*w : (c.Cluster+1)*w]
		for j, v := range d.row(c.Row) {
			s[j] += v * rest
		}
	}
	meat := mat.NewSymDense(w, nil)
	for g := range f.Clusters {
		s := scores[g*w : (g+1)*w]
		for j := range w {
			for l := j; l < w; l++ {
				meat.SetSym(j, l, meat.At(j, l)+s[j]*s[l])
			}
		}
	}
	var bread mat.SymDense
	if f.information.InverseTo(&bread) != nil {
		return
	}
	var half, full mat.Dense
	half.Mul(&bread, meat)
	full.Mul(&half, &bread)
	g, n := float64(f.Clusters), f.Rows
	small, onlyG := g/(g-1)*(n-1)/(n-float64(w)), g/(g-1)
	if f.Clusters < 2 || n <= float64(w) {
		small, onlyG = math.NaN(), math.NaN()
	}
	for j := range w {
		v := full.At(j, j)
		f.SECR0 = append(f.SECR0, math.Sqrt(v))
		f.SECR1 = append(f.SECR1, math.Sqrt(v*small))
		f.SECR1G = append(f.SECR1G, math.Sqrt(v*onlyG))
	}
}

func cells(d Design) iter.Seq[DesignCell] {
	if d.Cells != nil {
		return d.Cells
	}
	return func(yield func(DesignCell) bool) {
		for i := range d.N {
			if !yield(DesignCell{i, i, d.N[i], d.K[i]}) {
				return
			}
		}
	}
}

func countClusters(d Design) int {
	g := 0
	for c := range cells(d) {
		g = max(g, c.Cluster+1)
	}
	return g
}

func diagonal(chol *mat.Cholesky) []float64 {
	var inverse mat.SymDense
	if chol.InverseTo(&inverse) != nil {
		return nil
	}
	out := make([]float64, inverse.SymmetricDim())
	for j := range out {
		out[j] = math.Sqrt(inverse.At(j, j))
	}
	return out
}

// nullLogLik is the log-likelihood of k successes in n at their own rate.
func nullLogLik(n, k float64) float64 {
	ll := 0.0
	if k > 0 {
		ll += k * math.Log(k/n)
	}
	if k < n {
		ll += (n - k) * math.Log((n-k)/n)
	}
	return ll
}

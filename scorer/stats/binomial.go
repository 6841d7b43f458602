// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// Binomial draws the number of successes among n trials of probability p. The
// law is exact up to the rounding of float64: inversion where n*min(p,1-p) is
// below 10, else the transformed rejection BTRS of Hörmann (1993), whose cost
// does not grow with n. gonum's sampler has the same law; this one is faster at
// the sizes of a bootstrap, and a test holds it to gonum's distribution function.
func Binomial(r *rand.Rand, n int, p float64) int {
	needRand(r)
	if n < 0 || !(p >= 0 && p <= 1) {
		panic(fmt.Sprintf("stats: binomial of %d trials with probability %g", n, p))
	}
	b := newBinomial(p)
	return b.draw(r, n)
}

// binomial is a probability with what drawing from it needs over and over.
type binomial struct {
	p       float64 // the smaller of p and 1-p
	flipped bool    // p is the probability of failure
	odds    float64 // p/(1-p)
	logFail float64 // log(1-p)
}

func newBinomial(p float64) binomial {
	b := binomial{p: p, flipped: p > 0.5}
	if b.flipped {
		b.p = 1 - p
	}
	b.odds, b.logFail = b.p/(1-b.p), math.Log1p(-b.p)
	return b
}

func (b *binomial) draw(r *rand.Rand, n int) int {
	k := 0
	switch {
	case n == 0 || b.p == 0:
	case float64(n)*b.p < 10:
		k = b.inversion(r, n)
	default:
		k = binomialBTRS(r, n, b.p)
	}
	if b.flipped {
		return n - k
	}
	return k
}

// inversion walks the probabilities from 0 upwards until they add up to a
// uniform number.
func (b *binomial) inversion(r *rand.Rand, n int) int {
	first := math.Exp(float64(n) * b.logFail)
	for {
		u, f := r.Float64(), first
		for k := 0; k <= n; k++ {
			if u < f {
				return k
			}
			u -= f
			f *= b.odds * float64(n-k) / float64(k+1)
		}
		// Rounding left a sliver above the sum of all probabilities: draw again.
	}
}

// binomialBTRS is algorithm BTRS of W. Hörmann, "The generation of binomial
// random variates", J. Stat. Comput. Simul. 46 (1993), for n*p >= 10, p <= 1/2.
func binomialBTRS(r *rand.Rand, n int, p float64) int {
	nf := float64(n)
	spq := math.Sqrt(nf * p * (1 - p))
	b := 1.15 + 2.53*spq
	a := -0.0873 + 0.0248*b + 0.01*p
	c := nf*p + 0.5
	vr := 0.92 - 4.2/b
	for {
		u := r.Float64() - 0.5
		v := r.Float64()
		us := 0.5 - math.Abs(u)
		k := math.Floor((2*a/us+b)*u + c)
		if us >= 0.07 && v <= vr {
			return int(k)
		}
		if k < 0 || k > nf {
			continue
		}
		alpha := (2.83 + 5.1/b) * spq
		m := math.Floor((nf + 1) * p)
		v = math.Log(v * alpha / (a/(us*us) + b))
		odds := p / (1 - p)
		bound := (m+0.5)*math.Log((m+1)/(odds*(nf-m+1))) +
			(nf+1)*math.Log((nf-m+1)/(nf-k+1)) +
			(k+0.5)*math.Log(odds*(nf-k+1)/(k+1)) +
			stirling(m) + stirling(nf-m) - stirling(k) - stirling(nf-k)
		if v <= bound {
			return int(k)
		}
	}
}

// stirling is log k! minus Stirling's approximation of it at k+1, the
// correction term of the algorithm.
func stirling(k float64) float64 {
	if k < float64(len(stirlingSmall)) {
		return stirlingSmall[int(k)]
	}
	x := k + 1
	return (1.0/12 - (1.0/360-1.0/1260/(x*x))/(x*x)) / x
}

// stirlingSmall holds log k! - [(k+1/2) log(k+1) - (k+1) + log(2 pi)/2] for
// k = 0..9; from 10 on the series is right to 3e-11. A test recomputes them.
var stirlingSmall = [...]float64{
	0.0810614667953272582, 0.0413406959554092941, 0.0276779256849983391, 0.0207906721037650931,
	0.0166446911898211921, 0.0138761288230707480, 0.0118967099458917701, 0.0104112652619720965,
	0.00925546218271273292, 0.00833056343336287126,
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Z95 is the 0.975 quantile of the standard normal distribution, to the last
// bit of a float64. Every 95 percent score interval of the project uses it.
const Z95 = 1.959963984540054

// An Interval is a closed interval of real numbers, Lo <= Hi.
type Interval struct{ Lo, Hi float64 }

// Contains says whether x lies in the interval, ends included.
func (i Interval) Contains(x float64) bool { return i.Lo <= x && x <= i.Hi }

// Width is Hi minus Lo.
func (i Interval) Width() float64 { return i.Hi - i.Lo }

// Wilson is the 95 percent score interval of a proportion of k successes among
// n independent trials, without continuity correction (Wilson 1927):
//
//	(p + z²/2n ± z sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n),  p = k/n, z = [Z95]
//
// The lower end is exactly 0 at k = 0 and the upper end exactly 1 at k = n,
// where the formula leaves only rounding residue. ok is false for n = 0. It
// panics unless 0 <= k <= n.
func Wilson(k, n int) (i Interval, ok bool) {
	checkCount(k, n)
	return WilsonEffective(k, n, float64(n))
}

// WilsonEffective is [Wilson] for a proportion k of n whose n trials are worth
// only size independent ones (0 < size <= n), such as repeated questions to the
// same service about the same cases: p is k/n and the width is that of size
// trials. size = n gives [Wilson] itself.
func WilsonEffective(k, n int, size float64) (i Interval, ok bool) {
	checkCount(k, n)
	if n == 0 || !(size > 0) {
		return Interval{}, false
	}
	p, z2 := float64(k)/float64(n), Z95*Z95
	centre := p + z2/(2*size)
	half := Z95 * math.Sqrt(p*(1-p)/size+z2/(4*size*size))
	i = Interval{(centre - half) / (1 + z2/size), (centre + half) / (1 + z2/size)}
	if k == 0 {
		i.Lo = 0
	}
	if k == n {
		i.Hi = 1
	}
	return i, true
}

// ClopperPearson is the exact interval of the given confidence (0.95 for 95
// percent) for k successes among n trials: beta quantiles, 0 at k = 0 and 1 at
// k = n (Clopper and Pearson 1934). ok is false for n = 0.
func ClopperPearson(k, n int, confidence float64) (i Interval, ok bool) {
	checkCount(k, n)
	if n == 0 {
		return Interval{}, false
	}
	tail := (1 - confidence) / 2
	i = Interval{0, 1}
	if k > 0 {
		i.Lo = distuv.Beta{Alpha: float64(k), Beta: float64(n - k + 1)}.Quantile(tail)
	}
	if k < n {
		i.Hi = distuv.Beta{Alpha: float64(k + 1), Beta: float64(n - k)}.Quantile(1 - tail)
	}
	return i, true
}

// Newcombe is the difference k1/n1 - k2/n2 of two independent samples with its
// 95 percent hybrid score interval, made of the two Wilson intervals without
// continuity correction (Newcombe 1998, method 10). ok is false when either
// sample is empty. Two runs on the same cases are not independent: for those
// use [McNemar] and a paired bootstrap.
func Newcombe(k1, n1, k2, n2 int) (difference float64, i Interval, ok bool) {
	a, okA := Wilson(k1, n1)
	b, okB := Wilson(k2, n2)
	if !okA || !okB {
		return math.NaN(), Interval{}, false
	}
	p1, p2 := float64(k1)/float64(n1), float64(k2)/float64(n2)
	difference = p1 - p2
	i.Lo = difference - math.Hypot(p1-a.Lo, b.Hi-p2)
	i.Hi = difference + math.Hypot(a.Hi-p1, p2-b.Lo)
	return difference, i, true
}

func checkCount(k, n int) {
	if k < 0 || n < 0 || k > n {
		panic(fmt.Sprintf("stats: %d of %d is no proportion", k, n))
	}
}

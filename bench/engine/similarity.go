// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package engine

import (
	"math/big"
	"strings"
)

// A text is an answer prepared for comparison.
type text struct {
	raw    string
	tokens []token
	set    tokenSet
}

func newText(s string) text {
	ts := tokens(s)
	return text{s, ts, setOf(ts)}
}

// A ratio is a Jaccard similarity as it was counted: num of den tokens.
type ratio struct{ num, den int }

// similarity is the Jaccard index of the two token sets. Where neither text has
// a token (say "+" and "-") it is 1 for equal texts, after trimming, and else 0.
func similarity(a, b text) ratio {
	if len(a.set) == 0 && len(b.set) == 0 {
		if strings.TrimSpace(a.raw) == strings.TrimSpace(b.raw) {
			return ratio{1, 1}
		}
		return ratio{0, 1}
	}
	small, large := a.set, b.set
	if len(small) > len(large) {
		small, large = large, small
	}
	both := 0
	for t := range small {
		if large.has(t) {
			both++
		}
	}
	return ratio{both, len(a.set) + len(b.set) - both}
}

// atLeast reports whether the ratio is at or over num/den, in integers.
func (r ratio) atLeast(num, den int) bool { return den*r.num >= num*r.den }

// meanSimilarity is the mean over all pairs of at least two texts, exact: a
// mean of 4/5 made of ninths and elevenths must not fall below 0.8 in floats.
func meanSimilarity(ts []text) *big.Rat {
	sum, pairs := new(big.Rat), int64(0)
	for i := range ts {
		for j := i + 1; j < len(ts); j++ {
			r := similarity(ts[i], ts[j])
			sum.Add(sum, big.NewRat(int64(r.num), int64(r.den)))
			pairs++
		}
	}
	return sum.Quo(sum, big.NewRat(pairs, 1))
}

// figure prints an exact number between 0 and 1 with at most four decimals,
// cut rather than rounded: a value below a threshold never prints as the
// threshold.
func figure(r *big.Rat) string {
	cut := new(big.Int).Mul(r.Num(), big.NewInt(10_000))
	cut.Quo(cut, r.Denom())
	s := new(big.Rat).SetFrac(cut, big.NewInt(10_000)).FloatString(4)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"math"
	"math/bits"
)

// A subsetPlan draws uniformly random subsets of a fixed size from a fixed set
// of places, 64 places at a time. It throws a biased coin for every place at
// once, the bias being a multiple of a small power of one half, and then adds
// or removes random places until the size is right. Independent equal coins
// favour no place, and neither do the corrections, so the subset is exactly
// uniform whatever the bias; the bias only decides how many corrections are
// needed.
type subsetPlan struct {
	size   int // of the subset
	places int // of the whole range, set or not
	mask   bitset
	full   bool // every place belongs to the set
	sparse []uint32
	last   uint64 // bits of the last word that are places

	fill  bool   // bias 1: begin with all places
	coins int    // random words for 64 coins; 0 and not fill: begin with none
	level uint64 // the bias is level / 2^coins; its lowest bit is 1
}

// planSubset prepares drawing size of the places set in mask, out of a range of
// n places.
func planSubset(mask bitset, n, size int) subsetPlan {
	members := mask.count()
	p := subsetPlan{size: size, places: n, mask: mask, full: members == n, last: ^uint64(0)}
	if n%64 != 0 {
		p.last = 1<<(n%64) - 1
	}
	if 2*members < n { // random places would mostly miss the set: pick from a list
		p.sparse = make([]uint32, 0, members)
		mask.each(func(i int) { p.sparse = append(p.sparse, uint32(i)) })
	}
	best := int64(math.MaxInt64)
	for coins := 0; coins <= 7; coins++ {
		for level := 0; level <= 1<<coins; level++ {
			if coins > 0 && level%2 == 0 {
				continue // a smaller number of coins says the same
			}
			if cost := p.cost(members, coins, level); cost < best {
				best, p.coins, p.level, p.fill = cost, coins, uint64(level), coins == 0 && level == 1
			}
		}
	}
	return p
}

// cost estimates a draw: the coins, and the corrections with their expected
// number of tries. Only speed depends on it; but another plan draws other
// subsets, so it is reckoned in whole numbers, which are the same everywhere.
func (p *subsetPlan) cost(members, coins, level int) int64 {
	const unit = 64 // parts of a random word; small enough for tens of millions of places
	n, one, l := int64(members), int64(1)<<coins, int64(level)
	cost := int64(len(p.mask)) * (3*int64(coins) + 2) * unit / 2
	// The coins set n·l/one places with variance n·l(one-l)/one². The mean distance
	// from the size wanted lies near sqrt(d² + 0.64 variance), the exact value at
	// both ends; half of it plus or minus d/2 is what is missing or too much.
	d := int64(p.size)*unit - n*l*unit/one
	away := isqrt(d*d + n*l*(one-l)*unit*unit/(one*one)*16/25)
	missing, surplus := (away+d)/2, (away-d)/2
	// A try hits an unset or a set place of the set.
	tries := int64(p.places)
	if p.sparse != nil {
		tries = n
	}
	free, taken := max(n-int64(p.size), 1), max(int64(p.size), 1)
	return cost + 3*missing*(free+tries)/free + 3*surplus*(taken+tries)/taken
}

// isqrt is the square root of x, rounded down.
func isqrt(x int64) int64 {
	r := int64(math.Sqrt(float64(x)))
	for r*r > x {
		r--
	}
	for (r+1)*(r+1) <= x {
		r++
	}
	return r
}

// draw fills out, of the same length as the mask, with a new subset. Setting a
// set bit and clearing a clear one change nothing, so that a try that misses
// needs no branch, which a processor could not predict.
func (p *subsetPlan) draw(g *splitmix, out bitset) {
	count := p.throw(g, out)
	r := *g // a local copy stays in a register
	for count > p.size {
		i := p.place(&r)
		w, bit := i>>6, uint64(1)<<(i&63)
		count -= int(out[w] >> (i & 63) & 1)
		out[w] &^= bit
	}
	for count < p.size {
		i := p.place(&r)
		w, bit := i>>6, p.mask[i>>6]&(1<<(i&63)) // 0 outside the set
		count += int((bit &^ out[w]) >> (i & 63))
		out[w] |= bit
	}
	*g = r
}

// place draws a place: of the set where it is listed, else of the whole range.
func (p *subsetPlan) place(g *splitmix) int {
	if p.sparse != nil {
		return int(p.sparse[g.below(len(p.sparse))])
	}
	return g.below(p.places)
}

// throw sets every place of the set with the plan's bias and counts them.
func (p *subsetPlan) throw(g *splitmix, out bitset) (count int) {
	if p.coins == 0 {
		for w := range out {
			out[w] = 0
			if p.fill {
				out[w] = p.mask[w]
			}
			count += bits.OnesCount64(out[w])
		}
		return count
	}
	r, end := *g, len(out)-1
	for w := range out {
		// From the lowest binary digit of the bias to the highest: a 1 lets half
		// of the unset bits in, a 0 keeps half of the set ones.
		x := r.next()
		for digit := 1; digit < p.coins; digit++ {
			coin := r.next()
			x = x&coin | -(p.level>>digit&1)&(x^coin)
		}
		if !p.full {
			x &= p.mask[w]
		} else if w == end {
			x &= p.last
		}
		out[w] = x
		count += bits.OnesCount64(x)
	}
	*g = r
	return count
}

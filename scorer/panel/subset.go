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

	fill  bool // bias 1: begin with all places
	coins int  // random words for 64 coins; 0 and not fill: begin with none
	level uint // the bias is level / 2^coins; its lowest bit is 1
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
	hit := 1.0
	if p.sparse == nil {
		hit = float64(members) / float64(n)
	}
	best := math.Inf(1)
	for coins := 0; coins <= 7; coins++ {
		for level := uint(0); level <= 1<<coins; level++ {
			if coins > 0 && level%2 == 0 {
				continue // a smaller number of coins says the same
			}
			if cost := subsetCost(members, size, len(mask), coins, float64(level)/float64(int(1)<<coins), hit); cost < best {
				best, p.coins, p.level, p.fill = cost, coins, level, coins == 0 && level == 1
			}
		}
	}
	return p
}

// subsetCost estimates a draw in units of one random word: the coins, and the
// corrections with their expected number of tries. Only speed depends on it.
func subsetCost(members, size, words, coins int, bias, hit float64) float64 {
	n, k := float64(members), float64(size)
	mean, sd := n*bias, math.Sqrt(n*bias*(1-bias))
	missing, surplus := math.Max(k-mean, 0), math.Max(mean-k, 0)
	if sd > 0 { // expected positive and negative parts of a normal variable
		z := (k - mean) / sd
		missing = sd * (math.Exp(-z*z/2)/math.Sqrt(2*math.Pi) + z*0.5*math.Erfc(-z/math.Sqrt2))
		surplus = missing - (k - mean)
	}
	free, taken := (n-k)/n, k/n
	cost := float64(words) * (1.5*float64(coins) + 1)
	if missing > 0 {
		cost += missing * (3 + 3/(hit*math.Max(free, 0.5/n)))
	}
	if surplus > 0 {
		cost += surplus * (3 + 3/(hit*math.Max(taken, 0.5/n)))
	}
	return cost
}

// draw fills out, of the same length as the mask, with a new subset.
func (p *subsetPlan) draw(g *splitmix, out bitset) {
	count := p.throw(g, out)
	r := *g // a local copy stays in a register
	for ; count > p.size; count-- {
		for {
			i := p.place(&r)
			if out.has(i) {
				out.clear(i)
				break
			}
		}
	}
	for ; count < p.size; count++ {
		for {
			i := p.place(&r)
			if !out.has(i) && (p.full || p.mask.has(i)) {
				out.set(i)
				break
			}
		}
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
			if p.level>>digit&1 != 0 {
				x |= r.next()
			} else {
				x &= r.next()
			}
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

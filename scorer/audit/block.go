// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import "math"

// A block is one turn, copied out of the columns. Slices are in poll order.
type block struct {
	id       int
	conf     []float64 // NaN: none; replaced by permuted or simulated scores in the checks
	answer   []int32
	agent    []uint16
	valid    []bool
	correct  []bool
	unknown  bool // some valid candidate has unknown correctness
	selected int  // -1: none
	nValid   int
	nCorrect int
	member   []int32         // vote cluster of each candidate, after clusters; -1: invalid
	index    map[int32]int32 // of large blocks
	rank     []float64       // working space of comparePairs
}

// load copies block id into b, reusing its memory.
func (b *block) load(c *Corpus, id int) {
	from, to := c.span(id)
	*b = block{id: id, member: b.member[:0], index: b.index, rank: b.rank, conf: b.conf[:0], answer: b.answer[:0], agent: b.agent[:0], valid: b.valid[:0], correct: b.correct[:0], selected: int(c.selected.at(id))}
	for i := from; i < to; i++ {
		f := c.flags.at(i)
		valid, known := f&flagValid != 0, f&flagKnown != 0
		b.conf, b.answer, b.agent = append(b.conf, c.conf.at(i)), append(b.answer, c.answer.at(i)), append(b.agent, c.agentOf(i))
		b.valid, b.correct = append(b.valid, valid), append(b.correct, f&flagCorrect != 0)
		b.unknown = b.unknown || valid && !known
		if valid {
			b.nValid++
		}
		if f&flagCorrect != 0 {
			b.nCorrect++
		}
	}
}

// argmax is the first candidate with the highest number among all, valid or
// not; -1 when none has a number.
func (b *block) argmax() int {
	at, top := -1, math.Inf(-1)
	for i, x := range b.conf {
		if x > top { // false for NaN
			at, top = i, x
		}
	}
	return at
}

// units is a score in whole thousand-millionths, so that weights of equal sum
// tie whatever the order of adding: 0.95+0.85 and 0.9+0.9 differ in floats. 0
// for no number.
func units(x float64) int64 {
	if math.IsNaN(x) {
		return 0
	}
	return int64(math.Round(x * 1e9))
}

// A cluster of a vote: the valid candidates of a block with the same answer text.
type voteCluster struct {
	answer  int32
	n       int
	correct int
	weight  int64
	odds    float64 // sum of clipped log odds
}

// largeBlock is the number of polls above which a block is searched through
// indexes rather than one by one, so that no block takes quadratic time.
const largeBlock = 64

// clusters groups the valid candidates by answer in order of first sight.
func (b *block) clusters(into []voteCluster) []voteCluster {
	into, b.member = into[:0], b.member[:0]
	large := len(b.conf) > largeBlock
	if large {
		b.index = map[int32]int32{}
	}
	for i, ok := range b.valid {
		if !ok {
			b.member = append(b.member, -1)
			continue
		}
		at := 0
		if large {
			n, seen := b.index[b.answer[i]]
			if at = int(n); !seen {
				at = len(into)
				b.index[b.answer[i]] = int32(at)
			}
		} else {
			for at < len(into) && into[at].answer != b.answer[i] {
				at++
			}
		}
		if at == len(into) {
			into = append(into, voteCluster{answer: b.answer[i]})
		}
		b.member = append(b.member, int32(at))
		k := &into[at]
		k.n++
		k.weight += units(b.conf[i])
		k.odds += logOdds(b.conf[i])
		if b.correct[i] {
			k.correct++
		}
	}
	return into
}

// logOdds is the logit of a stated confidence kept within [0.01, 0.99]: a
// candidate that states certainty must not outweigh every other. 0 for none.
func logOdds(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	x = min(max(x, 0.01), 0.99)
	return math.Log(x / (1 - x))
}

// winners averages over the clusters for which best holds: the chance that a
// uniformly drawn one of them, and then a member of it, is correct.
func winners(clusters []voteCluster, best func(k *voteCluster) bool) (success float64) {
	n := 0
	for i := range clusters {
		if k := &clusters[i]; best(k) {
			success += float64(k.correct) / float64(k.n)
			n++
		}
	}
	return success / float64(n)
}

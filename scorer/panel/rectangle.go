// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"math/bits"
	"sort"
)

// Rectangle is the complete part of the table on which votes can be counted:
// for each r >= 3 the r models with most answers (ties by name) and the
// questions all of them answered; the largest r x questions is kept, on ties
// the one with more models. The models are in the order of the table. ok is
// false where no three models share a question.
func (t *Table) Rectangle() (models, questions []int, ok bool) {
	order := make([]int, len(t.Models))
	answers := make([]int, len(t.Models))
	for m := range order {
		order[m], answers[m] = m, t.answered[m].count()
	}
	sort.SliceStable(order, func(i, j int) bool { return answers[order[i]] > answers[order[j]] })
	common := newBitset(len(t.Questions))
	for w := range common {
		common[w] = ^uint64(0)
	}
	best, bestModels := 0, 0
	var kept bitset
	for r, m := range order {
		for w := range common {
			common[w] &= t.answered[m][w]
		}
		if area := (r + 1) * common.count(); r+1 >= 3 && area > 0 && area >= best {
			best, bestModels, kept = area, r+1, common.clone()
		}
	}
	if best == 0 {
		return nil, nil, false
	}
	models = append(models, order[:bestModels]...)
	sort.Ints(models)
	kept.each(func(q int) { questions = append(questions, q) })
	return models, questions, true
}

// rectangleCounts gives, over the questions of a rectangle, how many have x
// models right for x = 0..len(models), and each model's share right.
func (t *Table) rectangleCounts(models, questions []int) (byRight []int, rates []float64) {
	keep := newBitset(len(t.Questions))
	for _, q := range questions {
		keep.set(q)
	}
	right := make([]int, len(t.Questions))
	for _, m := range models {
		s := 0
		for w, word := range t.right[m] {
			word &= keep[w]
			s += bits.OnesCount64(word)
			for ; word != 0; word &= word - 1 {
				right[w<<6+bits.TrailingZeros64(word)]++
			}
		}
		rates = append(rates, float64(s)/float64(len(questions)))
	}
	byRight = make([]int, len(models)+1)
	for _, q := range questions {
		byRight[right[q]]++
	}
	return byRight, rates
}

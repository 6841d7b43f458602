// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import "sort"

// hardestFirst orders the questions that have an answer by their share right,
// the lowest first, ties by name.
func (t *Table) hardestFirst() []int {
	answers, right := make([]int, len(t.Questions)), make([]int, len(t.Questions))
	for m := range t.Models {
		t.answered[m].each(func(q int) { answers[q]++ })
		t.right[m].each(func(q int) { right[q]++ })
	}
	var order []int
	for q, a := range answers {
		if a > 0 {
			order = append(order, q)
		}
	}
	// Compared as fractions, so that 1 of 3 and 2 of 6 tie.
	sort.SliceStable(order, func(i, j int) bool {
		a, b := order[i], order[j]
		return right[a]*answers[b] < right[b]*answers[a]
	})
	return order
}

// A HardestRow is the first route without the hardest questions.
type HardestRow struct {
	Removed   []string `json:"removed"` // ids, in the order removed
	Questions int      `json:"n_questions"`
	Answers   int      `json:"n_answers"`
	Accuracy  Number   `json:"accuracy"`
	N         Number   `json:"n"`
	T         Number   `json:"T"`
	Deff      Number   `json:"deff"`
	Rho       Number   `json:"rho"`
	NEff      Number   `json:"n_eff"`
	MeanPhi   Number   `json:"mean_phi"`
	Reason    string   `json:"reason,omitempty"` // why a number of the row is null
}

// Hardest takes the questions out one by one, the hardest first, and computes
// everything anew each time. The order is fixed at the start. Row 0 removes
// nothing, then follow n rows, or fewer: one question always stays.
func (t *Table) Hardest(n int) []HardestRow {
	order := t.hardestFirst()
	n = min(n, len(order)-1)
	rows := make([]HardestRow, 0, n+1)
	for k := range n + 1 {
		left := t
		removed := make([]string, k)
		if k > 0 {
			left = t.without(order[:k])
			for i, q := range order[:k] {
				removed[i] = t.Questions[q]
			}
		}
		m := left.Moments()
		rows = append(rows, HardestRow{
			Removed: removed, Questions: m.Questions, Answers: m.Answers,
			Accuracy: Number(float64(m.Right) / float64(m.Answers)), N: Number(m.N),
			T: Number(m.T), Deff: Number(m.T), Rho: Number(m.Rho), NEff: Number(m.NEff),
			MeanPhi: Number(left.Phi().Mean), Reason: m.reason(),
		})
	}
	return rows
}

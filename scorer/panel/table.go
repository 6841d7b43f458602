// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

// A Table holds who answered what, and who was right: one bit each. Every model
// and every question in it has at least one answer.
type Table struct {
	Models    []string // sorted
	Makers    []string // beside Models, "" where unknown; nil when the input has no maker column
	Questions []string // sorted

	answered, right []bitset // by model; right is a subset of answered
	choices         *choices // nil when the input gives results only
}

// Answered says whether model m answered question q.
func (t *Table) Answered(m, q int) bool { return t.answered[m].has(q) }

// Right says whether model m answered question q and was right.
func (t *Table) Right(m, q int) bool { return t.right[m].has(q) }

// Answers is the number of answers in the table.
func (t *Table) Answers() int {
	n := 0
	for _, a := range t.answered {
		n += a.count()
	}
	return n
}

// fromMatrix is FromScores for names that are known to be distinct and sorted.
// A model or question without an answer stays, which everything computed from a
// table passes over.
func fromMatrix(models, questions []string, scores [][]int8) *Table {
	t := &Table{Models: models, Questions: questions}
	for _, row := range scores {
		answered, right := newBitset(len(questions)), newBitset(len(questions))
		for q, v := range row {
			if v >= 0 {
				answered.set(q)
			}
			if v == 1 {
				right.set(q)
			}
		}
		t.answered, t.right = append(t.answered, answered), append(t.right, right)
	}
	return t
}

// without is the table with the given questions taken out, which leaves their
// columns empty rather than renumbering the others. A model may lose its last
// answer; everything computed from a table passes over such rows and columns.
func (t *Table) without(questions []int) *Table {
	u := &Table{Models: t.Models, Makers: t.Makers, Questions: t.Questions}
	drop := newBitset(len(t.Questions))
	for _, q := range questions {
		drop.set(q)
	}
	for m := range t.Models {
		a, r := t.answered[m].clone(), t.right[m].clone()
		for w := range drop {
			a[w] &^= drop[w]
			r[w] &^= drop[w]
		}
		u.answered, u.right = append(u.answered, a), append(u.right, r)
	}
	return u
}

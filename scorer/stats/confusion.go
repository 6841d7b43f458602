// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package stats

import "math"

// A Confusion counts predictions over K declared classes: Counts[i][j] of true
// class i predicted as j, Missing[i] of true class i without a usable
// prediction. The order of the classes matters to [Confusion.KappaQuadratic] only.
type Confusion struct {
	Counts  [][]int
	Missing []int
}

// NewConfusion is an empty table of k classes.
func NewConfusion(k int) *Confusion {
	c := &Confusion{Counts: make([][]int, k), Missing: make([]int, k)}
	for i := range c.Counts {
		c.Counts[i] = make([]int, k)
	}
	return c
}

// Add counts one row; predicted is -1 where there is no usable prediction.
func (c *Confusion) Add(truth, predicted int) {
	if predicted < 0 {
		c.Missing[truth]++
		return
	}
	c.Counts[truth][predicted]++
}

// Valid is the number of rows with a prediction.
func (c *Confusion) Valid() (n int) {
	for _, row := range c.Counts {
		for _, v := range row {
			n += v
		}
	}
	return n
}

// N is the number of rows, those without a prediction included.
func (c *Confusion) N() int {
	n := c.Valid()
	for _, v := range c.Missing {
		n += v
	}
	return n
}

// Correct is the number of rows predicted as their true class.
func (c *Confusion) Correct() (n int) {
	for i := range c.Counts {
		n += c.Counts[i][i]
	}
	return n
}

// Support is the number of rows whose true class is i, with or without a prediction.
func (c *Confusion) Support(i int) int {
	n := c.Missing[i]
	for _, v := range c.Counts[i] {
		n += v
	}
	return n
}

// Predicted is the number of rows predicted as class i.
func (c *Confusion) Predicted(i int) (n int) {
	for _, row := range c.Counts {
		n += row[i]
	}
	return n
}

// Class holds the measures of one class. A measure whose denominator is 0 is 0
// by convention, and Undefined is set when any of the three is of that kind:
// precision without Predicted, recall without Support, F1 without either.
type Class struct {
	Precision, Recall, F1 float64
	Support, Predicted    int
	Undefined             bool
}

// Class gives the measures of class i: precision TP/(TP+FP), recall TP/(TP+FN)
// and F1 = 2TP/(2TP+FP+FN). A row without a prediction is a false negative of
// its true class and nothing else.
func (c *Confusion) Class(i int) Class {
	tp, support, predicted := c.Counts[i][i], c.Support(i), c.Predicted(i)
	return Class{
		Precision: ratioOr0(tp, predicted), Recall: ratioOr0(tp, support), F1: ratioOr0(2*tp, support+predicted),
		Support: support, Predicted: predicted, Undefined: support == 0 || predicted == 0,
	}
}

// Accuracy is Correct over N; NaN for no rows.
func (c *Confusion) Accuracy() float64 { return ratio(c.Correct(), c.N()) }

// MacroF1 is the unweighted mean of F1 over all declared classes, a class
// absent from both sides adding 0 (it is not the F1 of mean precision and mean
// recall, which is another number). NaN for no rows.
func (c *Confusion) MacroF1() float64 {
	if c.N() == 0 {
		return math.NaN()
	}
	sum := 0.0
	for i := range c.Counts {
		sum += c.Class(i).F1
	}
	return sum / float64(len(c.Counts))
}

// MacroF1Present averages F1 over the classes that occur as truth or as
// prediction among the rows with a prediction; NaN when there is no such row.
func (c *Confusion) MacroF1Present() float64 {
	v := Confusion{Counts: c.Counts, Missing: make([]int, len(c.Counts))}
	sum, classes := 0.0, 0
	for i := range v.Counts {
		if m := v.Class(i); m.Support+m.Predicted > 0 {
			sum += m.F1
			classes++
		}
	}
	return sum / float64(classes) // 0/0 is NaN
}

// WeightedF1 weights F1 by support; NaN for no rows.
func (c *Confusion) WeightedF1() float64 {
	sum := 0.0
	for i := range c.Counts {
		m := c.Class(i)
		sum += m.F1 * float64(m.Support)
	}
	return sum / float64(c.N())
}

// BalancedAccuracy averages recall over the classes with support; NaN for no rows.
func (c *Confusion) BalancedAccuracy() float64 {
	sum, classes := 0.0, 0
	for i := range c.Counts {
		if m := c.Class(i); m.Support > 0 {
			sum += m.Recall
			classes++
		}
	}
	return sum / float64(classes)
}

func ratio(k, n int) float64 {
	if n == 0 {
		return math.NaN()
	}
	return float64(k) / float64(n)
}

func ratioOr0(k, n int) float64 {
	if n == 0 {
		return 0
	}
	return float64(k) / float64(n)
}

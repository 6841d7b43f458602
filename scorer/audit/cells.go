// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"slices"

	"github.com/false-consensus/fcb/scorer/stats"
)

// cells hold the graded rows of every cluster by place, a position in a list of
// numbers. Resampling adds up cells rather than rows: round numbers leave a
// cluster far fewer cells than rows. A cell is one word. With up to 65,536 places
// it holds the place in its upper half, then the successes and the rows in a byte
// each, 255 rows at most. With more places hardly two rows share one, and a word is
// one row: twice the place, plus one for a success.
type cells struct {
	value    []float64
	places   int
	runs     []cellRun
	clusters int
	start    []uint32 // of the run being filled
	word     []uint32
}

// A cellRun is a number of consecutive clusters with about runWords words: no
// list has to grow by being copied while it is large.
type cellRun struct {
	start []uint32 // first word of each cluster, and the end
	word  []uint32
}

const (
	maxNarrow = 1 << 16
	runWords  = 1 << 15
)

// newCells prepares for cells at places, which have these values; nil where the
// values are none of a resample's business.
func newCells(places int, value []float64) *cells { return &cells{value: value, places: places} }

// cluster adds the next cluster: its rows, each twice its place plus one for a
// success, in ascending order.
func (c *cells) cluster(rows []uint32) {
	c.start = append(c.start, uint32(len(c.word)))
	c.clusters++
	if c.places > maxNarrow {
		c.word = append(c.word, rows...)
	} else {
		for i := 0; i < len(rows); {
			place, n, k := rows[i]>>1, uint32(0), uint32(0)
			for ; i < len(rows) && rows[i]>>1 == place && n < 255; i++ {
				n++
				k += rows[i] & 1
			}
			c.word = append(c.word, place<<16|k<<8|n)
		}
	}
	if len(c.word) >= runWords {
		c.endRun()
	}
}

// endRun closes the run being filled; the caller does so once after the last cluster.
func (c *cells) endRun() {
	if len(c.start) > 0 {
		c.runs = append(c.runs, cellRun{slices.Clone(append(c.start, uint32(len(c.word)))), slices.Clone(c.word)})
	}
	c.start, c.word = c.start[:0], c.word[:0]
}

// A drawn holds the counts of a resample.
type drawn struct {
	stats.Grades
	packed []uint64
}

// room makes room for resamples; each goroutine needs its own.
func (c *cells) room() *drawn {
	return &drawn{stats.Grades{Value: c.value, N: make([]float64, c.places), K: make([]float64, c.places)}, make([]uint64, c.places)}
}

// resample fills r with the counts of the clusters weighted by how often each was
// drawn. Rows and successes are added in the halves of one word: a resample must
// hold fewer than 2^32 rows.
func (c *cells) resample(weights []int32, r *drawn) {
	packed := r.packed
	clear(packed)
	for i := range c.runs {
		run := &c.runs[i]
		n := len(run.start) - 1
		for j, w := range weights[:n] {
			if w == 0 {
				continue
			}
			words := run.word[run.start[j]:run.start[j+1]]
			if c.places > maxNarrow {
				addRows(packed, words, uint64(w))
			} else {
				addCells(packed, words, uint64(w))
			}
		}
		weights = weights[n:]
	}
	for i, v := range packed {
		r.N[i], r.K[i] = float64(uint32(v)), float64(v>>32)
	}
}

// addCells adds narrow words times f. Inlined it would lack registers, and this
// is where an audit spends most of its time.
//
//go:noinline
func addCells(packed []uint64, words []uint32, f uint64) {
	for _, x := range words {
		packed[x>>16] += f * (uint64(x&0xff) | uint64(x&0xff00)<<24)
	}
}

// addRows adds wide words times f; see addCells.
//
//go:noinline
func addRows(packed []uint64, words []uint32, f uint64) {
	for _, x := range words {
		packed[x>>1] += f * (1 | uint64(x&1)<<32)
	}
}

// whole are the grades of all rows.
func (c *cells) whole() stats.Grades {
	once := make([]int32, c.clusters)
	for i := range once {
		once[i] = 1
	}
	g := c.room()
	c.resample(once, g)
	return g.Grades
}

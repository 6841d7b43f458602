// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"encoding/binary"
	"slices"
)

// A Split is one part of the scored predictions: N of them, how often the risk
// is exactly the expected one and how often it is medium or high.
type Split struct {
	N          int  `json:"n"`
	ExactMatch Rate `json:"exact_match"`
	FlagRate   Rate `json:"flag_rate"`
}

const reasonEmptySplit = "no prediction was scored for a case of this kind"

// A splitTally counts predictions on their way to a Split.
type splitTally struct{ exact, flag tally }

func (t *splitTally) add(r *row) {
	t.exact.add(r, r.risk == r.truth)
	t.flag.add(r, flagged(r.risk))
}

func (t *splitTally) split() Split {
	return Split{t.exact.n, t.exact.rate(reasonEmptySplit), t.flag.rate(reasonEmptySplit)}
}

// A grouping gives every category, source and tag of the selected cases a
// position. Names come from all selected cases, so that a category of which
// nothing was scored is shown with n 0 rather than left out.
type grouping struct {
	position map[groupKey]int
}

type groupKey struct {
	by   int // byCategory, bySource or byTag
	name string
}

// Splits by name: positions of the results of [grouping.splits].
const (
	byCategory = iota
	bySource
	byTag
	splitsByName
)

// labels are the positions of a category, a source and tags; cases with the
// same ones share one value.
type labels struct{ positions []int }

// newGrouping works out the labels of each case once, for every M of a result.
func newGrouping(rows []row) *grouping {
	g := &grouping{map[groupKey]int{}}
	known := map[string]*labels{}
	var positions []int
	var key []byte
	for i := range rows {
		f, c := rows[i].f, rows[i].c
		if f.labels != nil {
			continue // another repeat of the same case
		}
		f.thin = IsThin(c)
		positions = append(positions[:0], g.at(byCategory, c.Category), g.at(bySource, c.Source.Name()))
		for _, tag := range c.Tags {
			positions = append(positions, g.at(byTag, tag))
		}
		key = key[:0]
		for _, at := range positions {
			key = binary.AppendUvarint(key, uint64(at))
		}
		if f.labels = known[string(key)]; f.labels == nil {
			f.labels = &labels{slices.Clone(positions)}
			known[string(key)] = f.labels
		}
	}
	return g
}

// at is the position of a name, a new one if it has none.
func (g *grouping) at(by int, name string) int {
	k := groupKey{by, name}
	at, ok := g.position[k]
	if !ok {
		at = len(g.position)
		g.position[k] = at
	}
	return at
}

// splits counts rows into the Split of each name.
func (g *grouping) splits(rows []row) (out [splitsByName]map[string]Split) {
	tallies := make([]splitTally, len(g.position))
	for i := range rows {
		for _, at := range rows[i].f.labels.positions {
			tallies[at].add(&rows[i])
		}
	}
	for by := range out {
		out[by] = map[string]Split{}
	}
	for k, at := range g.position {
		out[k.by][k.name] = tallies[at].split()
	}
	return out
}

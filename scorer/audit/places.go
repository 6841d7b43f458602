// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"cmp"
	"slices"
	"sort"
)

// places numbers the distinct values of a column, ascending.
type places struct {
	column *levelColumn
	value  []float64
	level  []uint32 // by the column's level; nil where it has none: by search
}

// newPlaces takes the values of the candidates in use, none of which is NaN.
func newPlaces(column *levelColumn, use func(i int) bool) places {
	p := places{column: column}
	if column.wide != nil {
		n := 0
		for i := range column.len() {
			if use(i) {
				n++
			}
		}
		p.value = make([]float64, 0, n)
		for i := range column.len() {
			if use(i) {
				p.value = append(p.value, column.at(i))
			}
		}
		slices.Sort(p.value)
		p.value = slices.Compact(p.value)
		return p
	}
	used := make([]bool, len(column.level))
	for i := range column.len() {
		if use(i) {
			used[column.small.at(i)] = true
		}
	}
	var order []int
	for l, ok := range used {
		if ok {
			order = append(order, l)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(column.level[a], column.level[b]) })
	p.level = make([]uint32, len(column.level))
	for at, l := range order {
		p.value = append(p.value, column.level[l])
		p.level[l] = uint32(at)
	}
	return p
}

// of is the place of candidate i's value.
func (p *places) of(i int) uint32 {
	if p.level != nil {
		return p.level[p.column.small.at(i)]
	}
	return uint32(sort.SearchFloat64s(p.value, p.column.at(i)))
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package engine

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"github.com/false-consensus/fcb/bench/api"
)

// A Total is how many requests of one path came to the same end.
type Total struct {
	Path     string // of the API; "" for any other
	Status   int    // of the reply; 0 where the connection ended without one
	Requests int
}

// totals counts what was answered, whatever is asked of the server.
type totals struct {
	mu sync.Mutex
	n  map[Total]int // by a Total without Requests
}

func (t *totals) count(path string, status int) {
	switch path {
	case api.PathHealth, api.PathConsensus, api.PathJudge, api.PathVerify:
	default:
		path = ""
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.n == nil {
		t.n = map[Total]int{}
	}
	t.n[Total{Path: path, Status: status}]++
}

func (t *totals) list() []Total {
	t.mu.Lock()
	defer t.mu.Unlock()
	var out []Total
	for _, k := range slices.SortedFunc(maps.Keys(t.n), func(a, b Total) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Status, b.Status))
	}) {
		out = append(out, Total{k.Path, k.Status, t.n[k]})
	}
	return out
}

// Totals lists how the requests so far ended, by path and status.
func (e *Engine) Totals() []Total { return e.record.totals.list() }

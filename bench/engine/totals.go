// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package engine

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
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

// TotalsText says totals in words, such as "12 to /v1/consensus (10 with 200, 2
// with 429)", one text a path.
func TotalsText(all []Total) []string {
	var out []string
	for len(all) > 0 {
		path, sum := all[0].Path, 0
		var ends []string
		for len(all) > 0 && all[0].Path == path {
			t := all[0]
			sum, all = sum+t.Requests, all[1:]
			end := fmt.Sprintf("%d with %d", t.Requests, t.Status)
			if t.Status == 0 {
				end = fmt.Sprintf("%d without a reply", t.Requests)
			}
			ends = append(ends, end)
		}
		where := "to " + path
		if path == "" {
			where = "elsewhere"
		}
		out = append(out, fmt.Sprintf("%d %s (%s)", sum, where, strings.Join(ends, ", ")))
	}
	return out
}

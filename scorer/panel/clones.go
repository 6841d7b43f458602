// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"math"
	"sort"
)

// A ClonePair is two models whose results nearly coincide.
type ClonePair struct {
	A      string `json:"a"`
	B      string `json:"b"`
	Phi    Number `json:"phi"`
	Common int    `json:"n_common"` // questions both answered
	Differ int    `json:"n_differ"` // of these, on which one was right and the other wrong
}

// A pair is called a near clone from this phi on, given this many common
// questions. The same weights served by three hosts reach 0.71 to 0.82 on
// GSM8K, two dated releases of one model 0.68 to 0.74, and a third release of
// another 0.64 on MMLU-Pro; unrelated models of like strength stay below 0.69.
const (
	clonePhi    = 0.7
	cloneCommon = 20
)

// NearClones lists the pairs with phi of at least 0.7 over at least 20 common
// questions, the closest first, then by name.
func (t *Table) NearClones(p *Phi) []ClonePair {
	out := []ClonePair{}
	for i := range t.Models {
		for j := i + 1; j < len(t.Models); j++ {
			v := p.At(i, j)
			if math.IsNaN(v) || v < clonePhi {
				continue
			}
			common := t.answered[i].countAnd(t.answered[j])
			if common < cloneCommon {
				continue
			}
			onlyI := t.right[i].countAnd(t.answered[j]) - t.right[i].countAnd(t.right[j])
			onlyJ := t.right[j].countAnd(t.answered[i]) - t.right[i].countAnd(t.right[j])
			out = append(out, ClonePair{t.Models[i], t.Models[j], Number(v), common, onlyI + onlyJ})
		}
	}
	sort.SliceStable(out, func(a, b int) bool { return out[a].Phi > out[b].Phi })
	return out
}

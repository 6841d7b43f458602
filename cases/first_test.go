// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The table says what a map says, also where hashes crowd in one place.
func TestFirstLinesIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var table firstLines
		want := map[textHash]int{}
		for line := 1; line <= rapid.IntRange(0, 2000).Draw(t, "lines"); line++ {
			h := textHash{rapid.Uint64Range(0, 700).Draw(t, "a") << rapid.SampledFrom([]int{0, 40}).Draw(t, "shift"), uint32(rapid.IntRange(0, 2).Draw(t, "b"))}
			require.Equal(t, want[h], table.add(h, line))
			if want[h] == 0 {
				want[h] = line
			}
		}
		require.Equal(t, len(want), table.n)
	})
}

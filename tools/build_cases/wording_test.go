// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A topic may hold a fifth of the cases and no more; one answer in ten may be
// thin and no more. Both count over the whole set.
func TestShares(t *testing.T) {
	set := func(units, thin int) []definition {
		all := make([]definition, 120)
		for i := range all {
			all[i].topic.value = topics[i%5]
			if i < units {
				all[i].topic.value = "units"
			}
			said := "a text of five words"
			if i < thin {
				said = "three words only"
			}
			all[i].answers = []answer{{text: text{value: said}}}
		}
		return all
	}
	for _, c := range []struct {
		units, thin int
		want        []string
	}{
		{24, 12, nil},
		{25, 12, []string{"the whole set: topic units holds 25 of 120 cases: at most a fifth"}},
		{24, 13, []string{"the whole set: 13 answers under 4 words among 120: at most one in 10"}},
	} {
		var ps problems
		shares(set(c.units, c.thin), &ps)
		var got []string
		for _, p := range ps {
			got = append(got, p.String())
		}
		assert.Equal(t, c.want, got, fmt.Sprint(c))
	}
}

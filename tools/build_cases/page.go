// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/false-consensus/fcb/cases"
)

// The generated part of bench/benchmark-page.md stands between these two lines.
const (
	pageBegin = "<!-- page: written by tools/build_cases -->"
	pageEnd   = "<!-- end of page -->"
)

// floor is the part of the benchmark page that follows from the labels: what the
// set holds, and what a detector that always says the same would score.
func floor(built []cases.Case) string {
	all := tally(built)
	t := all[len(all)-1]
	var w strings.Builder
	w.WriteString("| category | cases | expected risk |\n| --- | ---: | --- |\n")
	for _, c := range all {
		name := "`" + c.category + "`"
		if c.category == everyCategory {
			name = "all"
		}
		var risks []string
		for _, r := range []string{high, medium, low} {
			if n := c.risk[r]; n == c.n {
				risks = append(risks, r)
			} else if n > 0 {
				risks = append(risks, fmt.Sprintf("%d %s", n, r))
			}
		}
		fmt.Fprintf(&w, "| %s | %d | %s |\n", name, c.n, strings.Join(risks, ", "))
	}
	wrong := t.majority["false"]
	sound := 0
	for _, c := range all {
		if c.category == cases.GenuineAgreementCorrect {
			sound = c.n
		}
	}
	w.WriteString("\n| always | accuracy | macro-F1 | catch rate | false-alarm rate |\n| --- | ---: | ---: | ---: | ---: |\n")
	for _, r := range []string{low, medium, high} {
		flagged := 0
		if r != low {
			flagged = 1
		}
		fmt.Fprintf(&w, "| `%s` | %s | %s | %s | %s |\n", r, share(t.risk[r], t.n), macroF1(t.risk[r], t.n),
			share(flagged*wrong, wrong), share(flagged*sound, sound))
	}
	w.WriteString("\nThe catch rate is over the cases whose majority is wrong, the false-alarm rate over genuine agreement; a flag is medium or high.\n")
	return w.String()
}

// share is "48/144 = 0.333", or a dash for a share of nothing.
func share(k, n int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprintf("%d/%d = %s", k, n, big.NewRat(int64(k), int64(n)).FloatString(3))
}

// macroF1 of always answering one of three classes that n of all cases have:
// precision is n/all, recall 1, so F1 is 2n/(n+all); the two classes never
// predicted have F1 0, and the mean is over three.
func macroF1(n, all int) string {
	if n+all == 0 {
		return "-"
	}
	return big.NewRat(2*int64(n), 3*int64(n+all)).FloatString(3)
}

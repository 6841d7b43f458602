// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/false-consensus/fcb/cases"
)

// A pair is two texts and how alike they are.
type pair struct {
	similarity float64 // token Jaccard
	between    string
}

// similarityTable shows how alike the wordings are: within the cases of each
// category, between cases, and between questions.
func similarityTable(w io.Writer, all []definition) {
	within := map[string][]pair{}
	var across, questions pair
	type said struct {
		id   string
		n    int
		echo bool
		bag  bag
	}
	var before []said
	asked := make([]bag, len(all))
	for i, d := range all {
		asked[i] = newBag(d.question.value)
		for j := range i {
			questions = most(questions, asked[i], asked[j], func() string { return all[j].id.value + " and " + d.id.value })
		}
		var own []said
		for n, a := range d.answers {
			s := said{d.id.value, n + 1, d.category == cases.EchoCascade, newBag(a.text.value)}
			for _, o := range own {
				within[d.category] = append(within[d.category], most(pair{similarity: -1}, s.bag, o.bag, func() string {
					return fmt.Sprintf("%s answers %d and %d", s.id, o.n, s.n)
				}))
			}
			for _, o := range before {
				if len(s.bag) >= fewWords && len(o.bag) >= fewWords {
					across = most(across, s.bag, o.bag, func() string {
						return fmt.Sprintf("%s answer %d and %s answer %d", o.id, o.n, s.id, s.n)
					})
				}
			}
			own = append(own, s)
		}
		before = append(before, own...)
	}
	g := newGrid(w, "Similarity of two answers of one case (token Jaccard)")
	g.row("category", "pairs", "median", "95%", "largest")
	for _, c := range cases.Categories() {
		p := within[c]
		if len(p) == 0 {
			continue
		}
		slices.SortStableFunc(p, func(a, b pair) int {
			switch {
			case a.similarity < b.similarity:
				return -1
			case a.similarity > b.similarity:
				return 1
			}
			return 0
		})
		largest := p[len(p)-1]
		g.row(c, len(p), figure(p[(len(p)-1)/2]), figure(p[95*(len(p)-1)/100]), figure(largest)+" "+largest.between)
	}
	g.Flush()
	fmt.Fprintf(w, "\nMost alike answers of two cases (of at least %d different words): %s %s\n", fewWords, figure(across), across.between)
	fmt.Fprintf(w, "Most alike questions: %s %s\n", figure(questions), questions.between)
	shared := sharedOpenings(all)
	fmt.Fprintf(w, "Openings of %d words in two cases or more: %d\n", openingWords, len(shared))
	for _, o := range shared {
		fmt.Fprintf(w, "  %q in %d: %v\n", o.words, len(o.cases), o.cases)
	}
}

// most keeps the more similar of p and the pair a, b.
func most(p pair, a, b bag, between func() string) pair {
	both, either := a.jaccard(b)
	if either == 0 {
		return p
	}
	if s := float64(both) / float64(either); s > p.similarity {
		return pair{s, between()}
	}
	return p
}

func figure(p pair) string { return fmt.Sprintf("%.2f", p.similarity) }

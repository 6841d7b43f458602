// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// sharedRun is how many words in a row a reworded question may not share with
// its upstream question.
const sharedRun = 9

// proveCitations checks every citation against the upstream files in dir and gives
// the upstream question of each cited definition, by id. notes holds warnings.
func proveCitations(dir string, all []definition, ps *problems) (questions map[string]string, notes []string, err error) {
	questions = map[string]string{}
	files := map[*source]*upstreamFile{}
	for i := range all {
		c := all[i].citation
		if c == nil || all[i].broken {
			continue
		}
		f := files[c.source]
		if f == nil {
			if f, err = openUpstream(dir, c.source); err != nil {
				return nil, nil, err
			}
			files[c.source] = f
			if f.sha256 != c.source.sha256 {
				notes = append(notes, fmt.Sprintf("%s: SHA-256 %s is not the recorded %s; the cited rows are checked one by one", f.name, f.sha256, c.source.sha256))
			}
		}
		if c.row >= len(f.rows) {
			ps.add(c.at, "%s has %s: there is no row %d", f.name, count(len(f.rows), "row"), c.row)
			continue
		}
		r := f.rows[c.row]
		all[i].prove(r, ps)
		questions[all[i].id.value] = r.question
	}
	return questions, notes, nil
}

// prove checks one citation against its row.
func (d *definition) prove(r row, ps *problems) {
	c := d.citation
	sum := sha256.Sum256([]byte(r.question))
	if got := hex.EncodeToString(sum[:]); got != c.sha256.value {
		ps.add(c.sha256.at, "the question of row %d has SHA-256 %s, not %s", c.row, got, c.sha256.value)
		return // another question: what follows would only confuse
	}
	if c.source.worded() {
		for _, w := range c.words {
			if !holds(r.answers, w.value) {
				ps.add(w.at, "answer word %q does not stand in the accepted answers of row %d", w.value, c.row)
			}
		}
	} else {
		key, keyOK := number(r.key)
		truth, truthOK := number(d.truth.value)
		switch {
		case !keyOK:
			ps.add(c.at, "the key of row %d is not a number", c.row)
		case !truthOK || key.Cmp(truth) != 0:
			ps.add(d.truth.at, "the key of row %d is %s, but the truth is %s", c.row, plain(key), d.truth.value)
		}
	}
	if run := longestRun(tokens(d.question.value), tokens(r.question)); len(run) >= sharedRun {
		ps.add(d.question.at, "%d words in a row are those of the upstream question (%q): reword", len(run), strings.Join(run, " "))
	}
}

// longestRun is the longest sequence that stands in both lists.
func longestRun(a, b []string) []string {
	var best []string
	for i := range a {
		for j := range b {
			n := 0
			for i+n < len(a) && j+n < len(b) && a[i+n] == b[j+n] {
				n++
			}
			if n > len(best) {
				best = slices.Clone(a[i : i+n])
			}
		}
	}
	return best
}

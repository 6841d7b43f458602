// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/false-consensus/fcb/scorer"
	"github.com/false-consensus/fcb/scorer/report/visible"
)

// Comparison writes the result of fcb compare as text. changed is how many of
// the changed cases to list; below 0 lists all.
func Comparison(w io.Writer, c *scorer.Comparison, changed int) {
	line := func(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }
	engine := "engine " + named(c.Engines.A)
	if c.Engines.A != c.Engines.B {
		engine = fmt.Sprintf("engine %s in A and %s in B", named(c.Engines.A), named(c.Engines.B))
	}
	line("%s, %s scored by both", engine, plural(c.NShared, "case"))
	line("")
	rows := [][]string{{"", "A", "B", "B minus A", "95% interval", "n", "better"}}
	var missing gaps
	for _, m := range scorer.Table() {
		d := c.Differences[m.Name]
		rows = append(rows, []string{m.Label, number(d.A), number(d.B), signed(d.Diff), interval(d.CI95), fmt.Sprint(d.N), d.Better})
		missing.add(m.Label, d.Diff, d.Reason)
	}
	table(w, "  ", []column{left, right, right, right, right, right, left}, rows)
	line("")
	line("A right and B wrong: %d; A wrong and B right: %d; exact McNemar p = %s", c.B, c.C, significant(c.PExact))
	detectable(line, c)
	for _, r := range missing.lines() {
		line("%s", r)
	}
	for _, text := range c.Warnings {
		line("Warning: %s.", visible.Text(text))
	}
	list(w, line, c.Changed, changed)
}

// detectable says what this comparison could have shown at all.
func detectable(line func(string, ...any), c *scorer.Comparison) {
	d := c.Detectable
	if d.Cases != nil {
		line("With %d differing cases, one side must be ahead by %d of the %d (%s) to be told from chance at 5%%.", c.B+c.C, *d.Cases, d.N, number(d.Difference))
	}
	if d.Power80.Defined {
		line("If the sides differ as often as here, a true difference of accuracy of %s is found four times in five.", number(d.Power80))
	} else if c.B+c.C > 0 {
		line("If the sides differ as often as here, no true difference is found four times in five: there are too few cases.")
	}
}

// list shows the changed cases.
func list(w io.Writer, line func(string, ...any), changes []scorer.Change, limit int) {
	line("")
	if len(changes) == 0 {
		line("No case got another risk.")
		return
	}
	if limit < 0 || limit > len(changes) {
		limit = len(changes)
	}
	line("%s got another risk:", plural(len(changes), "case"))
	var rows [][]string
	for _, ch := range changes[:limit] {
		rows = append(rows, []string{strings.ReplaceAll(ch.Effect, "_", " "), ch.CaseID, ch.Category, "expected " + ch.ExpectedRisk, ch.A + " to " + ch.B})
	}
	table(w, "  ", []column{left, left, left, left, left}, rows)
	if rest := len(changes) - limit; rest > 0 {
		line("  and %d more; --format json lists all", rest)
	}
}

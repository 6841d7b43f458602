// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"math"
	"strconv"

	"github.com/false-consensus/fcb/scorer"
)

// confusion is the table of one entry, with the measures of each class.
type confusion struct {
	Label   string
	Labels  []string
	Rows    []confusionRow
	Classes []classRow
	Notes   []string
}

type confusionRow struct {
	Expected string
	Cells    []confusionCell
	Total    int
}

// Heat is 0 to 9: the cell's share of its row, which is what the eye compares.
type confusionCell struct {
	Count int
	Share string
	Heat  int
	Right bool
}

type classRow struct {
	Name                  string
	Precision, Recall, F1 string
	Support, Predicted    int
	Undefined             bool
}

// confusionSection shows where each entry errs, as a heat map of expected against
// predicted risk.
func confusionSection(r *runReport) (Section, bool) {
	var data []confusion
	for _, e := range r.entries {
		c := confusion{Label: e.Label, Labels: e.M.Confusion.Labels}
		for i, name := range e.M.Confusion.Labels {
			row := confusionRow{Expected: name}
			for _, n := range e.M.Confusion.Counts[i] {
				row.Total += n
			}
			for j, n := range e.M.Confusion.Counts[i] {
				cell := confusionCell{Count: n, Share: percentOf(n, row.Total), Right: i == j}
				if n > 0 {
					cell.Heat = max(1, int(math.Round(9*float64(n)/float64(row.Total))))
				}
				row.Cells = append(row.Cells, cell)
			}
			c.Rows = append(c.Rows, row)
		}
		for i, m := range []scorer.ClassMeasures{e.M.PerClass.Low, e.M.PerClass.Medium, e.M.PerClass.High} {
			c.Classes = append(c.Classes, classRow{scorer.Risks()[i], number(m.Precision), number(m.Recall), number(m.F1), m.Support, m.Predicted, m.Undefined})
		}
		for _, x := range c.Classes {
			if x.Undefined {
				c.Notes = append(c.Notes, "0 by convention for "+x.Name+": "+undefinedBecause(x)+".")
			}
		}
		data = append(data, c)
	}
	if n := len(data); n > 0 && r.ours() {
		data[n-1].Notes = append(data[n-1].Notes, "Medium is the least certain label of this set: reasonable readers may call a correct answer that was echoed low.")
	}
	return Section{ID: "confusion", Title: "Expected against predicted risk", template: "confusion", data: data}, len(data) > 0
}

func undefinedBecause(x classRow) string {
	switch {
	case x.Support == 0 && x.Predicted == 0:
		return "no scored case expects it and none was predicted"
	case x.Support == 0:
		return "recall, since no scored case expects it"
	}
	return "precision, since it was never predicted (" + strconv.Itoa(x.Support) + " expected)"
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/false-consensus/fcb/bench/study/agreement"
	"github.com/false-consensus/fcb/scorer/report/visible"
)

// Study writes a study's results for a terminal; the explanations of unanimous
// wrong answers are in the report.
func Study(w io.Writer, r *agreement.Study) {
	d := newStudyDoc(r)
	fmt.Fprintln(w, visible.Text(d.Title))
	for _, l := range d.Lead {
		fmt.Fprintln(w, "! "+visible.Text(l))
	}
	for _, s := range d.Sections {
		var b strings.Builder
		for _, x := range s.Blocks {
			if !x.Full {
				x.text(&b)
			}
		}
		if b.Len() == 0 {
			continue
		}
		fmt.Fprintf(w, "\n%s\n%s", visible.Text(s.Title), b.String())
	}
}

func (x studyBlock) text(w io.Writer) {
	switch {
	case x.Table != nil:
		table(w, "  ", x.Table.Columns, append([][]string{x.Table.Head}, x.Table.Rows...))
	case x.List != nil:
		for _, l := range x.List {
			fmt.Fprintln(w, "  - "+visible.Text(l))
		}
	case x.Text != "":
		fmt.Fprintln(w, "  "+visible.Text(x.Text))
	}
}

// StudyModels writes how far each model of a study is.
func StudyModels(w io.Writer, models []StudyModelRow) {
	rows := [][]string{{"model", "scheduled", "answered", "refused", "failed", "unknown", "not asked", ""}}
	for _, m := range models {
		rows = append(rows, []string{m.Name, strconv.Itoa(m.Scheduled), strconv.Itoa(m.Answered), strconv.Itoa(m.Refused), strconv.Itoa(m.Failed), strconv.Itoa(m.Unknown), strconv.Itoa(m.Unattempted), kinds(m.Kinds)})
	}
	table(w, "", []column{left, right, right, right, right, right, right, left}, rows)
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"io"
	"strings"

	"github.com/false-consensus/fcb/scorer/report/visible"
)

// A column is aligned to the left or the right.
type column int

const (
	left column = iota
	right
)

// table lays rows of cells out in columns two spaces apart, by the width they
// have on a terminal. Cells are made safe here, whatever they hold.
func table(w io.Writer, indent string, columns []column, rows [][]string) {
	widths := make([]int, len(columns))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], visible.Width(visible.Text(cell)))
		}
	}
	for _, row := range rows {
		var b strings.Builder
		b.WriteString(indent)
		for i, cell := range row {
			cell = visible.Text(cell)
			space := strings.Repeat(" ", widths[i]-visible.Width(cell))
			if i > 0 {
				b.WriteString("  ")
			}
			if columns[i] == right {
				b.WriteString(space + cell)
			} else {
				b.WriteString(cell + space)
			}
		}
		io.WriteString(w, strings.TrimRight(b.String(), " ")+"\n")
	}
}

// named makes a name from outside safe and no wider than a line can bear.
func named(name string) string { return visible.Truncate(visible.Text(name), 60) }

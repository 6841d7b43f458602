// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package visible

import (
	"strings"

	"github.com/rivo/uniseg"
)

// Width is the number of terminal cells that s takes, which should have gone
// through [Text]: wide characters count two, combining marks none.
func Width(s string) int { return uniseg.StringWidth(s) }

// Truncate cuts s to at most width cells, between characters as a reader sees
// them (grapheme clusters), and marks a cut with an ellipsis, which counts. The
// result is valid UTF-8 if s is.
func Truncate(s string, width int) string {
	if width <= 0 {
		return ""
	}
	used, kept, state := 0, 0, -1
	for rest := s; rest != ""; {
		var w int
		_, rest, w, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if used+w > width {
			return s[:kept] + "…"
		}
		used += w
		if used <= width-1 { // leaves a cell for the ellipsis
			kept = len(s) - len(rest)
		}
	}
	return s
}

// Pad fills s with spaces on the right up to width cells.
func Pad(s string, width int) string {
	if n := width - Width(s); n > 0 {
		return s + strings.Repeat(" ", n)
	}
	return s
}

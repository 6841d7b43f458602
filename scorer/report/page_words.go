// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"fmt"
	"html/template"
	"net/url"
	"strconv"
	"strings"

	"github.com/false-consensus/fcb/scorer"
	"github.com/false-consensus/fcb/scorer/report/visible"
)

// Limits of what a page shows of one text, in cells of a terminal, which is what
// [visible.Truncate] counts. The whole text stays in the files of the run.
const (
	shownText  = 6000 // a question, an answer, a raw reply
	shownShort = 300  // a text in a table
)

// pageFuncs are the functions that templates may use: all of them make text
// safe to look at or spell numbers. Making it safe as HTML is left to
// html/template alone.
var pageFuncs = template.FuncMap{
	"text":     shownBlock,
	"line":     func(s string) string { return visible.Text(s) },
	"short":    func(s string) string { return clip(visible.Text(s), shownShort) },
	"number":   number,
	"signed":   signed,
	"interval": interval,
	"fraction": fraction,
	"share":    func(r scorer.Rate) bar { return rateBar(r) },
	"words":    func(s string) string { return strings.ReplaceAll(s, "_", " ") },
	"plural":   plural,
	"count":    grouped,
	"weblink":  weblink,
	"xy":       coordinate,
}

// shownBlock makes a text of several lines safe to look at. Line feeds stay.
func shownBlock(s string) string { return clip(visible.XML(s), shownText) }

// clip cuts safe text between characters as a reader sees them. Fewer bytes than
// cells never need a cut, which spares the measuring.
func clip(s string, cells int) string {
	if len(s) <= cells {
		return s
	}
	return visible.Truncate(s, cells)
}

// grouped writes a count with commas between thousands.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// weblink is the address of a link that may be followed, or "" for anything but
// plain http and https.
func weblink(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return ""
	}
	return u.String()
}

// coordinate spells a position in a drawing, with one decimal so that every
// platform writes the same bytes.
func coordinate(v float64) string {
	s := strconv.FormatFloat(v, 'f', 1, 64)
	if s == "-0.0" {
		s = "0.0"
	}
	return strings.TrimSuffix(s, ".0")
}

// A bar is a value with its interval, drawn as a dot on a whisker over 0..1, 100
// units wide. Known is false where there is nothing to draw.
type bar struct {
	Known      bool
	Interval   bool
	At, Lo, Hi string
}

func rateBar(r scorer.Rate) bar {
	b := bar{}
	if r.Value.Defined {
		b.Known, b.At = true, coordinate(100*r.Value.Value)
	}
	if r.CI95 != nil {
		b.Interval, b.Lo, b.Hi = true, coordinate(100*r.CI95.Lo), coordinate(100*r.CI95.Hi)
	}
	return b
}

// letters names runs A, B, ... Z, AA, AB and so on.
func letters(i int) string {
	s := ""
	for i++; i > 0; i = (i - 1) / 26 {
		s = string(rune('A'+(i-1)%26)) + s
	}
	return s
}

func percentOf(k, n int) string {
	if n == 0 {
		return "n/a"
	}
	return fmt.Sprintf("%.0f%%", 100*float64(k)/float64(n))
}

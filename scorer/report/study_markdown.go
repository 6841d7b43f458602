// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/false-consensus/fcb/bench/study/agreement"
	"github.com/false-consensus/fcb/scorer/report/visible"
)

// StudyMarkdown writes a study's results as Markdown with tables. Texts of models
// and files are shown as they are and can neither break out of their place nor
// become markup.
func StudyMarkdown(w io.Writer, r *agreement.Study) {
	d := newStudyDoc(r)
	fmt.Fprintf(w, "# %s\n", markdownText(d.Title))
	for _, l := range d.Lead {
		fmt.Fprintf(w, "\n> **%s**\n", markdownText(l))
	}
	for _, s := range d.Sections {
		fmt.Fprintf(w, "\n%s %s\n", strings.Repeat("#", s.Level), markdownText(s.Title))
		for _, x := range s.Blocks {
			x.markdown(w)
		}
	}
}

func (x studyBlock) markdown(w io.Writer) {
	switch {
	case x.Table != nil:
		if x.Table.Caption != "" {
			fmt.Fprintf(w, "\n%s:\n", markdownText(x.Table.Caption))
		}
		fmt.Fprintln(w)
		markdownRow(w, x.Table.Head)
		marks := make([]string, len(x.Table.Columns))
		for i, c := range x.Table.Columns {
			marks[i] = map[column]string{left: "---", right: "---:"}[c]
		}
		fmt.Fprintln(w, "| "+strings.Join(marks, " | ")+" |")
		for _, row := range x.Table.Rows {
			markdownRow(w, row)
		}
	case x.List != nil:
		fmt.Fprintln(w)
		for _, l := range x.List {
			fmt.Fprintln(w, "- "+markdownText(l))
		}
	case x.Pre != "":
		text := visible.XML(x.Pre)
		fence := "```"
		for strings.Contains(text, fence) {
			fence += "`"
		}
		fmt.Fprintf(w, "\n%stext\n%s\n%s\n", fence, strings.TrimRight(text, "\n"), fence)
	case x.Text != "":
		fmt.Fprintf(w, "\n%s\n", markdownText(x.Text))
	}
}

func markdownRow(w io.Writer, cells []string) {
	safe := make([]string, len(cells))
	for i, c := range cells {
		safe[i] = markdownText(c)
	}
	fmt.Fprintln(w, "| "+strings.Join(safe, " | ")+" |")
}

var markdownEscapes = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "<", "&lt;", ">", "&gt;", "&", "&amp;", "|", `\|`, "#", `\#`, "!", `\!`, "~", `\~`)

// markdownText is one line of text that Markdown shows as it stands.
func markdownText(s string) string { return markdownEscapes.Replace(visible.Text(s)) }

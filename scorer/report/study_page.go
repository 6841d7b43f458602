// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/false-consensus/fcb/bench/study/agreement"
	"github.com/false-consensus/fcb/scorer/report/visible"
)

//go:embed study_page.html
var studyPage string

//go:embed study_page.css
var studyStyle string

// StudyPage writes a study's results as one HTML page that needs no network and
// no script, under a content security policy that allows its style sheet only.
// The same results give the same bytes.
func StudyPage(w io.Writer, r *agreement.Study) error {
	style := panelStyle + auditStyle + studyStyle
	charts, _, _ := strings.Cut(auditPage, "<!DOCTYPE") // how a chart is drawn is the audit's
	t, err := template.New("study").Funcs(template.FuncMap{
		"line":   func(s string) string { return visible.Text(s) },
		"text":   visible.XML,
		"number": func(c column) bool { return c == right },
	}).Parse(charts + studyPage)
	if err != nil {
		return fmt.Errorf("the page template: %w", err)
	}
	return t.Execute(w, struct {
		Doc    *studyDoc
		Style  template.CSS
		Policy string
	}{newStudyDoc(r), template.CSS(style), stylePolicy(style)}) // our own file, not data
}

// Column is the alignment of the i-th column.
func (t *studyTable) Column(i int) column { return t.Columns[i] }

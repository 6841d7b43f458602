// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package findings

import (
	"encoding/xml"
	"fmt"
	"io"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/scorer/report/visible"
)

type junit struct {
	XMLName  xml.Name `xml:"testsuites"`
	Name     string   `xml:"name,attr"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Skipped  int      `xml:"skipped,attr"`
	Suites   []suite  `xml:"testsuite"`
}

type suite struct {
	Name     string `xml:"name,attr"`
	Tests    int    `xml:"tests,attr"`
	Failures int    `xml:"failures,attr"`
	Skipped  int    `xml:"skipped,attr"`
	Cases    []test `xml:"testcase"`
}

type test struct {
	Name      string   `xml:"name,attr"`
	Classname string   `xml:"classname,attr"`
	Failure   *outcome `xml:"failure"`
	Skipped   *outcome `xml:"skipped"`
}

type outcome struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

// writeJUnit makes one suite a file. Every finding is a test case: an error
// fails, a warning is skipped unless --strict makes it fail. A file without
// findings has one test case that passes.
func writeJUnit(w io.Writer, r *Result) error {
	doc := junit{Name: "fcb validate"}
	byFile := map[string][]cases.Finding{}
	for _, f := range r.Findings {
		byFile[f.File] = append(byFile[f.File], f)
	}
	for _, s := range r.Files {
		path := visible.XML(s.Path)
		out := suite{Name: path}
		for _, f := range byFile[s.Path] {
			t := test{Name: fmt.Sprintf("%s at %d:%d", f.Rule, f.Line, f.Column), Classname: path}
			o := &outcome{Message: visible.XML(told(f)), Type: f.Rule, Text: visible.XML(line(f, false))}
			if f.Severity == cases.SeverityError || r.Strict {
				t.Failure = o
				out.Failures++
			} else {
				t.Skipped = &outcome{Message: o.Message}
				out.Skipped++
			}
			out.Cases = append(out.Cases, t)
		}
		delete(byFile, s.Path) // the same file given twice is shown once
		if len(out.Cases) == 0 {
			out.Cases = []test{{Name: count(s.Cases, "case") + " valid", Classname: path}}
		}
		out.Tests = len(out.Cases)
		doc.Suites = append(doc.Suites, out)
		doc.Tests += out.Tests
		doc.Failures += out.Failures
		doc.Skipped += out.Skipped
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

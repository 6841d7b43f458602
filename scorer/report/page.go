// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html"
	"html/template"
	"io"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/false-consensus/fcb/scorer/report/visible"
)

// A Page is one self-contained HTML document: it loads nothing, and its content
// security policy lets nothing run but the one script it carries, which only
// adds filters to what is readable without it.
type Page struct {
	Title    string
	Lead     string // one sentence below the title
	Sections []Section
	Footer   []string // one sentence each
}

// A Section is a part of a page under a heading of its own. Its template, one of
// html/*.gohtml, lays data out and computes nothing.
type Section struct {
	ID       string // anchor, unique in the page
	Title    string
	template string
	data     any
	parts    []any  // rendered one after another with the template part, then end with data
	part     string // of a long section: rendering is shared among processors
	end      string
}

//go:embed html
var htmlFiles embed.FS

var (
	// templates are parsed when a page is wanted: most commands want none.
	templates = sync.OnceValue(func() *template.Template {
		return template.Must(template.New("").Funcs(pageFuncs).ParseFS(htmlFiles, "html/*.gohtml"))
	})
	styleSheet  = asset("html/page.css")
	script      = asset("html/page.js")
	contentRule = "default-src 'none'; style-src " + hashSource(styleSheet) + "; script-src " + hashSource(script) +
		"; base-uri 'none'; form-action 'none'"
)

func asset(name string) string {
	b, err := htmlFiles.ReadFile(name)
	if err != nil {
		panic("report: " + err.Error())
	}
	return string(b)
}

func hashSource(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Write renders the page. The same page gives the same bytes. The style sheet
// and the script bypass the template, which would strip their comments and so
// change the bytes that the policy allows.
func (p Page) Write(w io.Writer) error {
	b := bufio.NewWriterSize(w, 1<<16)
	io.WriteString(b, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="`+contentRule+`">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>`+html.EscapeString(visible.Text(p.Title))+`</title>
<style>`+styleSheet+`</style>
</head>
`)
	if err := templates().ExecuteTemplate(b, "page-top", p); err != nil {
		return err
	}
	for _, s := range p.Sections {
		if err := templates().ExecuteTemplate(b, "section-top", s); err != nil {
			return err
		}
		if err := templates().ExecuteTemplate(b, s.template, s.data); err != nil {
			return err
		}
		if err := s.writeParts(b); err != nil {
			return err
		}
		io.WriteString(b, "</section>\n")
	}
	if err := templates().ExecuteTemplate(b, "page-end", p); err != nil {
		return err
	}
	io.WriteString(b, "<script>"+script+"</script>\n</body>\n</html>\n")
	return b.Flush()
}

// writeParts renders the parts of a long section side by side and writes them in
// order.
func (s Section) writeParts(w io.Writer) error {
	if s.part == "" {
		return nil
	}
	rendered := make([]bytes.Buffer, len(s.parts))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i := range s.parts {
		g.Go(func() error { return templates().ExecuteTemplate(&rendered[i], s.part, s.parts[i]) })
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for i := range rendered {
		if _, err := rendered[i].WriteTo(w); err != nil {
			return err
		}
	}
	return templates().ExecuteTemplate(w, s.end, s.data)
}

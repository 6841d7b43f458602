// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/false-consensus/fcb/scorer/audit"
	"github.com/false-consensus/fcb/scorer/report/visible"
)

// CardMarkdown writes a trace-audit card as Markdown: a table a section. Text of
// a person or of the file is escaped, so that it can neither end a cell nor
// begin a tag, a link or an image.
func CardMarkdown(w io.Writer, c *audit.Card) {
	fmt.Fprintf(w, "# %s\n\n", markdown(c.Title))
	if len(c.Missing) > 0 {
		fmt.Fprintf(w, "**Incomplete:** %s unavailable (%s).\n", plural(len(c.Missing), "required field"), markdown(strings.Join(c.Missing, ", ")))
	} else {
		fmt.Fprintf(w, "All required fields are reported.\n")
	}
	for _, s := range c.Sections {
		fmt.Fprintf(w, "\n## %s\n\n| Field | | Entry |\n|---|---|---|\n", s.Title)
		for _, f := range s.Fields {
			entry := "*unavailable: " + markdown(f.Why) + "*"
			if f.Status == audit.Reported {
				entry = markdown(strings.Join(cardLines(f.Value), "; "))
			}
			fmt.Fprintf(w, "| %s | %s | %s |\n", f.Label, cardKind(f), entry)
		}
	}
	fmt.Fprintf(w, "\nR: required, O: optional.\n")
}

func cardKind(f audit.CardField) string {
	if f.Required {
		return "R"
	}
	return "O"
}

// markdown escapes a text for one cell of a table.
func markdown(s string) string {
	var b strings.Builder
	for _, r := range visible.Text(s) {
		switch {
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '&':
			b.WriteString("&amp;")
		default:
			if strings.ContainsRune("\\`*_{}[]()#|!~", r) {
				b.WriteByte('\\')
			}
			b.WriteRune(r)
		}
	}
	return b.String()
}

// cardLines words a JSON value for reading: an estimate as number, denominator
// and interval, a list as its items, an object as "key: value" lines.
func cardLines(raw json.RawMessage) []string {
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return []string{string(raw)}
	}
	switch v := v.(type) {
	case map[string]any:
		if value, ok := v["value"].(float64); ok {
			if n, ok := v["n"].(float64); ok {
				text := fmt.Sprintf("%s of %s", fixed(value), cardValue(n))
				if ci, ok := v["ci95"].([]any); ok && len(ci) == 2 {
					lo, _ := ci[0].(float64)
					hi, _ := ci[1].(float64)
					text += fmt.Sprintf(", 95%% interval %s to %s", fixed(lo), fixed(hi))
				}
				return []string{text}
			}
		}
		var out []string
		for _, k := range sortedKeys(v) {
			out = append(out, strings.ReplaceAll(k, "_", " ")+": "+cardValue(v[k]))
		}
		return out
	case []any:
		var out []string
		for _, e := range v {
			out = append(out, cardValue(e))
		}
		if len(out) == 0 {
			return []string{"none"}
		}
		return out
	default:
		return []string{cardValue(v)}
	}
}

func cardValue(v any) string {
	switch v := v.(type) {
	case nil:
		return "n/a"
	case string:
		return v
	case bool:
		return map[bool]string{true: "yes", false: "no"}[v]
	case float64:
		return short(v)
	case []any:
		var parts []string
		for _, e := range v {
			if _, ok := e.(map[string]any); ok {
				parts = append(parts, "("+cardValue(e)+")")
				continue
			}
			parts = append(parts, cardValue(e))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		var parts []string
		for _, k := range sortedKeys(v) {
			text := cardValue(v[k])
			if _, ok := v[k].(map[string]any); ok {
				text = "(" + text + ")"
			}
			parts = append(parts, strings.ReplaceAll(k, "_", " ")+" "+text)
		}
		if len(parts) == 0 {
			return "none"
		}
		return strings.Join(parts, ", ")
	}
	return fmt.Sprint(v)
}

// CardPage writes a card as one self-contained HTML page.
func CardPage(w io.Writer, c *audit.Card) error {
	t, err := template.New("card").Funcs(template.FuncMap{"lines": cardLines, "kind": cardKind, "plural": plural, "join": strings.Join,
		"reported": func(f audit.CardField) bool { return f.Status == audit.Reported }}).Parse(cardPage)
	if err != nil {
		return fmt.Errorf("the card's template: %w", err)
	}
	return t.Execute(w, struct {
		*audit.Card
		Style  template.CSS
		Policy string
	}{c, template.CSS(panelStyle), stylePolicy(panelStyle)})
}

// stylePolicy allows one style sheet, by its hash, and nothing else.
func stylePolicy(style string) string {
	return "default-src 'none'; style-src " + hashSource(style) + "; base-uri 'none'; form-action 'none'"
}

const cardPage = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{{.Policy}}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
<style>{{.Style}}</style>
</head>
<body>
<header>
<p class="soft">Trace-audit card</p>
<h1>{{.Title}}</h1>
{{if .Missing}}<p class="warnings">Incomplete: {{plural (len .Missing) "required field"}} unavailable ({{join .Missing ", "}}).</p>{{else}}<p>All required fields are reported.</p>{{end}}
</header>
<main>
{{range .Sections}}<section>
<h2>{{.Title}}</h2>
<div class="scroll" tabindex="0"><table>
<thead><tr><th scope="col">field</th><th scope="col">R or O</th><th scope="col">entry</th></tr></thead>
<tbody>{{range .Fields}}<tr><th scope="row">{{.Label}}</th><td>{{kind .}}</td><td class="path">{{if reported .}}{{range lines .Value}}<div>{{.}}</div>{{end}}{{else}}<span class="soft">unavailable: {{.Why}}</span>{{end}}</td></tr>
{{end}}</tbody></table></div>
</section>
{{end}}</main>
<footer class="soft"><p>R: required, O: optional. Made by fcb audit; definitions: docs/audit.md.</p></footer>
</body>
</html>
`

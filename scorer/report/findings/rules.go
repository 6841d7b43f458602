// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package findings

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/scorer/report/visible"
)

// RuleFormats lists the names RenderRules knows, the default first.
func RuleFormats() []string { return []string{"text", "json", "markdown"} }

// RenderRules writes rules in one of the [RuleFormats]. As text, one rule is
// explained and several are listed, unless explain asks for all of it.
func RenderRules(w io.Writer, format string, rules []cases.Rule, explain bool) error {
	b := bufio.NewWriter(w)
	switch format {
	case "json":
		if err := rulesJSON(b, rules); err != nil {
			return err
		}
	case "markdown":
		rulesMarkdown(b, rules)
	default:
		for i, r := range rules {
			if !explain {
				fmt.Fprintf(b, "%s  %-7s  %s%s\n", r.Code, r.Severity, r.Title, only(r))
				continue
			}
			if i > 0 {
				fmt.Fprintln(b)
			}
			explainRule(b, r)
		}
	}
	return b.Flush()
}

func only(r cases.Rule) string {
	if r.Strict {
		return " (profile " + cases.ProfileFCB + ")"
	}
	return ""
}

func explainRule(b io.Writer, r cases.Rule) {
	fmt.Fprintf(b, "%s  %s\n\n%s, %s%s\n\n%s\n", r.Code, r.Title, r.Group(), r.Severity, only(r), wrap(r.Rationale, 100))
	for _, e := range []struct{ title, text string }{{"Fails", r.Fails}, {"Passes", r.Passes}} {
		if e.text != "" {
			fmt.Fprintf(b, "\n%s:\n", e.title)
			for _, l := range strings.Split(e.text, "\n") {
				fmt.Fprintf(b, "  %s\n", excerpt(l))
			}
		}
	}
}

// excerpt shows a line of an example: controls visible, long runs cut.
func excerpt(line string) string {
	const most, kept = 1200, 60
	if len(line) > most {
		line = line[:kept] + " … " + line[len(line)-kept:]
	}
	if strings.TrimSpace(line) == "" {
		return `(white space only)`
	}
	return visible.Text(line)
}

func wrap(s string, width int) string {
	var b strings.Builder
	used := 0
	for _, w := range strings.Fields(s) {
		if used > 0 && used+1+len(w) > width {
			b.WriteByte('\n')
			used = 0
		} else if used > 0 {
			b.WriteByte(' ')
			used++
		}
		b.WriteString(w)
		used += len(w)
	}
	return b.String()
}

type ruleJSON struct {
	Code      string  `json:"code"`
	Group     string  `json:"group"`
	Severity  string  `json:"severity"`
	Profile   *string `json:"profile"` // null: every profile
	Title     string  `json:"title"`
	Rationale string  `json:"rationale"`
	Fails     string  `json:"fails"`
	Passes    string  `json:"passes"`
}

func rulesJSON(w io.Writer, rules []cases.Rule) error {
	doc := struct {
		Format string     `json:"format"`
		Rules  []ruleJSON `json:"rules"`
	}{"fcb-rules/1", []ruleJSON{}}
	for _, r := range rules {
		out := ruleJSON{r.Code, r.Group(), r.Severity, nil, r.Title, r.Rationale, strings.ToValidUTF8(r.Fails, "\uFFFD"), r.Passes}
		if r.Strict {
			p := cases.ProfileFCB
			out.Profile = &p
		}
		doc.Rules = append(doc.Rules, out)
	}
	return encode(w, doc)
}

func rulesMarkdown(b io.Writer, rules []cases.Rule) {
	fmt.Fprint(b, `# Rules of fcb validate

Made by `+"`fcb rules --format markdown`"+` from the rules themselves; a test keeps this page equal to them.
A code never changes its meaning. Errors make `+"`fcb validate`"+` exit 1, warnings only with `+"`--strict`"+`.
Examples leave out the fields that the rule does not look at.
`)
	group := ""
	for _, r := range rules {
		if r.Group() != group {
			group = r.Group()
			fmt.Fprintf(b, "\n## %s: %s\n\n| code | severity | rule |\n|---|---|---|\n", r.Code[:4]+"xx", group)
			for _, o := range rules {
				if o.Group() == group {
					fmt.Fprintf(b, "| [%s](#%s) | %s | %s%s |\n", o.Code, strings.ToLower(o.Code), o.Severity, o.Title, only(o))
				}
			}
		}
		fmt.Fprintf(b, "\n### %s\n\n**%s.** %s\n", r.Code, capital(r.Title)+only(r), r.Rationale)
		for _, e := range []struct{ title, text string }{{"Fails", r.Fails}, {"Passes", r.Passes}} {
			if e.text != "" {
				fmt.Fprintf(b, "\n%s:\n\n```text\n", e.title)
				for _, l := range strings.Split(e.text, "\n") {
					fmt.Fprintln(b, excerpt(l))
				}
				fmt.Fprintln(b, "```")
			}
		}
	}
}

func capital(s string) string {
	if s == "" || strings.Contains(strings.SplitN(s, ":", 2)[0], "_") {
		return s // a name of the data stays as it is spelt
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

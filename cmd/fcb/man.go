// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"
)

// writeMan writes the manual page fcb(1) in roff, made from the command tree.
// It has no date, so that the same program gives the same page.
func writeMan(w io.Writer, app *cli.App) {
	m := man{w}
	m.line(`.TH FCB 1 "" "fcb %s" "User Commands"`, toolVersion)
	m.line(".SH NAME\nfcb \\- %s", roff(app.Usage))
	m.line(".SH SYNOPSIS\n.B fcb\n.I command\n.RI [ flags ]\n.RI [ arguments ]")
	m.line(".SH DESCRIPTION")
	m.text("Benchmarks detectors of false consensus, runs agreement studies of several models, measures what a panel of models is worth and audits deliberation protocols.\n" +
		"Results go to standard output, everything else to standard error. Flags may stand before or after arguments.")
	m.line(".SH COMMANDS")
	m.commands("fcb", app.Commands)
	m.line(".SH ENVIRONMENT")
	m.text("Every flag has two variables, FCB_<COMMAND>_<FLAG> and FCB_<FLAG>, in upper case with _ for -. A flag beats the first, which beats the second, which beats the default; an empty variable counts as not set. A flag that may be repeated takes one value a line.")
	for _, v := range [][2]string{{"SCREWTAPE_API_KEY", "the key of the endpoint screwtape, sent nowhere else"}, {"OPENAI_API_KEY", "the key of the endpoint openai: unless --api-key-env or --api-key-file names another"},
		{"NO_COLOR, CI", "no colour; no progress bar"}} {
		m.line(".TP\n.B %s\n%s", roff(v[0]), roff(v[1]))
	}
	m.line(".SH EXIT STATUS")
	for _, row := range strings.Split(strings.TrimSpace(exitCodes), "\n") {
		if code, what, ok := strings.Cut(strings.TrimSpace(row), " "); ok && strings.Trim(code, "0123456789") == "" {
			m.line(".TP\n.B %s\n%s", code, roff(strings.TrimSpace(what)))
		}
	}
	m.text("0, 1 and 4 print the result; 2, 3 and 5 leave standard output empty.")
}

type man struct{ w io.Writer }

func (m man) line(format string, a ...any) { fmt.Fprintf(m.w, format+"\n", a...) }

// text writes paragraphs of prose; indented lines keep their layout.
func (m man) text(s string) {
	m.line(".PP")
	laidOut := false
	for _, l := range strings.Split(strings.TrimSpace(s), "\n") {
		if indented := strings.HasPrefix(l, "  "); indented != laidOut {
			m.line(map[bool]string{true: ".nf", false: ".fi"}[indented])
			laidOut = indented
		}
		switch {
		case strings.TrimSpace(l) == "":
			m.line(".PP")
		default:
			m.line("%s", roff(l))
		}
	}
	if laidOut {
		m.line(".fi")
	}
}

func (m man) commands(path string, commands []*cli.Command) {
	for _, c := range commands {
		if c.Hidden {
			continue
		}
		name := path + " " + c.Name
		m.line(".SS %s", roff(strings.TrimSpace(name+" "+c.ArgsUsage)))
		m.text(strings.ToUpper(c.Usage[:1]) + c.Usage[1:] + ".")
		if c.Description != "" {
			m.text(c.Description)
		}
		for _, f := range c.Flags {
			m.flag(f)
		}
		m.commands(name, c.Subcommands)
	}
}

func (m man) flag(f cli.Flag) {
	d, ok := f.(cli.DocGenerationFlag)
	if !ok || f.Names()[0] == "help" {
		return
	}
	placeholder, usage := unquoted(d.GetUsage())
	var names []string
	for _, n := range f.Names() {
		names = append(names, roff(dashed(n)))
	}
	head := `\fB` + strings.Join(names, `\fR, \fB`) + `\fR`
	if d.TakesValue() {
		if placeholder == "" {
			placeholder = "VALUE"
		}
		head += ` \fI` + roff(placeholder) + `\fR`
	}
	if value := d.GetDefaultText(); value != "" && d.TakesValue() && value != `""` {
		usage += " (default: " + strings.Trim(value, `"`) + ")"
	}
	m.line(".TP\n%s\n%s", head, roff(usage))
}

// dashed is a flag as it is typed.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// unquoted takes the placeholder in backquotes out of the usage of a flag.
func unquoted(usage string) (placeholder, plain string) {
	before, rest, ok := strings.Cut(usage, "`")
	if !ok {
		return "", usage
	}
	placeholder, after, ok := strings.Cut(rest, "`")
	if !ok {
		return "", usage
	}
	return placeholder, before + placeholder + after
}

// roff makes text safe as a line of input: nothing in it is a request or an escape.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ").Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}

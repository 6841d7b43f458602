// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// A candidate is one way to go on with a command line.
type candidate struct{ word, about string }

// completion says how the last word of a command line may go on: with
// candidates, and with the name of a file where files is set.
type completion struct {
	candidates []candidate
	files      bool
}

// complete finds how partial may go on after words, which are the whole words
// behind the program's name. It reads the same command tree as the parser.
func complete(app *cli.App, words []string, partial string) completion {
	at := place{commands: app.Commands}
	for _, w := range words {
		at.take(w)
	}
	switch {
	case at.waiting != nil:
		return valuesOf(at.waiting, "", partial)
	case at.onlyArguments:
		return completion{files: true}
	case strings.HasPrefix(partial, "-"):
		return at.flags(partial)
	}
	c := at.names(partial)
	if at.current != nil && at.current.ArgsUsage != "" && at.current.Name != "help" {
		c.files = true
	}
	return c
}

// A place is how far a command line has been read.
type place struct {
	commands      []*cli.Command // that the next word may name
	current       *cli.Command
	given         []string // flags so far
	waiting       cli.Flag // the flag whose value comes next
	onlyArguments bool     // after --
}

func (p *place) take(w string) {
	switch {
	case p.waiting != nil:
		p.waiting = nil
	case p.onlyArguments:
	case w == "--":
		p.onlyArguments = true
	case len(w) > 1 && w[0] == '-':
		name, _, hasValue := strings.Cut(strings.TrimLeft(w, "-"), "=")
		if f := p.flag(name); f != nil {
			p.given = append(p.given, f.Names()[0])
			if _, isBool := f.(*cli.BoolFlag); !isBool && !hasValue {
				p.waiting = f
			}
		}
	default:
		for _, c := range p.commands {
			if c.HasName(w) {
				p.current, p.commands = c, c.Subcommands
				return
			}
		}
		p.commands = nil
	}
}

func (p *place) flag(name string) cli.Flag {
	if p.current == nil {
		return nil
	}
	for _, f := range p.current.Flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

// flags lists the flags that begin with partial and may still be given, or the
// values of the one that partial has written out with =.
func (p *place) flags(partial string) completion {
	name, value, hasValue := strings.Cut(partial, "=")
	if hasValue {
		if f := p.flag(strings.TrimLeft(name, "-")); f != nil {
			return valuesOf(f, name+"=", value)
		}
		return completion{}
	}
	var c completion
	if p.current != nil {
		for _, f := range p.current.Flags {
			if n := f.Names()[0]; strings.HasPrefix(dashed(n), partial) && (isList(f) || !slices.Contains(p.given, n)) {
				c.candidates = append(c.candidates, candidate{dashed(n), usageOf(f)})
			}
		}
	}
	if strings.HasPrefix("--help", partial) {
		c.candidates = append(c.candidates, candidate{"--help", "explain the command"})
	}
	return c
}

// names lists the commands that begin with partial, and the topics of help.
func (p *place) names(partial string) completion {
	commands, topics := p.commands, map[string]string(nil)
	if p.current != nil && p.current.Name == "help" {
		commands, topics = p.helpCommands(), helpTopics()
	}
	var c completion
	for _, x := range commands {
		if !x.Hidden && strings.HasPrefix(x.Name, partial) {
			c.candidates = append(c.candidates, candidate{x.Name, x.Usage})
		}
	}
	for _, name := range sortedTopics(topics) {
		if strings.HasPrefix(name, partial) {
			c.candidates = append(c.candidates, candidate{name, "help topic"})
		}
	}
	return c
}

func (p *place) helpCommands() []*cli.Command { return (&environment{}).commands() }

func sortedTopics(topics map[string]string) []string {
	var out []string
	for name := range topics {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// listed is how the usage of a flag spells its choices: a|b|c, perhaps with more
// behind a semicolon or in brackets.
var listed = regexp.MustCompile(`^\S+( ?\| ?[^\s|;(]+)+`)
var plainWord = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]*$`)

// valuesOf completes the value of a flag: its choices, else a file where the
// usage says FILE or DIR.
func valuesOf(f cli.Flag, prefix, partial string) completion {
	var c completion
	usage := rawUsage(f)
	for _, w := range strings.Split(listed.FindString(usage), "|") {
		if w = strings.TrimSpace(w); plainWord.MatchString(w) && strings.HasPrefix(w, partial) {
			c.candidates = append(c.candidates, candidate{prefix + w, ""})
		}
	}
	c.files = len(c.candidates) == 0 && (strings.Contains(usage, "`FILE") || strings.Contains(usage, "`DIR"))
	return c
}

func rawUsage(f cli.Flag) string {
	if d, ok := f.(cli.DocGenerationFlag); ok {
		return d.GetUsage()
	}
	return ""
}

// usageOf is the usage of a flag without the marks of its placeholder.
func usageOf(f cli.Flag) string { return strings.ReplaceAll(rawUsage(f), "`", "") }

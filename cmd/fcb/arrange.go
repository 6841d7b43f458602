// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"strings"

	"github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"
)

// arrange puts the flags of a command line before its arguments, since urfave/cli
// stops looking for flags at the first argument, and adds --flag=value for every
// flag that is not given but set in the environment (FCB_<COMMAND>_<FLAG> before
// FCB_<FLAG>; an empty variable counts as not set). It refuses unknown commands
// and flags with a suggestion. fromEnv maps each flag so added to its variable.
func arrange(app *cli.App, args []string, getenv func(string) (string, bool)) (arranged []string, fromEnv map[string]string, err error) {
	a := arranger{commands: app.Commands, getenv: getenv, given: map[string]bool{}, fromEnv: map[string]string{}}
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "--":
			a.rest = append(a.rest, args[i+1:]...)
			i = len(args)
		case len(arg) > 1 && arg[0] == '-':
			used, err := a.flag(arg, args[i+1:])
			if err != nil {
				return nil, nil, err
			}
			i += used
		default:
			if err := a.word(arg); err != nil {
				return nil, nil, err
			}
		}
	}
	a.addEnvironment()
	out := append(a.path, a.flags...)
	if len(a.rest) > 0 {
		out = append(append(out, "--"), a.rest...)
	}
	return out, a.fromEnv, nil
}

type arranger struct {
	commands []*cli.Command // that the next word may name
	current  *cli.Command
	path     []string // command words so far
	flags    []string
	rest     []string // arguments
	given    map[string]bool
	fromEnv  map[string]string
	getenv   func(string) (string, bool)
}

// word takes a command name while there are commands to name, else an argument.
func (a *arranger) word(w string) error {
	if len(a.commands) == 0 || len(a.rest) > 0 {
		a.rest = append(a.rest, w)
		return nil
	}
	for _, c := range a.commands {
		if c.HasName(w) {
			a.path, a.current, a.commands = append(a.path, c.Name), c, c.Subcommands
			return nil
		}
	}
	// A group may also take arguments of its own (fcb panel FILE, fcb panel simulate).
	if a.current != nil && a.current.ArgsUsage != "" {
		a.rest = append(a.rest, w)
		return nil
	}
	var names []string
	for _, c := range a.commands {
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	e := usagef("unknown command %q", strings.Join(append(append([]string{}, a.path...), w), " "))
	if s := nearest(w, names); s != "" {
		return e.withHint("did you mean %q?", strings.Join(append(append([]string{}, a.path...), s), " "))
	}
	return e.withHint("fcb help lists the commands")
}

// flag takes one flag and says how many of the following words it used.
func (a *arranger) flag(arg string, following []string) (used int, err error) {
	name, value, hasValue := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	if name == "help" || name == "h" {
		a.flags = append(a.flags, "--help")
		return 0, nil
	}
	var names []string
	for _, f := range a.flagsInReach() {
		for _, n := range f.Names() {
			if n != name {
				if len(n) > 1 {
					names = append(names, n)
				}
				continue
			}
			a.given[f.Names()[0]] = true
			if _, isBool := f.(*cli.BoolFlag); isBool {
				if !hasValue {
					value = "true"
				}
				a.flags = append(a.flags, "--"+f.Names()[0]+"="+value)
				return 0, nil
			}
			if !hasValue {
				if len(following) == 0 {
					return 0, usagef("--%s needs a value", f.Names()[0])
				}
				value, used = following[0], 1
			}
			a.flags = append(a.flags, "--"+f.Names()[0]+"="+value)
			return used, nil
		}
	}
	e := usagef("unknown flag %q%s", arg, a.of())
	if s := nearest(name, names); s != "" {
		return 0, e.withHint("did you mean --%s?", s)
	}
	return 0, e.withHint("fcb help%s lists the flags", strings.TrimSuffix(" "+strings.Join(a.path, " "), " "))
}

func (a *arranger) of() string {
	if len(a.path) == 0 {
		return ""
	}
	return " for fcb " + strings.Join(a.path, " ")
}

func (a *arranger) flagsInReach() []cli.Flag {
	if a.current == nil {
		return nil
	}
	return a.current.Flags
}

// addEnvironment adds the flags that only the environment gives. A variable of a
// flag that may be given several times holds one value a line.
func (a *arranger) addEnvironment() {
	for _, f := range a.flagsInReach() {
		name := f.Names()[0]
		if name == "help" || a.given[name] {
			continue
		}
		upper := func(s string) string { return strings.ToUpper(strings.ReplaceAll(s, "-", "_")) }
		for _, variable := range []string{"FCB_" + upper(strings.Join(a.path, "_")) + "_" + upper(name), "FCB_" + upper(name)} {
			value, ok := a.getenv(variable)
			if !ok || value == "" {
				continue
			}
			values := []string{value}
			if isList(f) {
				values = strings.Split(strings.TrimRight(value, "\n"), "\n")
			}
			for _, v := range values {
				a.flags = append(a.flags, "--"+name+"="+v)
			}
			a.fromEnv[name] = variable
			break
		}
	}
}

// nearest is the candidate within two or so edits of word, or "".
func nearest(word string, candidates []string) string {
	best, distance := "", len(word)/3+2
	for _, c := range candidates {
		if d := smetrics.WagnerFischer(word, c, 1, 1, 1); d < distance {
			best, distance = c, d
		}
	}
	return best
}

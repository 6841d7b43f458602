// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// A list is a flag that may be given several times. cli.StringSlice would split
// values at commas, which header values hold.
type list struct{ values []string }

func (l *list) Set(s string) error { l.values = append(l.values, s); return nil }
func (l *list) String() string     { return strings.Join(l.values, ", ") }

// listFlag declares a repeatable flag.
func listFlag(name, usage string) *cli.GenericFlag {
	return &cli.GenericFlag{Name: name, Usage: usage + " (repeatable)", Value: &list{}}
}

// listOf gives the values of a repeatable flag in the order given.
func listOf(c *cli.Context, name string) []string {
	l, _ := c.Generic(name).(*list)
	if l == nil {
		return nil
	}
	return l.values
}

// wordsOf is listOf for values that cannot hold a comma: each may list several.
func wordsOf(c *cli.Context, name string) []string {
	var out []string
	for _, v := range listOf(c, name) {
		for _, w := range strings.Split(v, ",") {
			if w = strings.TrimSpace(w); w != "" {
				out = append(out, w)
			}
		}
	}
	return out
}

func isList(f cli.Flag) bool {
	g, ok := f.(*cli.GenericFlag)
	if !ok {
		return false
	}
	_, ok = g.Value.(*list)
	return ok
}

// formatFlag declares --format with its choices, the first being the default.
func formatFlag(choices ...string) *cli.StringFlag {
	return &cli.StringFlag{Name: "format", Value: choices[0], Usage: strings.Join(choices, "|")}
}

// oneOf checks a flag that has a few allowed words.
func oneOf(c *cli.Context, flag string, choices ...string) (string, error) {
	v := c.String(flag)
	if !slices.Contains(choices, v) {
		e := usagef("--%s must be %s, not %q", flag, orList(choices), v)
		if s := nearest(v, choices); s != "" {
			return "", e.withHint("did you mean %s?", s)
		}
		return "", e
	}
	return v, nil
}

func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// atMost refuses surplus arguments.
func atMost(c *cli.Context, n int) error {
	if c.NArg() > n {
		return usagef("unexpected argument %q", c.Args().Get(n))
	}
	return nil
}

// notNegative checks an integer flag.
func notNegative(c *cli.Context, flags ...string) error {
	for _, f := range flags {
		if c.Int(f) < 0 {
			return usagef("--%s must not be negative, got %s", f, fmt.Sprint(c.Int(f)))
		}
	}
	return nil
}

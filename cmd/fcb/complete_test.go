// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/urfave/cli/v2"
)

// completed runs the completion of a command line whose last word is under the
// cursor: a candidate each, and :files.
func completed(line string) string {
	words := strings.Split(line, " ")
	c := complete(newEnvironment(nil, &bytes.Buffer{}).newApp(), words[:len(words)-1], words[len(words)-1])
	var out []string
	for _, x := range c.candidates {
		out = append(out, x.word)
	}
	if c.files {
		out = append(out, ":files")
	}
	return strings.Join(out, " ")
}

func TestComplete(t *testing.T) {
	for line, want := range map[string]string{
		"sco":                             "score",
		"ser":                             "serve",
		"__":                              "", // hidden
		"receipts ":                       "verify",
		"receipts verify ":                ":files",
		"completion ":                     "bash zsh fish powershell",
		"score --form":                    "--format",
		"score --format ":                 "text json",
		"score --format js":               "json",
		"score --format=j":                "--format=json",
		"score --cases ":                  ":files",
		"score --out ":                    ":files",
		"score --seed ":                   "",
		"score --evidence ":               "inline omit",
		"score --endpoint r":              "reference",
		"score --judge --ju":              "", // given, and not repeatable
		"score --fail-under x=1 --fail-u": "--fail-under",
		"score --nonsense --sel":          "--self-test",
		"score --limit 3 --format ":       "text json",
		"report ":                         ":files",
		"report x -":                      "--output --format --cases --seed --bootstrap --quiet --help",
		"report -- --x":                   ":files",
		"validate --profile f":            "fcb-0.1",
		"help exit":                       "exit-codes",
		"help exp":                        "export",
		"nonsense ":                       "",
		"--he":                            "--help",
	} {
		assert.Equal(t, want, completed(line), "%q", line)
	}
	every := completed("")
	for _, c := range newEnvironment(nil, &bytes.Buffer{}).newApp().Commands {
		assert.Equal(t, !c.Hidden, strings.Contains(" "+every+" ", " "+c.Name+" "), c.Name)
	}
}

// The manual names every command and flag, and nothing a person typed can be a
// request of roff.
func TestManHasEveryFlag(t *testing.T) {
	app := newEnvironment(nil, &bytes.Buffer{}).newApp()
	var b bytes.Buffer
	writeMan(&b, app)
	page := b.String()
	var walk func(string, []*cli.Command)
	walk = func(path string, commands []*cli.Command) {
		for _, c := range commands {
			if c.Hidden {
				continue
			}
			name := path + " " + c.Name
			assert.True(t, strings.Contains(page, ".SS "+roff(name)), name)
			for _, f := range c.Flags {
				assert.True(t, strings.Contains(page, roff(dashed(f.Names()[0]))), "%s: %s", name, f.Names()[0])
			}
			walk(name, c.Subcommands)
		}
	}
	walk("fcb", app.Commands)
	assert.False(t, strings.Contains(page, "__complete"))
	for _, line := range strings.Split(page, "\n") {
		if strings.HasPrefix(line, ".") {
			assert.Regexp(t, `^\.(TH|SH|SS|TP|PP|B|I|RI|nf|fi)( |$)`, line)
		}
	}
	assert.Equal(t, `\&.x \e\-y`, roff(`.x \-y`))
	for _, tool := range [][]string{{"mandoc", "-Tlint", "-Wwarning"}, {"groff", "-man", "-Tutf8", "-ww", "-z"}} {
		if _, err := exec.LookPath(tool[0]); err != nil {
			t.Logf("%s is not installed", tool[0])
			continue
		}
		cmd := exec.Command(tool[0], tool[1:]...)
		cmd.Stdin = strings.NewReader(page)
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		assert.NotContains(t, string(out), "warning", tool[0])
	}
}

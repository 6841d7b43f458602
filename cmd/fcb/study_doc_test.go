// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A transcript is a command of a document with the output shown for it.
type transcript struct{ command, output string }

// transcripts reads the console blocks of a document.
func transcripts(t *testing.T, path string) (out []transcript) {
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, block := range regexp.MustCompile("(?s)```console\n(.*?)```").FindAllStringSubmatch(string(b), -1) {
		for _, line := range strings.SplitAfter(block[1], "\n") {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				out = append(out, transcript{command: strings.TrimSpace(command)})
			} else if len(out) > 0 {
				out[len(out)-1].output += line
			}
		}
	}
	return out
}

// shown makes a pattern of an output in which … stands for anything in a line and
// a line ... for any lines.
func shown(output string) *regexp.Regexp {
	p := regexp.QuoteMeta(output)
	p = strings.ReplaceAll(p, regexp.QuoteMeta("...")+"\n", `(?s:.*)`)
	p = strings.ReplaceAll(p, "…", `[^\n]*`)
	return regexp.MustCompile(`^` + p + `$`)
}

// The walk-through of docs/study.md, command by command, on a fresh directory.
func TestStudyWalkThrough(t *testing.T) {
	list := transcripts(t, "../../docs/study.md")
	require.Greater(t, len(list), 7)
	p := newProgram(t)
	for _, x := range list {
		args := strings.Fields(x.command)
		require.Equal(t, "fcb", args[0], x.command)
		cmd := exec.Command(p.path, args[1:]...)
		cmd.Dir = p.dir
		var errs strings.Builder
		cmd.Stderr = &errs
		out, err := cmd.Output()
		require.NoError(t, err, "%s\n%s", x.command, errs.String())
		assert.Regexp(t, shown(x.output), string(out), x.command)
	}

	// What the text says of the frozen study.
	readme := filepath.Join(p.dir, "demo", "README.md")
	require.NoError(t, os.WriteFile(readme, []byte("unrelated\n"), 0o644))
	code, out := p.run("study", "status", "demo")
	assert.Equal(t, 0, code, out)
	code, out = p.run("study", "freeze", "demo")
	assert.Equal(t, 5, code, out)
}

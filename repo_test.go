// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package repo_test holds the rules of the repository that are tests: who may
// import whom, licence headers, and that the README's commands work.
package repo_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/false-consensus/fcb"

// goFiles lists our Go files by folder.
func goFiles(t *testing.T) map[string][]string {
	out := map[string][]string{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".go") {
			dir := filepath.ToSlash(filepath.Dir(path))
			out[dir] = append(out[dir], path)
		}
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, len(out), 10, "folders with Go files")
	return out
}

// diagram reads the folder table of the README.
func diagram(t *testing.T) map[string][]string {
	b, err := os.ReadFile("README.md")
	require.NoError(t, err)
	out := map[string][]string{}
	row := regexp.MustCompile("(?m)^\\| `([a-z_/]+)` \\| [^|]+ \\| ([^|]+) \\|$")
	word := regexp.MustCompile("`([a-z_/]+)`")
	for _, m := range row.FindAllStringSubmatch(string(b), -1) {
		allowed := []string{}
		for _, w := range word.FindAllStringSubmatch(m[2], -1) {
			allowed = append(allowed, w[1])
		}
		out[m[1]] = allowed
		if m[2] == "anything below" {
			out[m[1]] = nil
		}
	}
	require.Greater(t, len(out), 10, "rows of the folder table")
	return out
}

func TestImportDiagram(t *testing.T) {
	rules := diagram(t)
	seen := map[string]bool{}
	for dir, files := range goFiles(t) {
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			require.NoError(t, err)
			allowed, known := rules[dir]
			if dir == "." || f.Name.Name == "main" && dir != "cmd/fcb" && !known && (strings.HasPrefix(dir, "tools/") || strings.HasPrefix(dir, "examples/")) {
				continue
			}
			if !assert.True(t, known, "%s has no row in the README's folder table", dir) {
				break
			}
			seen[dir] = true
			for _, i := range f.Imports {
				path, ours := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), module+"/")
				if ours && allowed != nil {
					assert.Contains(t, allowed, path, "%s imports %s, which the README's folder table does not allow", file, path)
				}
				home(t, dir, file, strings.Trim(i.Path.Value, `"`))
			}
		}
	}
	for dir := range rules {
		assert.True(t, seen[dir], "the README's folder table names %s, which has no Go files", dir)
	}
}

// home holds outside modules to their one home.
func home(t *testing.T, dir, file, path string) {
	for prefix, where := range map[string]string{
		"github.com/santhosh-tekuri/jsonschema": "schema",
		"github.com/hashicorp/go-retryablehttp": "bench/endpoint",
		"github.com/urfave/cli":                 "cmd/fcb",
		"github.com/stretchr/testify":           "tests",
	} {
		if strings.HasPrefix(path, prefix) && !strings.HasPrefix(dir, "tools/") {
			assert.Equal(t, where, dir, "%s imports %s, whose home is %s", file, path, where)
		}
	}
}

func TestEveryFileHasItsLicenceHeader(t *testing.T) {
	const header = "// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT\n\n"
	for _, files := range goFiles(t) {
		for _, file := range files {
			b, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.True(t, strings.HasPrefix(string(b), header), "%s does not begin with the licence header", file)
		}
	}
}

// readmeCommands are the lines of the README's sh blocks.
func readmeCommands(t *testing.T) []string {
	b, err := os.ReadFile("README.md")
	require.NoError(t, err)
	var out []string
	for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(string(b), -1) {
		out = append(out, strings.Split(strings.TrimSpace(block[1]), "\n")...)
	}
	require.Greater(t, len(out), 5, "commands in the README")
	return out
}

// TestReadmeTestCommand compares as text: the test command is what the gate runs first.
func TestReadmeTestCommand(t *testing.T) {
	ci, err := os.ReadFile(".ci/run")
	require.NoError(t, err)
	assert.Contains(t, readmeCommands(t), "go test ./...")
	assert.Regexp(t, `(?m)^go test \./\.\.\.$`, string(ci))
}

func TestReadmeCommandsWork(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "fcb")
	if runtime.GOOS == "windows" {
		binary += ".exe"
	}
	build := exec.Command("go", "build", "-o", binary, "./cmd/fcb")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	dir := t.TempDir()
	for _, path := range []string{"cases", "predictions/reference-0.1"} {
		require.NoError(t, os.CopyFS(filepath.Join(dir, path), os.DirFS(path)))
	}
	ran := 0
	for _, line := range readmeCommands(t) {
		args, ok := strings.CutPrefix(line, "go run ./cmd/fcb ")
		if !ok {
			continue
		}
		cmd := exec.Command(binary, strings.Fields(args)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		assert.NoError(t, err, "%s\n%s", line, out)
		assert.NotEmpty(t, out, line)
		ran++
	}
	assert.GreaterOrEqual(t, ran, 5)
}

// TestVerbsAreInTheReadme keeps the verb table and the program's help equal.
func TestVerbsAreInTheReadme(t *testing.T) {
	b, err := os.ReadFile("README.md")
	require.NoError(t, err)
	table := string(b)[strings.Index(string(b), "## What it does"):]
	table = table[:strings.Index(table, "\n\nA detector")]
	var told []string
	for _, m := range regexp.MustCompile("(?m)^\\| ((?:`[a-z]+` ?)+)\\|").FindAllStringSubmatch(table, -1) {
		for _, w := range strings.Fields(m[1]) {
			told = append(told, strings.Trim(w, "`"))
		}
	}
	out, err := exec.Command("go", "run", "./cmd/fcb", "--help").Output()
	require.NoError(t, err)
	var have []string
	commands := string(out)[strings.Index(string(out), "COMMANDS:"):]
	for _, line := range strings.Split(commands, "\n")[1:] {
		if f := strings.Fields(line); len(f) > 1 && strings.HasPrefix(line, "   ") && !strings.HasPrefix(f[0], "-") {
			have = append(have, strings.TrimSuffix(f[0], ","))
		} else if len(f) == 0 {
			break
		}
	}
	slices.Sort(told)
	slices.Sort(have)
	assert.Equal(t, have, told)
}

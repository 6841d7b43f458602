// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const endpointsPage = "../../docs/endpoints.md"

// Each command of docs/endpoints.md, in its order, in one folder.
func TestEndpointsPageCommandsWork(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed")
	}
	p, ran := newProgram(t), 0
	for _, block := range blocks(t, endpointsPage, "sh") {
		code, out := p.shell([]string{"sh", "-euc"}, block, "FCB_BOOTSTRAP=200")
		require.Equal(t, 0, code, "%s\n%s", block, out)
		ran++
	}
	assert.GreaterOrEqual(t, ran, 4)
	for dir, engine := range map[string]string{"mine": "verbatim", "service": "longest"} {
		rows := p.rows("runs/" + dir)
		require.Len(t, rows, 144)
		assert.Equal(t, engine, *rows[0].Engine)
	}
}

// indented are the fenced blocks that belong to a list item.
func indented(t *testing.T, page, language string) []string {
	b, err := os.ReadFile(page)
	require.NoError(t, err)
	var out []string
	for _, m := range regexp.MustCompile("(?ms)^   ```"+language+"\n(.*?)^   ```$").FindAllStringSubmatch(string(b), -1) {
		lines := strings.Split(m[1], "\n")
		for i := range lines {
			lines[i] = strings.TrimPrefix(lines[i], "   ")
		}
		out = append(out, strings.Join(lines, "\n"))
	}
	return out
}

// The adapter of docs/endpoints.md, laid over the source as the page says: it
// compiles and passes the shared test, and fails it where it is broken.
func TestEndpointsPageAdapterWorks(t *testing.T) {
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	files, commands := indented(t, endpointsPage, "go"), indented(t, endpointsPage, "sh")
	require.Len(t, files, 2)
	require.Len(t, commands, 1)
	row := regexp.MustCompile("its row `(\\{.*?\\})` in `adapters\\(\\)`").FindStringSubmatch(read(t, endpointsPage))
	require.NotNil(t, row)
	shared := filepath.Join(root, "bench/endpoint/adapter_test.go")
	with := strings.Replace(read(t, shared), "\t\t{\"exec\", openExec, false},\n", "\t\t{\"exec\", openExec, false},\n\t\t"+row[1]+",\n", 1)
	require.Contains(t, with, row[1])

	test := func(adapter string) (string, error) {
		dir := t.TempDir()
		replace := map[string]string{}
		lay := func(path, text string) {
			file := filepath.Join(dir, filepath.Base(path))
			require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
			replace[path] = file
		}
		for _, text := range []string{adapter, files[1]} {
			name := regexp.MustCompile(`^// (\S+)\n`).FindStringSubmatch(text)
			require.NotNil(t, name, "a file begins with its name")
			lay(filepath.Join(root, name[1]), text)
		}
		lay(shared, with)
		overlay, err := json.Marshal(map[string]any{"Replace": replace})
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o644))
		args := strings.Fields(strings.TrimSpace(commands[0]))
		cmd := exec.Command(args[0], append(args[1:], "-v", "-overlay", filepath.Join(dir, "overlay.json"))...)
		cmd.Dir = root
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	out, err := test(files[0])
	require.NoError(t, err, out)
	assert.Contains(t, out, "--- PASS: TestEveryAdapterKeepsTheRules/graded")

	broken := strings.Replace(files[0], "reply.Grade < 1 ||", "", 1)
	broken = strings.Replace(broken, "risks[reply.Grade-1]", "risks[max(reply.Grade-1, 0)]", 1)
	require.NotEqual(t, files[0], broken)
	out, err = test(broken)
	require.Error(t, err, "a missing grade taken as the lowest is found")
	assert.Contains(t, out, "malformed: case-0 is ok, not failed")
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(b)
}

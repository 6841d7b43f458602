// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Every page that shows the table shows freshly scored figures.
func TestPagesShowWhatIsScored(t *testing.T) {
	dir := t.TempDir()
	fcb := filepath.Join(dir, "fcb")
	out, err := exec.Command("go", "build", "-o", fcb, "../../cmd/fcb").CombinedOutput()
	require.NoError(t, err, "%s", out)
	want, err := table(fcb, dir)
	require.NoError(t, err)
	require.Equal(t, 2+3+3, strings.Count(want, "\n"))

	pages, err := filepath.Glob("../../docs/*.md")
	require.NoError(t, err)
	shown := 0
	for _, page := range append(pages, "../../README.md") {
		b, err := os.ReadFile(page)
		require.NoError(t, err)
		parts := strings.Split(string(b), begin+"\n")
		for _, rest := range parts[1:] {
			have, _, closed := strings.Cut(rest, end)
			assert.True(t, closed, "%s: the table has no end mark", page)
			assert.Equal(t, want, have, "%s: make the table anew with go run ./tools/baseline_table -w %s", page, filepath.ToSlash(strings.TrimPrefix(page, "../../")))
			shown++
		}
	}
	assert.Positive(t, shown, "a page with the table")
}

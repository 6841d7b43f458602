// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Whatever a definition file holds, reading it ends in definitions or in
// problems with a place inside the file, and what is read can be derived.
func FuzzDefinitions(f *testing.F) {
	files, err := filepath.Glob(filepath.Join(projectRoot, "cases", "definitions", "*.yaml"))
	require.NoError(f, err)
	require.NotEmpty(f, files)
	for _, name := range files {
		b, err := os.ReadFile(name)
		require.NoError(f, err)
		first, _, _ := strings.Cut(string(b), "\n\n") // the first case is enough
		f.Add([]byte(first))
	}
	for _, s := range []string{"", "a", "- a", "category: x\ncases: [", "category: echo_cascade\ncases:\n- {id: a}\n- &x\n- *x\n- !!int 3\n",
		"? {a: b}\n: c", "category: 1\ncases: 2", "<<: {}\n", "category: |\n  x\n", "\xff", "a: \x00", "category:\ncases: [{answers: [[{}]]}]"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var ps problems
		file := &yamlFile{"f.yaml", &ps}
		_, all := file.category(b, nil)
		for i := range all {
			all[i].derive(&ps)
		}
		lines := strings.Count(string(b), "\n") + strings.Count(string(b), "\r") + 1
		for _, p := range ps {
			require.NotEmpty(t, p.message)
			require.LessOrEqual(t, p.at.line, lines, p.String())
		}
		if len(all) == 0 && len(ps) == 0 {
			t.Fatal("neither a definition nor a problem")
		}
	})
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package precall_test

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A second opinion that used the code of the first would be none: the solvers
// import the standard library only, and the generator imports no solver.
func TestTheSolversShareNothingWithTheGenerator(t *testing.T) {
	for _, dir := range []string{"../solve", "../solve/bbh"} {
		for file, imports := range importsOf(t, dir) {
			for _, path := range imports {
				first, _, _ := strings.Cut(path, "/")
				assert.NotContains(t, first, ".", "%s imports %s", file, path)
			}
		}
	}
	for file, imports := range importsOf(t, "../corpus") {
		for _, path := range imports {
			assert.NotContains(t, path, "study/solve", file)
			assert.NotContains(t, path, "study/precall", file)
		}
	}
}

func importsOf(t *testing.T, dir string) map[string][]string {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	require.NoError(t, err)
	out := map[string][]string{}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		src, err := os.ReadFile(f)
		require.NoError(t, err)
		tree, err := parser.ParseFile(token.NewFileSet(), f, src, parser.ImportsOnly)
		require.NoError(t, err)
		out[f] = nil
		for _, i := range tree.Imports {
			path, err := strconv.Unquote(i.Path.Value)
			require.NoError(t, err)
			out[f] = append(out[f], path)
		}
	}
	require.NotEmpty(t, out, dir)
	return out
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/cases"
)

// The large file is measured as valid and the faulty one as faulty in every line.
func TestGeneratedFilesAreWhatTheyClaim(t *testing.T) {
	f, err := generate(t.TempDir(), 800)
	require.NoError(t, err)
	lines := func(path string) (faulty map[int]bool, s cases.Summary) {
		in, err := os.Open(path)
		require.NoError(t, err)
		defer in.Close()
		faulty = map[int]bool{}
		s, _, err = cases.Validate(in, path, cases.Options{Profile: cases.ProfileOpen}, func(x cases.Finding) { faulty[x.Line] = true })
		require.NoError(t, err)
		return faulty, s
	}
	faulty, s := lines(f.large)
	assert.Empty(t, faulty)
	assert.Equal(t, 800, s.Cases)
	faulty, s = lines(f.faulty)
	assert.Len(t, faulty, 80)
	assert.Equal(t, 80, s.Lines)
}

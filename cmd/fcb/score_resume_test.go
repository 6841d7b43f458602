// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"testing"

	"github.com/false-consensus/fcb/predictions"
	"github.com/stretchr/testify/require"
)

// Of two resumes one after the other, the later does not write back the caps it
// read before the earlier changed them.
func TestAResumeNoticesThatTheManifestChanged(t *testing.T) {
	dir := t.TempDir()
	ten, twenty := 10, 20
	m := predictions.Manifest{Format: predictions.RunFormat, Money: predictions.Money{Price: "0.005", MaxCalls: &ten},
		Endpoint: predictions.Endpoint{Name: "openai:m", Chat: &predictions.Chat{Model: "m"}}}
	require.NoError(t, predictions.WriteManifest(dir, &m))
	read, err := predictions.ReadManifest(dir)
	require.NoError(t, err)
	require.NoError(t, stillAsRead(dir, read))
	m.Money.MaxCalls = &twenty
	require.NoError(t, predictions.WriteManifest(dir, &m))
	err = stillAsRead(dir, read)
	require.ErrorContains(t, err, "another resume has changed the settings")
	require.Equal(t, exitRefused, codeOf(t.Context(), err))
}

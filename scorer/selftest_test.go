// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSelfTestPasses(t *testing.T) {
	checks := SelfTest()
	assert.Greater(t, len(checks), 120)
	for _, c := range checks {
		assert.Truef(t, c.OK, "%s: %s: want %s, got %s", c.Set, c.Path, c.Want, c.Got)
	}
}

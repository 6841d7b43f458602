// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func gcPercent() uint64 {
	s := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

func TestGarbageIsCollectedAsUsualOnceMuchIsInUse(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	with := func(env map[string]string) *environment {
		return &environment{getenv: func(name string) (string, bool) { v, ok := env[name]; return v, ok }}
	}
	end := with(nil).easeGC()
	assert.Equal(t, uint64(smallGC), gcPercent())
	end()
	assert.Equal(t, uint64(100), gcPercent())

	end = with(nil).easeGC()
	held := make([]byte, 2*smallHeap)
	runtime.GC()
	require.Eventually(t, func() bool { return gcPercent() == 100 }, 10*time.Second, heapLooked/10)
	runtime.KeepAlive(held)
	end()
	assert.Equal(t, uint64(100), gcPercent())

	for _, name := range []string{"GOGC", "GOMEMLIMIT"} {
		end = with(map[string]string{name: "100"}).easeGC()
		assert.Equal(t, uint64(100), gcPercent(), name)
		end()
	}
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

const (
	smallHeap  = 32 << 20               // bytes in use up to which memory is cheaper than collecting it
	smallGC    = 400                    // percent, as GOGC, while the heap is small
	heapLooked = 100 * time.Millisecond // between two looks at it
)

// easeGC has the garbage collector run less often while little memory is in use, as
// it is in most sessions: each call leaves a few kilobytes behind, and collecting them
// at the usual pace costs a twentieth of all calls a second. GOGC and GOMEMLIMIT, where
// set, are left alone. end gives back the usual pace.
func (e *environment) easeGC() (end func()) {
	for _, name := range []string{"GOGC", "GOMEMLIMIT"} {
		if _, set := e.getenv(name); set {
			return func() {}
		}
	}
	usual := debug.SetGCPercent(smallGC)
	over := make(chan struct{})
	var watch sync.WaitGroup
	watch.Go(func() {
		tick := time.NewTicker(heapLooked)
		defer tick.Stop()
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}} // after the last collection
		for {
			select {
			case <-over:
				return
			case <-tick.C:
			}
			if metrics.Read(live); live[0].Value.Uint64() > smallHeap {
				debug.SetGCPercent(usual)
				return
			}
		}
	})
	return func() {
		close(over)
		watch.Wait()
		debug.SetGCPercent(usual)
	}
}

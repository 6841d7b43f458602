// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package journal

import (
	"fmt"
	"runtime"
	"sync"
	"time"
)

// commit is the group commit: whoever needs the disk while nobody uses it writes
// what has collected, for all. There is no goroutine to hand records to, which
// would cost more than writing them. Its fields belong to Journal.mu.
type commit struct {
	next     []byte // enqueued, not taken by a leader yet
	spare    []byte // room for next
	unsynced []byte // written or being written, not known to be on disk; the leader's
	size     int64  // of the file up to unsynced; the leader's

	enqueued, synced int64 // bytes since the journal was opened
	wanted           int64 // what somebody waits for to be synced
	leading          bool  // somebody writes
	turn             *sync.Cond
	err              error // the first failure; nothing is written after it
	failed           func(error)

	late  *time.Timer // syncs what was written without waiting
	armed bool
}

// lag is how long a record that nobody waits for may be unsynced.
const lag = 5 * time.Millisecond

// roomOf is the room of b for the next write, unless it is large.
func roomOf(b []byte) []byte {
	if cap(b) > 1<<20 {
		return nil
	}
	return b[:0]
}

// syncTo returns when the first end bytes are on disk.
func (j *Journal) syncTo(end int64) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.wanted = max(j.wanted, end)
	for j.synced < end && j.err == nil {
		if j.leading {
			j.turn.Wait()
		} else {
			j.lead(true)
		}
	}
	if j.synced >= end {
		return nil
	}
	return j.err
}

// writeOut writes what has collected, or leaves that to who is writing now.
func (j *Journal) writeOut() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.leading && len(j.next) > 0 && j.err == nil {
		j.lead(false)
	}
	return j.err
}

// lead writes what has collected and, with durable, makes all that was written
// durable. It is called with the lock, which it gives up meanwhile. Before it
// returns, what came in meanwhile either has somebody who waits for it and will
// lead next, or is written too.
func (j *Journal) lead(durable bool) {
	j.leading = true
	j.mu.Unlock()
	runtime.Gosched() // whoever is about to enqueue shares the write
	j.mu.Lock()
	for {
		batch, end := j.next, j.enqueued
		j.next = j.spare[:0]
		j.mu.Unlock()

		j.unsynced = append(j.unsynced, batch...)
		var err error
		if len(batch) > 0 {
			_, err = j.file.Write(batch)
		}
		wrote, synced := err == nil, durable
		if wrote && durable {
			err = j.file.Sync()
		}
		if err != nil {
			err = j.rescue(err, len(batch), wrote)
			synced = err == nil
		}
		if err == nil && synced {
			j.size += int64(len(j.unsynced))
			j.unsynced = roomOf(j.unsynced)
		}

		j.mu.Lock()
		j.spare = roomOf(batch)
		switch {
		case err != nil:
			j.fail(fmt.Errorf("writing the journal: %w", err))
		case synced:
			j.synced = end
		default:
			j.arm()
		}
		if j.err != nil || len(j.next) == 0 || j.wanted > j.synced {
			break
		}
		durable = false
	}
	j.leading = false
	j.turn.Broadcast()
}

// fail ends the journal. It is called with the lock.
func (j *Journal) fail(err error) {
	j.err = err
	if j.failed != nil {
		go j.failed(err) // not here: it may want a lock under which somebody enqueues
	}
}

// OnFailure has f called, once and from a goroutine of its own, when a write or
// sync fails for good, also where nobody waits for one.
func (j *Journal) OnFailure(f func(error)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.failed = f
}

// arm sees to it that what was written is synced soon.
func (j *Journal) arm() {
	switch {
	case j.armed:
		return
	case j.late == nil:
		j.late = time.AfterFunc(lag, j.syncLate)
	default:
		j.late.Reset(lag)
	}
	j.armed = true
}

func (j *Journal) syncLate() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.armed = false
	if j.err == nil && !j.shut && !j.leading && j.synced < j.enqueued { // a leader syncs or arms again by itself
		j.lead(true)
	}
}

func (j *Journal) stopLate() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.late != nil {
		j.late.Stop()
	}
}

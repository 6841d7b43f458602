// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package journal_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/false-consensus/fcb/predictions/journal"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A watched file is a real one that counts, and fails on demand.
type watched struct {
	*os.File
	mu            sync.Mutex
	writes, syncs int
	synced        int64         // size of the file that is on disk
	failSync      bool          // the next sync fails, and what it should have brought to the disk is lost
	failWrites    bool          // every write fails
	hold          chan struct{} // a sync waits for it; nil: none does
}

func (w *watched) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.writes++
	if w.failWrites {
		return 0, errors.New("no space left on device")
	}
	return w.File.Write(b)
}

func (w *watched) Sync() error {
	w.mu.Lock()
	hold := w.hold
	w.mu.Unlock()
	if hold != nil {
		<-hold
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.syncs++
	if w.failSync {
		w.failSync = false
		_ = w.Truncate(w.synced)
		return errors.New("no space left on device")
	}
	info, err := w.Stat()
	if err != nil {
		return err
	}
	w.synced = info.Size()
	return w.File.Sync()
}

func (w *watched) counts() (writes, syncs int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.writes, w.syncs
}

func (w *watched) set(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	f()
}

func watch(t *testing.T) (path string, w *watched, j *journal.Journal) {
	path = filepath.Join(t.TempDir(), "j")
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o644)
	require.NoError(t, err)
	w = &watched{File: f}
	return path, w, journal.New(w)
}

// numbers are the n of the records of a journal, in the order of the file.
func numbers(t *testing.T, path string) (out []string) {
	records, torn, err := journal.Read(path)
	require.NoError(t, err)
	require.Empty(t, torn.Bytes)
	for _, r := range records {
		n, _, _ := strings.Cut(strings.TrimPrefix(string(r.Bytes), `{"n":`), ",")
		out = append(out, n)
	}
	return out
}

// While nobody else writes, a record has left the process when Written returns,
// and the next record that is waited for takes it to the disk.
func TestWrittenRecordsOutliveTheProcess(t *testing.T) {
	path, w, j := watch(t)
	require.NoError(t, j.Enqueue(entry{1, "x"}).Written())
	assert.Equal(t, []string{"1"}, numbers(t, path))
	require.NoError(t, j.Append(entry{2, "x"}))
	assert.Equal(t, []string{"1", "2"}, numbers(t, path))
	require.NoError(t, j.Enqueue(entry{3, "x"}).Written())
	require.NoError(t, j.Flush())
	_, syncs := w.counts()
	assert.GreaterOrEqual(t, syncs, 2)
	require.NoError(t, j.Close())
	assert.Equal(t, []string{"1", "2", "3"}, numbers(t, path))
}

// A written record that nobody waits for is synced all the same.
func TestWrittenRecordsAreSyncedByThemselves(t *testing.T) {
	_, w, j := watch(t)
	for n := range 3 {
		require.NoError(t, j.Enqueue(entry{n, "x"}).Written())
		require.Eventually(t, func() bool { _, syncs := w.counts(); return syncs == n+1 }, 10*time.Second, time.Millisecond)
	}
	require.NoError(t, j.Close())
	writes, syncs := w.counts()
	assert.Equal(t, 3, writes)
	assert.Equal(t, 3, syncs, "nothing was left for Close to sync")
}

// Whatever way the callers wait, the file has every record once, in the order of
// Enqueue, and a record whose Synced has returned.
func TestWritersOfBothKinds(t *testing.T) {
	path, _, j := watch(t)
	var order sync.Mutex
	var want []string
	var all sync.WaitGroup
	for k := range 16 {
		all.Go(func() {
			for i := range 50 {
				n := k*50 + i
				order.Lock()
				e := j.Enqueue(entry{n, "x"})
				want = append(want, strconv.Itoa(n))
				order.Unlock()
				if (k+i)%2 == 0 {
					assert.NoError(t, e.Written())
					continue
				}
				assert.NoError(t, e.Synced())
				if i%10 == 1 {
					b, err := os.ReadFile(path)
					assert.NoError(t, err)
					assert.Contains(t, string(b), `{"n":`+strconv.Itoa(n)+`,`)
				}
			}
		})
	}
	all.Wait()
	require.NoError(t, j.Close())
	assert.Equal(t, want, numbers(t, path))
}

// When a sync fails, what was written before it without waiting is written
// again in the reserved room, once.
func TestTheReserveTakesWhatWasNotSynced(t *testing.T) {
	path, w, j := watch(t)
	require.NoError(t, j.Reserve(filepath.Join(filepath.Dir(path), journal.ReserveName), 1<<16))
	require.NoError(t, j.Append(entry{1, "x"}))
	w.set(func() { w.failSync = true })
	require.NoError(t, j.Enqueue(entry{2, "x"}).Written())
	require.NoError(t, j.Append(entry{3, "x"}))
	require.ErrorContains(t, j.Trouble(), "no space left")
	require.NoError(t, j.Append(entry{4, "x"}))
	require.NoError(t, j.Close())
	assert.Equal(t, []string{"1", "2", "3", "4"}, numbers(t, path))
}

// A reserve that somebody has deleted costs no record.
func TestADeletedReserve(t *testing.T) {
	path, w, j := watch(t)
	reserve := filepath.Join(filepath.Dir(path), journal.ReserveName)
	require.NoError(t, j.Reserve(reserve, 1<<16))
	require.NoError(t, os.Remove(reserve))
	w.set(func() { w.failSync = true })
	require.NoError(t, j.Enqueue(entry{1, "x"}).Written())
	require.NoError(t, j.Append(entry{2, "x"}))
	require.NoError(t, j.Close())
	assert.Equal(t, []string{"1", "2"}, numbers(t, path))
}

// Where even the reserved room does not help, what was written stays.
func TestAFailedRescueTakesNothingBack(t *testing.T) {
	path, w, j := watch(t)
	require.NoError(t, j.Reserve(filepath.Join(filepath.Dir(path), journal.ReserveName), 1<<16))
	require.NoError(t, j.Append(entry{1, "x"}))
	require.NoError(t, j.Enqueue(entry{2, "x"}).Written())
	w.set(func() { w.failWrites = true })
	require.ErrorContains(t, j.Append(entry{3, "x"}), "no space left")
	require.ErrorContains(t, j.Trouble(), "no space left")
	require.Error(t, j.Close())
	assert.Equal(t, []string{"1", "2"}, numbers(t, path))
}

// A sync that fails while nobody waits for it is told to who asked to be told,
// and to every later record.
func TestAFailedLateSyncIsTold(t *testing.T) {
	_, w, j := watch(t)
	told := make(chan error, 1)
	j.OnFailure(func(err error) { told <- err })
	w.failSync = true
	require.NoError(t, j.Enqueue(entry{1, "x"}).Written())
	select {
	case err := <-told:
		require.ErrorContains(t, err, "no space left")
	case <-time.After(10 * time.Second):
		t.Fatal("nobody was told")
	}
	require.ErrorContains(t, j.Append(entry{2, "x"}), "no space left")
	require.ErrorContains(t, j.Close(), "no space left")
}

// atTheDisk appends record 1, whose sync then waits until release, which changes
// the file first and gives what Append returned.
func atTheDisk(t *testing.T, w *watched, j *journal.Journal) (release func(change func()) error) {
	hold := make(chan struct{})
	w.hold = hold
	first := make(chan error)
	go func() { first <- j.Append(entry{1, "x"}) }()
	require.Eventually(t, func() bool { writes, _ := w.counts(); return writes == 1 }, 10*time.Second, time.Millisecond)
	return func(change func()) error {
		w.set(func() { w.hold = nil; change() })
		close(hold)
		return <-first
	}
}

// A record can be on disk although the journal has failed since.
func TestTroubleShowsBehindASyncedRecord(t *testing.T) {
	_, w, j := watch(t)
	release := atTheDisk(t, w, j)
	require.NoError(t, j.Enqueue(entry{2, "x"}).Written())
	require.NoError(t, release(func() { w.failWrites = true }))
	require.ErrorContains(t, j.Trouble(), "no space left")
	require.Error(t, j.Close())
}

// What is written while somebody else is at the disk is written by that one.
func TestWhoWritesTakesWhatCameMeanwhile(t *testing.T) {
	path, w, j := watch(t)
	release := atTheDisk(t, w, j)
	require.NoError(t, j.Enqueue(entry{2, "x"}).Written())
	assert.Equal(t, []string{"1"}, numbers(t, path))
	require.NoError(t, release(func() {}))
	assert.Equal(t, []string{"1", "2"}, numbers(t, path))
	require.NoError(t, j.Close())
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package journal is an append-only file of JSON records that survives crashes:
// a record is on disk when Append returns, a torn last line is set aside rather
// than lost, and damage anywhere else is refused with its line.
//
// Each line ends in a member "sum", a checksum of the rest of the line and of all
// lines before it, so that an overwritten byte is found even where the JSON still
// parses, and a line that is missing at the next one. Appends from many goroutines
// share one write and one sync (group commit).
//
// Not here: what the records mean. The scorer's runs and the studies each have
// their own records; see package bench for the former.
//
// Begin with [Create], [Open] and [Read].
package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/go-json-experiment/json"
)

// A File is what a journal appends to.
type File interface {
	io.Writer
	Sync() error
	Close() error
}

// A Journal is open for appending. Its methods may be called from any goroutine.
type Journal struct {
	file File
	mu   sync.Mutex
	commit
	end  chain // of what was enqueued
	shut bool

	reserve string // file that holds room on the disk; "" for none, or when it was used
	low     error  // why it was used
}

// ErrClosed is returned by Append after Close.
var ErrClosed = errors.New("journal is closed")

// Create makes a new journal. It is an error if the file exists. The entry in
// the directory is synced too.
func Create(path string) (*Journal, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	if err := hold(f); err != nil {
		f.Close()
		return nil, err
	}
	if err := SyncDir(filepath.Dir(path)); err != nil {
		f.Close()
		return nil, err
	}
	return New(f), nil
}

// Open reads an existing journal and opens it for appending. A torn tail is
// first moved to a file beside it, whose path is returned ("" when there was
// none). Damage elsewhere is a *Damage, and nothing is changed.
func Open(path string) (j *Journal, records []Record, tornPath string, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0o644)
	if err != nil {
		return nil, nil, "", err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	if err = hold(f); err != nil {
		return nil, nil, "", err
	}
	records, torn, end, err := read(path)
	if err != nil {
		return nil, nil, "", err
	}
	if len(torn.Bytes) > 0 {
		if tornPath, err = setAside(path, torn); err != nil {
			return nil, nil, "", err
		}
	}
	if err = endLastLine(f); err != nil {
		return nil, nil, "", err
	}
	j = New(f)
	j.end = end
	return j, records, tornPath, nil
}

// endLastLine gives a last record that lost only its line end the line end back.
func endLastLine(f *os.File) error {
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil || size == 0 {
		return err
	}
	last := make([]byte, 1)
	if _, err := f.ReadAt(last, size-1); err != nil || last[0] == '\n' {
		return err
	}
	_, err = f.Write([]byte("\n"))
	return err
}

// New appends to f, an empty file, which the journal closes.
func New(f File) *Journal {
	j := &Journal{file: f}
	if s, ok := f.(interface{ Stat() (os.FileInfo, error) }); ok {
		if info, err := s.Stat(); err == nil {
			j.size = info.Size()
		}
	}
	j.turn = sync.NewCond(&j.mu)
	return j
}

// Append writes v, which must encode as a JSON object with at least one member
// and none called "sum", and returns when it is on disk. After a failed write
// every Append fails with the same error, so that nothing is sent that cannot
// be recorded.
func (j *Journal) Append(v any) error { return j.Enqueue(v).Synced() }

// An Entry is a record that has its place in the file.
type Entry struct {
	journal *Journal
	end     int64 // of the record, in bytes that were enqueued
	err     error
}

// Enqueue is Append in two steps: it fixes the place of v in the file, and must
// be followed by Synced or Written. A caller that holds a lock over Enqueue
// decides the order of records without waiting for the disk under it.
func (j *Journal) Enqueue(v any) Entry {
	record, err := json.Marshal(v)
	if err != nil {
		return Entry{err: fmt.Errorf("encoding a journal record: %w", err)}
	}
	return j.EnqueueJSON(record)
}

// EnqueueJSON is Enqueue of a record that is encoded already: one JSON object on one
// line, with at least one member and none called "sum". It is copied, not parsed.
func (j *Journal) EnqueueJSON(record []byte) Entry {
	if len(record) < len(`{"":0}`) || record[0] != '{' || record[len(record)-1] != '}' || bytes.IndexByte(record, '\n') >= 0 {
		return Entry{err: errors.New("a journal record must be an object with members, on one line")}
	}
	sum := checksum(record)
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err != nil {
		return Entry{err: j.err}
	}
	if j.shut {
		return Entry{err: ErrClosed}
	}
	j.end = j.end.link(sum)
	j.next = seal(j.next, record, j.end)
	j.enqueued += int64(len(record) + len(sumMember) + sumLen + len(lineEnd) - 1)
	return Entry{journal: j, end: j.enqueued}
}

// Synced returns when the record is on disk.
func (e Entry) Synced() error {
	if e.err != nil {
		return e.err
	}
	return e.journal.syncTo(e.end)
}

// Written has the record written at once, or by whoever is writing now as soon as
// that write ends, and does not wait for the disk: a written record outlives this
// process. It is on disk with the next record that is waited for, or a moment
// later. A failure shows here, at the next call, or through OnFailure.
func (e Entry) Written() error {
	if e.err != nil {
		return e.err
	}
	return e.journal.writeOut()
}

// Flush returns when everything that was enqueued is on disk.
func (j *Journal) Flush() error {
	j.mu.Lock()
	end := j.enqueued
	j.mu.Unlock()
	return j.syncTo(end)
}

// Close waits for what was appended and closes the file.
func (j *Journal) Close() error {
	j.mu.Lock()
	first := !j.shut
	j.shut = true
	end := j.enqueued
	j.mu.Unlock()
	err := j.syncTo(end)
	if !first {
		return err
	}
	j.stopLate()
	if j.reserve != "" {
		os.Remove(j.reserve)
	}
	if cerr := j.file.Close(); err == nil {
		err = cerr
	}
	return err
}

// SyncDir makes new entries of a directory durable.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package journal is an append-only file of JSON records that survives crashes:
// a record is on disk when Append returns, a torn last line is set aside rather
// than lost, and damage anywhere else is refused with its line.
//
// Each line ends in a member "sum", a checksum of the rest of the line, so that
// an overwritten byte is found even where the JSON still parses. Appends from
// many goroutines share one write and one sync (group commit).
//
// Not here: what the records mean. The scorer's runs and the studies each have
// their own records; see package bench for the former.
//
// Begin with [Create], [Open] and [Read].
package journal

import (
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
	cond *sync.Cond
	next *batch // collects records until the writer takes it
	last *batch // the last that got a record; nil before the first
	err  error  // the first failure; nothing is written after it
	shut bool

	reserve string        // file that holds room on the disk; "" for none, or when it was used
	low     error         // why it was used
	size    int64         // of the file up to the last whole batch; the writer's
	gone    chan struct{} // closed when the writer has ended
}

// A batch is the records that one write and one sync make durable.
type batch struct {
	buf  []byte
	done chan struct{}
	err  error
}

func (b *batch) wait() error {
	<-b.done
	return b.err
}

// An Appender encodes itself as a JSON object, in place of its tags.
type Appender interface {
	AppendJSON(b []byte) ([]byte, error)
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
	records, torn, err := Read(path)
	if err != nil {
		return nil, nil, "", err
	}
	if len(torn.Bytes) > 0 {
		if tornPath, err = setAside(path, torn); err != nil {
			return nil, nil, "", err
		}
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0o644)
	if err != nil {
		return nil, nil, "", err
	}
	if err := endLastLine(f); err != nil {
		f.Close()
		return nil, nil, "", err
	}
	return New(f), records, tornPath, nil
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

// New appends to f, which the journal closes.
func New(f File) *Journal {
	var size int64
	if s, ok := f.(interface{ Stat() (os.FileInfo, error) }); ok {
		if info, err := s.Stat(); err == nil {
			size = info.Size()
		}
	}
	j := &Journal{file: f, size: size, next: &batch{done: make(chan struct{})}, gone: make(chan struct{})}
	j.cond = sync.NewCond(&j.mu)
	go j.write()
	return j
}

// Append writes v, which must encode as a JSON object with at least one member
// and none called "sum", and returns when it is on disk. After a failed write
// every Append fails with the same error, so that nothing is sent that cannot
// be recorded.
func (j *Journal) Append(v any) error { return j.Enqueue(v)() }

// Enqueue is Append in two steps: it fixes the place of v in the file, and the
// function it returns waits until v is on disk. A caller that holds a lock over
// Enqueue decides the order of records without waiting for the disk under it.
func (j *Journal) Enqueue(v any) (wait func() error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	failed := func(err error) func() error { return func() error { return err } }
	if j.err != nil {
		return failed(j.err)
	}
	if j.shut {
		return failed(ErrClosed)
	}
	b := j.next
	buf, err := seal(b.buf, v)
	if err != nil {
		return failed(err)
	}
	b.buf, j.last = buf, b
	j.cond.Signal()
	return b.wait
}

// Flush returns when everything that was enqueued is on disk.
func (j *Journal) Flush() error {
	j.mu.Lock()
	b, err := j.last, j.err
	j.mu.Unlock()
	if b == nil {
		return err
	}
	return b.wait()
}

// Close waits for what was appended and closes the file.
func (j *Journal) Close() error {
	j.mu.Lock()
	if !j.shut {
		j.shut = true
		j.cond.Signal()
	}
	j.mu.Unlock()
	<-j.gone
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.err
}

// write is the one goroutine that touches the file.
func (j *Journal) write() {
	defer close(j.gone)
	var spare []byte // room of the batch before
	for {
		j.mu.Lock()
		for len(j.next.buf) == 0 && !j.shut {
			j.cond.Wait()
		}
		b := j.next
		if len(b.buf) == 0 {
			if j.reserve != "" {
				os.Remove(j.reserve)
			}
			err := j.file.Close()
			if j.err == nil {
				j.err = err
			}
			j.mu.Unlock()
			return
		}
		j.next = &batch{buf: spare, done: make(chan struct{})}
		failed := j.err
		j.mu.Unlock()

		b.err = failed
		if failed == nil {
			_, b.err = j.file.Write(b.buf)
			if b.err == nil {
				b.err = j.file.Sync()
			}
			if b.err != nil {
				b.err = j.useReserve(b.buf, b.err)
			}
			j.size += int64(len(b.buf))
		}
		j.mu.Lock()
		if b.err != nil && j.err == nil {
			j.err = fmt.Errorf("writing the journal: %w", b.err)
			b.err = j.err
		}
		j.mu.Unlock()
		if spare = b.buf[:0]; cap(spare) > maxSpare {
			spare = nil
		}
		close(b.done)
	}
}

// maxSpare bounds the room that is kept from one batch to the next.
const maxSpare = 1 << 20

// seal appends v as one line with its checksum and line end to buf.
func seal(buf []byte, v any) ([]byte, error) {
	start := len(buf)
	var err error
	if a, ok := v.(Appender); ok {
		buf, err = a.AppendJSON(buf)
	} else {
		var b []byte
		b, err = json.Marshal(v)
		buf = append(buf, b...)
	}
	if err != nil {
		return nil, fmt.Errorf("encoding a journal record: %w", err)
	}
	if record := buf[start:]; len(record) < 3 || record[0] != '{' {
		return nil, fmt.Errorf("encoding a journal record: not an object with members")
	}
	sum := checksum(buf[start:])
	buf = append(buf[:len(buf)-1], sumMember...)
	buf = append(buf, sum...)
	return append(buf, "\"}\n"...), nil
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

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// ReserveName is the file of a run directory that holds room on the disk while a
// journal is written.
const ReserveName = "journal.reserve"

// Reserve sets room on the disk aside, in a file at path of size bytes, for what
// is still to be recorded when the disk turns out to be full: replies that are
// under way then have been paid for. Once the room was used, Trouble says so.
// Close removes the file.
func (j *Journal) Reserve(path string, size int) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	err = writeZeros(f, size)
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		os.Remove(path)
		return fmt.Errorf("setting room aside for the journal: %w", err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.reserve = path
	return nil
}

func writeZeros(f *os.File, n int) error {
	zeros := make([]byte, min(n, 64<<10))
	for n > 0 {
		k, err := f.Write(zeros[:min(n, len(zeros))])
		if err != nil {
			return err
		}
		n -= k
	}
	return nil
}

// Trouble is the failed write after which the journal went on in the reserved
// room, or the failure that ended it; nil while there was neither. Whoever sees
// it must begin nothing new.
func (j *Journal) Trouble() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err != nil {
		return j.err
	}
	return j.low
}

// rescue gives the reserved room free and writes again what a failed write or
// sync did not bring to the disk: the last batch, or, since a failed sync says
// nothing of earlier writes, all that was not synced. It is called by the leader
// alone and returns nil when everything is on disk.
func (j *Journal) rescue(failed error, batch int, wrote bool) error {
	f, ok := j.file.(interface{ Truncate(int64) error })
	j.mu.Lock()
	path := j.reserve
	j.reserve = ""
	j.mu.Unlock()
	if !ok || path == "" {
		return failed
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return failed
	}
	kept := 0
	if !wrote {
		kept = len(j.unsynced) - batch
	}
	if err := f.Truncate(j.size + int64(kept)); err != nil {
		return failed
	}
	if _, err := j.file.Write(j.unsynced[kept:]); err != nil {
		return err
	}
	if err := j.file.Sync(); err != nil {
		return err
	}
	j.mu.Lock()
	j.low = fmt.Errorf("writing the journal: %w", failed)
	j.mu.Unlock()
	return nil
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package jsonl

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// Open opens the file at path, or stdin for "-". Gzip is recognised by its
// first two bytes, whatever the name, and read transparently, also when it
// consists of several members. Errors name the path and say what is wrong; they
// wrap fs.ErrNotExist where that is the reason. Closing does not close stdin.
func Open(path string, stdin io.Reader) (io.ReadCloser, error) {
	if path == "-" {
		if stdin == nil {
			return nil, errors.New("-: there is no standard input")
		}
		return plain("-", stdin, nil)
	}
	st, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, why(err))
	}
	if st.IsDir() {
		return nil, fmt.Errorf("%s: is a directory, not a file: %w", path, syscall.EISDIR)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, why(err))
	}
	return plain(path, f, f)
}

// why drops the path that fs errors repeat.
func why(err error) error {
	var p *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fs.ErrNotExist
	case errors.As(err, &p):
		return p.Err
	}
	return err
}

type input struct {
	io.Reader
	name string
	file io.Closer
	gzip bool
	sum  hash.Hash // of a packed file's own bytes; nil for others
}

// PackedSHA256 is the lower-case hex SHA-256 of a packed file's own bytes once
// it was read to the end, "" for a file that is not packed. What [Open] returns
// has it.
func (in *input) PackedSHA256() string {
	if in.sum == nil {
		return ""
	}
	return hex.EncodeToString(in.sum.Sum(nil))
}

func plain(name string, r io.Reader, file io.Closer) (io.ReadCloser, error) {
	in := &input{name: name, file: file}
	b := bufio.NewReaderSize(r, 64<<10)
	in.Reader = b
	if head, _ := b.Peek(2); len(head) == 2 && head[0] == 0x1f && head[1] == 0x8b {
		in.sum = sha256.New()
		z, err := gzip.NewReader(io.TeeReader(b, in.sum))
		if err != nil {
			in.Close()
			return nil, fmt.Errorf("%s: begins like gzip but is not: %w", name, err)
		}
		in.Reader, in.gzip = z, true
	}
	return in, nil
}

func (in *input) Read(p []byte) (int, error) {
	n, err := in.Reader.Read(p)
	if err != nil && err != io.EOF {
		if in.gzip {
			err = fmt.Errorf("%s: the gzip data are damaged or cut short: %w", in.name, why(err))
		} else {
			err = fmt.Errorf("%s: %w", in.name, why(err))
		}
	}
	return n, err
}

func (in *input) Close() error {
	if in.file == nil {
		return nil
	}
	return in.file.Close()
}

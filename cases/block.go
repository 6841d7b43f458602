// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
)

// blockSize is how much is read at once; a block grows where a line is longer.
const blockSize = 256 << 10

// A block is a run of whole lines.
type block struct {
	data  []byte
	first bool
	facts []facts // filled by a worker
	buf   []byte
}

// blocks cuts an input at line feeds.
type blocks struct {
	r     io.Reader
	sum   hash.Hash // of what was read; nil where nobody wants it
	rest  []byte    // of the block before, behind its last line feed
	begun bool
	err   error
	spare chan *block
}

func newBlocks(r io.Reader, hash bool) *blocks {
	in := &blocks{r: r, spare: make(chan *block, 16)}
	if hash {
		in.sum = sha256.New()
	}
	return in
}

func (in *blocks) hash() string {
	if in.sum == nil {
		return ""
	}
	return hex.EncodeToString(in.sum.Sum(nil))
}

// free gives a block back for reuse; oversized ones are dropped.
func (in *blocks) free(b *block) {
	if cap(b.buf) > 4*blockSize {
		return
	}
	select {
	case in.spare <- b:
	default:
	}
}

// next gives the next block, io.EOF after the last, or the error of the input.
func (in *blocks) next() (*block, error) {
	if in.err != nil {
		return nil, in.err
	}
	var b *block
	select {
	case b = <-in.spare:
		b.facts = b.facts[:0]
	default:
		b = &block{buf: make([]byte, 0, blockSize+4096)}
	}
	b.buf = append(b.buf[:0], in.rest...)
	in.rest = in.rest[:0]
	searched := 0
	for {
		if cap(b.buf)-len(b.buf) < blockSize/2 {
			b.buf = append(make([]byte, 0, max(2*cap(b.buf), blockSize)), b.buf...)
		}
		n, err := in.r.Read(b.buf[len(b.buf):cap(b.buf)])
		if in.sum != nil {
			in.sum.Write(b.buf[len(b.buf) : len(b.buf)+n])
		}
		b.buf = b.buf[:len(b.buf)+n]
		if err != nil {
			in.err = err
			if err != io.EOF {
				return nil, err
			}
			if len(b.buf) == 0 {
				return nil, io.EOF
			}
			b.data = b.buf
			break
		}
		if cut := bytes.LastIndexByte(b.buf[searched:], '\n'); cut >= 0 && len(b.buf) >= blockSize/2 {
			cut += searched
			b.data = b.buf[:cut+1]
			in.rest = append(in.rest[:0], b.buf[cut+1:]...)
			break
		} else if cut < 0 {
			searched = len(b.buf)
		}
	}
	b.first, in.begun = !in.begun, true
	return b, nil
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
)

const (
	sumMember = `,"sum":"`
	lineEnd   = "\"}\n"
	sumLen    = 8 // hex digits

	// Journals of earlier versions have the start of the SHA-256 there.
	oldSumLen = 16
)

// castagnoli is the polynomial of CRC-32C, which finds every overwritten run of
// up to 32 bits, and whose computation costs next to nothing.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum is the CRC-32C of a record without its "sum" member.
func checksum(record []byte) uint32 { return crc32.Checksum(record, castagnoli) }

// A chain is where a journal stands: what its lines so far come to. The sum of a
// line is the chain that it ends, so that a line that is missing, doubled or in
// another's place is found at the next. The zero value is an empty journal's.
type chain uint32

// link is the chain with one more record, whose checksum is sum: the CRC-32C of
// both, eight bytes.
func (c chain) link(sum uint32) chain {
	var both [8]byte
	binary.BigEndian.PutUint32(both[:], uint32(c))
	binary.BigEndian.PutUint32(both[4:], sum)
	return chain(crc32.Checksum(both[:], castagnoli))
}

// fits reports whether sum is that of a line which holds record and ends the
// chain c. Earlier versions summed each line by itself.
func (c chain) fits(sum []byte, record []byte) bool {
	if len(sum) == oldSumLen {
		whole := sha256.Sum256(record)
		return string(sum) == hex.EncodeToString(whole[:oldSumLen/2])
	}
	return string(sum) == string(appendHex(nil, uint32(c))) || string(sum) == string(appendHex(nil, checksum(record)))
}

func appendHex(b []byte, sum uint32) []byte {
	var raw [sumLen / 2]byte
	binary.BigEndian.PutUint32(raw[:], sum)
	return hex.AppendEncode(b, raw[:])
}

// seal appends a record as one line with its sum.
func seal(buf, record []byte, sum chain) []byte {
	buf = append(buf, record[:len(record)-1]...)
	buf = append(buf, sumMember...)
	buf = appendHex(buf, uint32(sum))
	return append(buf, lineEnd...)
}

// cutSum divides a line, without its line feed, at its sum.
func cutSum(line []byte) (body, sum []byte, ok bool) {
	line, ok = bytes.CutSuffix(line, []byte(lineEnd[:len(lineEnd)-1]))
	if !ok {
		return nil, nil, false
	}
	for _, digits := range []int{sumLen, oldSumLen} {
		cut := len(line) - digits
		if cut < 0 {
			return nil, nil, false
		}
		if body, ok := bytes.CutSuffix(line[:cut], []byte(sumMember)); ok {
			return body, line[cut:], true
		}
	}
	return nil, nil, false
}

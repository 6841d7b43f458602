// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package jsonl_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/schema/jsonl"
)

func readAll(t testing.TB, r *jsonl.Reader) (lines []jsonl.Line) {
	for {
		l, err := r.Next()
		if err == io.EOF {
			return lines
		}
		require.NoError(t, err)
		l.Bytes = bytes.Clone(l.Bytes)
		lines = append(lines, l)
	}
}

func TestReader(t *testing.T) {
	text := "\xEF\xBB\xBF{\"a\":1}\r\n\n \t\r\n\r\n{\"b\":2}\nlast\r"
	r := jsonl.NewReader(iotest.OneByteReader(strings.NewReader(text)))
	lines := readAll(t, r)
	var got []string
	for i, l := range lines {
		assert.Equal(t, i+1, l.Number)
		assert.True(t, strings.HasPrefix(text[l.Offset:], string(l.Bytes)))
		got = append(got, string(l.Bytes))
	}
	assert.Equal(t, []string{`{"a":1}`, "", " \t", "", `{"b":2}`, "last\r"}, got)
	sum := sha256.Sum256([]byte(text))
	assert.Equal(t, jsonl.Stats{Lines: 6, Blank: 3, CRLF: 3, BOM: true, Torn: true, SHA256: hex.EncodeToString(sum[:])}, r.Stats())
	_, err := r.Next()
	assert.Equal(t, io.EOF, err)
}

func TestReaderOfNothing(t *testing.T) {
	r := jsonl.NewReader(strings.NewReader(""))
	assert.Empty(t, readAll(t, r))
	assert.Equal(t, jsonl.Stats{SHA256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}, r.Stats())
}

func TestReaderTakesAnyLength(t *testing.T) {
	long := strings.Repeat("x", 5<<20)
	r := jsonl.NewReader(strings.NewReader("a\n" + long + "\r\nb\n"))
	lines := readAll(t, r)
	require.Len(t, lines, 3)
	assert.Equal(t, len(long), len(lines[1].Bytes))
	assert.Equal(t, "b", string(lines[2].Bytes))
	assert.Equal(t, int64(2+len(long)+2), lines[2].Offset)
}

func TestReaderReportsABrokenInput(t *testing.T) {
	broken := errors.New("the disk is gone")
	r := jsonl.NewReader(io.MultiReader(strings.NewReader("a\nhalf"), iotest.ErrReader(broken)))
	_, err := r.Next()
	require.NoError(t, err)
	_, err = r.Next()
	assert.ErrorIs(t, err, broken)
	_, err = r.Next()
	assert.ErrorIs(t, err, broken)
	assert.Equal(t, 1, r.Stats().Lines)
}

func FuzzReaderKeepsTheBytes(f *testing.F) {
	for _, s := range []string{"", "\n", "a", "a\r\n\r\nb", "\xEF\xBB\xBFa\n\xEF\xBB\xBFb", "\r\r\n", "\xEF\xBB\xBF"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r := jsonl.NewReader(bytes.NewReader(b))
		// Rebuild the input: the bytes between two lines can only be line ends and the mark.
		pos := int64(0)
		for {
			l, err := r.Next()
			if err != nil {
				break
			}
			if gap := string(b[pos:l.Offset]); strings.Trim(gap, "\r\n") != "" && gap != string(jsonl.BOM) {
				t.Fatalf("lost %q", gap)
			}
			if !bytes.Equal(b[l.Offset:l.Offset+int64(len(l.Bytes))], l.Bytes) {
				t.Fatalf("line %d differs", l.Number)
			}
			if bytes.IndexByte(l.Bytes, '\n') >= 0 {
				t.Fatal("LF inside a line")
			}
			pos = l.Offset + int64(len(l.Bytes))
		}
		if strings.Trim(string(b[pos:]), "\r\n") != "" {
			t.Fatalf("lost the end %q", b[pos:])
		}
		s := r.Stats()
		if sum := sha256.Sum256(b); s.SHA256 != hex.EncodeToString(sum[:]) {
			t.Fatal("hash differs")
		}
		want := bytes.Count(b, []byte("\n"))
		if torn := len(b) > 0 && b[len(b)-1] != '\n'; torn {
			want++
		}
		if s.Lines != want {
			t.Fatalf("%d lines, want %d", s.Lines, want)
		}
	})
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	file := func(name string, b []byte) string {
		p := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(p, b, 0o600))
		return p
	}
	var z bytes.Buffer
	for _, part := range []string{"one\n", "two\n"} { // two members, as appended logs have
		w := gzip.NewWriter(&z)
		_, _ = w.Write([]byte(part))
		require.NoError(t, w.Close())
	}
	read := func(path string, stdin io.Reader) (string, error) {
		in, err := jsonl.Open(path, stdin)
		if err != nil {
			return "", err
		}
		defer in.Close()
		b, err := io.ReadAll(in)
		return string(b), err
	}
	for _, c := range []struct {
		name, path string
		stdin      io.Reader
	}{
		{"plain", file("a.jsonl", []byte("one\ntwo\n")), nil},
		{"gzip", file("a.jsonl.gz", z.Bytes()), nil},
		{"gzip by its bytes", file("b.jsonl", z.Bytes()), nil},
		{"stdin", "-", strings.NewReader("one\ntwo\n")},
		{"gzip on stdin", "-", bytes.NewReader(z.Bytes())},
	} {
		got, err := read(c.path, c.stdin)
		require.NoError(t, err, c.name)
		assert.Equal(t, "one\ntwo\n", got, c.name)
	}
	got, err := read(file("one-byte", []byte("\x1f")), nil)
	require.NoError(t, err)
	assert.Equal(t, "\x1f", got)

	_, err = read(filepath.Join(dir, "missing"), nil)
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.Equal(t, 1, strings.Count(err.Error(), "missing"), err.Error())
	_, err = read(dir, nil)
	assert.ErrorContains(t, err, dir+": is a directory")
	_, err = read(file("cut.gz", z.Bytes()[:len(z.Bytes())-9]), nil)
	assert.ErrorContains(t, err, "gzip data are damaged or cut short")
	_, err = read(file("fake.gz", []byte("\x1f\x8bnot gzip at all")), nil)
	assert.ErrorContains(t, err, "gzip")
	_, err = read("-", nil)
	assert.Error(t, err)
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package journal_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/false-consensus/fcb/predictions/journal"
	"github.com/go-json-experiment/json"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

type entry struct {
	N    int    `json:"n"`
	Text string `json:"text"`
}

func (e entry) encoded() []byte {
	b, err := json.Marshal(e)
	if err != nil {
		panic(err)
	}
	return b
}

func written(t testing.TB, n int) (path string, raw []byte) {
	path = filepath.Join(t.TempDir(), "journal.jsonl")
	j, err := journal.Create(path)
	require.NoError(t, err)
	for i := range n {
		require.NoError(t, j.Append(entry{i, "text <&> é"}))
	}
	require.NoError(t, j.Close())
	raw, err = os.ReadFile(path)
	require.NoError(t, err)
	return path, raw
}

func TestAppendIsOnDiskWhenItReturns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	j, err := journal.Create(path)
	require.NoError(t, err)
	for i := range 5 {
		require.NoError(t, j.Append(entry{i, "x"}))
		records, torn, err := journal.Read(path)
		require.NoError(t, err)
		assert.Empty(t, torn.Bytes)
		require.Len(t, records, i+1)
		assert.Equal(t, fmt.Sprintf(`{"n":%d,"text":"x"}`, i), string(records[i].Bytes))
	}
	require.NoError(t, j.Close())
	assert.ErrorIs(t, j.Append(entry{}), journal.ErrClosed)
	_, err = journal.Create(path)
	assert.ErrorIs(t, err, os.ErrExist, "a journal is never overwritten")
}

func TestManyWritersLoseNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	j, err := journal.Create(path)
	require.NoError(t, err)
	var all sync.WaitGroup
	for w := range 64 {
		all.Go(func() {
			for i := range 20 {
				assert.NoError(t, j.Append(entry{w*20 + i, string(bytes.Repeat([]byte("y"), 5000))}))
			}
		})
	}
	all.Wait()
	require.NoError(t, j.Close())
	records, _, err := journal.Read(path)
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, r := range records {
		seen[string(r.Bytes[:12])] = true
	}
	assert.Len(t, records, 64*20)
}

// Cutting the file at any byte gives the whole records before it and a torn
// tail that is set aside, never an error and never a lost record.
func TestTornAtEveryByte(t *testing.T) {
	path, raw := written(t, 3)
	for cut := 0; cut <= len(raw); cut++ {
		require.NoError(t, os.WriteFile(path, raw[:cut], 0o644))
		j, records, torn, err := journal.Open(path)
		require.NoError(t, err, "cut at %d", cut)
		whole := bytes.Count(raw[:cut], []byte("\n"))
		tail := raw[:cut][bytes.LastIndexByte(raw[:cut], '\n')+1:]
		if cut < len(raw) && len(tail) > 0 && raw[cut] == '\n' { // only the line end is missing: nothing is lost
			whole, tail = whole+1, nil
		}
		require.Len(t, records, whole)
		if len(tail) == 0 {
			assert.Empty(t, torn)
		} else {
			kept, err := os.ReadFile(torn)
			require.NoError(t, err)
			assert.Equal(t, tail, kept)
			require.NoError(t, os.Remove(torn))
		}
		require.NoError(t, j.Append(entry{9, "after"}))
		require.NoError(t, j.Close())
		records, left, err := journal.Read(path)
		require.NoError(t, err)
		assert.Empty(t, left.Bytes)
		assert.Len(t, records, whole+1)
	}
}

// Any other change to a whole line is found, at its line.
func TestAnyOverwrittenByteIsFound(t *testing.T) {
	path, raw := written(t, 4)
	ends := bytes.SplitAfter(raw, []byte("\n"))
	rapid.Check(t, func(rt *rapid.T) {
		line := rapid.IntRange(0, 3).Draw(rt, "line")
		start := 0
		for _, l := range ends[:line] {
			start += len(l)
		}
		at := start + rapid.IntRange(0, len(ends[line])-1).Draw(rt, "at")
		with := rapid.Byte().Filter(func(b byte) bool { return b != raw[at] && b != '\n' }).Draw(rt, "with")
		changed := bytes.Clone(raw)
		changed[at] = with
		require.NoError(rt, os.WriteFile(path, changed, 0o644))
		_, _, err := journal.Read(path)
		var d *journal.Damage
		if !errors.As(err, &d) || d.Line != line+1 {
			rt.Fatalf("byte %d of line %d changed to %q: %v", at-start, line+1, with, err)
		}
		_, _, _, err = journal.Open(path)
		require.Error(rt, err)
		after, _ := os.ReadFile(path)
		require.Equal(rt, changed, after, "a damaged journal is not touched")
	})
}

// A line that is gone, doubled or in another's place is found at the next one, also
// where lines were added after the journal was opened again. What follows the last
// line cannot tell.
func TestMissingDoubledAndMovedLinesAreFound(t *testing.T) {
	path, _ := written(t, 4)
	j, _, _, err := journal.Open(path)
	require.NoError(t, err)
	require.NoError(t, j.Append(entry{4, "x"}))
	require.NoError(t, j.Append(entry{5, "x"}))
	require.NoError(t, j.Close())
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := bytes.SplitAfter(bytes.TrimSuffix(raw, []byte("\n")), []byte("\n"))
	lines[5] = append(lines[5], '\n')
	check := func(what string, line int, lines ...[]byte) {
		changed := bytes.Join(lines, nil)
		require.NoError(t, os.WriteFile(path, changed, 0o644))
		_, _, _, err := journal.Open(path)
		var d *journal.Damage
		require.True(t, errors.As(err, &d), "%s: %v", what, err)
		assert.Equal(t, line, d.Line, what)
		assert.ErrorContains(t, err, "the one before it is not the one that stood there", what)
		after, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, changed, after, what)
	}
	for i := range 5 {
		without := append(append([][]byte{}, lines[:i]...), lines[i+1:]...)
		check(fmt.Sprintf("without line %d", i+1), i+1, without...)
		if i == 4 { // the last line follows the gap: it is no torn tail, with or without its line end
			check("and without the last line end", i+1, append(without[:4:4], bytes.TrimSuffix(lines[5], []byte("\n")))...)
		}
		check(fmt.Sprintf("line %d doubled", i+1), i+2, append(append(append([][]byte{}, lines[:i+1]...), lines[i]), lines[i+1:]...)...)
		swapped := append([][]byte{}, lines...)
		swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
		check(fmt.Sprintf("lines %d and %d swapped", i+1, i+2), i+1, swapped...)
	}
	require.NoError(t, os.WriteFile(path, bytes.Join(lines, nil), 0o644))
	records, _, err := journal.Read(path)
	require.NoError(t, err)
	assert.Len(t, records, 6)
}

// Journals of earlier versions, which have another checksum, are read and gone on
// with: the start of what sha256sum prints for {"n":1,"text":"x"}, and the CRC-32C of
// the line alone, computed bit by bit in crc. What follows them holds them in place.
func TestEarlierChecksums(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	record := `{"n":1,"text":"x"}`
	for _, sum := range []string{"f839ca279f4105d2", fmt.Sprintf("%08x", crc([]byte(record)))} {
		line := strings.TrimSuffix(record, "}") + `,"sum":"` + sum + `"}` + "\n"
		require.NoError(t, os.WriteFile(path, []byte(line), 0o644))
		j, records, _, err := journal.Open(path)
		require.NoError(t, err)
		require.Len(t, records, 1)
		assert.Equal(t, record, string(records[0].Bytes))
		require.NoError(t, j.Append(entry{2, "x"}))
		require.NoError(t, j.Close())
		records, _, err = journal.Read(path)
		require.NoError(t, err)
		assert.Len(t, records, 2)

		raw, err := os.ReadFile(path)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, raw[len(line):], 0o644))
		_, _, err = journal.Read(path)
		assert.ErrorContains(t, err, "its checksum does not fit")

		require.NoError(t, os.WriteFile(path, []byte(strings.Replace(line, "x", "y", 1)), 0o644))
		_, _, err = journal.Read(path)
		assert.ErrorContains(t, err, "its checksum does not fit")
	}
}

// crc is the CRC-32C of b, computed bit by bit from its polynomial.
func crc(b []byte) uint32 {
	sum := ^uint32(0)
	for _, c := range b {
		sum ^= uint32(c)
		for range 8 {
			sum = sum>>1 ^ 0x82f63b78*(sum&1)
		}
	}
	return ^sum
}

// The sum of a line is the CRC-32C of the sum before it and the CRC-32C of its record.
// The check value is that of RFC 3720, appendix B.4: 32 bytes of zeros have 8a9136aa.
func TestChecksumIsCRC32C(t *testing.T) {
	require.Equal(t, uint32(0x8a9136aa), crc(make([]byte, 32)))
	_, raw := written(t, 3)
	var want string
	sum := uint32(0)
	for n := range 3 {
		record := entry{n, "text <&> é"}.encoded()
		both := binary.BigEndian.AppendUint32(nil, sum)
		sum = crc(binary.BigEndian.AppendUint32(both, crc(record)))
		want += fmt.Sprintf("%s,\"sum\":\"%08x\"}\n", record[:len(record)-1], sum)
	}
	assert.Equal(t, want, string(raw))
}

// What is no object with members could not be read again.
func TestOnlyObjectsAreRecords(t *testing.T) {
	path, w, j := watch(t)
	for _, record := range []string{"", "{}", "[1]", "{\"n\":1,\n\"m\":2}", `"text"`, `{"n":1`, "nullnull"} {
		assert.ErrorContains(t, j.EnqueueJSON([]byte(record)).Written(), "must be an object with members", record)
	}
	assert.ErrorContains(t, j.Append([]int{1}), "must be an object with members")
	assert.Error(t, j.Append(func() {}))
	require.NoError(t, j.Append(entry{1, "x"}))
	require.NoError(t, j.Close())
	assert.Equal(t, []string{"1"}, numbers(t, path))
	writes, _ := w.counts()
	assert.Equal(t, 1, writes)
}

// No write is torn behind a whole record: another byte in place of the last line
// end is a change, and nothing is set aside for it.
func TestChangedLastLineEndIsDamage(t *testing.T) {
	path, raw := written(t, 3)
	for _, with := range "x \x00}" {
		changed := append(bytes.Clone(raw[:len(raw)-1]), byte(with))
		require.NoError(t, os.WriteFile(path, changed, 0o644))
		_, _, _, err := journal.Open(path)
		var d *journal.Damage
		require.True(t, errors.As(err, &d), "%q: %v", with, err)
		assert.Equal(t, 3, d.Line)
		after, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, changed, after)
	}
}

// full is a file on a disk with room for some bytes.
type full struct {
	room  int
	syncs int
}

func (f *full) Write(b []byte) (int, error) {
	if len(b) > f.room {
		return f.room, errors.New("no space left on device")
	}
	f.room -= len(b)
	return len(b), nil
}
func (f *full) Sync() error  { f.syncs++; return nil }
func (f *full) Close() error { return nil }

func TestFullDiskFailsThisAndEveryLaterAppend(t *testing.T) {
	f := &full{room: 150}
	j := journal.New(f)
	require.NoError(t, j.Append(entry{1, "x"}))
	require.Equal(t, 1, f.syncs, "a record is synced before Append returns")
	err := j.Append(entry{2, string(bytes.Repeat([]byte("z"), 200))})
	require.ErrorContains(t, err, "no space left")
	f.room = 10_000
	assert.Equal(t, err, j.Append(entry{3, "x"}), "nothing may follow a record that is not there")
	assert.Equal(t, err, j.Close())
}

func TestLockNamesItsHolderAndSurvivesAStaleFile(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, journal.LockName), []byte("process 1 on elsewhere\n"), 0o644))
	now := time.Date(2026, 11, 29, 1, 2, 3, 0, time.UTC)
	assert.Empty(t, journal.Holder(dir), "nor does it name a holder")
	assert.Empty(t, journal.Holder(filepath.Join(dir, "nowhere")))
	unlock, err := journal.Lock(dir, now)
	require.NoError(t, err, "a file left behind locks nothing")
	_, err = journal.Lock(dir, now)
	var locked *journal.Locked
	require.ErrorAs(t, err, &locked)
	assert.Contains(t, locked.Holder, fmt.Sprintf("process %d on ", os.Getpid()))
	assert.Contains(t, locked.Holder, "2026-11-29T01:02:03Z")
	assert.Equal(t, locked.Holder, journal.Holder(dir))
	unlock()
	assert.Empty(t, journal.Holder(dir))
	unlock, err = journal.Lock(dir, now)
	require.NoError(t, err)
	unlock()
}

func FuzzRead(f *testing.F) {
	_, raw := written(f, 2)
	f.Add(raw)
	f.Add([]byte("{}\n"))
	f.Add([]byte(`{"n":1,"sum":"0123456789abcdef"}` + "\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		path := filepath.Join(t.TempDir(), "j")
		require.NoError(t, os.WriteFile(path, b, 0o644))
		records, torn, err := journal.Read(path)
		if err != nil {
			var d *journal.Damage
			require.ErrorAs(t, err, &d)
			return
		}
		lines := bytes.Count(b, []byte("\n"))
		if len(b) > 0 && b[len(b)-1] != '\n' && len(torn.Bytes) == 0 {
			lines++ // whole but for its line end
		}
		require.Len(t, records, lines)
		require.Equal(t, string(b[len(b)-len(torn.Bytes):]), string(torn.Bytes))
	})
}

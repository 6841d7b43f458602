// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package solve_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/bench/study/solve"
)

// The packets in testdata were written by hand, one for each form of question,
// and their answers worked out on paper. The last line of a file is the answer.
func TestHandWrittenPackets(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 12)
	for _, f := range files {
		text, want := handWritten(t, f)
		got, err := solve.Answer(text)
		require.NoError(t, err, f)
		assert.Equal(t, want, got, f)
	}
}

func handWritten(t *testing.T, file string) (text, want string) {
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	text, want, ok := strings.Cut(string(b), "\nANSWER: ")
	require.True(t, ok, file)
	return text, strings.TrimSpace(want)
}

// Whatever line is added to whatever document, it is not read over.
func TestAStrangeLineIsAnError(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	for _, f := range files {
		text, _ := handWritten(t, f)
		for _, at := range regexp.MustCompile(`\n\n=== (?:Document [2-9]|Question)`).FindAllStringIndex(text, -1) {
			got, err := solve.Answer(text[:at[0]] + "\n\nBut see my other letter." + text[at[0]:])
			if assert.Error(t, err, "%s answered %s", f, got) {
				assert.Contains(t, err.Error(), "But see my other letter.", f)
			}
		}
	}
}

// A document that is missing is an error or leaves the question open, never a
// guess. A pile of memos is complete without any one of them.
func TestADocumentThatIsMissing(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	require.NoError(t, err)
	first := regexp.MustCompile(`(?s)^=== Document 1 of \d ===\n.*?\n\n(=== (?:Document 2|Question))`)
	for _, f := range files {
		text, want := handWritten(t, f)
		if strings.Contains(f, "memo") {
			continue
		}
		cut := first.ReplaceAllString(text, "$1")
		cut = regexp.MustCompile(`=== Document (\d)`).ReplaceAllStringFunc(cut, func(s string) string {
			return s[:len(s)-1] + string(s[len(s)-1]-1)
		})
		got, err := solve.Answer(cut)
		if err == nil && want != solve.Insufficient {
			assert.Equal(t, solve.Insufficient, got, f)
		}
	}
}

func TestNoPacket(t *testing.T) {
	for text, says := range map[string]string{
		"":                                      "before the first document",
		"Hello":                                 "before the first document",
		"=== Question ===\n\nWhat is love?":     "question not understood",
		"=== Document 2 of 2 ===\n\nx":          "out of order",
		"=== Document 1 of 1 ===\n\nOnly this.": "no question",
	} {
		_, err := solve.Answer(text)
		assert.ErrorContains(t, err, says, text)
	}
}

func FuzzAnswerDoesNotPanic(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txt")
	require.NoError(f, err)
	require.NotEmpty(f, files)
	for _, x := range files {
		b, err := os.ReadFile(x)
		require.NoError(f, err)
		f.Add(string(b))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if a, err := solve.Answer(text); (a == "") == (err == nil) {
			t.Fatalf("answer %q and error %v", a, err)
		}
	})
}

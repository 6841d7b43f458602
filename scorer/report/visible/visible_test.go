// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package visible_test

import (
	"bytes"
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/false-consensus/fcb/scorer/report/visible"
)

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"plain é 漢字 👩‍👩‍👧":           "plain é 漢字 👩‍👩‍👧",
		"\x1b[2J":                    `\x1b[2J`,
		"\x1b]8;;http://x\x07":       `\x1b]8;;http://x\x07`,
		"a\rb\nc\td":                 `a\rb\nc\td`,
		"a\bb\x7f":                   `a\x08b\x7f`,
		"\u202eevil\u2066":           `\u202eevil\u2066`,
		"\u0085\u009b31m":            `\u0085\u009b31m`,
		"\xff\xc3(":                  `\xff\xc3(`,
		"\u2028\u2029":               `\u2028\u2029`,
		"\ufffe\U000e0001":           `\ufffe\U000e0001`,
		`back\slash stays`:           `back\slash stays`,
		"real \uFFFD stays":          "real \uFFFD stays",
		"zero\u200bwidth\ufeffspace": `zero\u200bwidth\ufeffspace`,
	} {
		assert.Equal(t, want, visible.Text(in))
	}
}

func TestTextLeavesNothingThatMovesACursor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		out := visible.Text(string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")))
		if !utf8.ValidString(out) {
			t.Fatal("not UTF-8")
		}
		for _, r := range out {
			if r < 0x20 || r >= 0x7f && r < 0xa0 || r == 0x202e || r == 0x2066 || r == 0x200f {
				t.Fatalf("%q left %q", out, r)
			}
		}
	})
}

func TestTruncate(t *testing.T) {
	flags := strings.Repeat("🇬🇷", 10000)
	cut := visible.Truncate(flags, 20)
	assert.Equal(t, strings.Repeat("🇬🇷", 9)+"…", cut)
	for _, c := range []struct {
		in    string
		width int
		want  string
	}{
		{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"漢字", 4, "漢字"}, {"漢字漢", 4, "漢…"}, {"漢字漢", 5, "漢字…"},
		{"e\u0301e\u0301e\u0301", 2, "e\u0301…"}, {"", 3, ""}, {"abc", 0, ""}, {"abc", 1, "…"}, {"👩‍👩‍👧x👩‍👩‍👧", 3, "👩‍👩‍👧…"},
	} {
		got := visible.Truncate(c.in, c.width)
		assert.Equal(t, c.want, got, "%q to %d", c.in, c.width)
		assert.LessOrEqual(t, visible.Width(got), c.width)
	}
	assert.Equal(t, "漢  ", visible.Pad("漢", 4))
	assert.Equal(t, "toolong", visible.Pad("toolong", 4))
}

func TestTruncateKeepsTheLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, n := visible.Text(rapid.String().Draw(t, "s")), rapid.IntRange(1, 30).Draw(t, "n")
		got := visible.Truncate(s, n)
		if visible.Width(got) > n || !utf8.ValidString(got) || got != s && !strings.HasPrefix(s, strings.TrimSuffix(got, "…")) {
			t.Fatalf("%q to %d is %q", s, n, got)
		}
	})
}

func TestCell(t *testing.T) {
	for in, want := range map[string]string{
		"=HYPERLINK(1)": "'=HYPERLINK(1)", "+1": "'+1", "-1": "'-1", "@x": "'@x", "\t=1": "'\t=1", " =1": "' =1", "\r=1": "'\r=1",
		"plain": "plain", "": "", "a=b": "a=b", "1-2": "1-2", "＝1": "'＝1", "\tx": "'\tx",
	} {
		assert.Equal(t, want, visible.Cell(in), "%q", in)
	}
}

func TestGitHub(t *testing.T) {
	assert.Equal(t, `a\r::error::x`, visible.GitHubData("a\r::error::x"))
	assert.Equal(t, `100%25 %250A \n`, visible.GitHubData("100% %0A \n"))
	assert.Equal(t, `d%2Cline=1%3A%3Ab.jsonl`, visible.GitHubProperty("d,line=1::b.jsonl"))
}

func TestXMLIsAlwaysAccepted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := visible.XML(string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")))
		var b bytes.Buffer
		b.WriteString("<a>")
		if err := xml.EscapeText(&b, []byte(text)); err != nil {
			t.Fatal(err)
		}
		b.WriteString("</a>")
		d := xml.NewDecoder(&b)
		var got strings.Builder
		for {
			tok, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if c, ok := tok.(xml.CharData); ok {
				got.Write(c)
			}
		}
		if got.String() != text {
			t.Fatalf("%q came back as %q", text, got.String())
		}
	})
	assert.Equal(t, "a\\x00b\n\\x1b\\ufffe", visible.XML("a\x00b\n\x1b\ufffe"))
}

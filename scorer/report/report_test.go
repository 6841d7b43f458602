// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/false-consensus/fcb/scorer"
)

// withoutAssets leaves out the style sheet, the script and their hashes, so that
// a golden changes with what a report says only.
func withoutAssets(b []byte) string {
	s := strings.Replace(strings.Replace(string(b), styleSheet, "", 1), script, "", 1)
	return regexp.MustCompile(`'sha256-[^']+'`).ReplaceAllString(s, "'sha256-'")
}

func TestReportGolden(t *testing.T) {
	golden(t, "testdata/report/judged.html", withoutAssets(htmlOf(t, fixture(t, "judged.jsonl", true))))
	golden(t, "testdata/report/side_by_side.html", withoutAssets(htmlOf(t, fixture(t, "judged.jsonl", true), fixture(t, "two_engines.jsonl", false))))
}

func TestReportIsTheSameOnRepeat(t *testing.T) {
	runs := []Run{embeddedRun(t, 144), fixture(t, "two_engines.jsonl", false)}
	assert.Equal(t, htmlOf(t, runs...), htmlOf(t, runs...))
}

// allowed are the elements and attributes that a report is made of. Text of a
// case that became an element or an attribute would bring others.
var (
	allowed = words(`html head meta title style body a header h1 h2 h3 p nav ul ol li main section footer table caption thead tbody tr th td
		div span b i strong small details summary dl dt dd form label select option input button pre figure figcaption svg path circle
		text g desc script bdi`)
	allowedAttributes = words(`lang charset http-equiv content name id class href aria-label aria-labelledby aria-live aria-hidden tabindex role
		scope colspan rowspan dir hidden value type placeholder autocomplete rel viewBox width height focusable d cx cy r x y dy
		text-anchor transform data-category data-effects data-act`)
)

func words(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

// Text of cases, replies and errors stays text wherever it is put.
func TestHostileTextStaysText(t *testing.T) {
	page := htmlOf(t, fixture(t, "judged.jsonl", true), fixture(t, "two_engines.jsonl", false))
	checkMarkup(t, page)
	assert.NotRegexp(t, "[\u202a-\u202e\u2066-\u2069\u2028\u2029\u0007\u001b]", string(page), "controls are made visible")
	assert.Contains(t, string(page), `\u202egnp.exe`)
	assert.Contains(t, string(page), "مرحبا")
}

func checkMarkup(t *testing.T, page []byte) {
	t.Helper()
	z := html.NewTokenizer(bytes.NewReader(page))
	scripts, elements := 0, 0
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			require.ErrorIs(t, z.Err(), io.EOF)
			break
		}
		token := z.Token()
		if kind == html.CommentToken {
			assert.Fail(t, "a comment", token.Data)
		}
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
			continue
		}
		elements++
		name := token.Data
		assert.True(t, allowed[strings.ToLower(name)], "element %q", name)
		if name == "script" {
			scripts++
			assert.Empty(t, token.Attr)
		}
		for _, a := range token.Attr {
			assert.True(t, allowedAttributes[a.Key] || strings.EqualFold(a.Key, "viewbox"), "attribute %q of %s", a.Key, name)
			if a.Key == "href" {
				assert.Regexp(t, `^(#|https://example\.org/)`, a.Val)
			}
		}
	}
	assert.Equal(t, 1, scripts)
	assert.Greater(t, elements, 100)
}

// Every section has its own heading, anchors are unique, and links lead somewhere.
func TestReportAnchors(t *testing.T) {
	z := html.NewTokenizer(bytes.NewReader(htmlOf(t, fixture(t, "judged.jsonl", true), embeddedRun(t, 144))))
	ids, links := map[string]int{}, map[string]bool{}
	for z.Next() != html.ErrorToken {
		for _, a := range z.Token().Attr {
			switch {
			case a.Key == "id":
				ids[a.Val]++
			case a.Key == "href" && strings.HasPrefix(a.Val, "#"):
				links[a.Val[1:]] = true
			}
		}
	}
	for id, n := range ids {
		assert.Equal(t, 1, n, "id %q", id)
	}
	for l := range links {
		assert.Contains(t, ids, l)
	}
	assert.Greater(t, len(ids), 150)
}

// Runs over different case files are shown apart and said not to be comparable.
func TestReportOfDifferentDatasets(t *testing.T) {
	page := string(htmlOf(t, fixture(t, "judged.jsonl", true), embeddedRun(t, 144)))
	assert.Contains(t, page, "The runs scored different case files")
	same := string(htmlOf(t, fixture(t, "judged.jsonl", true), fixture(t, "two_engines.jsonl", false)))
	assert.NotContains(t, same, "The runs scored different case files")
	assert.Equal(t, 6, strings.Count(same, `<details class="case"`), "the case that both runs asked is listed once")
	assert.Equal(t, 150, strings.Count(page, `<details class="case"`))
}

func TestReportOfNothing(t *testing.T) {
	m, err := scorer.Score(scorer.Input{})
	require.NoError(t, err)
	page := string(htmlOf(t, Run{Metrics: m}))
	assert.Contains(t, page, "No prediction was scored")
	assert.Contains(t, page, "publishable: no")
}

func TestReadReply(t *testing.T) {
	for in, want := range map[string]reply{
		`{"reasons":["a",""," "],"agreement_score":0.60,"request_id":"r"}`: {Agreement: "0.60", RequestID: "r", Reasons: []string{"a"}},
		`{"reasons":"alone"}`:                     {Reasons: []string{"alone"}},
		`{"reasons":[{"code":1},2,"b"]}`:          {Reasons: []string{`{"code":1}`, "2", "b"}},
		`{"reasons":{"a":1},"request_id":7}`:      {},
		`{"agreement_score":7328334202200869666}`: {Agreement: "7328334202200869666"},
		`[1]`:  {},
		`null`: {},
		``:     {},
	} {
		got := readReply([]byte(in))
		if len(got.Reasons) == 0 {
			got.Reasons = nil
		}
		assert.Equal(t, want, got, in)
	}
}

func TestTextsAreCutBetweenCharacters(t *testing.T) {
	long := strings.Repeat("🇬🇷", 10000)
	cut := shownBlock(long)
	assert.Equal(t, strings.Repeat("🇬🇷", shownText/2-1)+"…", cut)
	assert.Equal(t, "a\nb", shownBlock("a\nb"))
}

func TestWeblink(t *testing.T) {
	for in, want := range map[string]string{
		"https://example.org/a?b=1": "https://example.org/a?b=1", "http://h/": "http://h/",
		"javascript:alert(1)": "", "JaVaScRiPt:alert(1)": "", "data:text/html,x": "", "//host/path": "", "vbscript:x": "", "ftp://host/x": "", "javascript://host/%0aalert(1)": "", "": "", "https:///x": "", "\x01https://x": "",
	} {
		assert.Equal(t, want, weblink(in), in)
	}
}

func TestWordsOfNumbers(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1000: "-1,000"} {
		assert.Equal(t, want, grouped(n))
	}
	for i, want := range map[int]string{0: "A", 25: "Z", 26: "AA", 27: "AB", 701: "ZZ", 702: "AAA"} {
		assert.Equal(t, want, letters(i))
	}
	assert.Equal(t, "0", coordinate(-0.01))
	assert.Equal(t, "n/a", percentOf(0, 0))
}

func BenchmarkReport(b *testing.B) {
	for _, n := range []int{144, 10000} {
		run := embeddedRun(b, n)
		b.Run(grouped(n), func(b *testing.B) {
			var size int
			for b.Loop() {
				size = len(htmlOf(b, run))
			}
			b.ReportMetric(float64(size)/1e6, "MB")
		})
	}
}

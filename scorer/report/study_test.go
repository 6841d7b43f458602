// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/bench/study/agreement"
	"github.com/false-consensus/fcb/scorer/report"
)

// hostile is what a model, a file or a person may write anywhere.
const hostile = "<script>alert(1)</script>\x1b[2J|`*[x](javascript:1)\n````\n# heading \u202e"

func hostileStudy() *agreement.Study {
	a := "w"
	questions := []agreement.Question{
		{ID: "q<1>", Family: "f|1", Key: "k", Answers: []*string{&a, &a, &a}},
		{ID: "q2", Family: "g", Key: "w", Answers: []*string{&a, &a, nil}},
	}
	s := &agreement.Stratum{Models: 3, Note: hostile, Score: *agreement.NewScore(questions, 3), Failures: map[string]map[string]int{"c": {hostile: 1}},
		Wrong: []agreement.Wrong{{ID: "q<1>", Family: "f|1", Question: hostile, Key: "k", Answer: "w", Lure: "w",
			Explanations: []agreement.Explanation{{Model: "a", Raw: hostile}, {Model: "b", Raw: "b"}, {Model: "c", Raw: "c"}}}}, RepeatReason: "none is marked"}
	for i, n := range []string{"a", "b", "c"} {
		s.PerModel[i].Name = n
	}
	return &agreement.Study{Format: agreement.Format, Title: hostile, Question: hostile, Strata: map[string]*agreement.Stratum{"s": s},
		Roster:     []agreement.Member{{Name: "a", Provider: "openai", Family: "x", Reported: []string{hostile}, Parameters: []string{hostile}, Cost: "0"}},
		Disclosure: agreement.Disclosure{Interests: hostile, AIAssistance: "-"}, Caveats: agreement.Caveats(), Warnings: []string{hostile}}
}

func TestStudyShowsUntrustedTextSafely(t *testing.T) {
	r := hostileStudy()
	var text, md, page bytes.Buffer
	report.Study(&text, r)
	report.StudyMarkdown(&md, r)
	require.NoError(t, report.StudyPage(&page, r))
	for name, out := range map[string]string{"text": text.String(), "markdown": md.String(), "page": page.String()} {
		assert.NotContains(t, out, "\x1b", name)
		assert.NotContains(t, out, "\u202e", name)
	}
	assert.NotContains(t, page.String(), "<script")
	assert.Contains(t, page.String(), "default-src &#39;none&#39;")
	assert.Contains(t, page.String(), "<svg")
	assert.Contains(t, page.String(), "This is the answer that the question&#39;s trap leads to.")
	// Outside fences no markup of theirs is left; inside, they cannot end the fence.
	open := ""
	for l := range strings.SplitSeq(md.String(), "\n") {
		switch {
		case open == "" && strings.HasPrefix(l, "```"):
			open = strings.TrimSuffix(l, "text")
		case open != "" && l == open:
			open = ""
		case open == "":
			assert.NotContains(t, l, "<script")
			assert.NotRegexp(t, `[^\\]\]\(javascript`, l)
			assert.False(t, strings.HasPrefix(l, "# heading"))
		}
	}
	assert.Empty(t, open, "every fence is closed")
	assert.Contains(t, md.String(), "`````text\n", "a fence is longer than any inside it")
}

func TestStudyLaysOutTheSameTwice(t *testing.T) {
	var a, b bytes.Buffer
	require.NoError(t, report.StudyPage(&a, hostileStudy()))
	require.NoError(t, report.StudyPage(&b, hostileStudy()))
	assert.Equal(t, a.String(), b.String())
}

func TestStudyWithoutUnanimousWrongSaysWhatThatShows(t *testing.T) {
	r := hostileStudy()
	s := r.Strata["s"]
	s.Wrong, s.WrongNote = nil, agreement.NoWrongNote
	var text bytes.Buffer
	report.Study(&text, r)
	assert.Contains(t, text.String(), "That does not show that there are none elsewhere")
}

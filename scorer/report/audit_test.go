// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/false-consensus/fcb/schema/jsonl"
	"github.com/false-consensus/fcb/scorer/audit"
	"github.com/false-consensus/fcb/scorer/report"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func auditOf(t *testing.T, text string) *audit.Result {
	t.Helper()
	c, err := audit.Read(jsonl.NewReader(strings.NewReader(text)), 1)
	require.NoError(t, err)
	r := audit.Run(c, audit.Options{Bootstrap: 100, Seed: 1})
	r.Input.Path, r.Input.SHA256 = "trace.jsonl", "0"
	return r
}

func auditTrace(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "audit", "trace.jsonl"))
	require.NoError(t, err)
	return string(b)
}

// FCB_UPDATE=1 rewrites the goldens; look at the difference before accepting it.
func goldenAudit(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "audit", name)
	if os.Getenv("FCB_UPDATE") != "" {
		require.NoError(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got))
}

func TestAuditGoldens(t *testing.T) {
	r := auditOf(t, auditTrace(t))
	var text, page, again, markdown, card bytes.Buffer
	report.Audit(&text, r)
	goldenAudit(t, "audit.txt", text.Bytes())
	require.NoError(t, report.AuditPage(&page, r))
	goldenAudit(t, "audit.html", page.Bytes())
	require.NoError(t, report.AuditPage(&again, r))
	assert.Equal(t, page.String(), again.String())
	c := audit.NewCard(r, nil)
	report.CardMarkdown(&markdown, c)
	goldenAudit(t, "card.md", markdown.Bytes())
	require.NoError(t, report.CardPage(&card, c))
	goldenAudit(t, "card.html", card.Bytes())
}

// Text from the file must not become markup, and pages must load nothing.
func TestAuditPagesAreInert(t *testing.T) {
	evil := `<script>alert(1)</script>\u001b[2J|![x](http://x)`
	line := func(agent string) string {
		return `{"problem_id":"p","block_id":"b","agent":"` + agent + `","tier":"` + evil + `","confidence":0.5,"answer":"1","correct":true,"scores":{"` + evil + `":1}}` + "\n"
	}
	r := auditOf(t, line(evil)+line("a"))
	meta, err := audit.ReadCardMeta([]byte(`{"title":"` + evil + `","protocol":{"name":"` + evil + `"}}`))
	require.NoError(t, err)
	card := audit.NewCard(r, meta)
	var page, cardPage, text, markdown bytes.Buffer
	require.NoError(t, report.AuditPage(&page, r))
	require.NoError(t, report.CardPage(&cardPage, card))
	report.Audit(&text, r)
	report.CardMarkdown(&markdown, card)
	for _, html := range []string{page.String(), cardPage.String()} {
		assert.NotContains(t, html, "<script")
		assert.Contains(t, html, "&lt;script&gt;")
		assert.Contains(t, html, "default-src &#39;none&#39;")
		assert.Empty(t, regexp.MustCompile(`(?i)(?:src|href|url)\s*[=(]\s*["']?(?:https?:)?//`).FindString(html))
		assert.NotContains(t, html, "<no value>")
	}
	assert.NotContains(t, text.String(), "\x1b")
	assert.NotContains(t, markdown.String(), "\x1b")
	assert.NotContains(t, markdown.String(), "<script")
	assert.NotContains(t, markdown.String(), "![x]")
}

// Files that lack everything optional render without figures.
func TestAuditOfLittle(t *testing.T) {
	for _, text := range []string{
		`{"problem_id":"p","block_id":"b","agent":"a","confidence":null,"answer":null}`,
		`{"type":"speak","problem_id":"p","block_id":"b","agent":"a","answer":"1"}`,
		`{"problem_id":"p","block_id":"b","agent":"a","confidence":0.5,"answer":"1","correct":true}`,
	} {
		r := auditOf(t, text)
		var b, page bytes.Buffer
		report.Audit(&b, r)
		assert.Contains(t, b.String(), "n/a")
		assert.NotContains(t, b.String(), "NaN")
		require.NoError(t, report.AuditPage(&page, r))
		assert.NotContains(t, page.String(), "NaN")
		assert.Nil(t, jsonl.Check(r.JSON()))
	}
}

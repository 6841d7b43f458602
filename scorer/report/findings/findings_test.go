// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package findings_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/schema"
	"github.com/false-consensus/fcb/schema/jsonl"
	"github.com/false-consensus/fcb/scorer/report/findings"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// hostile is text that tries to leave every format.
const hostile = "a\r::error::x %0A \x00\x1b[2J\u202e ]]></failure>\n::warning file=y::z \ufffe \xff </x> \"q\" , :"

func result() *findings.Result {
	r := &findings.Result{Balance: cases.NewBalance(), Version: "0.0.0"}
	r.Files = []cases.Summary{
		{Path: "cases/a b.jsonl", SHA256: strings.Repeat("0", 64), Lines: 4, BlankLines: 1, Cases: 3},
		{Path: "d,line=1::b.jsonl", SHA256: strings.Repeat("1", 64), Lines: 1, Cases: 1},
		{Path: "clean.jsonl", SHA256: strings.Repeat("2", 64), Lines: 1, Cases: 1},
	}
	r.Balance.Cases = 5
	r.Balance.Categories[cases.GenuineDisagreement] = 2
	r.Balance.Categories[cases.EchoCascade] = 3
	r.Balance.Risks["high"] = 3
	r.Balance.Sources["GSM8K"] = 1
	for _, f := range []cases.Finding{
		{File: "cases/a b.jsonl", Line: 2, Column: 31, Char: 29, Pointer: "/expected_risk", CaseID: "capital", Rule: "FCB204", Severity: cases.SeverityError, Message: "low should be high"},
		{File: "cases/a b.jsonl", Line: 3, Column: 1, Char: 1, Rule: "FCB401", Severity: cases.SeverityWarning, Message: "a blank line"},
		{File: "cases/a b.jsonl", Rule: "FCB303", Severity: cases.SeverityError, Message: "3 cases; 120 to 160 are allowed"},
		{File: "d,line=1::b.jsonl", Line: 1, Column: 8, Char: 8, Pointer: "/x" + hostile, CaseID: "id" + hostile, Rule: "FCB103", Severity: cases.SeverityError, Message: "m" + hostile},
	} {
		r.Add(f, -1)
	}
	return r
}

func TestGolden(t *testing.T) {
	for _, format := range findings.Formats() {
		var b bytes.Buffer
		require.NoError(t, findings.Render(&b, format, result()))
		got := b.Bytes()
		if format == "sarif" { // the rules change with every rule added; the results are the renderer's
			got = withoutRules(t, got)
		}
		file := filepath.Join("testdata", format+".golden")
		if *update {
			require.NoError(t, os.WriteFile(file, got, 0o644))
		}
		want, err := os.ReadFile(file)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), format)
	}
	assert.Error(t, findings.Render(io.Discard, "html", result()))
}

// What is said to show the hashes of files shows them, and nothing else does.
func TestShowsHashes(t *testing.T) {
	for _, format := range findings.Formats() {
		for _, quiet := range []bool{false, true} {
			r := result()
			r.Quiet = quiet
			var b bytes.Buffer
			require.NoError(t, findings.Render(&b, format, r))
			shown := strings.Contains(b.String(), strings.Repeat("2", 64))
			assert.Equal(t, shown, findings.ShowsHashes(format, quiet), "%s, quiet %v", format, quiet)
		}
	}
}

func withoutRules(t *testing.T, b []byte) []byte {
	var v map[string]any
	require.NoError(t, json.Unmarshal(b, &v))
	delete(v["runs"].([]any)[0].(map[string]any)["tool"].(map[string]any)["driver"].(map[string]any), "rules")
	out, err := json.MarshalIndent(v, "", "  ")
	require.NoError(t, err)
	return append(out, '\n')
}

// The official schema of SARIF 2.1.0 comes with go-sarif.
func TestSARIFIsValid(t *testing.T) {
	for name, r := range map[string]*findings.Result{"findings": result(), "none": {Balance: cases.NewBalance()}} {
		var b bytes.Buffer
		require.NoError(t, findings.Render(&b, "sarif", r))
		report, err := sarif.FromBytes(b.Bytes())
		require.NoError(t, err, name)
		require.NoError(t, report.Validate(), name)
		assert.Len(t, report.Runs[0].Results, len(r.Findings), name)
	}
}

func TestJSONFitsItsSchema(t *testing.T) {
	for name, r := range map[string]*findings.Result{"findings": result(), "none": {Balance: cases.NewBalance()}} {
		var b bytes.Buffer
		require.NoError(t, findings.Render(&b, "json", r))
		require.Nil(t, jsonl.Check(b.Bytes()), name)
		assert.Empty(t, schema.Compile(schema.Findings).Check(b.Bytes()), name)
	}
}

func TestGitHubIsOneCommandAFinding(t *testing.T) {
	var b bytes.Buffer
	r := result()
	require.NoError(t, findings.Render(&b, "github", r))
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	require.Len(t, lines, len(r.Findings))
	for _, l := range lines {
		// As the runner reads it: everything up to the second :: is command and properties.
		head, data, ok := strings.Cut(strings.TrimPrefix(l, "::"), "::")
		require.True(t, ok)
		command, properties, _ := strings.Cut(head, " ")
		assert.Contains(t, []string{"error", "warning"}, command)
		for _, p := range strings.Split(properties, ",") {
			key, _, ok := strings.Cut(p, "=")
			require.True(t, ok, p)
			assert.Contains(t, []string{"file", "line", "col", "title"}, key)
		}
		assert.NotContains(t, data, "\r")
	}
	assert.Contains(t, lines[3], "file=d%2Cline=1%3A%3Ab.jsonl,line=1,col=8,title=FCB103::")
}

func TestJUnitCounts(t *testing.T) {
	for _, strict := range []bool{false, true} {
		var b bytes.Buffer
		r := result()
		r.Strict = strict
		require.NoError(t, findings.Render(&b, "junit", r))
		var doc struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Suites   []struct {
				Tests int `xml:"tests,attr"`
				Cases []struct {
					Failure *struct{} `xml:"failure"`
				} `xml:"testcase"`
			} `xml:"testsuite"`
		}
		d := xml.NewDecoder(&b)
		d.Strict = true
		require.NoError(t, d.Decode(&doc))
		tests, failures := 0, 0
		for _, s := range doc.Suites {
			assert.Len(t, s.Cases, s.Tests)
			tests += s.Tests
			for _, c := range s.Cases {
				if c.Failure != nil {
					failures++
				}
			}
		}
		assert.Equal(t, 5, tests, "four findings and one clean file")
		assert.Equal(t, tests, doc.Tests)
		assert.Equal(t, failures, doc.Failures)
		assert.Equal(t, map[bool]int{false: 3, true: 4}[strict], failures)
	}
}

func TestTextIsOneSafeLineAFinding(t *testing.T) {
	var b bytes.Buffer
	r := result()
	require.NoError(t, findings.Render(&b, "text", r))
	assert.True(t, strings.HasPrefix(b.String(), "cases/a b.jsonl:2:31: error FCB204 [capital] /expected_risk: low should be high\n"), b.String())
	assert.Contains(t, b.String(), "cases/a b.jsonl:0:0: error FCB303: 3 cases")
	for _, c := range b.String() {
		assert.False(t, c != '\n' && c < 0x20 || c == 0x202e, "%q", c)
	}
	r.Color = true
	b.Reset()
	require.NoError(t, findings.Render(&b, "text", r))
	assert.Contains(t, b.String(), "\x1b[31merror\x1b[0m FCB204")
}

func TestMaxProblemsCountsEverything(t *testing.T) {
	r := &findings.Result{Balance: cases.NewBalance()}
	for _, f := range result().Findings {
		r.Add(f, 2)
	}
	assert.Len(t, r.Findings, 2)
	assert.Equal(t, 2, r.Omitted())
	assert.Equal(t, 3, r.Errors)
	assert.Equal(t, 1, r.Warnings)
	var b bytes.Buffer
	require.NoError(t, findings.Render(&b, "text", r))
	assert.Contains(t, b.String(), "2 more problems not shown")
	b.Reset()
	require.NoError(t, findings.Render(&b, "json", r))
	assert.Contains(t, b.String(), `"errors": 3`)
}

func TestFailed(t *testing.T) {
	assert.False(t, (&findings.Result{Warnings: 1}).Failed())
	assert.True(t, (&findings.Result{Warnings: 1, Strict: true}).Failed())
	assert.True(t, (&findings.Result{Errors: 1}).Failed())
}

// Whatever the text, every format stays one that its readers accept.
func FuzzFormatsStayParseable(f *testing.F) {
	f.Add(hostile, hostile, hostile)
	f.Add("", "", "")
	f.Fuzz(func(t *testing.T, path, id, message string) {
		r := &findings.Result{Balance: cases.NewBalance(), Files: []cases.Summary{{Path: path}}}
		r.Add(cases.Finding{File: path, Line: 1, Column: 2, Char: 2, Pointer: "/" + message, CaseID: id, Rule: "FCB103", Severity: cases.SeverityError, Message: message}, -1)
		for _, format := range findings.Formats() {
			var b bytes.Buffer
			if err := findings.Render(&b, format, r); err != nil {
				t.Fatal(format, err)
			}
			switch format {
			case "github":
				if n := strings.Count(b.String(), "\n"); n != 1 || strings.ContainsAny(b.String(), "\r\x1b\x00") {
					t.Fatalf("%q", b.String())
				}
			case "json":
				if !json.Valid(b.Bytes()) {
					t.Fatal("json")
				}
			case "sarif":
				if _, err := sarif.FromBytes(b.Bytes()); err != nil {
					t.Fatal(err)
				}
			case "junit":
				d := xml.NewDecoder(&b)
				for {
					if _, err := d.Token(); err == io.EOF {
						break
					} else if err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	})
}

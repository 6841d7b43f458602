// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/schema"
	"github.com/false-consensus/fcb/schema/jsonl"
)

func openValidator() *validator {
	v := &validator{schema: schema.Compile(schema.Case)}
	v.tagged, _ = v.schema.Tagged(quickPaths...)
	for _, r := range Rules() {
		if r.check != nil && !r.Strict {
			v.rules = append(v.rules, r)
		}
	}
	return v
}

// checkQuick is the property: a line that quick decides has no finding, and quick
// says the same about it as the full check.
func checkQuick(t interface{ Fatalf(string, ...any) }, v *validator, line []byte) bool {
	if jsonl.IsBlank(line) || bytes.IndexByte(line, '\n') >= 0 {
		return false
	}
	notes, ok := v.tagged.Accepts(line, nil)
	if ok != v.schema.Accepts(line) {
		t.Fatalf("accepted only with, or only without notes: %q", line)
	}
	fast := facts{line: line}
	if !ok || !quick(line, notes, &fast) {
		return false
	}
	full := facts{line: line}
	if p := jsonl.Check(line); p != nil {
		t.Fatalf("decided, but %s: %q", p.Message, line)
	}
	tree := jsonl.Decode(line)
	v.labels(line, tree, v.schema.CheckTree(line, tree), &full)
	if len(full.findings) > 0 {
		t.Fatalf("decided, but %+v: %s", full.findings, line)
	}
	type seen struct {
		isCase, hasID, hasQuestion, noisy bool
		id, question                      textHash
		category, risk, source, majority  string
		correct                           int
	}
	of := func(f facts) seen {
		return seen{f.isCase, f.hasID, f.hasQuestion, f.noisy, f.idHash, f.questionHash, f.category, f.risk, f.source, f.majority, f.correct}
	}
	if of(fast) != of(full) {
		t.Fatalf("quick %+v, full %+v: %s", of(fast), of(full), line)
	}
	return true
}

func datasetLines(t testing.TB) [][]byte {
	lines := bytes.Split(bytes.TrimSpace(Embedded()), []byte("\n"))
	require.NotEmpty(t, lines)
	return lines
}

func TestQuickDecidesMostOfTheDataset(t *testing.T) {
	v, decided := openValidator(), 0
	lines := datasetLines(t)
	for _, l := range lines {
		if checkQuick(t, v, l) {
			decided++
		}
	}
	assert.Greater(t, decided, len(lines)/2, "quick decided %d of %d", decided, len(lines))
	t.Logf("quick decided %d of %d", decided, len(lines))
}

// One case of each category, every third byte of it changed, dropped and doubled.
func TestQuickImpliesNoFindings(t *testing.T) {
	v, seen, decided := openValidator(), map[string]bool{}, 0
	for _, l := range datasetLines(t) {
		c, _ := fromTree(jsonl.Decode(l))
		if seen[c.Category] {
			continue
		}
		seen[c.Category] = true
		for i := 0; i < len(l); i += 3 {
			for _, x := range []byte("\"\\a1") {
				b := bytes.Clone(l)
				b[i] = x
				if checkQuick(t, v, b) {
					decided++
				}
			}
			checkQuick(t, v, append(bytes.Clone(l[:i]), l[i+1:]...))
			checkQuick(t, v, append(append(bytes.Clone(l[:i]), l[i]), l[i:]...))
		}
		for _, swap := range [][2]string{{"true", "false"}, {"false", "true"}, {"null", "true"}, {"false", "null"}, {`"high"`, `"low"`}, {`"low"`, `"high"`}, {"family-a", "family-b"}, {"agent-a", "agent-b"}} {
			for from := 0; ; {
				i := bytes.Index(l[from:], []byte(swap[0]))
				if i < 0 {
					break
				}
				from += i + 1
				b := append(append(bytes.Clone(l[:from-1]), swap[1]...), l[from-1+len(swap[0]):]...)
				checkQuick(t, v, b)
			}
		}
	}
	assert.Len(t, seen, 8)
	assert.Greater(t, decided, 500, "the property must not hold for want of decided lines")
}

// Every case of the dataset with a label changed once, everywhere, and everywhere but once.
func TestQuickImpliesNoFindingsAfterAChangeOfLabels(t *testing.T) {
	v, changed := openValidator(), 0
	for _, l := range datasetLines(t) {
		for _, swap := range [][2]string{{`"saw_other_answers":true`, `"saw_other_answers":false`}, {`"saw_other_answers":false`, `"saw_other_answers":true`},
			{`"shared_context":true`, `"shared_context":false`}, {`"shared_context":false`, `"shared_context":true`}, {`"correct":true`, `"correct":false`},
			{`"correct":false`, `"correct":true`}, {`"noisy_dissent"`, `"noisy"`}, {`"tags":[`, `"tags":["noisy_dissent",`}, {`"family-b"`, `"family-a"`}, {`"claim":"`, `"claim":" `}, {`"claim":"`, `"claim":"x `}} {
			old, with := []byte(swap[0]), []byte(swap[1])
			n := bytes.Count(l, old)
			if n == 0 {
				continue
			}
			changed++
			checkQuick(t, v, bytes.Replace(l, old, with, 1))
			checkQuick(t, v, bytes.ReplaceAll(l, old, with))
			checkQuick(t, v, bytes.Replace(l, old, with, n-1))
			last := bytes.LastIndex(l, old)
			checkQuick(t, v, append(append(bytes.Clone(l[:last]), with...), l[last+len(old):]...))
		}
	}
	assert.Greater(t, changed, 500)
}

// A rule that quick has not heard of must switch it off.
func TestQuickKnowsEveryRuleOfProfileOpen(t *testing.T) {
	for _, r := range Rules() {
		if r.check != nil && !r.Strict {
			assert.Contains(t, quickKnows, r.Code)
		}
	}
}

func FuzzQuickAgreesWithTheFullCheck(f *testing.F) {
	for _, l := range datasetLines(f) {
		f.Add(l)
	}
	v := openValidator()
	f.Fuzz(func(t *testing.T, line []byte) { checkQuick(t, v, line) })
}

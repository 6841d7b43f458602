// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/false-consensus/fcb/cases"
)

func lines(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(good(cases.Categories()[i%8], i) + "\n")
	}
	return b.String()
}

func TestGoodLinesHaveNoFindings(t *testing.T) {
	found, s := validate(t, lines(16), cases.ProfileOpen)
	assert.Empty(t, found)
	assert.Equal(t, 16, s.Cases)
	found, _ = validate(t, lines(144), cases.ProfileFCB) // the texts are of one template
	assert.Equal(t, []string{"FCB407", "FCB304", "FCB406", "FCB411"}, unique(codes(found)))
}

func unique(list []string) (out []string) {
	for _, s := range list {
		if len(out) == 0 || out[len(out)-1] != s {
			out = append(out, s)
		}
	}
	return out
}

func TestABrokenLineHidesNothingElse(t *testing.T) {
	l := strings.Split(lines(6), "\n")
	l[1] = `{"id":`
	l[2] = strings.Replace(l[2], `"high"`, `"low"`, 1)
	cut := strings.Index(l[4], "Frage") // a literal line feed inside a string: one case on two lines
	text := strings.Join(l[:4], "\n") + "\n" + l[4][:cut] + "\n" + l[4][cut:] + "\n" + l[5] + "\n" + strings.Replace(l[0], "case-0", "case-5", 1) + "\n"
	found, s := validate(t, text, cases.ProfileOpen)
	var got []string
	for _, f := range found {
		got = append(got, fmt.Sprintf("%d:%d %s %s %s", f.Line, f.Column, f.Rule, f.CaseID, f.Pointer))
	}
	assert.Equal(t, []string{
		"2:7 FCB002  /id",
		fmt.Sprintf("3:%d FCB204 case-2 /expected_risk", strings.Index(l[2], `"low"`)+1),
		fmt.Sprintf("5:%d FCB002 case-4 /question", cut+1),
		"6:1 FCB001  ",
		"8:7 FCB301 case-5 /id",
		fmt.Sprintf("8:%d FCB302 case-5 /question", strings.Index(l[0], `"Frage`)+1),
	}, got)
	assert.Contains(t, found[4].Message, "line 7")
	assert.Contains(t, found[5].Message, "line 1")
	assert.Equal(t, 8, s.Lines)
	assert.Equal(t, 5, s.Cases)
}

func TestSchemaFaultsDoNotHideLabelFaults(t *testing.T) {
	line := strings.NewReplacer(`"rationale":"Because."`, `"rationale":7`, `"majority_correct":false`, `"majority_correct":true`, `"id":"case-0"`, `"id":"CASE"`).Replace(good(wrong, 0))
	found, _ := validate(t, line+"\n"+line+"\n", cases.ProfileOpen)
	assert.Equal(t, []string{"FCB105", "FCB203", "FCB101", "FCB105", "FCB301", "FCB302", "FCB203", "FCB101"}, codes(found))
}

func TestMarksBlanksAndLineEndsAreWarnings(t *testing.T) {
	plain := lines(3)
	base, b := validate(t, plain, cases.ProfileOpen)
	require.Empty(t, base)
	l := strings.Split(strings.TrimSuffix(plain, "\n"), "\n")
	found, s := validate(t, "\uFEFF"+l[0]+"\r\n \t\r\n\n"+l[1]+"\r\n"+l[2]+"\n\n\n\n", cases.ProfileOpen)
	var got []string
	for _, f := range found {
		assert.Equal(t, cases.SeverityWarning, f.Severity)
		got = append(got, fmt.Sprintf("%d:%d %s", f.Line, f.Column, f.Rule))
	}
	assert.Equal(t, []string{"1:1 FCB403", "1:1 FCB402", "2:1 FCB401"}, got)
	assert.Equal(t, b.Cases, s.Cases)
	assert.Equal(t, 8, s.Lines)
	assert.Equal(t, 5, s.BlankLines)
	assert.NotEqual(t, b.SHA256, s.SHA256)
}

func TestNoCasesIsAnError(t *testing.T) {
	for _, text := range []string{"", "\n", " \t\n\r\n\n", "\uFEFF"} {
		found, _ := validate(t, text, cases.ProfileOpen)
		require.NotEmpty(t, found, "%q", text)
		last := found[len(found)-1]
		assert.Equal(t, "FCB011", last.Rule)
		assert.Equal(t, 0, last.Line)
		assert.Contains(t, last.Message, "0 cases")
	}
}

func TestAnArrayIsNotLines(t *testing.T) {
	list := "[" + strings.TrimSuffix(strings.ReplaceAll(lines(200), "\n", ","), ",") + "]"
	for name, text := range map[string]string{
		"one line": list, "one line and LF": list + "\n", "pretty": "[\n  {\n    \"id\": 1\n  }\n]\n", "a case a line": "\n\n[" + strings.ReplaceAll(strings.TrimSuffix(lines(3), "\n"), "\n", ",\n") + "]\n", "empty": "[]",
	} {
		_, _, err := cases.Validate(strings.NewReader(text), "f.jsonl", cases.Options{Profile: cases.ProfileOpen, Workers: 2}, func(cases.Finding) {})
		var array *cases.ArrayError
		require.True(t, errors.As(err, &array), name)
		assert.Contains(t, err.Error(), "looks like a JSON array, not JSON Lines")
		_, err = cases.Read(strings.NewReader(text), "f.jsonl")
		assert.True(t, errors.As(err, &array), name)
	}
	found, _ := validate(t, "[1]\n"+lines(2), cases.ProfileOpen) // one bad line among good ones
	assert.Equal(t, []string{"FCB101"}, codes(found))
}

func TestLongLines(t *testing.T) {
	line := good(wrong, 1)
	for _, n := range []int{70_000, 3 << 20} {
		edited := strings.Replace(line, "Frage", strings.Repeat("x", n), 1)
		found, s := validate(t, good(wrong, 0)+"\n"+edited+"\n"+good(wrong, 2)+"\n", cases.ProfileOpen)
		assert.Equal(t, 3, s.Cases)
		require.NotEmpty(t, found)
		var rules []string
		for _, f := range found {
			assert.Equal(t, 2, f.Line)
			rules = append(rules, f.Rule)
		}
		assert.Contains(t, rules, "FCB106")
	}
}

func TestAnUnreadableInputIsAnError(t *testing.T) {
	broken := errors.New("the disk is gone")
	_, _, err := cases.Validate(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader(lines(2)))), "f", cases.Options{Profile: cases.ProfileOpen}, func(cases.Finding) {})
	assert.ErrorIs(t, err, iotest.ErrTimeout)
	_, _, err = cases.Validate(iotest.ErrReader(broken), "f", cases.Options{Profile: cases.ProfileOpen}, func(cases.Finding) {})
	assert.ErrorIs(t, err, broken)
	_, err = cases.Read(iotest.ErrReader(broken), "f")
	assert.ErrorIs(t, err, broken)
}

// The findings depend neither on the workers nor on how the input arrives.
func TestTheOutputDoesNotDependOnWorkersOrReads(t *testing.T) {
	var parts []string
	for i, p := range plants {
		edited, _ := p.apply(t, good(p.category, i))
		parts = append(parts, edited)
	}
	text := strings.Repeat(strings.Join(parts, "\n")+"\n\n", 12) // several blocks
	run := func(workers int, slow bool) (out []cases.Finding, s cases.Summary) {
		r := strings.NewReader(text)
		var err error
		emit := func(f cases.Finding) { out = append(out, f) }
		if slow {
			s, _, err = cases.Validate(iotest.HalfReader(r), "f", cases.Options{Profile: cases.ProfileFCB, Workers: workers}, emit)
		} else {
			s, _, err = cases.Validate(r, "f", cases.Options{Profile: cases.ProfileFCB, Workers: workers}, emit)
		}
		require.NoError(t, err)
		return out, s
	}
	want, sum := run(1, false)
	require.Greater(t, len(want), 1000)
	for _, w := range []int{2, 5} {
		for _, slow := range []bool{false, true} {
			got, s := run(w, slow)
			assert.Equal(t, sum, s)
			require.Equal(t, len(want), len(got))
			for i := range want {
				require.Equal(t, want[i], got[i])
			}
		}
	}
}

func TestDatasetRules(t *testing.T) {
	count := func(n, controls int) []string {
		var b strings.Builder
		for i := range n {
			category := wrong
			if i < controls {
				category = dis
			}
			b.WriteString(good(category, i) + "\n")
		}
		found, _ := validate(t, b.String(), cases.ProfileFCB)
		var rules []string
		for _, f := range found {
			if f.Severity == cases.SeverityError {
				assert.Equal(t, 0, f.Line)
				rules = append(rules, f.Rule)
			}
		}
		return rules
	}
	assert.Empty(t, count(120, 36))
	assert.Empty(t, count(160, 48))
	assert.Equal(t, []string{"FCB303"}, count(119, 60))
	assert.Equal(t, []string{"FCB303"}, count(161, 60))
	assert.Equal(t, []string{"FCB304"}, count(120, 35))
	assert.Equal(t, []string{"FCB303", "FCB304"}, count(10, 2))
}

func TestRead(t *testing.T) {
	f, err := cases.Read(strings.NewReader("\uFEFF"+good(dis, 1)+"\r\n\n"+good(echo, 2)), "f.jsonl")
	require.NoError(t, err)
	require.Len(t, f.Cases, 2)
	assert.Equal(t, []int{1, 3}, f.Lines)
	assert.Equal(t, "case-2", f.Cases[1].ID)
	assert.Nil(t, f.Cases[0].MajorityCorrect)
	assert.Equal(t, "D", f.Cases[0].Source.Dataset)
	assert.Len(t, f.Warnings, 3)

	_, err = cases.Read(strings.NewReader(good(dis, 1)+"\n{\"id\":\n"+good(dis, 1)+"\n"+strings.Replace(good(dis, 3), `"low"`, `"lo"`, 1)+"\n"), "f.jsonl")
	var bad *cases.Unreadable
	require.True(t, errors.As(err, &bad))
	assert.Equal(t, []string{"FCB002", "FCB301", "FCB104"}, codes(bad.Findings))
	assert.Len(t, strings.Split(err.Error(), "\n"), 3)
	assert.True(t, strings.HasPrefix(err.Error(), "f.jsonl:2:7: error FCB002 /id: "), err.Error())

	_, err = cases.Read(strings.NewReader("\n"), "f.jsonl")
	assert.ErrorContains(t, err, "0 cases")
}

// Diagnostics never panic, and a finding never points outside its line.
func FuzzValidate(f *testing.F) {
	for _, c := range cases.Categories() {
		f.Add([]byte(good(c, 1)))
	}
	for i, p := range plants {
		edited, _ := p.apply(f, good(p.category, i))
		f.Add([]byte(edited))
	}
	f.Add([]byte("\uFEFF\r\n[1,\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		l := strings.Split(string(b), "\n")
		_, _, _ = cases.Validate(strings.NewReader(string(b)), "f", cases.Options{Profile: cases.ProfileFCB, Workers: 1}, func(x cases.Finding) {
			if x.Line < 0 || x.Line > len(l) || x.Line > 0 && (x.Column < 1 || x.Column > len(l[x.Line-1])+1) {
				t.Fatalf("%+v of %q", x, b)
			}
			if _, ok := cases.FindRule(x.Rule); !ok {
				t.Fatalf("no rule %q", x.Rule)
			}
			_ = x.String()
		})
	})
}

// Relabelling claims everywhere leaves the verdict as it is.
func TestClaimsAreOnlyCompared(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		category := rapid.SampledFrom([]string{wrong, lone, dis, agree}).Draw(t, "category")
		line := good(category, 1)
		if rapid.Bool().Draw(t, "fault") {
			line = strings.Replace(line, `"correct":false`, `"correct":true`, 1)
		}
		renamed := strings.NewReplacer(`"claim":"Sydney"`, `"claim":"A"`, `"claim":"Perth"`, `"claim":"B"`, `"claim":"Canberra"`, `"claim":"C"`).Replace(line)
		count := func(text string) (n int) {
			_, _, _ = cases.Validate(strings.NewReader(text), "f", cases.Options{Profile: cases.ProfileOpen, Workers: 1}, func(cases.Finding) { n++ })
			return n
		}
		if count(line) != count(renamed) {
			t.Fatalf("%s: %d and %d", category, count(line), count(renamed))
		}
	})
}

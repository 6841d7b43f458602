// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/scorer/stats"
)

// The numbers of docs/metrics.md are what the program gives: its table is the
// input, and every line of its worked blocks is looked up.
func TestMetricsDocument(t *testing.T) {
	b, err := os.ReadFile("../docs/metrics.md")
	require.NoError(t, err)
	doc := string(b)
	m := mustScore(t, documentInput(t, doc))
	lines := 0
	for _, block := range regexp.MustCompile("(?s)```worked\n(.*?)```").FindAllStringSubmatch(doc, -1) {
		for _, line := range strings.Split(strings.TrimSpace(block[1]), "\n") {
			what, want, ok := strings.Cut(line, " = ")
			require.True(t, ok, line)
			assert.Equal(t, want, documentNumber(t, m, what, want), line)
			lines++
		}
	}
	assert.Greater(t, lines, 70)
	for _, metric := range Table() {
		assert.Contains(t, doc, fmt.Sprintf("### `%s` (%s is better)", metric.Name, metric.Better), "every metric has its section")
	}
}

// documentInput reads the table of the worked example.
func documentInput(t *testing.T, doc string) Input {
	in := Input{Run: Run{Judge: true}, Seed: 1, Bootstrap: 100}
	for _, line := range strings.Split(doc, "\n") {
		cell := strings.Split(strings.Trim(line, "|"), "|")
		if len(cell) != 9 || !strings.HasPrefix(line, "| ") {
			continue
		}
		for i := range cell {
			cell[i] = strings.TrimSpace(cell[i])
		}
		if cell[0] == "case" || cell[0] == "---" {
			continue
		}
		right, wrong := "the right answer of "+cell[0], "a wrong one for case "+cell[0]
		c := cases.Case{ID: cell[0], Category: cell[1], ExpectedRisk: cell[4], Answers: []cases.Answer{
			{AgentID: "a", Output: right, Correct: true}, {AgentID: "b", Output: wrong}}}
		if cell[2] != cases.SourceOriginal {
			c.Source.Dataset = cell[2]
		}
		if cell[3] != "none" {
			c.MajorityCorrect = ptr(cell[3] == "right")
		}
		if cell[5] == "yes" {
			c.Answers = append(c.Answers, cases.Answer{AgentID: "c", Output: "too short"})
		}
		p := predictions.Prediction{CaseID: cell[0], Status: cell[6]}
		if riskClass(cell[6]) >= 0 {
			p.Status, p.FalseConsensusRisk, p.Engine = predictions.OK, ptr(cell[6]), ptr("llm")
			p.ConsensusAnswer = map[string]*string{"right": &right, "wrong": &wrong, "other": ptr("something else entirely, not alike"), "none": nil}[cell[7]]
			p.Judge = &predictions.Judge{Status: predictions.OK, Verdict: ptr(cell[8])}
			if cell[8] == predictions.Skipped {
				p.Judge = &predictions.Judge{Status: predictions.Skipped}
			}
		}
		in.Cases, in.Predictions = append(in.Cases, c), append(in.Predictions, p)
	}
	require.Len(t, in.Cases, 12)
	return in
}

// documentNumber is what a line of a worked block names, with as many decimals
// as the document gives.
func documentNumber(t *testing.T, m *Metrics, what, want string) string {
	decimals := 0
	if _, fraction, ok := strings.Cut(strings.Fields(want)[0], "."); ok {
		decimals = len(fraction)
	}
	show := func(v float64) string { return strconv.FormatFloat(v, 'f', decimals, 64) }
	words := strings.Fields(what)
	number := func(i int) int {
		n, err := strconv.Atoi(words[i])
		require.NoError(t, err)
		return n
	}
	switch words[0] {
	case "mcnemar":
		return show(stats.McNemar(number(1), number(2)).PExact)
	case "fewest_significant":
		return strconv.Itoa(FewestSignificant(number(1)))
	case "wilson":
		i, ok := stats.WilsonEffective(number(1), number(2), float64(number(2)))
		if !ok {
			return "n/a"
		}
		trim := func(v float64) string {
			if s := strconv.FormatFloat(v, 'f', 6, 64); strings.Trim(s[2:], "0") != "" {
				return s
			}
			return strconv.FormatFloat(v, 'f', 0, 64)
		}
		return trim(i.Lo) + " to " + trim(i.Hi)
	}
	for name, b := range map[string]*M{"always_low": m.Baselines.AlwaysLow, "always_medium": m.Baselines.AlwaysMedium, "always_high": m.Baselines.AlwaysHigh} {
		if rest, ok := strings.CutPrefix(what, name+"."); ok {
			m, what = &Metrics{Engines: map[string]*M{"llm": b}}, rest
		}
	}
	found, err := m.Lookup(what)
	require.NoError(t, err)
	require.Len(t, found, 1, what)
	if !found[0].Value.Defined {
		require.NotEmpty(t, found[0].Reason)
		return "n/a"
	}
	return show(found[0].Value.Value)
}

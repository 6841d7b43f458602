// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/schema"
)

type files struct {
	large, faulty, small, schema string
	largeSize                    int64
}

// generate writes the files of the comparison: n synthetic cases of about 1.45
// KB, valid by schema and label rules; a tenth as many with one fault each; 144.
func generate(dir string, n int) (f files, err error) {
	f = files{large: filepath.Join(dir, "large.jsonl"), faulty: filepath.Join(dir, "faulty.jsonl"), small: filepath.Join(dir, "small.jsonl"), schema: filepath.Join(dir, "case.schema.json")}
	text, err := schema.Source(schema.Case)
	if err != nil {
		return f, err
	}
	if err := os.WriteFile(f.schema, text, 0o644); err != nil {
		return f, err
	}
	for _, w := range []struct {
		path  string
		n     int
		fault bool
	}{{f.large, n, false}, {f.faulty, max(n/10, 1), true}, {f.small, 144, false}} {
		if err := write(w.path, w.n, w.fault); err != nil {
			return f, err
		}
	}
	st, err := os.Stat(f.large)
	if err != nil {
		return f, err
	}
	f.largeSize = st.Size()
	return f, nil
}

func write(path string, n int, fault bool) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	defer out.Close()
	b := bufio.NewWriterSize(out, 1<<20)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		line := synthetic(rng, i)
		if fault {
			line = faults[i%len(faults)].Replace(line)
		}
		if _, err := b.WriteString(line + "\n"); err != nil {
			return err
		}
	}
	if err := b.Flush(); err != nil {
		return err
	}
	return out.Close()
}

// faults make any synthetic case break the schema, each in another way.
var faults = []*strings.Replacer{
	strings.NewReplacer(`"expected_risk":"`, `"expected_risk":"x`),
	strings.NewReplacer(`"ground_truth"`, `"ground_trut"`),
	strings.NewReplacer(`"shared_context":false`, `"shared_context":0`, `"shared_context":true`, `"shared_context":1`),
	strings.NewReplacer(`"source":"original"`, `"source":7`, `"source":{"dataset"`, `"source":{"datset"`),
	strings.NewReplacer(`"id":"`, `"id":"A `),
}

const words = "river mountain capital bridge museum harbour treaty engine planet metal library railway island festival number ratio century village canal parliament observatory garden market tower theatre"

func sentence(rng *rand.Rand, n int) string {
	w := strings.Fields(words)
	parts := make([]string, n)
	for i := range parts {
		parts[i] = w[rng.IntN(len(w))]
	}
	return "The " + strings.Join(parts, " ") + "."
}

// synthetic is case i: a category, four or five answers, labels that fit.
func synthetic(rng *rand.Rand, i int) string {
	c := cases.Case{ID: fmt.Sprintf("case-%d", i), Category: cases.Categories()[i%8], GroundTruth: "Right" + fmt.Sprint(i), Rationale: sentence(rng, 12)}
	c.Question = fmt.Sprintf("Question %d: which of these is it, and why? %s", i, sentence(rng, 12))
	right, wrong, other := fmt.Sprintf("Right%d", i), fmt.Sprintf("Wrong%d", i), fmt.Sprintf("Other%d", i)
	yes, no := true, false
	c.MajorityCorrect, c.ExpectedRisk = &no, "high"
	claims, saw, shared, sameFamily := []string{wrong, wrong, wrong, other}, false, false, false
	switch c.Category {
	case cases.EchoCascade:
		saw, sameFamily = true, true
	case cases.AnchoringInjectedPremise:
		shared = true
		c.Question += " Note: an earlier report says " + wrong + "."
	case cases.LoneCorrectDissenter:
		claims = []string{wrong, wrong, right, wrong}
	case cases.GenuineAgreementCorrect:
		claims, c.MajorityCorrect, c.ExpectedRisk = []string{right, right, right, right}, &yes, "low"
	case cases.GenuineDisagreement:
		claims, c.MajorityCorrect, c.ExpectedRisk = []string{right, wrong, other, "Third" + fmt.Sprint(i)}, nil, "low"
	case cases.CorrectButUnsupported:
		claims, c.MajorityCorrect, c.ExpectedRisk = []string{right, right, right, wrong}, &yes, "medium"
		c.Evidence = []string{sentence(rng, 10), sentence(rng, 10)}
	case cases.NumericConsensusError:
		a, b := fmt.Sprint(1000+i), fmt.Sprint(2000+i)
		claims, right = []string{a, a, a, b}, b
		c.GroundTruth = b
	}
	for k, claim := range claims {
		m := &cases.Metadata{ModelFamily: "family-" + string(rune('a'+k)), SawOtherAnswers: saw && k > 0, SharedContext: shared}
		if sameFamily && k > 0 {
			m.ModelFamily = "family-b"
		}
		c.Answers = append(c.Answers, cases.Answer{AgentID: "agent-" + string(rune('a'+k)), Output: "I say " + claim + ", since “" + sentence(rng, 9) + "”", Claim: &claim, Correct: claim == right, Metadata: m})
	}
	if i%3 == 0 {
		c.Source = cases.Source{Dataset: "Synthetic", License: "MIT", Citation: "none", URL: "https://example.org/synthetic", Item: "s.jsonl 1234567 " + fmt.Sprint(i), Adaptation: "reworded"}
	}
	return string(encode(c))
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package study_test

import (
	"flag"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/false-consensus/fcb/bench/study/agreement"
	"github.com/false-consensus/fcb/bench/study/corpus"
	"github.com/false-consensus/fcb/bench/study/model"
	"github.com/false-consensus/fcb/scorer/stats"
)

// studies is how many studies each row simulates; docs/study.md gives the figures
// of 1,000.
var studies = flag.Int("studies", 60, "simulated studies a row of TestSimulatedStudies")

const (
	agents   = 5
	accuracy = 0.85
)

// truth is the accuracy of unanimous answers over all studies, in closed form:
// with probability c all five share one draw, otherwise each has its own and one
// of w wrong answers.
func truth(tasks []corpus.Task, c float64) float64 {
	right, wrong := 0.0, 0.0
	for i := range tasks {
		w := float64(len(model.WrongAnswers(&tasks[i])))
		right += c*accuracy + (1-c)*math.Pow(accuracy, agents)
		wrong += c*(1-accuracy) + (1-c)*math.Pow(1-accuracy, agents)*math.Pow(w, 1-agents)
	}
	return right / (right + wrong)
}

// A simulatedRow is what many studies with one amount of shared error give.
type simulatedRow struct {
	unanimous, right, covered, none int
	mean                            float64
}

// simulate runs studies over tasks; drawn maps a task to what its draws depend
// on, so that cases of a template can stand or fall together.
func simulate(tasks []corpus.Task, c, truth float64, drawn func(*corpus.Task) string) (row simulatedRow) {
	for k := range *studies {
		var questions []agreement.Question
		for i := range tasks {
			t := tasks[i]
			q := agreement.Question{ID: t.ID, Family: t.Family, Key: t.Key}
			t.ID = drawn(&tasks[i])
			for a := range agents {
				s := model.Simulation{Name: fmt.Sprint("agent ", a), Seed: uint64(k + 1), Accuracy: accuracy, SharedError: c}
				text, _ := s.Answer(&t, 0)
				q.Answers = append(q.Answers, &text)
			}
			questions = append(questions, q)
		}
		all := agreement.NewScore(questions, agents).Thresholds["5"]
		if all.Accuracy == nil {
			row.none++
			continue
		}
		row.unanimous += all.Selected
		row.right += all.Correct
		row.mean += *all.Accuracy / float64(*studies)
		if (stats.Interval{Lo: all.Wilson[0], Hi: all.Wilson[1]}).Contains(truth) {
			row.covered++
		}
	}
	return row
}

// Simulated studies of 120 questions: how often the interval holds the truth, and
// what shared error does to the accuracy of unanimous answers.
func TestSimulatedStudies(t *testing.T) {
	tasks := corpus.Packets(1).Tasks
	apart := func(t *corpus.Task) string { return t.ID }
	together := func(t *corpus.Task) string { return t.Family + "/" + t.Variant }
	n := float64(*studies)
	// Three standard errors of a coverage of 0.95.
	slack := 3 * math.Sqrt(0.95*0.05/n)
	t.Logf("%d studies a row, %d agents of accuracy %.2f, %d questions", *studies, agents, accuracy, len(tasks))
	t.Logf("shared error | truth | mean accuracy | unanimous a study | coverage | coverage if the cases of a template stand or fall together")
	last := 1.0
	for _, c := range []float64{0, 0.1, 0.3, 0.6, 0.9} {
		want := truth(tasks, c)
		row, clumped := simulate(tasks, c, want, apart), simulate(tasks, c, want, together)
		coverage, bad := float64(row.covered)/n, float64(clumped.covered)/n
		t.Logf("%.1f | %.3f | %.3f | %.1f | %.3f | %.3f", c, want, row.mean, float64(row.unanimous)/n, coverage, bad)
		se := math.Sqrt(want * (1 - want) / float64(row.unanimous))
		assert.InDelta(t, want, float64(row.right)/float64(row.unanimous), 4*se+1e-4, "shared error %v", c)
		assert.Greater(t, coverage, 0.95-slack-0.01, "shared error %v", c)
		if c >= 0.1 {
			assert.Less(t, bad, coverage, "an interval that takes alike cases for independent ones is too narrow")
		}
		assert.Less(t, want, last, "the more error is shared, the less a unanimous answer is worth")
		last = want
	}
	assert.InDelta(t, 0.9997, truth(tasks, 0), 0.0003, "independent errors would make unanimity almost certain")
}

// Two agents with the same settings err together as much as they are told to.
func TestSharedErrorIsTheirCorrelation(t *testing.T) {
	tasks := corpus.Packets(1).Tasks
	for _, c := range []float64{0, 0.3, 0.8} {
		n, x, y, both := 0.0, 0.0, 0.0, 0.0
		for seed := range uint64(100) {
			a := model.Simulation{Name: "a", Seed: seed, Accuracy: accuracy, SharedError: c}
			b := model.Simulation{Name: "b", Seed: seed, Accuracy: accuracy, SharedError: c}
			for i := range tasks {
				_, ra := a.Answer(&tasks[i], 0)
				_, rb := b.Answer(&tasks[i], 0)
				n++
				if ra {
					x++
				}
				if rb {
					y++
				}
				if ra && rb {
					both++
				}
			}
		}
		x, y, both = x/n, y/n, both/n
		phi := (both - x*y) / math.Sqrt(x*(1-x)*y*(1-y))
		assert.InDelta(t, accuracy, x, 4*math.Sqrt(accuracy*(1-accuracy)/n))
		assert.InDelta(t, c, phi, 4/math.Sqrt(n)*2, "shared error %v", c)
	}
}

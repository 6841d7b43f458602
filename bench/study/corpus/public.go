// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package corpus

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/false-consensus/fcb/bench/study/answer"
)

// PublicStratum names the stratum of public questions, of which PublicEach are
// taken from each file.
const (
	PublicStratum = "public-bbh"
	PublicEach    = 20
)

// A PublicTask is one of the six tasks of the public stratum. Form is the
// sentence of ours that follows the upstream question and says how to answer.
type PublicTask struct {
	Name   string // of the upstream file, without .json
	Family string
	Kind   string
	Form   string
}

// PublicTasks lists the six tasks in the order of the file. Date understanding
// is not among them: its key audit finds defective questions.
func PublicTasks() []PublicTask {
	const letter = "Answer with the letter of one option."
	return []PublicTask{
		{"boolean_expressions", "boolean-expressions", KindLabel, "Answer with True or False."},
		{"word_sorting", "word-sorting", KindText, "Answer with the sorted words, separated by single spaces."},
		{"logical_deduction_seven_objects", "logical-deduction-7", KindLabel, letter},
		{"multistep_arithmetic_two", "multistep-arithmetic", KindInteger, "Answer with a whole number, digits only, with a minus sign if it is negative."},
		{"temporal_sequences", "temporal-sequences", KindLabel, letter},
		{"tracking_shuffled_objects_seven_objects", "tracking-objects-7", KindLabel, letter},
	}
}

// DatesTask is the upstream task that is audited but not used.
const DatesTask = "date_understanding"

// UpstreamText gives the question as upstream has it: the task's question
// without our sentence. ok is false where the sentence is not there.
func (p PublicTask) UpstreamText(t *Task) (text string, ok bool) {
	return strings.CutSuffix(t.Question, "\n\n"+p.Form)
}

// PublicTaskOf finds the task of an item's file.
func PublicTaskOf(item *Item) (PublicTask, bool) {
	for _, p := range PublicTasks() {
		if item != nil && item.File == p.Name+".json" {
			return p, true
		}
	}
	return PublicTask{}, false
}

// Public selects the public stratum from upstream files: PublicEach rows of each
// of the six tasks, by the seed. The error names the row whose key cannot be an
// answer.
func Public(u *UpstreamSet, seed uint64) (*Stratum, error) {
	s := &Stratum{Header: Header{
		Format:  Format,
		Stratum: PublicStratum,
		Title:   "Public reasoning questions from BIG-Bench Hard",
		Note: "Selected from public benchmark files by a seed. The upstream keys are the reference, not a claim of truth, and were recomputed " +
			"where that is possible (see the audit). Public questions may be in the training data of a model.",
		Licence: "MIT (BIG-Bench Hard)",
		Seed:    &seed,
		Canary:  u.Canary,
		Upstream: &Upstream{
			Dataset:    "BIG-Bench Hard (Suzgun et al. 2022)",
			Repository: "https://github.com/suzgunmirac/BIG-Bench-Hard",
		},
	}}
	s.Header.Upstream.Commit, s.Header.Upstream.CommitReason = u.commit()
	for _, p := range PublicTasks() {
		f := u.File(p.Name)
		rows := newDraw(seed, p.Name).order(len(f.Items))
		if len(rows) < PublicEach {
			return nil, fmt.Errorf("%s.json: %d questions, %d are wanted", p.Name, len(rows), PublicEach)
		}
		rows = slices.Clone(rows[:PublicEach])
		slices.Sort(rows)
		s.Header.Upstream.Files = append(s.Header.Upstream.Files, UpstreamFile{Name: p.Name + ".json", SHA256: f.SHA256, Rows: len(f.Items), Selected: rows})
		for _, i := range rows {
			t, err := p.task(f, i)
			if err != nil {
				return nil, err
			}
			s.Tasks = append(s.Tasks, t)
		}
	}
	s.Header.Tasks = len(s.Tasks)
	return s, nil
}

func (p PublicTask) task(f *UpstreamData, row int) (Task, error) {
	in := f.Items[row]
	sum := sha256.Sum256([]byte(in.Input))
	t := Task{
		ID: fmt.Sprintf("bbh-%s-%d", p.Family, row), Family: p.Family, Question: in.Input + "\n\n" + p.Form, Kind: p.Kind,
		Item: &Item{File: p.Name + ".json", Index: row, SHA256: hex.EncodeToString(sum[:])},
	}
	switch {
	case p.Kind == KindLabel && strings.Contains(in.Input, "\nOptions:\n"):
		_, list, _ := strings.Cut(in.Input, "\nOptions:\n")
		for l := range strings.SplitSeq(strings.TrimSpace(list), "\n") {
			if len(l) < 3 || l[0] != '(' || l[2] != ')' {
				return t, fmt.Errorf("%s.json: examples[%d]: not an option: %q", p.Name, row, l)
			}
			t.Labels = append(t.Labels, l[1:2])
		}
	case p.Kind == KindLabel:
		t.Labels = []string{"True", "False"}
	}
	t.Key = answer.Normalise(in.Target, t.Labels)
	if bad := t.problems(); len(bad) > 0 {
		return t, fmt.Errorf("%s.json: examples[%d].target: %s", p.Name, row, bad[0].message)
	}
	return t, nil
}

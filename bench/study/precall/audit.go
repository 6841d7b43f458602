// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package precall checks the keys of a study before the first call: every key
// that can be recomputed is, from the text that a model would see, by code that
// knows nothing of the generator (packages solve and solve/bbh).
//
// Not here: the generator and the file format (package corpus), and the solvers.
//
// Begin with [Of] and [Markdown].
package precall

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/false-consensus/fcb/bench/study/answer"
	"github.com/false-consensus/fcb/bench/study/corpus"
	"github.com/false-consensus/fcb/bench/study/solve"
	"github.com/false-consensus/fcb/bench/study/solve/bbh"
)

// Format is the value of "format" in the JSON of an audit.
const Format = "fcb-corpus-audit/1"

// An Audit is what was found about the keys of a study's corpus.
type Audit struct {
	Format   string     `json:"format"`
	Strata   []Stratum  `json:"strata"`
	Upstream []Upstream `json:"upstream,omitempty"` // whole public files; empty when they were not given
	OK       bool       `json:"ok"`                 // no mismatch in a stratum
}

// A Stratum is the audit of one corpus file.
type Stratum struct {
	Name       string           `json:"stratum"`
	File       string           `json:"file"` // base name
	SHA256     string           `json:"sha256"`
	Note       string           `json:"note,omitempty"`
	Method     string           `json:"method"`
	Tasks      int              `json:"tasks"`
	Recomputed int              `json:"recomputed"` // keys for which an answer was computed
	Mismatches []Mismatch       `json:"mismatches"`
	Seed       *uint64          `json:"seed,omitempty"`
	Reproduced *bool            `json:"reproduced,omitempty"` // the seed gives these bytes again
	Repeats    int              `json:"repeats"`
	Families   []Family         `json:"families"`
	Source     *corpus.Upstream `json:"upstream,omitempty"`
}

// A Family counts one family of a stratum.
type Family struct {
	Name         string `json:"family"`
	Tasks        int    `json:"tasks"`
	Insufficient int    `json:"insufficient"` // keys that say so
	Recomputed   int    `json:"recomputed"`
	Mismatches   int    `json:"mismatches"`
}

// A Mismatch is a key that the recomputation does not confirm.
type Mismatch struct {
	ID       string  `json:"id"`
	Line     int     `json:"line,omitempty"`
	Key      string  `json:"key"`
	Computed *string `json:"computed"`         // nil where no answer could be computed
	Reason   string  `json:"reason,omitempty"` // why there is none, or what else is wrong
}

// Of audits corpus files, in the order given, and whole upstream files where the
// user has them (nil otherwise).
func Of(files []*corpus.File, upstream *corpus.UpstreamSet) *Audit {
	a := &Audit{Format: Format, Strata: []Stratum{}, OK: true}
	for _, f := range files {
		s := stratum(f)
		a.OK = a.OK && len(s.Mismatches) == 0
		a.Strata = append(a.Strata, s)
	}
	if upstream != nil {
		for _, f := range upstream.Files {
			a.Upstream = append(a.Upstream, whole(f))
		}
	}
	return a
}

// NameOf gives the stratum of a file: what its header says, else its base name.
func NameOf(f *corpus.File) string {
	if f.Header != nil {
		return f.Header.Stratum
	}
	return strings.TrimSuffix(base(f.Name), ".jsonl")
}

func base(path string) string {
	return path[strings.LastIndexAny(path, `/\`)+1:]
}

func stratum(f *corpus.File) Stratum {
	s := Stratum{Name: NameOf(f), File: base(f.Name), SHA256: f.SHA256, Tasks: len(f.Tasks), Mismatches: []Mismatch{}}
	compute := func(*corpus.Task) (string, error) { return "", errNotRecomputed }
	s.Method = "not recomputed: the keys are as the file states them; their form, spelling and uniqueness were checked"
	if h := f.Header; h != nil {
		s.Note, s.Seed, s.Source = h.Note, h.Seed, h.Upstream
		switch h.Stratum {
		case corpus.PacketStratum:
			s.Method = "recomputed from the rendered text by a solver that shares no code with the generator and refuses any line it does not understand"
			compute = func(t *corpus.Task) (string, error) { return solve.Answer(t.Prompt()) }
			s.Reproduced = reproduced(f)
		case corpus.PublicStratum:
			s.Method = "recomputed from the upstream text: evaluation, sorting, simulation of the exchanges, brute force over 5040 orders, interval arithmetic"
			compute = public
		}
	}
	index := map[string]int{}
	for i := range f.Tasks {
		t := &f.Tasks[i]
		if _, ok := index[t.Family]; !ok {
			index[t.Family] = len(s.Families)
			s.Families = append(s.Families, Family{Name: t.Family})
		}
		fam := &s.Families[index[t.Family]]
		fam.Tasks++
		if t.Key == answer.Insufficient {
			fam.Insufficient++
		}
		if t.Repeat {
			s.Repeats++
		}
		got, err := compute(t)
		if errors.Is(err, errNotRecomputed) {
			continue
		}
		m := Mismatch{ID: t.ID, Line: f.Lines[i], Key: t.Key}
		if err != nil {
			m.Reason = err.Error()
		} else {
			s.Recomputed++
			fam.Recomputed++
			if got = t.Normalise(got); got == t.Key {
				continue
			}
			m.Computed = &got
		}
		s.Mismatches = append(s.Mismatches, m)
		fam.Mismatches++
	}
	return s
}

var errNotRecomputed = errors.New("not recomputed")

// public recomputes the key of a public task after checking that its text is
// the upstream text that the file names.
func public(t *corpus.Task) (string, error) {
	p, ok := corpus.PublicTaskOf(t.Item)
	if !ok {
		return "", fmt.Errorf("no upstream file is named")
	}
	text, ok := p.UpstreamText(t)
	if !ok {
		return "", fmt.Errorf("the question does not end in %q", p.Form)
	}
	if sum := sha256.Sum256([]byte(text)); hex.EncodeToString(sum[:]) != t.Item.SHA256 {
		return "", fmt.Errorf("the question is not the one whose SHA-256 is recorded")
	}
	return bbh.Answer(p.Name, text)
}

// reproduced makes the packets of the file's seed again; nil when the file was
// made by other rules.
func reproduced(f *corpus.File) *bool {
	if f.Header.Seed == nil || f.Header.Generator != corpus.Generator {
		return nil
	}
	b, err := corpus.Encode(corpus.Packets(*f.Header.Seed))
	if err != nil {
		return nil
	}
	sum := sha256.Sum256(b)
	same := hex.EncodeToString(sum[:]) == f.SHA256
	return &same
}

// An Upstream is the audit of one whole public file.
type Upstream struct {
	File       string     `json:"file"`
	SHA256     string     `json:"sha256"`
	Pinned     bool       `json:"pinned"` // the bytes are those of corpus.PinnedCommit
	Used       bool       `json:"used"`   // one of the six tasks of the stratum
	Rows       int        `json:"rows"`
	Confirmed  int        `json:"confirmed"`
	Mismatches []RowFault `json:"mismatches"` // another answer, or none among the options
	Undecided  []RowFault `json:"undecided"`  // not recomputed, with the reason
	Doubtful   []RowFault `json:"doubtful"`   // also among the others: the premise contradicts the calendar
}

// A RowFault is a row of a public file whose key is not confirmed.
type RowFault struct {
	Row      int     `json:"row"` // 0-based
	Key      string  `json:"key"`
	Computed *string `json:"computed"` // nil where no option fits, or none was computed
	Reason   string  `json:"reason,omitempty"`
}

func whole(f *corpus.UpstreamData) Upstream {
	u := Upstream{File: f.Task + ".json", SHA256: f.SHA256, Pinned: f.Pinned, Used: f.Task != corpus.DatesTask, Rows: len(f.Items),
		Mismatches: []RowFault{}, Undecided: []RowFault{}, Doubtful: []RowFault{}}
	for i, item := range f.Items {
		key := answer.Normalise(item.Target, nil)
		got, err := bbh.Answer(f.Task, item.Input)
		r := RowFault{Row: i, Key: key}
		if f.Task == bbh.Dates {
			if reason := bbh.FalseWeekday(item.Input); reason != "" {
				u.Doubtful = append(u.Doubtful, RowFault{Row: i, Key: key, Reason: reason})
			}
		}
		var d *bbh.Defect
		switch {
		case err == nil && answer.Normalise(got, nil) == key:
			u.Confirmed++
			continue
		case err == nil:
			r.Computed = &got
			u.Mismatches = append(u.Mismatches, r)
		case errors.As(err, &d):
			r.Reason = d.Reason
			u.Mismatches = append(u.Mismatches, r)
		default:
			r.Reason = err.Error()
			u.Undecided = append(u.Undecided, r)
		}
	}
	return u
}

// OfStratum audits a stratum that is not yet a file.
func OfStratum(s *corpus.Stratum) (Stratum, error) {
	b, err := corpus.Encode(s)
	if err != nil {
		return Stratum{}, err
	}
	f, err := corpus.Read(bytes.NewReader(b), s.Header.Stratum+".jsonl")
	if err != nil {
		return Stratum{}, err
	}
	return stratum(f), nil
}

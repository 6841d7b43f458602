// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package corpus holds the questions of an agreement study: the file format, its
// strict reader, the generator of the source-packet stratum and the selection of
// the public stratum from files the user has.
//
// Not here: checking the keys. Packages solve and solve/bbh recompute them from
// the rendered text and import nothing of this one; package precall compares.
// Nor the study itself, which reads what is written here.
//
// Begin with [Task], [Read] and [Packets].
package corpus

import (
	"fmt"
	"strings"

	"github.com/false-consensus/fcb/bench/study/answer"
)

// Format is the value of "format" in the header line of a corpus file.
const Format = "fcb-corpus/1"

// Kinds of answers.
const (
	KindInteger = "integer" // a whole number, or a declared word
	KindLabel   = "label"   // a word of a closed list, or a letter
	KindText    = "text"    // compared as it stands after trimming
)

// A Task is one question. Of its fields only Sources and Question reach a model
// (see [Task.Prompt]); Labels also serve the comparison of answers.
type Task struct {
	ID       string   `json:"id"`
	Family   string   `json:"family"`
	Variant  string   `json:"variant,omitempty"`
	Sources  []string `json:"sources,omitempty"`
	Question string   `json:"question"`
	Key      string   `json:"key"` // in normal form
	Kind     string   `json:"kind"`
	Labels   []string `json:"labels,omitempty"`
	Lure     string   `json:"lure,omitempty"`   // the wrong answer the trap leads to
	Repeat   bool     `json:"repeat,omitempty"` // also asked in the repeat run
	Item     *Item    `json:"item,omitempty"`   // of a public question
}

// An Item says where a public question comes from.
type Item struct {
	File   string `json:"file"`
	Index  int    `json:"index"`  // 0-based
	SHA256 string `json:"sha256"` // of the upstream question's UTF-8 bytes
}

// A Header says what a corpus file is. It is the first line of the files made
// here and may be absent from a user's own.
type Header struct {
	Format    string    `json:"format"`
	Stratum   string    `json:"stratum"`
	Title     string    `json:"title,omitempty"`
	Note      string    `json:"note"`
	Licence   string    `json:"licence,omitempty"`
	Seed      *uint64   `json:"seed,omitempty"`
	Generator string    `json:"generator,omitempty"`
	Tasks     int       `json:"tasks,omitempty"`
	Repeats   int       `json:"repeats,omitempty"`
	Canary    string    `json:"canary,omitempty"`
	Upstream  *Upstream `json:"upstream,omitempty"`
}

// Upstream pins the files that public questions were taken from.
type Upstream struct {
	Dataset      string         `json:"dataset"`
	Repository   string         `json:"repository"`
	Commit       *string        `json:"commit"` // nil unless every file is that commit's
	CommitReason string         `json:"commit_reason,omitempty"`
	Files        []UpstreamFile `json:"files"`
}

// An UpstreamFile is one file and the items taken from it.
type UpstreamFile struct {
	Name     string `json:"name"`
	SHA256   string `json:"sha256"`
	Rows     int    `json:"rows"`
	Selected []int  `json:"selected"` // 0-based, ascending
}

// A Stratum is one corpus file.
type Stratum struct {
	Header Header
	Tasks  []Task
}

// Prompt is the task as a model sees it: the documents, numbered, and the
// question. A task without sources is its question alone. Nothing else of the
// task is ever sent.
func (t *Task) Prompt() string {
	if len(t.Sources) == 0 {
		return t.Question
	}
	var b strings.Builder
	for i, s := range t.Sources {
		fmt.Fprintf(&b, "=== Document %d of %d ===\n\n%s\n\n", i+1, len(t.Sources), s)
	}
	b.WriteString("=== Question ===\n\n" + t.Question)
	return b.String()
}

// Normalise gives the normal form of an answer to this task.
func (t *Task) Normalise(text string) string { return answer.Normalise(text, t.Labels) }

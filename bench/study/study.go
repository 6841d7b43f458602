// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package study runs an agreement study: several models answer the same
// questions once, each by itself, under a protocol that is frozen before the
// first request. It holds the frozen manifest and its refusals, the runner, whose
// journal is the only source of results, and the assembly of results.
//
// Not here: the questions (package corpus), the wire formats (package model), the
// rule of when answers are equal (package answer), counts and intervals (package
// agreement), and layout (scorer/report).
//
// Begin with [Init], [Load], [Study.Freeze], [Study.Run] and [Study.Results].
package study

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/bench/study/corpus"
	"github.com/false-consensus/fcb/bench/study/model"
	"github.com/false-consensus/fcb/schema/jsonl"
)

// A Study is a directory that was read: configuration, prompts and questions.
type Study struct {
	Dir      string
	Config   *Config
	Strata   []*Stratum // in the order of study.yaml
	Warnings []string

	system, confidence, smoke string
	raw                       []content // the files it was read from
}

// A Stratum is one corpus file of the study.
type Stratum struct {
	Name string
	File *corpus.File
	raw  content
}

// A content is a file as it was read.
type content struct {
	name string // in the study's directory, with slashes
	text []byte
}

// Load reads a study. The error lists every problem of the files, each with its
// place. It checks nothing against a manifest: see [Study.Verify].
func Load(dir string) (*Study, error) {
	s := &Study{Dir: dir}
	config, text, err := readConfig(dir)
	if err != nil {
		return nil, err
	}
	s.Config = config
	s.raw = append(s.raw, content{ConfigFile, text})
	var bad []string
	for _, f := range []struct {
		name string
		into *string
	}{{ProtocolFile, nil}, {SystemFile, &s.system}, {ConfidenceFile, &s.confidence}, {SmokeFile, &s.smoke}} {
		path := filepath.Join(dir, filepath.FromSlash(f.name))
		b, err := os.ReadFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			bad = append(bad, path+": is missing")
		case err != nil:
			bad = append(bad, err.Error())
		case !utf8.Valid(b):
			bad = append(bad, path+": is not UTF-8")
		case strings.TrimSpace(string(b)) == "":
			bad = append(bad, path+": is empty")
		default:
			s.raw = append(s.raw, content{f.name, b})
			if f.into != nil {
				*f.into = strings.TrimRight(string(b), "\r\n")
			}
		}
	}
	ids := map[string]string{}
	for _, name := range config.Strata {
		st, err := readStratum(dir, name)
		if errors.Is(err, fs.ErrNotExist) {
			bad = append(bad, fmt.Sprintf("%s: is missing; strata in %s names it, and fcb study corpus makes the strata of this project", filepath.Join(dir, CorpusDir, name+".jsonl"), ConfigFile))
			continue
		}
		if err != nil {
			bad = append(bad, err.Error())
			continue
		}
		s.Warnings = append(s.Warnings, st.File.Warnings...)
		for i := range st.File.Tasks {
			id := st.File.Tasks[i].ID
			place := fmt.Sprintf("%s:%d", st.File.Name, st.File.Lines[i])
			if first, ok := ids[id]; ok {
				bad = append(bad, fmt.Sprintf("%s: [%s] the id stands in %s already", place, id, first))
			}
			ids[id] = place
		}
		s.Strata = append(s.Strata, st)
	}
	if len(bad) > 0 {
		return nil, &Problems{bad}
	}
	return s, nil
}

func readStratum(dir, name string) (*Stratum, error) {
	file := CorpusDir + "/" + name + ".jsonl"
	path := filepath.Join(dir, filepath.FromSlash(file))
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if zipped, zerr := os.ReadFile(path + ".gz"); zerr == nil {
			file, path, b, err = file+".gz", path+".gz", zipped, nil
		}
	}
	if err != nil {
		return nil, err
	}
	r, err := jsonl.Open(path, nil)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	f, err := corpus.Read(r, path)
	if err != nil {
		return nil, err
	}
	return &Stratum{name, f, content{file, b}}, nil
}

// smokeID names the question of pilots, which is in no corpus.
const smokeID = "smoke"

// smokeTask is the pilot's question. Its key is not known, since the question may
// be edited; a pilot is not scored.
func (s *Study) smokeTask() corpus.Task {
	return corpus.Task{ID: smokeID, Family: smokeID, Question: s.smoke, Key: "4", Kind: corpus.KindInteger}
}

// prompt is what a model is told about a task.
func (s *Study) prompt(t *corpus.Task, run int) model.Prompt {
	system := s.system
	if s.Config.Request.AskConfidence {
		system += "\n\n" + s.confidence
	}
	return model.Prompt{System: system, User: t.Prompt(), Question: t.ID, Run: run}
}

// Prompt is the system prompt and the user message of a task, as they are sent.
func (s *Study) Prompt(t *corpus.Task) (system, user string) {
	p := s.prompt(t, 0)
	return p.System, p.User
}

// tasks are all questions of all strata.
func (s *Study) tasks() (out []corpus.Task) {
	for _, st := range s.Strata {
		out = append(out, st.File.Tasks...)
	}
	return out
}

// sum is the SHA-256 of a content, and of the same content with LF line ends.
func (c content) sums() (sha256, lf string) {
	return api.SHA256(c.text), api.SHA256([]byte(strings.ReplaceAll(string(c.text), "\r\n", "\n")))
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package study

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/schema/jsonl"
)

// ManifestFormat is the value of format in manifest.json of a study.
const ManifestFormat = "fcb-study-manifest/1"

// manifestStatement says what a manifest is and is not.
const manifestStatement = "This is a local record, written before the first evaluation request by the program that makes the requests. " +
	"It is not a preregistration with a third party and proves no date to anyone else; publish the SHA-256 of this file to let others check the order of events."

// A Manifest is a frozen study: the hash of everything that decides its result.
type Manifest struct {
	Format           string           `json:"format"`
	Statement        string           `json:"statement"`
	FrozenAt         string           `json:"frozen_at"` // RFC 3339, UTC
	Tool             predictions.Tool `json:"tool"`
	ExecutableSHA256 string           `json:"executable_sha256"` // "" where it cannot be read; a difference only warns
	Git              *predictions.Git `json:"git"`               // of the working directory
	GitReason        string           `json:"git_reason,omitempty"`
	Parts            []Part           `json:"parts"`
	Plan             PlanSummary      `json:"plan"`
	Simulated        bool             `json:"simulated"` // an agent on the roster is simulated
	Pilots           PilotSummary     `json:"pilots"`
	Config           *Config          `json:"config"`
	Differences      []Native         `json:"native_differences"`
}

// A Part is one frozen thing. LF is the hash with LF line ends, so that a change
// of line ends alone can be called that.
type Part struct {
	Name   string `json:"name"`
	What   string `json:"what"`
	SHA256 string `json:"sha256"`
	LF     string `json:"sha256_lf,omitempty"`
}

// Native says how one model's requests differ from the others'.
type Native struct {
	Model       string   `json:"model"`
	Provider    string   `json:"provider"`
	Parameters  []string `json:"parameters"` // as sent
	Differences []string `json:"differences"`
}

// PlanSummary counts what the study asks.
type PlanSummary struct {
	Strata    []StratumSummary `json:"strata"`
	Models    int              `json:"models"`
	Calls     int              `json:"calls"`      // first answers and repeats
	WorstCase string           `json:"worst_case"` // USD, if every request cost what is reserved for it
	Cap       string           `json:"cap"`        // USD
}

// A StratumSummary counts one corpus file.
type StratumSummary struct {
	Name      string `json:"name"`
	Questions int    `json:"questions"`
	Repeats   int    `json:"repeats"` // questions of the repeat run
}

// PilotSummary is what pilots had done by the time of freezing.
type PilotSummary struct {
	Calls int    `json:"calls"`
	Spent string `json:"spent"` // USD
}

// Stamp is what freezing takes from the outside.
type Stamp struct {
	Now        string // RFC 3339, UTC
	Tool       predictions.Tool
	Executable string // SHA-256 of the program
	Git        *predictions.Git
	GitReason  string
}

// parts hashes everything that decides the result.
func (s *Study) parts() []Part {
	var out []Part
	file := func(c content, what string) {
		sum, lf := c.sums()
		out = append(out, Part{c.name, what, sum, lf})
	}
	what := map[string]string{ConfigFile: "title, question, strata, roster, parameters, prices, cap, seed, disclosure", ProtocolFile: "protocol",
		SystemFile: "prompt", ConfidenceFile: "prompt", SmokeFile: "prompt of pilots"}
	for _, c := range s.raw {
		file(c, what[c.name])
	}
	for _, st := range s.Strata {
		file(st.raw, "corpus")
	}
	for _, m := range s.Config.Models {
		out = append(out, Part{Name: rosterPart(m.Name), What: "roster", SHA256: canonical(&m)})
	}
	for _, p := range sourceParts {
		out = append(out, Part{Name: p.part, What: p.title, SHA256: sourceSum(p.folders)})
	}
	return out
}

func rosterPart(name string) string { return "roster: " + name }

// canonical is the hash of a value's JSON.
func canonical(v any) string {
	b, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		panic("study: a configuration that cannot be encoded: " + err.Error())
	}
	return api.SHA256(b)
}

// ErrFrozen is returned by Freeze for a study that is frozen, or that has asked
// its models already.
var ErrFrozen = errors.New("the study is frozen already, and no variant is added to a frozen study")

// ErrNotFrozen is returned where a frozen study is needed.
var ErrNotFrozen = errors.New("the study is not frozen")

// Freeze writes the manifest and the journal that begins with its hash.
func (s *Study) Freeze(stamp Stamp) (*Manifest, error) {
	unlock, err := s.lock(stamp.Now)
	if err != nil {
		return nil, err
	}
	defer unlock()
	if err := s.unfrozen(); err != nil {
		return nil, err
	}
	pilots, err := s.loadState(PilotFile)
	if err != nil {
		return nil, err
	}
	m := &Manifest{Format: ManifestFormat, Statement: manifestStatement, FrozenAt: stamp.Now, Tool: stamp.Tool, ExecutableSHA256: stamp.Executable,
		Git: stamp.Git, GitReason: stamp.GitReason, Parts: s.parts(), Plan: s.summary(), Simulated: s.Config.anySimulated(),
		Pilots: PilotSummary{pilots.Sent, pilots.Spent.String()}, Config: s.Config, Differences: s.native()}
	b, err := json.Marshal(m, jsontext.WithIndent("  "), json.Deterministic(true))
	if err != nil {
		return nil, fmt.Errorf("encoding the manifest: %w", err)
	}
	b = append(b, '\n')
	// The journal first: if writing ends in between, nothing was frozen, and the
	// journal that is left holds no request.
	if err := s.createJournal(Record{Type: typeFrozen, Time: stamp.Now, ManifestSHA256: api.SHA256(b)}); err != nil {
		return nil, err
	}
	return m, predictions.WriteFile(s.path(ManifestFile), b)
}

// unfrozen reports ErrFrozen where there is a manifest, or a journal that models
// were asked under. A journal without a request is what an interrupted Freeze
// leaves, and is taken away.
func (s *Study) unfrozen() error {
	if _, err := os.Lstat(s.path(ManifestFile)); err == nil {
		return fmt.Errorf("%s: %w", s.path(ManifestFile), ErrFrozen)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := os.Lstat(s.path(JournalFile)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	state, err := s.loadState(JournalFile)
	if err != nil {
		return err
	}
	if state.calls > 0 || len(state.Scored) > 0 {
		return fmt.Errorf("%s: %w", s.path(JournalFile), ErrFrozen)
	}
	return os.Remove(s.path(JournalFile))
}

func (s *Study) path(name string) string { return filepath.Join(s.Dir, filepath.FromSlash(name)) }

// ReadManifest reads a study's manifest. ErrNotFrozen where there is none.
func ReadManifest(dir string) (m *Manifest, sha256 string, err error) {
	path := filepath.Join(dir, ManifestFile)
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", fmt.Errorf("%s: %w", dir, ErrNotFrozen)
	}
	if err != nil {
		return nil, "", err
	}
	m = &Manifest{}
	if p := jsonl.Unmarshal(b, m); p != nil {
		line := 1 + bytes.Count(b[:min(p.Offset, len(b))], []byte("\n"))
		return nil, "", fmt.Errorf("%s:%d: %w", path, line, p)
	}
	if m.Format != ManifestFormat {
		return nil, "", fmt.Errorf("%s: format is %q, not %q", path, m.Format, ManifestFormat)
	}
	return m, api.SHA256(b), nil
}

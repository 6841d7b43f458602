// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package study

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/false-consensus/fcb/predictions"
)

//go:embed template
var templates embed.FS

// Files of a study's directory.
const (
	ConfigFile     = "study.yaml"
	ProtocolFile   = "PROTOCOL.md"
	SystemFile     = "prompts/system.txt"
	ConfidenceFile = "prompts/confidence.txt" // sent only where confidence is asked for
	SmokeFile      = "prompts/smoke.txt"      // the question of pilots
	CorpusDir      = "corpus"
	ManifestFile   = "manifest.json"
	JournalFile    = "journal.jsonl"
	PilotFile      = "pilot.jsonl"
	ResultsFile    = "results.json"
)

// An Exists error says that something is there and is not overwritten.
type Exists struct{ Path string }

func (e *Exists) Error() string { return e.Path + ": is there already and is not overwritten" }

// Init writes what a study begins with: study.yaml with five simulated agents,
// the protocol and the prompts, all meant to be edited. If any of them, or a
// frozen study, is there, it is an *[Exists] and nothing is written. It gives the
// names of the files written.
func Init(dir string) ([]string, error) {
	names := []string{ConfigFile, ProtocolFile, SystemFile, ConfidenceFile, SmokeFile}
	for _, n := range append([]string{ManifestFile, JournalFile, PilotFile}, names...) {
		path := filepath.Join(dir, n)
		if _, err := os.Lstat(path); err == nil {
			return nil, &Exists{path}
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "prompts"), 0o755); err != nil {
		return nil, err
	}
	for _, n := range names {
		b, err := templates.ReadFile("template/" + n)
		if err != nil {
			return nil, fmt.Errorf("the embedded %s: %w", n, err)
		}
		if err := predictions.WriteFile(filepath.Join(dir, n), b); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package predictions

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/false-consensus/fcb/schema/jsonl"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/renameio/v2"
)

// Files of a run directory.
const (
	ManifestFile    = "manifest.json"
	CasesFile       = "cases.jsonl" // a byte copy of the whole case file
	JournalFile     = "journal.jsonl"
	PredictionsFile = "predictions.jsonl"
	MetricsFile     = "metrics.json"
	ReportFile      = "report.html"
)

// WriteFile replaces a file as a whole: after a crash it is the old one or the
// new one.
func WriteFile(path string, b []byte) error {
	return renameio.WriteFile(path, b, 0o644)
}

// WriteManifest replaces the manifest of a run directory.
func WriteManifest(dir string, m *Manifest) error {
	b, err := json.Marshal(m, jsontext.WithIndent("  "))
	if err != nil {
		return fmt.Errorf("encoding the manifest: %w", err)
	}
	return WriteFile(filepath.Join(dir, ManifestFile), append(b, '\n'))
}

// ReadManifest reads the manifest of a run directory. The error begins with the place.
func ReadManifest(dir string) (*Manifest, error) {
	path := filepath.Join(dir, ManifestFile)
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var m Manifest
	if p := jsonl.Unmarshal(b, &m); p != nil {
		line, column := lineColumn(b, p.Offset)
		return nil, fmt.Errorf("%s:%d:%d: %w", path, line, column, p)
	}
	if m.Format != RunFormat {
		return nil, fmt.Errorf("%s:1: format is %q, not %q", path, m.Format, RunFormat)
	}
	return &m, nil
}

// HasManifest reports whether dir is a run that can be resumed.
func HasManifest(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, ManifestFile))
	return err == nil
}

func lineColumn(b []byte, offset int) (line, column int) {
	line, column = 1, 1
	for _, c := range b[:min(offset, len(b))] {
		column++
		if c == '\n' {
			line, column = line+1, 1
		}
	}
	return line, column
}

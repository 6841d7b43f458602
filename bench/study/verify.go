// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package study

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/false-consensus/fcb/bench/api"
)

// Changed says what is not as it was frozen. The study is not run, scored or
// reported on in this state.
type Changed struct {
	Dir  string
	List []string // one line each
}

func (c *Changed) Error() string {
	return fmt.Sprintf("%s is not as it was frozen:\n%s", c.Dir, strings.Join(c.List, "\n"))
}

// LoadFrozen reads a frozen study and checks it against its manifest: a file that
// changed is named in a *[Changed] even where it can no longer be read as what it
// was. executable is the program's hash, whose difference alone is a warning.
func LoadFrozen(dir, executable string) (*Study, *Manifest, error) {
	m, sum, err := ReadManifest(dir)
	if err != nil {
		return nil, nil, err
	}
	s, loadErr := Load(dir)
	changed := &Changed{Dir: dir}
	if loadErr == nil {
		changed.List = s.differences(m)
	} else {
		changed.List = changedFiles(dir, m)
	}
	if frozen, err := frozenSum(dir); errors.Is(err, fs.ErrNotExist) {
		changed.List = append(changed.List, JournalFile+": is no longer there, and with it the record of what was asked")
	} else if err != nil {
		return nil, nil, err
	} else if frozen != sum {
		changed.List = append(changed.List, ManifestFile+": is not the manifest that the journal begins with")
	}
	if len(changed.List) > 0 {
		return nil, nil, changed
	}
	if loadErr != nil {
		return nil, nil, loadErr
	}
	if executable != "" && m.ExecutableSHA256 != "" && executable != m.ExecutableSHA256 {
		s.Warnings = append(s.Warnings, "this executable is not the one the study was frozen with; the sources that decide its result are the same")
	}
	return s, m, nil
}

// differences compares a study that can be read, part by part.
func (s *Study) differences(m *Manifest) []string {
	now := map[string]Part{}
	for _, p := range s.parts() {
		now[p.Name] = p
	}
	var out []string
	roster, config := false, ""
	for _, was := range m.Parts {
		is, there := now[was.Name]
		delete(now, was.Name)
		line := ""
		switch {
		case !there:
			line = fmt.Sprintf("%s (%s): is no longer there", was.Name, was.What)
		case is.SHA256 == was.SHA256:
			continue
		case was.LF != "" && is.LF == was.LF:
			line = fmt.Sprintf("%s (%s): only line endings differ; restore them, for instance with git config core.autocrlf false and a fresh checkout", was.Name, was.What)
		case was.LF == "" && was.What != "roster":
			line = fmt.Sprintf("%s (%s): this fcb has other sources for it; use the version the study was frozen with, %s", was.Name, was.What, m.Tool.Version)
		default:
			line = fmt.Sprintf("%s (%s): changed", was.Name, was.What)
		}
		if was.Name == ConfigFile {
			config = line
			continue
		}
		roster = roster || was.What == "roster"
		out = append(out, line)
	}
	for name, p := range now {
		roster = roster || p.What == "roster"
		out = append(out, fmt.Sprintf("%s (%s): was not there", name, p.What))
	}
	if config != "" && !strings.Contains(config, "line endings") {
		if sections := s.changedSections(m.Config, roster); sections != "" {
			config = ConfigFile + ": changed: " + sections
		} else if !roster {
			config = ConfigFile + ": changed, though only in comments, order or spacing"
		} else {
			config = ""
		}
	}
	if config != "" {
		out = append(out, config)
	}
	return sorted(out)
}

// changedSections names what of study.yaml, apart from the roster, has another value.
func (s *Study) changedSections(was *Config, rosterNamed bool) string {
	if was == nil {
		return ""
	}
	is := s.Config
	var names []string
	for _, x := range []struct {
		name    string
		was, is any
	}{
		{"title", was.Title, is.Title}, {"question", was.Question, is.Question}, {"seed", was.Seed, is.Seed}, {"strata", was.Strata, is.Strata},
		{"repeat", was.Repeat, is.Repeat}, {"request", was.Request, is.Request}, {"concurrency", was.Concurrency, is.Concurrency},
		{"budget", was.Budget, is.Budget}, {"disclosure", was.Disclosure, is.Disclosure},
	} {
		if canonical(x.was) != canonical(x.is) {
			names = append(names, x.name)
		}
	}
	if !rosterNamed && canonical(was.Models) != canonical(is.Models) {
		names = append(names, "models (their order)")
	}
	return strings.Join(names, ", ")
}

// changedFiles compares the files of a study that cannot be read as one.
func changedFiles(dir string, m *Manifest) []string {
	var out []string
	for _, p := range m.Parts {
		if p.LF == "" {
			continue
		}
		b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(p.Name)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			out = append(out, fmt.Sprintf("%s (%s): is no longer there", p.Name, p.What))
		case err != nil:
			out = append(out, fmt.Sprintf("%s (%s): %v", p.Name, p.What, err))
		case api.SHA256(b) != p.SHA256 && p.Name == ConfigFile:
			out = append(out, p.Name+" (roster or another setting): changed, and no longer readable as a study")
		case api.SHA256(b) != p.SHA256:
			out = append(out, fmt.Sprintf("%s (%s): changed", p.Name, p.What))
		}
	}
	return sorted(out)
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"

	"github.com/false-consensus/fcb/cases"
	"github.com/goccy/go-yaml/ast"
)

// sourcesFile names the upstream files, beside the definitions.
const sourcesFile = "sources.yaml"

// A source is one upstream file that cases cite.
type source struct {
	key      string // folder name under -upstream
	dataset  string
	file     string
	commit   string // 40 hex digits
	sha256   string // of the file
	license  string
	citation string
	url      string
	avoid    []int // rows whose key is doubtful
}

var sourceKeys = []string{"dataset", "file", "commit", "sha256", "license", "citation", "url", "avoid_rows"}

// readSources reads sources.yaml; a folder without one has no adapted cases.
func readSources(name string, ps *problems) (map[string]*source, error) {
	b, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f := &yamlFile{name, ps}
	root := f.parse(b)
	if root == nil {
		return nil, nil
	}
	top := f.mapping(root, "the list of sources", nil)
	if top == nil {
		return nil, nil
	}
	all := map[string]*source{}
	for _, e := range top.entries {
		m := f.mapping(e.value, "a source", sourceKeys)
		if m == nil {
			continue
		}
		s := &source{key: e.key.value, dataset: m.text("dataset").value, file: m.text("file").value,
			license: m.text("license").value, citation: m.text("citation").value, url: m.text("url").value}
		commit, sum := m.text("commit"), m.text("sha256")
		if commit.value != "" && !commitPattern.MatchString(commit.value) {
			ps.add(commit.at, "commit: wants 40 lower-case hex digits")
		}
		if sum.value != "" && !hashPattern.MatchString(sum.value) {
			ps.add(sum.at, "sha256: wants 64 lower-case hex digits")
		}
		s.commit, s.sha256 = commit.value, sum.value
		for _, n := range m.list("avoid_rows") {
			i, ok := n.(*ast.IntegerNode)
			if !ok {
				ps.add(f.place(n), "a row to avoid is a whole number, not %s", kind(n))
				continue
			}
			if row, ok := i.Value.(uint64); ok {
				s.avoid = append(s.avoid, int(row))
			}
		}
		all[s.key] = s
	}
	return all, nil
}

// item cites a row as a case does: file, commit in seven digits, 0-based row.
func (s *source) item(row int) string {
	return fmt.Sprintf("%s, commit %.7s, row %d", s.file, s.commit, row)
}

// of is the source of a case, as the case file states it.
func (c *citation) of(adaptation string) cases.Source {
	s := c.source
	return cases.Source{Dataset: s.dataset, License: s.license, Citation: s.citation, URL: s.url,
		Item: s.item(c.row), Adaptation: adaptation}
}

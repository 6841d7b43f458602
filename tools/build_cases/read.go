// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/false-consensus/fcb/cases"
)

// readDefinitions reads every *.yaml file of dir, in category order and within a
// category in file order. A problem of the texts goes into ps; err is one of the
// folder itself.
func readDefinitions(dir string, ps *problems) ([]definition, error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	sources, err := readSources(filepath.Join(dir, sourcesFile), ps)
	if err != nil {
		return nil, err
	}
	byCategory := map[string][]definition{}
	first := map[string]string{}
	for _, e := range files {
		name := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir() || e.Name() == sourcesFile:
			continue
		case strings.HasSuffix(e.Name(), ".yml"):
			ps.add(place{file: name}, "a definition file ends in .yaml")
			continue
		case !strings.HasSuffix(e.Name(), ".yaml"):
			continue
		}
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		f := &yamlFile{name, ps}
		category, all := f.category(b, sources)
		if before, ok := first[category.value]; ok {
			ps.add(category.at, "category %s already has its file, %s", category.value, before)
		}
		first[category.value] = name
		byCategory[category.value] = all
	}
	var all []definition
	for _, c := range cases.Categories() {
		all = append(all, byCategory[c]...)
	}
	unique(all, ps)
	return all, nil
}

// unique refuses a second use of an id, of a question or of an upstream row.
func unique(all []definition, ps *problems) {
	seen := map[string]place{}
	once := func(what, key string, at place) {
		if before, ok := seen[what+"\x00"+key]; ok {
			ps.add(at, "%s already stands at %s", what, before)
			return
		}
		seen[what+"\x00"+key] = at
	}
	for _, d := range all {
		once("this id", d.id.value, d.id.at)
		once("this question", d.sent(), d.question.at)
		if c := d.citation; c != nil && c.source != nil {
			once("this upstream row", c.source.item(c.row), c.at)
		}
		agents := map[string]bool{}
		for _, a := range d.answers {
			if agents[a.agent] {
				ps.add(a.at, "agent %q has answered already", a.agent)
			}
			agents[a.agent] = true
		}
	}
}

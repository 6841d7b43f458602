// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package study

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/false-consensus/fcb/bench/api"
)

// sources are the program's own texts that decide what is asked, what counts and
// how it is counted. They are in the binary so that a frozen study can tell
// whether the program it meets is the one it was frozen with, whatever its name,
// version or build.
//
//go:embed *.go answer/*.go agreement/*.go model/*.go corpus/task.go
var sources embed.FS

// Parts of the program that a study is frozen with.
const (
	partParser  = "parser"
	partScoring = "scoring"
	partRunner  = "runner"
)

// sourceParts says which folders make up a part.
var sourceParts = []struct {
	part, title string
	folders     []string
}{
	{partParser, "what counts as an answer", []string{"answer"}},
	{partScoring, "how agreement is counted", []string{"agreement"}},
	{partRunner, "how requests are made and recorded", []string{".", "model", "corpus"}},
}

// sourceSum is one hash over the sources of a part, tests left out.
func sourceSum(folders []string) string {
	var list strings.Builder
	for _, dir := range folders {
		entries, err := fs.ReadDir(sources, dir)
		if err != nil {
			panic("study: the sources are embedded: " + err.Error())
		}
		for _, e := range entries {
			if e.IsDir() || strings.HasSuffix(e.Name(), "_test.go") {
				continue
			}
			b, err := sources.ReadFile(path.Join(dir, e.Name()))
			if err != nil {
				panic("study: the sources are embedded: " + err.Error())
			}
			fmt.Fprintf(&list, "%s %s\n", api.SHA256(b), path.Join(dir, e.Name()))
		}
	}
	return api.SHA256([]byte(list.String()))
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/false-consensus/fcb/schema/jsonl"
)

// A row is one upstream item: its question, and its answer in one of two forms.
type row struct {
	question string
	answers  string // worded: the best and the other accepted answers
	key      string // numeric: what follows "#### "
}

// An upstreamFile is one file that sources.yaml names.
type upstreamFile struct {
	name   string
	sha256 string
	rows   []row
}

// worded reports whether the answers of a source are texts (a CSV file in the
// layout of TruthfulQA) rather than numbers (JSON Lines in the layout of GSM8K).
func (s *source) worded() bool { return strings.HasSuffix(s.file, ".csv") }

// openUpstream reads the file of a source: dir/KEY/FILE or dir/FILE.
func openUpstream(dir string, s *source) (*upstreamFile, error) {
	name := filepath.Join(dir, s.key, s.file)
	b, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		flat := filepath.Join(dir, s.file)
		if b, err = os.ReadFile(flat); os.IsNotExist(err) {
			return nil, fmt.Errorf("%s: not there, nor %s (it is %s of %s, commit %s)", name, flat, s.file, s.url, s.commit)
		}
		name = flat
	}
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(b)
	f := &upstreamFile{name: name, sha256: hex.EncodeToString(sum[:])}
	if s.worded() {
		f.rows, err = worded(string(b))
	} else {
		f.rows, err = numeric(string(b))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}

// worded reads a CSV file with the columns Question, Best Answer and Correct Answers.
func worded(s string) ([]row, error) {
	records, err := csv.NewReader(strings.NewReader(s)).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(records) == 0 {
		return nil, fmt.Errorf("no header")
	}
	column := map[string]int{}
	for i, name := range records[0] {
		column[name] = i
	}
	for _, name := range []string{"Question", "Best Answer", "Correct Answers"} {
		if _, ok := column[name]; !ok {
			return nil, fmt.Errorf("no column %q", name)
		}
	}
	rows := make([]row, 0, len(records)-1)
	for _, r := range records[1:] {
		rows = append(rows, row{question: r[column["Question"]],
			answers: r[column["Best Answer"]] + "; " + r[column["Correct Answers"]]})
	}
	return rows, nil
}

// numeric reads JSON Lines with a question and an answer that ends in "#### KEY".
func numeric(s string) ([]row, error) {
	var rows []row
	for i, line := range strings.Split(strings.TrimSuffix(s, "\n"), "\n") {
		var item struct {
			Question string `json:"question"`
			Answer   string `json:"answer"`
		}
		if p := jsonl.Unmarshal([]byte(line), &item); p != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, p)
		}
		_, key, ok := strings.Cut(item.Answer, "#### ")
		if !ok {
			return nil, fmt.Errorf("line %d: the answer holds no %q", i+1, "#### ")
		}
		rows = append(rows, row{question: item.Question, key: strings.TrimSpace(key)})
	}
	return rows, nil
}

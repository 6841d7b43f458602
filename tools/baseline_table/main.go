// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Baseline_table writes the table of what the engines inside fcb, and three
// constant answers, score on the dataset inside fcb: figures that a detector
// ought to beat. It asks the real program:
//
//	go run ./tools/baseline_table
//
// prints the table as Markdown, and with -w FILE it replaces what stands between
// the marks in a page. A test keeps the pages equal to freshly scored figures.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The table stands between these lines of a page.
const (
	begin = "<!-- baselines: go run ./tools/baseline_table -w README.md -->"
	end   = "<!-- /baselines -->"
)

// A value is a figure with its interval; both null where undefined.
type value struct {
	Value *float64    `json:"value"`
	CI    *[2]float64 `json:"ci95"`
	K     *int        `json:"k"`
	N     int         `json:"n"`
}

// figures are the columns, by their names in metrics.json.
type figures map[string]json.RawMessage

type metrics struct {
	Dataset struct {
		Name, Version string
		Cases         int
	}
	Coverage  struct{ Scheduled, OK int }
	Engines   map[string]figures
	Baselines map[string]figures
}

var columns = []struct{ title, key string }{
	{"accuracy", "accuracy"},
	{"macro-F1", "macro_f1"},
	{"catch rate", "catch_rate"},
	{"catch rate, high only", "catch_rate_strict"},
	{"false alarm rate", "false_alarm_rate"},
	{"disagreement flag rate", "disagreement_flag_rate"},
}

func main() {
	page := flag.String("w", "", "replace the table in `FILE` instead of printing it")
	fcb := flag.String("fcb", "", "the program to ask (default: built from ./cmd/fcb)")
	flag.Parse()
	if err := run(*fcb, *page); err != nil {
		fmt.Fprintln(os.Stderr, "baseline_table:", err)
		os.Exit(1)
	}
}

func run(fcb, page string) error {
	dir, err := os.MkdirTemp("", "baseline_table")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if fcb == "" {
		fcb = filepath.Join(dir, "fcb")
		if out, err := exec.Command("go", "build", "-o", fcb, "./cmd/fcb").CombinedOutput(); err != nil {
			return fmt.Errorf("building fcb: %w\n%s", err, out)
		}
	}
	t, err := table(fcb, dir)
	if err != nil {
		return err
	}
	if page == "" {
		_, err := os.Stdout.WriteString(t)
		return err
	}
	b, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(b), begin+"\n")
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		return errors.New(page + " has no place for the table, between " + begin + " and " + end)
	}
	return os.WriteFile(page, []byte(before+begin+"\n"+t+end+after), 0o644)
}

// table scores each engine and writes the rows.
func table(fcb, dir string) (string, error) {
	var b strings.Builder
	b.WriteString("| detector |")
	for _, c := range columns {
		b.WriteString(" " + c.title + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("---|", len(columns)) + "\n")
	var constants map[string]figures
	for _, endpoint := range []string{"reference", "baseline:share", "baseline:jaccard"} {
		m, err := score(fcb, dir, endpoint)
		if err != nil {
			return "", err
		}
		for _, f := range m.Engines {
			if err := row(&b, "`"+endpoint+"`", f); err != nil {
				return "", err
			}
		}
		constants = m.Baselines
	}
	for _, name := range []string{"always_low", "always_medium", "always_high"} {
		if err := row(&b, strings.ReplaceAll(name, "_", " "), constants[name]); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

func score(fcb, dir, endpoint string) (*metrics, error) {
	cmd := exec.Command(fcb, "score", "--endpoint", endpoint, "--out", filepath.Join(dir, strings.ReplaceAll(endpoint, ":", "-")), "--format", "json", "--quiet")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("fcb score --endpoint %s: %w", endpoint, err)
	}
	var m metrics
	if err := json.Unmarshal(out, &m); err != nil {
		return nil, err
	}
	if len(m.Engines) != 1 || m.Coverage.OK != m.Coverage.Scheduled || m.Coverage.OK != m.Dataset.Cases {
		return nil, fmt.Errorf("%s did not answer every case as one engine", endpoint)
	}
	return &m, nil
}

func row(b *strings.Builder, name string, f figures) error {
	b.WriteString("| " + name + " |")
	for _, c := range columns {
		var v value
		if err := json.Unmarshal(f[c.key], &v); err != nil {
			return fmt.Errorf("%s of %s: %w", c.key, name, err)
		}
		switch {
		case v.Value == nil:
			b.WriteString(" n/a |")
		case v.K != nil:
			fmt.Fprintf(b, " %.3f (%d/%d) |", *v.Value, *v.K, v.N)
		case v.CI != nil:
			fmt.Fprintf(b, " %.3f (%.3f to %.3f) |", *v.Value, v.CI[0], v.CI[1])
		default:
			fmt.Fprintf(b, " %.3f |", *v.Value)
		}
	}
	b.WriteString("\n")
	return nil
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// These tests are about the committed data, not about the tool's behaviour on
// other input (testdata/script). They decode the case file as plain JSON, so
// that a mistake in package cases cannot hide one in the data.

const projectRoot = "../.."

type object = map[string]any

func committed(t *testing.T) []object {
	b, err := os.ReadFile(filepath.Join(projectRoot, "cases", "cases.jsonl"))
	require.NoError(t, err)
	require.True(t, bytes.HasSuffix(b, []byte("\n")))
	require.NotContains(t, string(b), "\r")
	var all []object
	for _, line := range strings.Split(strings.TrimSuffix(string(b), "\n"), "\n") {
		var c object
		require.NoError(t, json.Unmarshal([]byte(line), &c))
		all = append(all, c)
	}
	return all
}

// The committed files are what the definitions give, byte for byte: the cases,
// the tables of two pages, the card.
func TestNoDrift(t *testing.T) {
	var stdout, stderr bytes.Buffer
	code := run([]string{"-check"}, &stdout, &stderr)
	assert.Equal(t, exitDone, code, "run go run ./tools/build_cases\n%s%s", stdout.String(), stderr.String())
	assert.Equal(t, "build_cases: 144 cases, as the definitions give them\n", stderr.String())
}

// The wording rules hold, with no exception.
func TestWordingOfTheSet(t *testing.T) {
	var stdout, stderr bytes.Buffer
	code := run([]string{"-lint"}, &stdout, &stderr)
	assert.Equal(t, exitDone, code, stdout.String())
	assert.True(t, strings.HasPrefix(stdout.String(), "144 cases, 0 wording problems\n"), stdout.String())
}

// The totals of FCB 0.1 (contract section 4), exactly.
func TestExactTotals(t *testing.T) {
	category, risk, majority, source := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	noisy, wrongEcho, rightEcho, dissent, noDissent, noteInQuestion, noteInEvidence := 0, 0, 0, 0, 0, 0, 0
	all := committed(t)
	for _, c := range all {
		category[c["category"].(string)]++
		risk[c["expected_risk"].(string)]++
		majority[fmt.Sprint(c["majority_correct"])]++
		if s, ok := c["source"].(object); ok {
			source[s["dataset"].(string)]++
			require.Equal(t, "reworded", s["adaptation"])
		} else {
			source[c["source"].(string)]++
		}
		correct := 0
		for _, a := range c["answers"].([]any) {
			if a.(object)["correct"].(bool) {
				correct++
			}
		}
		for _, tag := range c["tags"].([]any) {
			if tag == "noisy_dissent" {
				noisy++
				assert.Equal(t, "genuine_agreement_correct", c["category"])
			}
		}
		switch c["category"] {
		case "echo_cascade":
			if c["majority_correct"].(bool) {
				rightEcho++
			} else {
				wrongEcho++
			}
		case "numeric_consensus_error":
			switch correct {
			case 1:
				dissent++
			case 0:
				noDissent++
			}
		case "anchoring_injected_premise":
			if c["evidence"] == nil {
				noteInQuestion++
				assert.Contains(t, c["question"], "\n\n", c["id"])
			} else {
				noteInEvidence++
			}
		}
	}
	assert.Len(t, all, 144)
	assert.Equal(t, map[string]int{"majority_wrong_fact": 16, "echo_cascade": 16, "anchoring_injected_premise": 16,
		"lone_correct_dissenter": 16, "genuine_agreement_correct": 28, "genuine_disagreement": 20,
		"correct_but_unsupported": 16, "numeric_consensus_error": 16}, category)
	assert.Equal(t, map[string]int{"high": 74, "medium": 22, "low": 48}, risk)
	assert.Equal(t, map[string]int{"false": 74, "true": 50, "<nil>": 20}, majority)
	assert.Equal(t, map[string]int{"original": 95, "TruthfulQA": 27, "GSM8K": 22}, source)
	assert.Equal(t, 6, noisy)
	assert.Equal(t, []int{10, 6}, []int{wrongEcho, rightEcho})
	assert.Equal(t, []int{6, 10}, []int{dissent, noDissent})
	assert.Equal(t, []int{8, 8}, []int{noteInQuestion, noteInEvidence})
}

// The card describes the committed file and no other.
func TestCroissantDescribesTheFile(t *testing.T) {
	lines, err := os.ReadFile(filepath.Join(projectRoot, "cases", "cases.jsonl"))
	require.NoError(t, err)
	b, err := os.ReadFile(filepath.Join(projectRoot, "cases", "croissant.json"))
	require.NoError(t, err)
	var c object
	require.NoError(t, json.Unmarshal(b, &c))
	assert.Equal(t, "http://mlcommons.org/croissant/1.0", c["conformsTo"])
	assert.Equal(t, "sc:Dataset", c["@type"])
	for _, required := range []string{"name", "description", "license", "url", "creator", "datePublished", "version", "citeAs"} {
		assert.NotEmpty(t, c[required], required)
	}
	file := c["distribution"].([]any)[0].(object)
	sum := sha256.Sum256(lines)
	assert.Equal(t, hex.EncodeToString(sum[:]), file["sha256"])
	assert.Equal(t, fmt.Sprintf("%d B", len(lines)), file["contentSize"])

	// Every key of every case has a field that reads it, and the other way round.
	described := map[string]bool{}
	for _, f := range c["recordSet"].([]any)[0].(object)["field"].([]any) {
		described[f.(object)["name"].(string)] = true
	}
	found := map[string]bool{}
	for _, one := range committed(t) {
		for key := range one {
			found[key] = true
		}
	}
	assert.Equal(t, found, described)
}

// The licence of the data is whole: the text of CC BY 4.0 as Creative Commons
// words it, known by the sections it must have and by its length.
func TestLicenceFiles(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(projectRoot, "LICENSE-DATA"))
	require.NoError(t, err)
	_, legal, ok := strings.Cut(string(b), "\nAttribution 4.0 International\n")
	require.True(t, ok)
	for i, title := range []string{"Definitions.", "Scope.", "License Conditions.", "Sui Generis Database Rights.",
		"Disclaimer of Warranties and Limitation of Liability.", "Term and Termination.", "Other Terms and Conditions.", "Interpretation."} {
		assert.Contains(t, legal, fmt.Sprintf("\nSection %d -- %s\n", i+1, title))
	}
	sum := sha256.Sum256([]byte("Attribution 4.0 International\n" + legal))
	assert.Equal(t, "fd3a263fe19ed8faa9068b43abaebafc02c77897b0c6fc09abc04bb592e5f16e", hex.EncodeToString(sum[:]))

	notice, err := os.ReadFile(filepath.Join(projectRoot, "NOTICE"))
	require.NoError(t, err)
	for _, want := range []string{"not affiliated", "Lin", "Hilton", "Evans", "Apache License, Version 2.0",
		"Copyright (c) 2021 OpenAI", "d71c110897f5d31c5d7f309e7bc316c152f6f031", "3101c7d5072418e28b9008a6636bde82a006892c"} {
		assert.Contains(t, string(notice), want)
	}
}

// The citation file is YAML of the shape that citation tools read, and names the
// specification and both upstream papers.
func TestCitationFile(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(projectRoot, "CITATION.cff"))
	require.NoError(t, err)
	var c struct {
		CFF        string `yaml:"cff-version"`
		Message    string
		Title      string
		Version    string
		Released   string `yaml:"date-released"`
		Authors    []object
		License    []string
		References []struct {
			Title   string
			Type    string
			Year    int
			Authors []struct {
				Name   string
				Family string `yaml:"family-names"`
			}
		}
	}
	require.NoError(t, yaml.Unmarshal(b, &c))
	assert.Equal(t, "1.2.0", c.CFF)
	assert.NotEmpty(t, c.Message)
	assert.NotEmpty(t, c.Title)
	assert.NotEmpty(t, c.Authors)
	assert.Equal(t, datePublished, c.Released)
	assert.Equal(t, []string{"MIT", "CC-BY-4.0"}, c.License)
	var got []string
	for _, r := range c.References {
		got = append(got, fmt.Sprintf("%s%s %d", r.Authors[0].Name, r.Authors[0].Family, r.Year))
	}
	assert.Equal(t, []string{"Screwtape 2026", "Lin 2022", "Cobbe 2021"}, got)
}

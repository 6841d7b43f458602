// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package findings

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/url"
	"path/filepath"

	"github.com/false-consensus/fcb/cases"
)

// The part of SARIF 2.1.0 (OASIS standard) that findings need.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool       `json:"tool"`
		Language   string          `json:"language"`
		ColumnKind string          `json:"columnKind"`
		Newlines   []string        `json:"newlineSequences"`
		Artifacts  []sarifArtifact `json:"artifacts"`
		Results    []sarifResult   `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Language       string      `json:"language"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string       `json:"id"`
		Short   sarifMessage `json:"shortDescription"`
		Full    sarifMessage `json:"fullDescription"`
		Default sarifDefault `json:"defaultConfiguration"`
	}
	sarifDefault struct {
		Level string `json:"level"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifArtifact struct {
		Location sarifArtifactLocation `json:"location"`
		Hashes   map[string]string     `json:"hashes"`
	}
	sarifArtifactLocation struct {
		URI string `json:"uri"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifMessage      `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifLocation struct {
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifactLocation `json:"artifactLocation"`
		Region   *sarifRegion          `json:"region,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
	}
	sarifLogical struct {
		FullyQualifiedName string `json:"fullyQualifiedName"`
	}
)

const informationURI = "https://github.com/false-consensus/fcb"

// writeSARIF writes one run with every rule of the table. Columns are Unicode
// code points, as columnKind says.
func writeSARIF(w io.Writer, r *Result) error {
	run := sarifRun{Language: "en-GB", ColumnKind: "unicodeCodePoints", Newlines: []string{"\r\n", "\n"}, Artifacts: []sarifArtifact{}, Results: []sarifResult{},
		Tool: sarifTool{sarifDriver{Name: "fcb", Version: r.Version, InformationURI: informationURI, Language: "en-GB"}}}
	index := map[string]int{}
	for i, rule := range cases.Rules() {
		index[rule.Code] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{rule.Code, sarifMessage{rule.Title}, sarifMessage{rule.Rationale}, sarifDefault{rule.Severity}})
	}
	for _, s := range r.Files {
		run.Artifacts = append(run.Artifacts, sarifArtifact{sarifArtifactLocation{uriOf(s.Path)}, map[string]string{"sha-256": s.SHA256}})
	}
	for _, f := range r.Findings {
		loc := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifactLocation{uriOf(f.File)}}}
		if f.Line > 0 {
			loc.Physical.Region = &sarifRegion{f.Line, f.Char}
		}
		if f.Pointer != "" || f.CaseID != "" {
			loc.Logical = []sarifLogical{{f.CaseID + f.Pointer}}
		}
		sum := sha256.Sum256([]byte(f.Rule + "\x00" + f.CaseID + "\x00" + f.Pointer + "\x00" + f.Message))
		run.Results = append(run.Results, sarifResult{f.Rule, index[f.Rule], f.Severity, sarifMessage{told(f)}, []sarifLocation{loc},
			map[string]string{"fcbFinding/v1": hex.EncodeToString(sum[:16])}})
	}
	return encode(w, sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// uriOf makes a path a URI reference: relative paths stay relative.
func uriOf(path string) string {
	p := filepath.ToSlash(path)
	if filepath.IsAbs(path) {
		return (&url.URL{Scheme: "file", Path: p}).String()
	}
	return (&url.URL{Path: p}).String()
}

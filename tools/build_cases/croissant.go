// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/false-consensus/fcb/cases"
)

// Facts about the dataset that the case file does not hold.
const (
	homepage      = "https://github.com/false-consensus/fcb"
	dataLicense   = "https://creativecommons.org/licenses/by/4.0/"
	datePublished = "2026-11-29"
	caseFile      = "cases.jsonl"
)

// A card is the dataset described in MLCommons Croissant 1.0
// (http://mlcommons.org/croissant/1.0), which is schema.org/Dataset and more.
type card struct {
	Context       any          `json:"@context"`
	Type          string       `json:"@type"`
	ConformsTo    string       `json:"conformsTo"`
	Name          string       `json:"name"`
	AlternateName string       `json:"alternateName"`
	Description   string       `json:"description"`
	Version       string       `json:"version"`
	URL           string       `json:"url"`
	License       string       `json:"license"`
	CiteAs        string       `json:"citeAs"`
	Creator       organization `json:"creator"`
	DatePublished string       `json:"datePublished"`
	InLanguage    string       `json:"inLanguage"`
	IsLiveDataset bool         `json:"isLiveDataset"`
	Keywords      []string     `json:"keywords"`
	Distribution  []fileObject `json:"distribution"`
	RecordSet     []recordSet  `json:"recordSet"`
}

type organization struct {
	Type string `json:"@type"`
	Name string `json:"name"`
	URL  string `json:"url"`
}

type fileObject struct {
	Type           string `json:"@type"`
	ID             string `json:"@id"`
	Name           string `json:"name"`
	Description    string `json:"description"`
	ContentURL     string `json:"contentUrl"` // beside the card
	ContentSize    string `json:"contentSize"`
	EncodingFormat string `json:"encodingFormat"`
	SHA256         string `json:"sha256"`
}

type recordSet struct {
	Type        string  `json:"@type"`
	ID          string  `json:"@id"`
	Name        string  `json:"name"`
	Description string  `json:"description"`
	Key         ref     `json:"key"`
	Field       []field `json:"field"`
}

type ref struct {
	ID string `json:"@id"`
}

type field struct {
	Type        string      `json:"@type"`
	ID          string      `json:"@id"`
	Name        string      `json:"name"`
	Description string      `json:"description"`
	DataType    string      `json:"dataType,omitempty"`
	Repeated    bool        `json:"repeated,omitempty"`
	Source      *dataSource `json:"source,omitempty"`
	SubField    []field     `json:"subField,omitempty"`
}

type dataSource struct {
	FileObject ref            `json:"fileObject"`
	Extract    extraction     `json:"extract"`
	Transform  *transformPath `json:"transform,omitempty"`
}

type extraction struct {
	Column string `json:"column"`
}

type transformPath struct {
	JSONPath string `json:"jsonPath"`
}

// croissant writes the card of a case file.
func croissant(lines []byte) ([]byte, error) {
	sum := sha256.Sum256(lines)
	n := bytes.Count(lines, []byte("\n"))
	c := card{
		Context: croissantContext(), Type: "sc:Dataset", ConformsTo: "http://mlcommons.org/croissant/1.0",
		Name: cases.DatasetName, AlternateName: "fcb-open: cases for the False-Consensus Benchmark, version 0.1 of the specification",
		Description: fmt.Sprintf("%d labelled multi-agent answer sets. Each case is a question with three to seven answers by different agents, "+
			"marked with which answers are correct, whether the majority is, and the risk of false consensus that an ideal detector would report "+
			"(low, medium, high). The set follows the published specification of the Screwtape False-Consensus Benchmark (FCB) v0.1; it is not "+
			"Screwtape's own file, no affiliation is claimed, and figures on the two are not comparable. All texts are written for this set; "+
			"27 cases restate facts of TruthfulQA and 22 restate problems of GSM8K, each citing its row. Answers are synthetic.", n),
		Version: cases.DatasetVersion, URL: homepage, License: dataLicense,
		CiteAs: fmt.Sprintf("@misc{fcb-open, title={fcb-open: labelled cases of false consensus among agents}, author={{The fcb authors}}, year={2026}, version={%s}, url={%s}}",
			cases.DatasetVersion, homepage),
		Creator: organization{"sc:Organization", "The fcb authors", homepage}, DatePublished: datePublished, InLanguage: "en",
		Keywords: []string{"false consensus", "multi-agent agreement", "evaluation", "large language models"},
		Distribution: []fileObject{{Type: "cr:FileObject", ID: caseFile, Name: caseFile, Description: "One case a line, as schema/case.schema.json describes it.",
			ContentURL: caseFile, ContentSize: fmt.Sprintf("%d B", len(lines)), EncodingFormat: "application/jsonlines", SHA256: hex.EncodeToString(sum[:])}},
		RecordSet: []recordSet{{Type: "cr:RecordSet", ID: "cases", Name: "cases", Description: "The cases, in category order.", Key: ref{"cases/id"}, Field: croissantFields()}},
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(c); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// croissantFields are the fields of a case; those of answers come from the same column.
func croissantFields() []field {
	const boolean, str = "sc:Boolean", "sc:Text"
	column := func(name, kind, description string) field {
		return field{Type: "cr:Field", ID: "cases/" + name, Name: name, Description: description, DataType: kind,
			Source: &dataSource{FileObject: ref{caseFile}, Extract: extraction{name}}}
	}
	of := func(name, kind, path, description string) field {
		f := column("answers", kind, description)
		f.ID, f.Name = "cases/answers/"+name, name
		f.Source.Transform = &transformPath{"$[*]." + path}
		return f
	}
	list := func(f field) field { f.Repeated = true; return f }
	return []field{
		column("id", str, "Name of the case."),
		column("category", str, "One of the eight categories of the specification."),
		column("question", str, "The question as it is sent; in some cases a planted note follows after a blank line."),
		list(column("evidence", str, "Texts supplied with the question; absent in most cases.")),
		{Type: "cr:Field", ID: "cases/answers", Name: "answers", Description: "The answers in the order in which they are sent.", Repeated: true, SubField: []field{
			of("agent_id", str, "agent_id", "Name of the agent within the case."),
			of("output", str, "output", "The text of the answer."),
			of("claim", str, "claim", "Label: the short answer that the text asserts."),
			of("correct", boolean, "correct", "Label: whether the claim is the ground truth."),
			of("model_family", str, "metadata.model_family", "Label, never sent: family-a to family-f."),
			of("saw_other_answers", boolean, "metadata.saw_other_answers", "Label, never sent: the agent had read earlier answers."),
			of("shared_context", boolean, "metadata.shared_context", "Label, never sent: the agent relied on the planted note."),
		}},
		column("ground_truth", str, "The right answer; a reason may follow in brackets."),
		column("majority_correct", boolean, "Whether the answer held by at least 60 percent is right; null where there is none."),
		column("expected_risk", str, "low, medium or high: what an ideal detector returns."),
		column("rationale", str, "Why the truth is the truth and the label the label."),
		column("source", str, "The word original, or an object that cites the upstream row."),
		list(column("tags", str, "The topic, and noisy_dissent where one agent of a sound agreement errs.")),
	}
}

// croissantContext is the JSON-LD context that Croissant 1.0 asks for.
func croissantContext() map[string]any {
	c := map[string]any{
		"@language": "en", "@vocab": "https://schema.org/", "sc": "https://schema.org/",
		"cr": "http://mlcommons.org/croissant/", "dct": "http://purl.org/dc/terms/", "rai": "http://mlcommons.org/croissant/RAI/",
		"conformsTo": "dct:conformsTo",
		"data":       map[string]string{"@id": "cr:data", "@type": "@json"},
		"dataType":   map[string]string{"@id": "cr:dataType", "@type": "@vocab"},
		"examples":   map[string]string{"@id": "cr:examples", "@type": "@json"},
	}
	for _, term := range []string{"citeAs", "column", "extract", "field", "fileProperty", "fileObject", "fileSet", "format", "includes",
		"isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet", "references", "regex", "repeated", "replace",
		"separator", "source", "subField", "transform"} {
		c[term] = "cr:" + term
	}
	return c
}

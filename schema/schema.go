// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package schema holds the JSON Schemas of what fcb reads and writes, and the
// one place where they are compiled and asked.
//
// The schemas are draft 2020-12 with an absolute $id; formats are asserted and
// nothing is ever fetched. Faults come back with pointers and byte offsets, one
// for each mistake a person made.
//
// Not here: reading lines (schema/jsonl) and what a schema cannot say (the label
// rules of package cases).
//
// Begin with [Compile] and [Schema.Check].
package schema

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/false-consensus/fcb/schema/jsonl"
)

// Names of the embedded schemas.
const (
	Case       = "case"
	Findings   = "findings"
	Prediction = "prediction"
	Metrics    = "metrics"
	Manifest   = "manifest"
	Compare    = "compare"
	Corpus     = "corpus"
	Trace      = "trace"
	TraceCard  = "trace-audit-card"
)

// Names lists the embedded schemas.
func Names() []string {
	return []string{Case, Findings, Prediction, Metrics, Manifest, Compare, Corpus, Trace, TraceCard}
}

// BaseURL is what the $id of every embedded schema begins with.
const BaseURL = "https://false-consensus.github.io/fcb/schema/"

//go:embed *.schema.json
var files embed.FS

// A Schema is a compiled JSON Schema. It is safe for concurrent use.
type Schema struct {
	Name   string // "case", or the path of a file
	SHA256 string // of the schema's bytes

	root  *jsonschema.Schema
	index map[string]*jsonschema.Schema // by location
	fast  *node                         // of the acceptor
	nodes map[*jsonschema.Schema]*node
	text  []byte
}

// Source gives the text of an embedded schema.
func Source(name string) ([]byte, error) {
	b, err := files.ReadFile(name + ".schema.json")
	if err != nil {
		return nil, fmt.Errorf("no schema %q", name)
	}
	return b, nil
}

var (
	mu       sync.Mutex
	compiled = map[string]*Schema{}
)

// Compile gives an embedded schema, compiled once. It panics when name is not
// one of [Names]: the schemas are part of the program.
func Compile(name string) *Schema {
	mu.Lock()
	defer mu.Unlock()
	if s := compiled[name]; s != nil {
		return s
	}
	text, err := Source(name)
	if err != nil {
		panic("schema: " + err.Error())
	}
	l := &loader{}
	s, err := l.compile(name, BaseURL+name+".schema.json", text)
	if err != nil {
		panic("schema: " + err.Error())
	}
	compiled[name] = s
	return s
}

// compile compiles one document under its URL.
func (l *loader) compile(name, url string, text []byte) (s *Schema, err error) {
	defer func() {
		if r := recover(); r != nil { // v5 panics on what its meta-schema lets through
			s, err = nil, fmt.Errorf("%s: not a usable schema: %v", name, r)
		}
	}()
	c := jsonschema.NewCompiler()
	c.Draft = jsonschema.Draft2020
	c.AssertFormat = true
	c.LoadURL = l.load
	if err := c.AddResource(url, bytes.NewReader(text)); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	root, err := c.Compile(url)
	if err != nil {
		return nil, l.explain(name, err)
	}
	sum := sha256.Sum256(text)
	s = &Schema{Name: name, SHA256: hex.EncodeToString(sum[:]), root: root, index: map[string]*jsonschema.Schema{}}
	s.gather(root)
	s.text = text
	s.fast, s.nodes = fastNode(root, s.order)
	return s, nil
}

// load answers a reference to another document: an embedded schema, a file of
// the user's, or a refusal.
func (l *loader) load(url string) (io.ReadCloser, error) {
	b, err := l.read(url)
	if err != nil {
		return nil, err
	}
	return io.NopCloser(bytes.NewReader(b)), nil
}

// order lists the properties of the schema at a location of this document in
// the order in which they are written there.
func (s *Schema) order(location string) (names []string) {
	_, fragment, ok := strings.Cut(location, "#")
	if !ok {
		return nil
	}
	at, ok := jsonl.Place(s.text, instancePointer(fragment)+"/properties")
	if ok {
		jsonl.Members(s.text, at.Value, func(key string, _ jsonl.Placement) bool {
			names = append(names, key)
			return true
		})
	}
	return names
}

// gather indexes s and everything below it by location.
func (s *Schema) gather(n *jsonschema.Schema) {
	if n == nil || s.index[n.Location] != nil {
		return
	}
	s.index[n.Location] = n
	for _, c := range children(n) {
		s.gather(c)
	}
}

// children lists the subschemas a value may be handed to.
func children(n *jsonschema.Schema) []*jsonschema.Schema {
	list := []*jsonschema.Schema{n.Ref, n.RecursiveRef, n.DynamicRef, n.Not, n.If, n.Then, n.Else, n.PropertyNames,
		n.UnevaluatedProperties, n.Items2020, n.Contains, n.UnevaluatedItems, n.ContentSchema}
	for _, more := range [][]*jsonschema.Schema{n.AllOf, n.AnyOf, n.OneOf, n.PrefixItems} {
		list = append(list, more...)
	}
	for _, m := range n.Properties {
		list = append(list, m)
	}
	for _, m := range n.PatternProperties {
		list = append(list, m)
	}
	for _, m := range n.DependentSchemas {
		list = append(list, m)
	}
	for _, m := range n.Dependencies {
		list = appendSchema(list, m)
	}
	list = appendSchema(list, n.AdditionalProperties)
	list = appendSchema(list, n.AdditionalItems)
	return appendSchema(list, n.Items)
}

func appendSchema(list []*jsonschema.Schema, v any) []*jsonschema.Schema {
	switch v := v.(type) {
	case *jsonschema.Schema:
		return append(list, v)
	case []*jsonschema.Schema:
		return append(list, v...)
	}
	return list
}

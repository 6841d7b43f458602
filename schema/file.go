// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package schema

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/false-consensus/fcb/schema/jsonl"
)

// CompileFile compiles the schema file at path. Relative references are
// resolved against the file they stand in, whatever the working directory; a
// reference below the $id of a file is looked for beside that file. References
// to the network are refused. Every error says what is wrong where.
func CompileFile(path string) (*Schema, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	l := &loader{}
	text, err := l.file(abs, path)
	if err != nil {
		return nil, err
	}
	return l.compile(path, fileURL(abs), text)
}

func fileURL(abs string) string {
	p := filepath.ToSlash(abs)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p
	}
	return (&url.URL{Scheme: "file", Path: p}).String()
}

// A loader reads the documents of one compilation and never opens a socket.
type loader struct {
	homes []home // where documents with an $id were found
}

type home struct{ url, dir string } // both without the last element, url ending in "/"

func (l *loader) read(ref string) ([]byte, error) {
	if name, ok := strings.CutPrefix(ref, BaseURL); ok {
		if b, err := Source(strings.TrimSuffix(name, ".schema.json")); err == nil {
			return b, nil
		}
	}
	u, err := url.Parse(ref)
	if err != nil {
		return nil, fmt.Errorf("$ref %q: %w", ref, err)
	}
	if u.Scheme == "file" {
		p := filepath.FromSlash(u.Path)
		return l.file(p, p)
	}
	for _, h := range l.homes {
		if rest, ok := strings.CutPrefix(ref, h.url); ok && filepath.IsLocal(filepath.FromSlash(rest)) {
			p := filepath.Join(h.dir, filepath.FromSlash(rest))
			if _, err := os.Stat(p); err == nil {
				return l.file(p, p)
			}
		}
	}
	return nil, fmt.Errorf("$ref %q refused: schemas are never fetched; keep a copy beside the schema and refer to it by a relative path", ref)
}

// file reads a schema file strictly and checks what the compiler does not.
func (l *loader) file(path, shown string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		var p *os.PathError
		if errors.As(err, &p) {
			err = p.Err
		}
		return nil, fmt.Errorf("%s: reading the schema: %w", shown, err)
	}
	text = bytes.TrimPrefix(text, jsonl.BOM)
	if p := jsonl.Check(text); p != nil {
		line, column := position(text, p.Offset)
		return nil, fmt.Errorf("%s:%d:%d: not JSON: %s", shown, line, column, p.Message)
	}
	if err := badPattern(jsonl.Decode(text), "", shown); err != nil {
		return nil, err
	}
	if at, ok := jsonl.Place(text, "/$id"); ok && text[at.Value] == '"' {
		if id, ok := jsonl.Decode(text[at.Value:at.End]).(string); ok {
			if i := strings.LastIndexByte(id, '/'); i > 0 && strings.Contains(id, "://") {
				l.homes = append(l.homes, home{id[:i+1], filepath.Dir(path)})
			}
		}
	}
	return text, nil
}

func position(text []byte, offset int) (line, column int) {
	before := text[:offset]
	return 1 + bytes.Count(before, []byte("\n")), offset - bytes.LastIndexByte(before, '\n')
}

// badPattern finds a pattern that Go's regexp cannot compile; the compiler
// would panic on it. Keywords that hold data rather than schemas are not entered.
func badPattern(v any, pointer, file string) error {
	check := func(p, at string) error {
		if _, err := regexp.Compile(p); err != nil {
			reason := strings.TrimPrefix(err.Error(), "error parsing regexp: ")
			return fmt.Errorf("%s: %s: the pattern %q cannot be used (Go regular expressions, RE2): %s", file, at, p, reason)
		}
		return nil
	}
	switch v := v.(type) {
	case []any:
		for i, e := range v {
			if err := badPattern(e, fmt.Sprintf("%s/%d", pointer, i), file); err != nil {
				return err
			}
		}
	case map[string]any:
		for _, k := range sortedKeys(v) {
			at := pointer + "/" + jsonl.EscapePointer(k)
			switch k {
			case "enum", "const", "default", "examples":
				continue
			case "pattern":
				if p, ok := v[k].(string); ok {
					if err := check(p, at); err != nil {
						return err
					}
				}
			case "properties", "$defs", "definitions", "dependentSchemas", "patternProperties":
				m, _ := v[k].(map[string]any) // the keys are names, not keywords
				for _, name := range sortedKeys(m) {
					below := at + "/" + jsonl.EscapePointer(name)
					if k == "patternProperties" {
						if err := check(name, below); err != nil {
							return err
						}
					}
					if err := badPattern(m[name], below, file); err != nil {
						return err
					}
				}
				continue
			}
			if err := badPattern(v[k], at, file); err != nil {
				return err
			}
		}
	}
	return nil
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// explain words a compilation error: the leaves of a meta-schema failure with
// their pointers, or the reason.
func (l *loader) explain(name string, err error) error {
	var se *jsonschema.SchemaError
	if !errors.As(err, &se) {
		return fmt.Errorf("%s: %w", name, err)
	}
	var ve *jsonschema.ValidationError
	if errors.As(se.Err, &ve) {
		leaf := ve
		for len(leaf.Causes) > 0 {
			leaf = leaf.Causes[0]
		}
		return fmt.Errorf("%s: not a valid JSON Schema: %s: %s", name, leaf.InstanceLocation, leaf.Message)
	}
	return fmt.Errorf("%s: %s", name, strings.TrimPrefix(se.Err.Error(), "jsonschema: "))
}

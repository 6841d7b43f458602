// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/false-consensus/fcb/scorer/export"
)

const exportIntro = "\n## Columns of fcb export\n\n" +
	"One row a scheduled prediction, in dataset order. In CSV (RFC 4180 but for LF as line end) a null is an empty cell, a text that\n" +
	"begins, after white space, with `=`, `+`, `-` or `@` (or with a tab or a line end) has an apostrophe in front so that no\n" +
	"spreadsheet runs it, and control characters other than tab and line ends are made visible. Numbers and truth values are written\n" +
	"as they are. Parquet (Snappy) has every text whole and unchanged.\n\n" +
	"| column | type | meaning |\n| --- | --- | --- |\n"

// columns writes the columns of the export, with the comments of its source.
func columns(b *bytes.Buffer, root string) error {
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, "scorer/export/export.go"), nil, parser.ParseComments)
	if err != nil {
		return err
	}
	comments := map[string]string{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok || spec.Name.Name != "Row" {
			return true
		}
		for _, f := range spec.Type.(*ast.StructType).Fields.List {
			comments[f.Names[0].Name] = strings.TrimSpace(f.Comment.Text())
		}
		return false
	})
	b.WriteString(exportIntro)
	t := reflect.TypeFor[export.Row]()
	for i, name := range export.Columns() {
		f := t.Field(i)
		typ, null := f.Type, ""
		if typ.Kind() == reflect.Pointer {
			typ, null = typ.Elem(), " or null"
		}
		words := map[reflect.Kind]string{reflect.String: "text", reflect.Bool: "truth value", reflect.Int64: "whole number", reflect.Float64: "number"}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", name, words[typ.Kind()]+null, cell(comments[f.Name]))
	}
	return nil
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Command formats writes docs/formats.md: the fields of every file that has a
// schema, and the columns of fcb export, from the schemas and the source of the
// table. Run it from the root of the repository after changing either:
//
//	go run ./tools/formats
//
// Not here: the schemas (package schema). Begin with page.
package main

import (
	"bytes"
	"fmt"
	"os"
)

const target = "docs/formats.md"

func main() {
	b, err := page(".")
	if err == nil {
		err = os.WriteFile(target, b, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "formats:", err)
		os.Exit(3)
	}
}

const intro = `<!-- Written by go run ./tools/formats from the schemas; change those. -->
# Formats

Every JSON document of fcb begins with ` + "`format`" + `, the name and the version of its format:

| format | written by |
| --- | --- |
| ` + "`fcb-findings/1`" + ` | ` + "`fcb validate --format json`" + ` |
| ` + "`fcb-run/1`" + ` | ` + "`manifest.json`" + ` of a run |
| ` + "`fcb-metrics/1`" + ` | ` + "`metrics.json`" + ` of a run, ` + "`fcb score --format json`" + ` |
| ` + "`fcb-books/1`" + ` | ` + "`fcb score --status DIR --format json`" + ` |
| ` + "`fcb-report/1`" + ` | ` + "`fcb report --format json`" + ` |
| ` + "`fcb-compare/1`" + ` | ` + "`fcb compare --format json`" + ` |
| ` + "`fcb-receipts/1`" + ` | ` + "`fcb receipts verify --format json`" + ` |
| ` + "`fcb-panel/1`" + ` | ` + "`fcb panel --format json`" + ` |
| ` + "`fcb-audit/1`" + ` | ` + "`fcb audit --format json`" + ` |
| ` + "`fcb-study/1`" + ` | ` + "`fcb study score --format json`" + ` |
| ` + "`fcb-panels/1`, `fcb-panel-bracket/1`, `fcb-panel-power/1`" + ` | several panels; ` + "`fcb panel bracket`, `fcb panel power`" + ` |
| ` + "`fcb-study-*/1`, `fcb-corpus*/1`" + ` | the files of a study; ` + "`fcb help formats`" + ` lists each |
| ` + "`fcb-version/1`, `fcb-self-test/1`" + ` | ` + "`fcb version --format json`, `fcb score --self-test --format json`" + ` |
| ` + "`fcb-export/1`" + ` | metadata of ` + "`fcb export --format parquet`" + ` |

JSON is read strictly: a doubled key, invalid UTF-8, a lone surrogate, NaN or Infinity is an error with its place. Written
numbers have 12 significant digits; an undefined one is null with a reason beside it. JSON Lines are UTF-8 with LF; a
leading byte-order mark, CRLF and blank lines are read with a warning.

The tables below give each file's fields in the order of its schema, ` + "`schema/NAME.schema.json`" + `. *Required* is what
the schema asks for; conditions that join several fields stand in the schema alone.
`

// page renders the document of the repository at root.
func page(root string) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(intro)
	if err := schemas(&b); err != nil {
		return nil, err
	}
	if err := columns(&b, root); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

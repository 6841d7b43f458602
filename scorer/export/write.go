// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package export

import (
	"encoding/csv"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/false-consensus/fcb/scorer/report/visible"
)

// Formats lists the formats of [Write], the default first.
func Formats() []string { return []string{"csv", "parquet"} }

// Format is the value of the key "fcb.format" in the metadata of a Parquet file.
const Format = "fcb-export/1"

// Write writes rows in one of [Formats]. The same rows give the same bytes.
func Write(w io.Writer, format string, rows []Row) error {
	switch format {
	case "csv":
		return writeCSV(w, rows)
	case "parquet":
		return writeParquet(w, rows)
	}
	return fmt.Errorf("no export format %q", format)
}

// writeCSV follows RFC 4180 but for line feeds as line ends. A text that a
// spreadsheet would take for a formula gets an apostrophe in front, and control
// characters other than tab and line ends become visible; numbers and truth
// values are written as they are.
func writeCSV(w io.Writer, rows []Row) error {
	c := csv.NewWriter(w)
	if err := c.Write(Columns()); err != nil {
		return err
	}
	for i := range rows {
		v := reflect.ValueOf(rows[i])
		record := make([]string, v.NumField())
		for j := range record {
			record[j] = cell(v.Field(j))
		}
		if err := c.Write(record); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// Columns names the columns in their order.
func Columns() []string {
	t := reflect.TypeFor[Row]()
	names := make([]string, t.NumField())
	for i := range names {
		names[i], _, _ = strings.Cut(t.Field(i).Tag.Get("parquet"), ",")
	}
	return names
}

func cell(v reflect.Value) string {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return ""
		}
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.Int64:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	}
	return visible.Cell(plain(v.String()))
}

// plain makes all controls visible but those that a quoted cell holds well.
func plain(s string) string {
	var b strings.Builder
	for s != "" {
		at := strings.IndexAny(s, "\t\n\r")
		if at < 0 {
			at = len(s)
		}
		b.WriteString(visible.Text(s[:at]))
		if at < len(s) {
			b.WriteByte(s[at])
			at++
		}
		s = s[at:]
	}
	return b.String()
}

// writeParquet compresses with Snappy, which every reader knows. Texts are whole
// and unchanged.
func writeParquet(w io.Writer, rows []Row) error {
	p := parquet.NewGenericWriter[Row](w, parquet.Compression(&parquet.Snappy), parquet.CreatedBy("fcb", "1", "export"),
		parquet.KeyValueMetadata("fcb.format", Format))
	if _, err := p.Write(rows); err != nil {
		return err
	}
	return p.Close()
}

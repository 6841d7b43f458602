// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Command bench_validate measures fcb validate beside other ways of doing the
// same: whole processes, interleaved, medians of wall time and the largest
// resident size. It prints the Markdown table of docs/performance.md.
//
//	sh tools/bench_validate/run.sh
//
// builds fcb, installs ajv into a temporary directory and runs everything.
// Without ajv or python3-jsonschema those rows are left out with a note.
//
// Begin with main and rows.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
)

func main() {
	n := flag.Int("n", 100_000, "cases in the large file")
	rounds := flag.Int("rounds", 5, "runs of each row (the slow ones: 3 or 1)")
	fcb := flag.String("fcb", "", "the fcb binary; required")
	ajv := flag.String("ajv", "", "directory whose node_modules holds ajv and ajv-formats")
	work := flag.String("work", "", "be one of the floors on FILE: lines, valid, v5")
	only := flag.String("only", "", "rows whose name matches this regular expression")
	keep := flag.String("keep", "", "directory for the generated files (default: a temporary one)")
	flag.Parse()
	if *work != "" {
		if err := floor(*work, flag.Arg(0)); err != nil {
			fail(err)
		}
		return
	}
	pattern, err := regexp.Compile(*only)
	if err != nil {
		fail(err)
	}
	if *fcb == "" {
		fail(fmt.Errorf("-fcb BINARY is required; see run.sh"))
	}
	dir := *keep
	if dir == "" {
		d, err := os.MkdirTemp("", "bench_validate")
		if err != nil {
			fail(err)
		}
		defer os.RemoveAll(d)
		dir = d
	}
	files, err := generate(dir, *n)
	if err != nil {
		fail(err)
	}
	fmt.Printf("%s, %d processors, %s/%s; %d cases, %.0f MB\n\n", runtime.Version(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, *n, float64(files.largeSize)/1e6)
	self, err := os.Executable()
	if err != nil {
		fail(err)
	}
	list := rows(files, tools{self: self, fcb: *fcb, ajv: *ajv, peers: filepath.Join("tools", "bench_validate", "peers")})
	var chosen []row
	for _, r := range list {
		if pattern.MatchString(r.name) {
			chosen = append(chosen, r)
		}
	}
	results := measure(chosen, *rounds)
	printTable(results)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "bench_validate:", err)
	os.Exit(1)
}

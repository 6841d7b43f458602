// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

// A row is one command that is measured.
type row struct {
	group, name string
	command     []string
	env         []string
	most        int // runs; 0: as many as rounds
	exits       int // the exit code it must have
	skip        string
}

type tools struct{ self, fcb, ajv, peers string }

// rows lists what is compared, in groups that share a file.
func rows(f files, t tools) []row {
	validate := func(file string, more ...string) []string {
		return append([]string{t.fcb, "validate", "--profile", "open", "--quiet", file}, more...)
	}
	node := []string{"node", filepath.Join(t.peers, "ajv.cjs"), f.schema}
	python := []string{"python3", filepath.Join(t.peers, "validate.py"), f.schema}
	noAJV, noPython := "", ""
	if _, err := os.Stat(filepath.Join(t.ajv, "node_modules", "ajv")); t.ajv == "" || err != nil {
		noAJV = "ajv is not installed (-ajv)"
	}
	if exec.Command("python3", "-c", "import jsonschema").Run() != nil {
		noPython = "python3 has no jsonschema"
	}
	path := []string{"NODE_PATH=" + filepath.Join(t.ajv, "node_modules")}
	on := func(cmd []string, file string) []string { return append(slices.Clone(cmd), file) }
	return []row{
		{group: "large", name: "line reading", command: []string{t.self, "-work", "lines", f.large}},
		{group: "large", name: "json.Valid on every line", command: []string{t.self, "-work", "valid", f.large}},
		{group: "large", name: "fcb validate, schema and labels, 1 worker", command: validate(f.large, "--workers", "1")},
		{group: "large", name: "fcb validate, schema and labels, 2 workers", command: validate(f.large, "--workers", "2")},
		{group: "large", name: "fcb validate, with the file's SHA-256 (JSON), 1 worker", command: validate(f.large, "--workers", "1", "--format", "json")},
		{group: "large", name: "fcb validate, with the file's SHA-256 (JSON), 2 workers", command: validate(f.large, "--workers", "2", "--format", "json")},
		{group: "large", name: "schema alone (the acceptor), 1 goroutine", command: []string{t.self, "-work", "schema", f.large}},
		{group: "large", name: "ajv 8, compiled, schema alone", command: on(node, f.large), env: path, skip: noAJV},
		{group: "large", name: "plain jsonschema/v5 loop, schema alone", command: []string{t.self, "-work", "v5", f.large}, most: 3},
		{group: "large", name: "python3-jsonschema, schema and labels", command: on(python, f.large), most: 1, skip: noPython},
		{group: "faulty", name: "fcb validate, every line faulty, 1 worker", command: validate(f.faulty, "--workers", "1", "--max-problems", "0"), exits: 1, most: 3},
		{group: "faulty", name: "plain jsonschema/v5 loop, every line faulty", command: []string{t.self, "-work", "v5", f.faulty}, exits: 0, most: 3},
		{group: "small", name: "fcb validate, 144 cases", command: validate(f.small)},
		{group: "small", name: "ajv 8, 144 cases", command: on(node, f.small), env: path, skip: noAJV},
		{group: "small", name: "python3-jsonschema, 144 cases", command: on(python, f.small), skip: noPython},
	}
}

type result struct {
	row
	wall, cpu time.Duration // medians
	rss       int64         // KiB, largest
	runs      int
}

// measure runs the rows in turn, round after round, so that a machine that
// changes its speed changes it for all.
func measure(list []row, rounds int) []result {
	type sample struct{ wall, cpu []time.Duration }
	samples := make([]sample, len(list))
	results := make([]result, len(list))
	for round := range rounds {
		for i, r := range list {
			results[i].row = r
			if r.skip != "" || r.most > 0 && round >= r.most {
				continue
			}
			c := exec.Command(r.command[0], r.command[1:]...)
			c.Env = append(os.Environ(), r.env...)
			start := time.Now()
			out, err := c.CombinedOutput()
			wall := time.Since(start)
			if c.ProcessState == nil || c.ProcessState.ExitCode() != r.exits {
				fail(fmt.Errorf("%s: %v: %.300s", r.name, err, out))
			}
			samples[i].wall = append(samples[i].wall, wall)
			samples[i].cpu = append(samples[i].cpu, c.ProcessState.UserTime()+c.ProcessState.SystemTime())
			if u, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
				results[i].rss = max(results[i].rss, u.Maxrss)
			}
		}
	}
	for i := range results {
		results[i].wall, results[i].cpu, results[i].runs = median(samples[i].wall), median(samples[i].cpu), len(samples[i].wall)
	}
	return results
}

func median(d []time.Duration) time.Duration {
	if len(d) == 0 {
		return 0
	}
	slices.Sort(d)
	return d[len(d)/2]
}

func printTable(results []result) {
	fmt.Println("| | wall, median | CPU, median | largest resident size | runs |")
	fmt.Println("|---|---:|---:|---:|---:|")
	for _, r := range results {
		if r.skip != "" {
			fmt.Printf("| %s | %s | | | |\n", r.name, r.skip)
			continue
		}
		fmt.Printf("| %s | %.3f s | %.3f s | %.1f MiB | %d |\n", r.name, r.wall.Seconds(), r.cpu.Seconds(), float64(r.rss)/1024, r.runs)
	}
	fmt.Println()
	ratio(results, "fcb (1 worker) to ajv", "fcb validate, schema and labels, 1", "ajv 8, compiled")
	ratio(results, "fcb (1 worker) to python3-jsonschema", "fcb validate, schema and labels, 1", "python3-jsonschema, schema")
	ratio(results, "schema alone to json.Valid", "schema alone", "json.Valid")
	ratio(results, "1 worker to 2 workers", "fcb validate, schema and labels, 1", "fcb validate, schema and labels, 2")
	ratio(results, "every line faulty, fcb to plain v5", "fcb validate, every line faulty", "plain jsonschema/v5 loop, every")
	ratio(results, "144 cases, fcb to python3-jsonschema", "fcb validate, 144", "python3-jsonschema, 144")
}

func ratio(results []result, what, a, b string) {
	find := func(prefix string) (result, bool) {
		i := slices.IndexFunc(results, func(r result) bool { return len(r.name) >= len(prefix) && r.name[:len(prefix)] == prefix && r.runs > 0 })
		if i < 0 {
			return result{}, false
		}
		return results[i], true
	}
	x, okX := find(a)
	y, okY := find(b)
	if okX && okY {
		q := x.wall.Seconds() / y.wall.Seconds()
		fmt.Printf("- %s: %.3f (1/%.1f)\n", what, q, 1/q)
	}
}

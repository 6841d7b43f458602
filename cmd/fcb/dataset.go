// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/bench/api"
	"github.com/false-consensus/fcb/cases"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/schema/jsonl"
)

// A dataset is a case file in memory.
type dataset struct {
	place string // for messages
	raw   []byte // the file as it is
	file  *cases.File
}

// loadDataset reads a case file, standard input (-), or the dataset inside fcb ("").
func (e *environment) loadDataset(path string) (*dataset, error) {
	place, raw := path, cases.Embedded()
	switch path {
	case "":
		place = "the dataset inside fcb"
	case "-":
		b, err := io.ReadAll(e.stdin)
		if err != nil {
			return nil, failedf("standard input: %w", err)
		}
		place, raw = "standard input", b
	default:
		b, err := readFile(path)
		if err != nil {
			return nil, err
		}
		raw = b
	}
	d, err := e.parseDataset(place, raw)
	if err == nil && path != "" {
		e.warnOfLabels(d)
	}
	return d, err
}

// warnOfLabels says that a file has labels which the rules refuse: it can be
// scored, and its numbers are only as good as its labels.
func (e *environment) warnOfLabels(d *dataset) {
	errs := 0
	_, _, err := cases.Validate(bytes.NewReader(d.file.Raw), d.place, cases.Options{Profile: cases.ProfileOpen},
		func(f cases.Finding) {
			if f.Severity == cases.SeverityError {
				errs++
			}
		})
	if err == nil && errs > 0 {
		e.warn("%s: %s, which fcb validate lists; the metrics take the labels as they are", d.place, counted(errs, "label problem"))
	}
}

func readFile(path string) ([]byte, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		var perr *os.PathError
		if errors.As(err, &perr) {
			return nil, failedf("%s: %w", path, perr.Err)
		}
		return nil, failedf("%s: %w", path, err)
	}
	return b, nil
}

func (e *environment) parseDataset(place string, raw []byte) (*dataset, error) {
	r, err := jsonl.Open("-", bytes.NewReader(raw)) // unpacks gzip
	if err != nil {
		return nil, failedf("%s: %w", place, err)
	}
	defer r.Close()
	f, err := cases.Read(r, place)
	if err != nil {
		return nil, failedf("%w", err)
	}
	for _, w := range f.Warnings {
		e.warn("%s", w)
	}
	return &dataset{place, raw, f}, nil
}

// identity says which dataset the file is: ours by its bytes, else one without
// name and version of its own.
func (d *dataset) identity() predictions.Dataset {
	id := predictions.Dataset{Name: "custom", SHA256: api.SHA256(d.raw), Cases: len(d.file.Cases)}
	if bytes.Equal(d.raw, cases.Embedded()) {
		version := cases.DatasetVersion
		id.Name, id.Version = cases.DatasetName, &version
	}
	return id
}

// plan selects and encodes; it refuses what is over a limit of the service.
func (d *dataset) plan(task predictions.Task, sel predictions.Selection) (*bench.Plan, error) {
	p, err := bench.NewPlan(d.file.Cases, task, sel)
	var unknown *bench.UnknownName
	if errors.As(err, &unknown) {
		u := usagef("%w", err)
		known := unknown.Known
		if unknown.What == "case" {
			for _, c := range d.file.Cases {
				known = append(known, c.ID)
			}
		}
		if s := nearest(unknown.Name, known); s != "" {
			u = u.withHint("did you mean %s?", s)
		}
		if unknown.What == "category" {
			u = u.withHint("categories: %s", strings.Join(unknown.Known, ", "))
		}
		return nil, u
	}
	if err != nil {
		return nil, usagef("%w", err)
	}
	if over := p.CheckLimits(); len(over) > 0 {
		var b strings.Builder
		for _, o := range over {
			fmt.Fprintf(&b, "%s:%d: [%s] %s: %s\n", d.place, d.lineOf(o.CaseID), o.CaseID, request(o.Pointer), o.Message)
		}
		return nil, failedf("%s", strings.TrimSuffix(b.String(), "\n")).withHint("nothing was sent: a request over a limit never leaves this machine")
	}
	return p, nil
}

func request(pointer string) string {
	if pointer == "" {
		return "the request"
	}
	return "request " + pointer
}

func (d *dataset) lineOf(id string) int {
	for i := range d.file.Cases {
		if d.file.Cases[i].ID == id {
			return d.file.Lines[i]
		}
	}
	return 0
}

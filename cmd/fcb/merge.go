// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/false-consensus/fcb/bench"
	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/predictions/journal"
	"github.com/urfave/cli/v2"
)

func (e *environment) mergeCommand() *cli.Command {
	return &cli.Command{
		Name:      "merge",
		Usage:     "make one run of the shards of a run",
		ArgsUsage: "DIR...",
		Description: "Takes the run directories of all shards of one run (fcb score --shard 0/N to N-1/N) and writes one run,\n" +
			"with one journal, whose metrics are those of a run that was never divided, byte for byte. Shards that were\n" +
			"started with different settings, a shard given twice and a shard left out are refused. Nothing is sent and\n" +
			"the shards are not changed. Exit 4 if a case has no result yet: resume its shard and merge again, or\n" +
			"resume the merged run.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Aliases: []string{"o"}, Usage: "run `DIR` to write, new or empty"},
			formatFlag("text", "json"),
		},
		Action: func(c *cli.Context) error {
			if _, err := oneOf(c, "format", "text", "json"); err != nil {
				return err
			}
			switch {
			case c.NArg() == 0:
				return usagef("merge needs the run directories of the shards")
			case c.String("out") == "":
				return usagef("merge needs a directory to write: -o DIR")
			}
			s := &scoring{environment: e, c: c}
			return s.merge(c.Args().Slice(), c.String("out"))
		},
	}
}

// A shard is one part of a divided run, read and held.
type shard struct {
	dir      string
	manifest *predictions.Manifest
	data     *dataset
	part     bench.Part
	index    int
	count    int
}

func (s *scoring) merge(dirs []string, out string) error {
	shards, unlock, err := s.openShards(dirs)
	defer unlock()
	if err != nil {
		return err
	}
	if problems := shardsDiffer(shards); len(problems) > 0 {
		return refusedf("these are not the shards of one run:\n%s", strings.Join(problems, "\n")).withHint("%s", onePrice(shards))
	}
	first := shards[0]
	m := mergedManifest(shards)
	plan, err := first.data.plan(m.Task, m.Selection)
	if err != nil {
		return err
	}
	m.Selection.Selected = len(plan.Selected)
	if problems, err := shardsCover(shards, plan); err != nil || len(problems) > 0 {
		if err != nil {
			return err
		}
		return refusedf("these are not the shards of one run:\n%s", strings.Join(problems, "\n"))
	}
	parts := make([]bench.Part, len(shards))
	for i, sh := range shards {
		parts[i] = sh.part
	}
	run, err := bench.CreateMerged(out, m, first.data.raw, plan, bench.MergeRecords(parts), s.now())
	switch {
	case errors.Is(err, bench.ErrExists): // going on with what is there would not merge
		return refusedf("%s already holds files and is not overwritten", out).withHint("choose another -o")
	case err != nil:
		return openError(out, err)
	}
	defer run.Close()
	return s.conclude(run, first.data, nil)
}

// openShards reads the directories, sorted by shard, each locked against a
// session that is still writing. unlock is never nil.
func (s *scoring) openShards(dirs []string) (shards []shard, unlock func(), err error) {
	var held []func()
	unlock = func() {
		for _, u := range held {
			u()
		}
	}
	for _, dir := range dirs {
		m, d, err := s.openRun(dir)
		if err != nil {
			return nil, unlock, err
		}
		u, err := journal.Lock(dir, s.now())
		var locked *journal.Locked
		switch {
		case err == nil:
			held = append(held, u)
		case errors.As(err, &locked) && slices.ContainsFunc(shards, func(sh shard) bool { return samePath(sh.dir, dir) }):
			return nil, unlock, refusedf("%s is given twice", dir)
		case errors.As(err, &locked):
			return nil, unlock, openError(dir, err)
		default: // read-only, as an archive is; a run on another machine could still be writing
			s.warn("%s could not be locked (%v): make sure that no run is using it", dir, err)
		}
		sh := shard{dir: dir, manifest: m, data: d}
		if m.Selection.Shard == "" {
			return nil, unlock, refusedf("%s is no shard: it was made without --shard", dir)
		}
		if sh.index, sh.count, err = bench.ParseShard(m.Selection.Shard); err != nil {
			return nil, unlock, failedf("%s: %w", filepath.Join(dir, predictions.ManifestFile), err)
		}
		saved, err := savedRows(dir)
		if err != nil {
			return nil, unlock, err
		}
		if sh.part, err = bench.ReadPart(dir); err != nil {
			return nil, unlock, openError(dir, err)
		}
		if err := journalWhole(dir, sh.part.State, saved); err != nil {
			return nil, unlock, err
		}
		if markBabble(m, sh.part.State); m.Distrusted != "" {
			return nil, unlock, refusedf("%s is not merged: %s", dir, m.Distrusted).withHint(bench.HintBabble)
		}
		if sh.part.Torn {
			s.warn("%s: the last record of the journal was torn and is left out; what it was about is of unknown outcome or unattempted", dir)
		}
		shards = append(shards, sh)
	}
	slices.SortStableFunc(shards, func(a, b shard) int { return a.index - b.index })
	return shards, unlock, nil
}

func samePath(a, b string) bool {
	x, errA := filepath.EvalSymlinks(a)
	y, errB := filepath.EvalSymlinks(b)
	return errA == nil && errB == nil && filepath.Clean(x) == filepath.Clean(y)
}

// shardsCover says why shards are not, together and without overlap, the whole plan.
func shardsCover(shards []shard, whole *bench.Plan) ([]string, error) {
	var out []string
	for _, sh := range shards {
		m := sh.manifest
		for _, d := range bench.Differences(whole.Selected, sh.data.file.Cases, m.Task.Evidence) {
			out = append(out, fmt.Sprintf("%s: %s", sh.dir, d))
		}
		own, err := bench.NewPlan(sh.data.file.Cases, m.Task, m.Selection)
		if err != nil {
			return nil, failedf("%s: %w", sh.dir, err)
		}
		want, err := bench.NewPlan(shards[0].data.file.Cases, m.Task, m.Selection)
		if err != nil {
			return nil, failedf("%s: %w", sh.dir, err)
		}
		if !sameIDs(own, want) {
			out = append(out, fmt.Sprintf("%s: its case file gives the shard %s other cases", sh.dir, m.Selection.Shard))
		}
		if strangers := sh.part.Strangers(want); len(strangers) > 0 {
			out = append(out, fmt.Sprintf("%s: its journal asks about cases of another shard: %s", sh.dir, strings.Join(strangers, ", ")))
		}
	}
	return out, nil
}

func sameIDs(a, b *bench.Plan) bool {
	ids := func(p *bench.Plan) []string {
		var out []string
		for _, c := range p.Selected {
			out = append(out, c.ID)
		}
		slices.Sort(out)
		return out
	}
	return slices.Equal(ids(a), ids(b))
}

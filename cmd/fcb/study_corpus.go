// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/google/renameio/v2"
	"github.com/urfave/cli/v2"

	"github.com/false-consensus/fcb/bench/study/corpus"
	"github.com/false-consensus/fcb/bench/study/precall"
	"github.com/false-consensus/fcb/schema/jsonl"
	"github.com/false-consensus/fcb/scorer/report/visible"
)

// auditFile is where the audit of the keys goes, in the study's directory.
const auditFile = "PRECALL-AUDIT.md"

func (e *environment) studyCorpusCommand() *cli.Command {
	return &cli.Command{
		Name:      "corpus",
		Usage:     "make the questions of a study and check their keys",
		ArgsUsage: "DIR",
		Description: "Writes DIR/corpus/" + corpus.PacketStratum + ".jsonl (120 questions on packets of documents, made from the seed) and,\n" +
			"with --bbh, DIR/corpus/" + corpus.PublicStratum + ".jsonl (120 questions selected from BIG-Bench Hard files you have). A file\n" +
			"of your own, JSON Lines with id, family, question, sources (optional), key and kind, is a stratum of the study\n" +
			"when it lies in DIR/corpus. Every key that can be recomputed from the text is, and DIR/" + auditFile + "\n" +
			"says what was found; a key that is not confirmed ends with exit 1. A corpus file that is there already and\n" +
			"differs is not replaced (exit 5) without --force.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "bbh", Usage: "`DIR` with the BIG-Bench Hard files <task>.json"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "of the packets and of the selection"},
			&cli.StringFlag{Name: "show", Usage: "print the task `ID` as a model would see it, and nothing else"},
			&cli.BoolFlag{Name: "check", Usage: "write nothing: read the corpus files that are there and check their keys"},
			&cli.BoolFlag{Name: "force", Usage: "replace corpus files that differ"},
			formatFlag("text", "json"),
		},
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return usagef("study corpus needs the study's directory").withHint("fcb study corpus DIR")
			}
			if err := atMost(c, 1); err != nil {
				return err
			}
			format, err := oneOf(c, "format", "text", "json")
			if err != nil {
				return err
			}
			o := corpusOptions{dir: c.Args().First(), bbh: c.String("bbh"), seed: c.Uint64("seed"), force: c.Bool("force"), json: format == "json"}
			if c.IsSet("show") {
				if c.Bool("check") {
					return usagef("--show and --check exclude each other")
				}
				return e.showTask(o, c.String("show"))
			}
			return e.studyCorpus(o, c.Bool("check"))
		},
	}
}

// corpusOptions are the settings of study corpus. All but bbh are required.
type corpusOptions struct {
	dir   string
	bbh   string // "": no public stratum
	seed  uint64
	force bool
	json  bool
}

func (e *environment) studyCorpus(o corpusOptions, check bool) error {
	var upstream *corpus.UpstreamSet
	if o.bbh != "" {
		var err error
		if upstream, err = readUpstream(o.bbh); err != nil {
			return err
		}
	}
	if !check {
		// Files of the user's own are looked at before anything is written.
		if _, err := e.readCorpus(o.dir, false, corpus.PacketStratum+".jsonl", corpus.PublicStratum+".jsonl"); err != nil {
			return err
		}
		if err := e.writeStrata(o, upstream); err != nil {
			return err
		}
	}
	files, err := e.readCorpus(o.dir, true)
	if err != nil {
		return err
	}
	audit := precall.Of(files, upstream)
	if !check {
		if err := renameio.WriteFile(filepath.Join(o.dir, auditFile), []byte(precall.Markdown(audit)), 0o644); err != nil {
			return failedf("%w", err)
		}
	}
	if err := e.printKeyAudit(audit, o.json); err != nil {
		return err
	}
	if upstream == nil && !check {
		for _, s := range audit.Strata {
			if s.Name == corpus.PublicStratum {
				e.warn("%s does not cover the public files as a whole: --bbh was not given", auditFile)
			}
		}
	}
	if !audit.OK {
		e.note("keys that the recomputation does not confirm: see the mismatches")
		return done(exitNo)
	}
	return nil
}

func readUpstream(dir string) (*corpus.UpstreamSet, error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, failedf("--bbh %s: %w", dir, reasonOf(err))
	}
	u, err := corpus.ReadUpstream(os.DirFS(dir))
	if err == nil {
		return u, nil
	}
	failure := failedf("%s: %w", strings.TrimSuffix(dir, "/"), err)
	if errors.Is(err, fs.ErrNotExist) {
		failure = failure.withHint("the files are those of https://github.com/suzgunmirac/BIG-Bench-Hard, folder bbh, commit %s", corpus.PinnedCommit)
	}
	return nil, failure
}

// reasonOf takes the path out of an error that is printed behind it.
func reasonOf(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// writeStrata makes the strata and writes what is not there yet.
func (e *environment) writeStrata(o corpusOptions, upstream *corpus.UpstreamSet) error {
	strata := []*corpus.Stratum{corpus.Packets(o.seed)}
	if upstream != nil {
		public, err := corpus.Public(upstream, o.seed)
		if err != nil {
			return failedf("%s: %w", o.bbh, err)
		}
		if public.Header.Upstream.Commit == nil {
			e.warn("%s: %s", o.bbh, public.Header.Upstream.CommitReason)
		}
		strata = append(strata, public)
	}
	dir := filepath.Join(o.dir, "corpus")
	type output struct {
		path string
		text []byte
	}
	var outputs []output
	for _, s := range strata {
		if s.Header.Stratum == corpus.PacketStratum {
			if a, err := precall.OfStratum(s); err != nil || len(a.Mismatches) > 0 {
				return failedf("seed %d: the packets do not pass their own audit (%d mismatches): %v", o.seed, len(a.Mismatches), err)
			}
		}
		text, err := corpus.Encode(s)
		if err != nil {
			return failedf("%w", err)
		}
		path := filepath.Join(dir, s.Header.Stratum+".jsonl")
		old, err := os.ReadFile(path)
		switch {
		case err == nil && bytes.Equal(old, text):
			continue
		case err == nil && !o.force:
			return refusedf("%s: is there already and differs%s", path, howDiffers(old, o.seed)).
				withHint("--force replaces it; --check looks at the keys of the file that is there; a frozen study refuses a changed corpus")
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return failedf("%s: %w", path, reasonOf(err))
		}
		outputs = append(outputs, output{path, text})
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return failedf("%s: %w", dir, reasonOf(err))
	}
	for _, w := range outputs {
		if err := renameio.WriteFile(w.path, w.text, 0o644); err != nil {
			return failedf("%s: %w", w.path, reasonOf(err))
		}
	}
	return nil
}

// howDiffers says what is known of a file that would be replaced.
func howDiffers(old []byte, seed uint64) string {
	first, _, _ := bytes.Cut(old, []byte("\n"))
	var h corpus.Header
	if jsonl.Unmarshal(bytes.TrimSuffix(first, []byte("\r")), &h) == nil && h.Seed != nil && *h.Seed != seed {
		return fmt.Sprintf(": it was made with seed %d, this would be seed %d", *h.Seed, seed)
	}
	if bytes.Contains(old, []byte("\r\n")) {
		return ": its lines end in CR LF"
	}
	return " from what this seed gives"
}

// readCorpus reads the corpus files of a study, by name, but for those excepted.
// There must be one if wanted.
func (e *environment) readCorpus(dir string, wanted bool, except ...string) ([]*corpus.File, error) {
	dir = filepath.Join(dir, "corpus")
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) && !wanted {
		return nil, nil
	}
	if err != nil {
		return nil, failedf("%s: %w", dir, reasonOf(err)).withHint("fcb study corpus %s makes it", shellQuote(filepath.Dir(dir)))
	}
	var names []string
	for _, x := range entries {
		if n := x.Name(); !x.IsDir() && !slices.Contains(except, n) && (strings.HasSuffix(n, ".jsonl") || strings.HasSuffix(n, ".jsonl.gz")) {
			names = append(names, n)
		}
	}
	if len(names) == 0 && wanted {
		return nil, failedf("%s: no corpus file (*.jsonl)", dir)
	}
	sort.Strings(names)
	var files []*corpus.File
	var bad []string
	seen := map[string]string{} // place of each id and stratum
	for _, n := range names {
		f, err := readCorpusFile(filepath.Join(dir, n))
		if err != nil {
			bad = append(bad, err.Error())
			continue
		}
		for _, w := range f.Warnings {
			if wanted { // else they are said when the file is read again
				e.warn("%s", w)
			}
		}
		if first, ok := seen["stratum "+precall.NameOf(f)]; ok {
			bad = append(bad, fmt.Sprintf("%s: the stratum %q is %s already", f.Name, precall.NameOf(f), first))
		}
		seen["stratum "+precall.NameOf(f)] = f.Name
		for i := range f.Tasks {
			place := fmt.Sprintf("%s:%d", f.Name, f.Lines[i])
			if first, ok := seen[f.Tasks[i].ID]; ok {
				bad = append(bad, fmt.Sprintf("%s: [%s] the id stands in %s already", place, f.Tasks[i].ID, first))
			}
			seen[f.Tasks[i].ID] = place
		}
		files = append(files, f)
	}
	if len(bad) > 0 {
		return nil, failedf("%s", strings.Join(bad, "\n"))
	}
	return files, nil
}

func readCorpusFile(path string) (*corpus.File, error) {
	r, err := jsonl.Open(path, nil)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return corpus.Read(r, path)
}

// showTask prints a task as a model would see it.
func (e *environment) showTask(o corpusOptions, id string) error {
	files, err := e.readCorpus(o.dir, true)
	if err != nil {
		return err
	}
	var ids []string
	for _, f := range files {
		for i := range f.Tasks {
			t := &f.Tasks[i]
			ids = append(ids, t.ID)
			if t.ID != id {
				continue
			}
			if o.json {
				return writeJSON(e.stdout, map[string]string{"id": t.ID, "stratum": precall.NameOf(f), "prompt": t.Prompt()})
			}
			for l := range strings.SplitSeq(t.Prompt(), "\n") {
				fmt.Fprintln(e.stdout, visible.Text(l))
			}
			return nil
		}
	}
	u := usagef("no question %q in %s", id, filepath.Join(o.dir, "corpus"))
	if s := nearest(id, ids); s != "" {
		return u.withHint("did you mean %s?", s)
	}
	return u
}

func (e *environment) printKeyAudit(a *precall.Audit, asJSON bool) error {
	if asJSON {
		return writeJSON(e.stdout, a)
	}
	for _, s := range a.Strata {
		fmt.Fprintf(e.stdout, "%s  questions %d, keys recomputed %d, mismatches %d, sha256 %s\n", visible.Text(s.Name), s.Tasks, s.Recomputed, len(s.Mismatches), s.SHA256)
		for _, f := range s.Families {
			fmt.Fprintf(e.stdout, "  %s  questions %d, with key INSUFFICIENT %d\n", visible.Pad(visible.Text(f.Name), 22), f.Tasks, f.Insufficient)
		}
		for _, m := range s.Mismatches {
			got := "none"
			if m.Computed != nil {
				got = *m.Computed
			}
			line := fmt.Sprintf("mismatch: %s (line %d): key %s, computed %s", m.ID, m.Line, m.Key, got)
			if m.Reason != "" {
				line += ": " + m.Reason
			}
			fmt.Fprintln(e.stdout, "  "+visible.Text(line))
		}
	}
	for _, u := range a.Upstream {
		fmt.Fprintf(e.stdout, "%s  rows %d, keys confirmed %d, mismatches %d, not decided %d\n", u.File, u.Rows, u.Confirmed, len(u.Mismatches), len(u.Undecided))
	}
	return nil
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"strings"

	"github.com/false-consensus/fcb/predictions"
	"github.com/false-consensus/fcb/schema/jsonl"
)

// A Fault is one problem of a trace file.
type Fault struct {
	Line, Column int // from 1, columns in bytes
	Pointer      string
	Message      string
}

// Faults is the error of a file that cannot be audited: the first MaxFaults of
// its problems in file order.
type Faults struct {
	List []Fault
	More int // problems beyond the list
}

// MaxFaults is how many problems of one file are listed.
const MaxFaults = 20

// Error is the first fault without the path, which the caller knows.
func (f *Faults) Error() string {
	first := f.List[0]
	text := fmt.Sprintf("%d:%d: %s", first.Line, first.Column, first.Message)
	if n := len(f.List) - 1 + f.More; n > 0 {
		text += fmt.Sprintf(" (and %d more)", n)
	}
	return text
}

// ErrEmpty says that a file holds no poll and no speak record.
var ErrEmpty = fmt.Errorf("no poll and no speak record")

// Read reads a trace. scale is what the file writes for full confidence, 1 or
// 100: it is stated by the caller and never guessed, and a confidence above it is
// a fault. The error is *Faults for problems of the content, ErrEmpty, or what
// the input returned. Stats are complete when Read returns.
func Read(in *jsonl.Reader, scale float64) (*Corpus, error) {
	r := newReader(scale)
	for {
		line, err := in.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if jsonl.IsBlank(line.Bytes) {
			continue
		}
		r.line = line.Number
		if p := r.record.Decode(line.Bytes); p != nil {
			if line.Number == 1 && bytes.HasPrefix(bytes.TrimSpace(line.Bytes), []byte("[")) {
				r.fault(0, "", "this looks like a JSON array, not JSON Lines: one record a line is wanted")
				break
			}
			r.fault(p.Offset, p.Pointer, p.Message)
			continue
		}
		r.take(line.Bytes)
	}
	s := in.Stats()
	if s.BOM {
		r.c.Warnings = append(r.c.Warnings, "the file begins with a byte-order mark; it was skipped")
	}
	if s.CRLF > 0 {
		r.c.Warnings = append(r.c.Warnings, "lines end in CR LF; the CR was skipped")
	}
	if s.Blank > 0 {
		r.c.Warnings = append(r.c.Warnings, fmt.Sprintf("blank lines skipped: %d", s.Blank))
	}
	if len(r.faults.List) > 0 {
		return nil, &r.faults
	}
	if r.c.Validity.Polls+r.c.Validity.Speaks == 0 {
		return nil, ErrEmpty
	}
	return r.finish(), nil
}

// A reader turns records into columns.
type reader struct {
	c      *Corpus
	record predictions.TraceRecord
	line   int
	faults Faults

	blockIDs, problemIDs, clusterIDs, traceIDs, texts *table
	agentIDs, tierIDs, modeIDs, scoreIDs, judgeIDs    map[string]int
	key                                               []byte

	block       *ints // of each candidate, once blocks do not come one after the other
	lastBlock   int32
	marked      sparse // of each block: 1 when a poll was marked selected
	textKey     column[uint64]
	textKind    column[uint8]
	gold        ints // by problem: text of its gold answer; -1: none
	goldClashes int
	// The speak records that hold an answer are chained by trace.
	lastSaid    sparse // by trace: its latest one; -1: none
	saidBefore  ints   // by speak record: how many records back the one before is; 0: the first
	incumbents  sparse // by trace: endorsed text; -1: none endorsed, -2: nothing logged
	outcomeLine ints   // by outcome
}

const notLogged = -2

func newReader(scale float64) *reader {
	return &reader{
		lastSaid: sparse{empty: -1}, incumbents: sparse{empty: notLogged},
		c:        &Corpus{outcomeOf: sparse{empty: -1}, Derived: map[string]int{}, Scale: scale, Validity: Validity{Gated: map[string]int{}}},
		blockIDs: newTable(), problemIDs: newTable(), clusterIDs: newTable(), traceIDs: newTable(), texts: newTable(),
		agentIDs: map[string]int{}, tierIDs: map[string]int{}, modeIDs: map[string]int{}, scoreIDs: map[string]int{}, judgeIDs: map[string]int{},
	}
}

func (r *reader) fault(offset int, pointer, format string, a ...any) {
	if len(r.faults.List) == MaxFaults {
		r.faults.More++
		return
	}
	if len(a) > 0 {
		format = fmt.Sprintf(format, a...)
	}
	r.faults.List = append(r.faults.List, Fault{r.line, offset + 1, pointer, format})
}

// faultAt places a fault at a field of the current line.
func (r *reader) faultAt(line []byte, field, format string, a ...any) {
	p, ok := jsonl.Place(line, "/"+field)
	if !ok {
		p.Value = 0
	}
	r.fault(p.Value, "/"+field, format, a...)
}

func (r *reader) take(line []byte) {
	v := &r.c.Validity
	v.Records++
	switch r.record.Type {
	case predictions.TracePoll:
		v.Polls++
		r.poll(line)
	case predictions.TraceSpeak:
		v.Speaks++
		r.speak(line)
	case predictions.TraceIncumbent:
		v.Incumbents++
		r.incumbents.set(int(r.traceNumber(r.record.TraceID)), r.text(r.record.Answer))
	case predictions.TraceOutcome:
		v.Outcomes++
		r.outcome(line)
	}
}

// number finds or adds name in a small list of names that are kept.
func number(ids map[string]int, names *[]string, name []byte) int {
	if i, ok := ids[string(name)]; ok {
		return i
	}
	s := strings.Clone(string(name))
	ids[s] = len(*names)
	*names = append(*names, s)
	return len(*names) - 1
}

func (r *reader) agentNumber(line []byte) uint16 {
	i := number(r.agentIDs, &r.c.agents, r.record.Agent)
	if i > math.MaxUint16 {
		r.faultAt(line, "agent", "more than %d agents", math.MaxUint16+1)
		return 0
	}
	return uint16(i)
}

// text numbers a trimmed answer; -1 for none.
func (r *reader) text(answer []byte) int32 {
	if answer == nil {
		return -1
	}
	t := bytes.TrimSpace(answer)
	id, fresh := r.texts.number(t)
	if fresh {
		form, kind := Canonical(string(t))
		h := fnv.New64a()
		io.WriteString(h, form)
		r.textKey.add(h.Sum64())
		r.textKind.add(uint8(kind))
	}
	return id
}

// same compares two numbered texts by the ladder.
func (r *reader) same(a, b int32) predictions.Tri {
	if a < 0 || b < 0 {
		return predictions.Absent
	}
	return verdict(r.textKey.at(int(a)) == r.textKey.at(int(b)), AnswerKind(r.textKind.at(int(a))), AnswerKind(r.textKind.at(int(b))))
}

func (r *reader) traceNumber(name []byte) int32 {
	t, _ := r.traceIDs.number(name)
	return t
}

// problemNumber numbers the record's problem and notes its gold answer and tier.
func (r *reader) problemNumber() int32 {
	rec := &r.record
	p, fresh := r.problemIDs.number(rec.ProblemID)
	if fresh {
		h := fnv.New64a()
		h.Write(rec.ProblemID)
		r.c.problemFold.add(h.Sum64())
		r.c.problemTier.add(-1)
		r.gold.add(-1)
		if len(r.c.problemName) == int(p) && p < maxNamedProblems {
			r.c.problemName = append(r.c.problemName, string(rec.ProblemID))
		}
	}
	if rec.Tier != nil && r.c.problemTier.at(int(p)) < 0 {
		r.c.problemTier.set(int(p), r.tierNumber())
	}
	if rec.Gold != nil {
		g := r.text(rec.Gold)
		switch old := r.gold.at(int(p)); {
		case old < 0:
			r.gold.set(int(p), g)
		case old != g && r.same(old, g) != predictions.Yes:
			r.goldClashes++
		}
	}
	return p
}

// maxNamedProblems is how many problem ids are kept, so that folds can be listed.
const maxNamedProblems = 20000

func (r *reader) tierNumber() int32 {
	if r.record.Tier == nil {
		return -1
	}
	i := number(r.tierIDs, &r.c.tiers, r.record.Tier)
	if i > math.MaxInt16 {
		r.fault(0, "/tier", "more than %d tiers: a tier is a level of difficulty, not an id", math.MaxInt16+1)
		return -1
	}
	return int32(i)
}

// noteCluster keeps the clusters of blocks from the first one on whose cluster is
// not its problem's number: by default both are numbered alike.
func (r *reader) noteCluster(problem, cluster int32) {
	c := r.c
	if c.cluster == nil && cluster != problem {
		c.cluster = &ints{}
		for b := range c.blocks() - 1 { // the new block's problem stands already
			c.cluster.add(c.problem.at(b))
		}
	}
	if c.cluster != nil {
		c.cluster.add(cluster)
	}
}

// place numbers the record's block, adding it when it is new.
func (r *reader) place(line []byte) (block, problem, cluster, trace int32) {
	rec := &r.record
	problem = r.problemNumber()
	name := rec.ClusterID
	if name == nil {
		name = rec.ProblemID
	}
	cluster, _ = r.clusterIDs.number(name)
	name = rec.TraceID
	if name == nil {
		name = rec.ProblemID
	}
	trace = r.traceNumber(name)
	r.key = append(r.key[:0], byte(trace), byte(trace>>8), byte(trace>>16), byte(trace>>24))
	for s := range 8 {
		r.key = append(r.key, byte(rec.Round>>(8*s)))
	}
	r.key = append(r.key, rec.BlockID...)
	block, fresh := r.blockIDs.number(r.key)
	c := r.c
	if fresh {
		c.problem.add(problem)
		r.noteCluster(problem, cluster)
		c.trace.add(trace)
		c.tier.add(r.tierNumber())
		c.start.add(0)
		return
	}
	i := int(block)
	switch {
	case c.problem.at(i) != problem:
		r.faultAt(line, "problem_id", "the block's earlier records belong to another problem")
	case c.clusterOf(i) != cluster:
		r.faultAt(line, "cluster_id", "the block's earlier records belong to another cluster")
	}
	if c.tier.at(i) < 0 {
		c.tier.set(i, r.tierNumber())
	}
	return
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package schema

import (
	"fmt"
	"regexp/syntax"
	"slices"
)

// An automaton decides whether ASCII text matches a pattern, one table look-up
// a byte. It is the subset construction over the program of package regexp, for
// patterns without word boundaries and line anchors. Text beyond ASCII is "not
// decided" (false).
type automaton struct {
	next   [][128]int16 // -1: no match from here on
	accept []bool       // at the end of the text
}

// maxStates bounds the table; beyond it the pattern is left to regexp.
const maxStates = 64

// newAutomaton gives nil for a pattern it cannot handle.
func newAutomaton(pattern string) *automaton {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil
	}
	prog, err := syntax.Compile(re.Simplify())
	if err != nil {
		return nil
	}
	d := subset{prog: prog, states: map[string]int{}}
	a := &automaton{}
	if !d.build(a) {
		return nil
	}
	return a
}

func (a *automaton) matches(text []byte) bool {
	s := int16(0)
	for _, c := range text {
		if c >= 0x80 {
			return false
		}
		if s = a.next[s][c]; s < 0 {
			return false
		}
	}
	return a.accept[s]
}

type subset struct {
	prog   *syntax.Prog
	states map[string]int
	odd    bool // an instruction that is not handled
}

// A set holds the consuming and matching instructions that may come next. done
// is set once the pattern has matched: a search needs no anchored end.
type set struct {
	insts []uint32
	done  bool
}

func (d *subset) build(a *automaton) bool {
	var sets []set
	number := func(s set) int16 {
		if len(s.insts) == 0 && !s.done {
			return -1
		}
		key := fmt.Sprint(s)
		if n, ok := d.states[key]; ok {
			return int16(n)
		}
		d.states[key] = len(sets)
		sets = append(sets, s)
		return int16(len(sets) - 1)
	}
	number(d.closure(uint32(d.prog.Start), true))
	for i := 0; i < len(sets); i++ {
		if d.odd || len(sets) > maxStates {
			return false
		}
		var row [128]int16
		for c := range row {
			row[c] = number(d.step(sets[i], rune(c)))
		}
		a.next = append(a.next, row)
		a.accept = append(a.accept, sets[i].done || d.ends(sets[i]))
	}
	return !d.odd && len(sets) > 0
}

// step is the set after character c. A search may also begin after it.
func (d *subset) step(s set, c rune) set {
	if s.done {
		return s
	}
	out := set{}
	for _, pc := range s.insts {
		if i := &d.prog.Inst[pc]; i.Op != syntax.InstEmptyWidth && i.MatchRune(c) {
			out = d.merge(out, d.closure(i.Out, false))
		}
	}
	return d.merge(out, d.closure(uint32(d.prog.Start), false))
}

func (d *subset) merge(a, b set) set {
	for _, pc := range b.insts {
		if !slices.Contains(a.insts, pc) {
			a.insts = append(a.insts, pc)
		}
	}
	slices.Sort(a.insts)
	a.done = a.done || b.done
	if a.done {
		a.insts = nil
	}
	return a
}

// closure follows everything that consumes nothing. begin says whether this is
// the start of the text. Assertions of the end stay in the set, for ends.
func (d *subset) closure(pc uint32, begin bool) set {
	seen := map[uint32]bool{}
	out := set{}
	var walk func(pc uint32)
	walk = func(pc uint32) {
		if seen[pc] {
			return
		}
		seen[pc] = true
		i := &d.prog.Inst[pc]
		switch i.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			walk(i.Out)
			walk(i.Arg)
		case syntax.InstCapture, syntax.InstNop:
			walk(i.Out)
		case syntax.InstMatch:
			out.done = true
		case syntax.InstEmptyWidth:
			switch syntax.EmptyOp(i.Arg) {
			case syntax.EmptyBeginText:
				if begin {
					walk(i.Out)
				}
			case syntax.EmptyEndText:
				out.insts = append(out.insts, pc)
			default:
				d.odd = true
			}
		case syntax.InstFail:
		default:
			out.insts = append(out.insts, pc)
		}
	}
	walk(pc)
	return d.merge(set{}, out)
}

// ends reports whether the pattern matches if the text ends here.
func (d *subset) ends(s set) bool {
	var reach func(pc uint32, depth int) bool
	reach = func(pc uint32, depth int) bool {
		if depth > len(d.prog.Inst) {
			return false
		}
		i := &d.prog.Inst[pc]
		switch i.Op {
		case syntax.InstMatch:
			return true
		case syntax.InstAlt, syntax.InstAltMatch:
			return reach(i.Out, depth+1) || reach(i.Arg, depth+1)
		case syntax.InstCapture, syntax.InstNop:
			return reach(i.Out, depth+1)
		case syntax.InstEmptyWidth:
			return syntax.EmptyOp(i.Arg) == syntax.EmptyEndText && reach(i.Out, depth+1)
		}
		return false
	}
	for _, pc := range s.insts {
		if d.prog.Inst[pc].Op == syntax.InstEmptyWidth && reach(pc, 0) {
			return true
		}
	}
	return false
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/false-consensus/fcb/cases"
)

// A Path names one number of each engine's [M], or one of the coverage counts:
//
//	catch_rate                        value of the rate, for every engine
//	catch_rate.ci95.0                 lower end of its interval (.1 the upper; .value, .k and .n also work)
//	per_class.high.recall
//	per_category.echo_cascade.flag_rate
//	scheduled.false_alarm_rate.high
//	pipelines.judge.catch_rate        the same number of the judge pipeline
//	coverage.failed                   a count of the whole run
//	llm/catch_rate                    for the engine llm only
type Path struct {
	Engine string   // empty: every engine
	Judge  bool     // the judge pipeline instead of the engine itself
	Run    bool     // of the whole run, not of an engine
	keys   []string // below M, or below coverage
	text   string
}

func (p Path) String() string { return p.text }

// pathNode is the shape of M as far as paths go: the keys it has, or any name.
type pathNode struct {
	keys   map[string]*pathNode
	names  *pathNode // below any name: a category, a source or a tag
	number bool
}

var (
	numberNode = &pathNode{number: true}
	ciNode     = &pathNode{keys: map[string]*pathNode{"0": numberNode, "1": numberNode}}
	rateNode   = &pathNode{number: true, keys: map[string]*pathNode{"value": numberNode, "k": numberNode, "n": numberNode, "ci95": ciNode}}
	macroNode  = &pathNode{number: true, keys: map[string]*pathNode{"value": numberNode, "n": numberNode, "ci95": ciNode}}
	splitNode  = &pathNode{keys: map[string]*pathNode{"n": numberNode, "exact_match": rateNode, "flag_rate": rateNode}}
	classNode  = &pathNode{keys: numbers("precision", "recall", "f1", "support", "predicted")}
	boundsNode = &pathNode{keys: map[string]*pathNode{"low": rateNode, "high": rateNode}}
	coverNode  = &pathNode{keys: numbers("scheduled", "ok", "failed", "unknown", "unattempted")}
	mNode      = &pathNode{keys: map[string]*pathNode{
		"n": numberNode, "accuracy": rateNode, "macro_f1": macroNode,
		"per_class":  {keys: map[string]*pathNode{"low": classNode, "medium": classNode, "high": classNode}},
		"catch_rate": rateNode, "catch_rate_strict": rateNode, "false_alarm_rate": rateNode, "disagreement_flag_rate": rateNode,
		"consensus_answer": {keys: map[string]*pathNode{"correct": rateNode, "wrong": numberNode, "needs_review": numberNode, "none": numberNode}},
		"per_category":     {names: splitNode}, "per_source": {names: splitNode}, "per_tag": {names: splitNode},
		"thin_answers": {keys: map[string]*pathNode{"thin": splitNode, "other": splitNode}},
		"scheduled":    {keys: map[string]*pathNode{"accuracy": rateNode, "catch_rate": rateNode, "false_alarm_rate": boundsNode}},
		"repeats":      {keys: map[string]*pathNode{"per_case": numberNode, "flip_rate": rateNode}},
		"judge_failed": numberNode, "judge_skipped": numberNode,
	}}
)

func numbers(names ...string) map[string]*pathNode {
	m := map[string]*pathNode{}
	for _, n := range names {
		m[n] = numberNode
	}
	return m
}

// ParsePath reads a path and refuses one that no result can have, so that a
// misspelt gate is found before anything is paid for. Whether a source, tag or
// engine occurs is known only with the result. A name may hold dots and slashes.
func ParsePath(text string) (Path, error) {
	p := Path{text: text}
	rest := text
	if whole, ok := strings.CutPrefix(rest, "coverage."); ok {
		if keys := coverNode.split(whole); keys != nil {
			p.Run, p.keys = true, keys
			return p, nil
		}
	}
	for at := -1; ; {
		if p.try(rest) {
			return p, nil
		}
		// The engine's name ends at a slash; it may hold slashes itself.
		next := strings.IndexByte(text[at+1:], '/')
		if next < 0 {
			break
		}
		at += 1 + next
		p.Engine, rest = text[:at], text[at+1:]
	}
	return Path{}, fmt.Errorf("no metric is called %q", text)
}

func (p *Path) try(rest string) bool {
	rest, p.Judge = strings.CutPrefix(rest, "pipelines.judge.")
	p.keys = mNode.split(rest)
	if len(p.keys) > 1 && p.keys[0] == "per_category" && !slices.Contains(cases.Categories(), p.keys[1]) {
		p.keys = nil
	}
	return p.keys != nil
}

// split cuts a path into the keys of a number below n; nil if there is none. A
// free name is as long as it can be.
func (n *pathNode) split(rest string) []string {
	if n.names != nil {
		for at := len(rest); at > 0; at = strings.LastIndexByte(rest[:at], '.') {
			if at < len(rest) {
				if keys := n.names.split(rest[at+1:]); keys != nil {
					return append([]string{rest[:at]}, keys...)
				}
			}
		}
		return nil
	}
	key, below, more := strings.Cut(rest, ".")
	child := n.keys[key]
	if child == nil {
		return nil
	}
	if !more {
		if !child.number {
			return nil
		}
		return []string{key}
	}
	keys := child.split(below)
	if keys == nil {
		return nil
	}
	return append([]string{key}, keys...)
}

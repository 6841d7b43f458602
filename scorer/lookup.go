// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package scorer

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// A Found is the number at a path for one engine.
type Found struct {
	Engine string // empty for a number of the whole run
	Value  Number // rounded as it is published
	Reason string // why Value is undefined
}

// Lookup finds the number at a dotted path (see [Path]) for every engine, sorted
// by name, or for the one that the path names. The values are those of the
// published JSON, rounding included, so that a gate and the reader of
// metrics.json see the same number. An engine that did not answer, and a
// category, source or tag that does not occur, are undefined with a reason;
// where no engine answered there is one entry without a name. The error is that
// of [ParsePath].
func (m *Metrics) Lookup(path string) ([]Found, error) {
	p, err := ParsePath(path)
	if err != nil {
		return nil, err
	}
	return m.At(p), nil
}

// At is [Metrics.Lookup] for a path already read.
func (m *Metrics) At(p Path) []Found {
	if p.Run {
		f := walk(tree(m.Coverage), p.keys)
		return []Found{f}
	}
	from := m.Engines
	if p.Judge {
		from = m.Pipelines.Judge
	}
	engines := []string{p.Engine}
	if p.Engine == "" {
		engines = slices.Sorted(maps.Keys(from))
	}
	var found []Found
	for _, e := range engines {
		f := Found{Reason: fmt.Sprintf("no prediction of the engine %q was scored", e)}
		if from[e] != nil {
			f = walk(tree(from[e]), p.keys)
		} else if p.Judge && m.Engines[e] != nil {
			f.Reason = "the run was not judged"
		}
		f.Engine = e
		found = append(found, f)
	}
	if len(found) == 0 {
		reason := "no prediction was scored"
		if p.Judge && len(m.Engines) > 0 {
			reason = "the run was not judged"
		}
		found = []Found{{Reason: reason}}
	}
	return found
}

// tree is v as a reader of its JSON sees it.
func tree(v any) any {
	var t any
	if err := json.Unmarshal(marshal(v), &t); err != nil {
		panic("scorer: reading our own JSON: " + err.Error())
	}
	return t
}

// walk follows keys; at a rate it ends at its value.
func walk(t any, keys []string) Found {
	reason := ""
	for i, key := range keys {
		switch v := t.(type) {
		case map[string]any:
			if r, ok := v["reason"].(string); ok {
				reason = r
			}
			if undefinedMeasure(v, key) {
				return Found{Reason: "its denominator is 0"}
			}
			next, ok := v[key]
			if !ok {
				return Found{Reason: fmt.Sprintf("the result has no %q", key)}
			}
			t = next
		case []any: // an interval
			t = v[key[0]-'0']
		case nil:
			return Found{Reason: reason}
		default:
			panic(fmt.Sprintf("scorer: no number at %q", keys[:i+1]))
		}
	}
	if rate, ok := t.(map[string]any); ok {
		if r, ok := rate["reason"].(string); ok {
			reason = r
		}
		t = rate["value"]
	}
	if v, ok := t.(float64); ok {
		return Found{Value: Defined(v)}
	}
	return Found{Reason: reason}
}

// undefinedMeasure says whether a key of a class is a 0 by convention rather
// than a measurement.
func undefinedMeasure(class map[string]any, key string) bool {
	if class["undefined"] != true {
		return false
	}
	switch key {
	case "precision":
		return class["predicted"] == 0.0
	case "recall":
		return class["support"] == 0.0
	case "f1":
		return class["support"] == 0.0 && class["predicted"] == 0.0
	}
	return false
}

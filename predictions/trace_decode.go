// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package predictions

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/false-consensus/fcb/schema/jsonl"
	"github.com/go-json-experiment/json/jsontext"
)

// Decode reads one line strictly into r, overwriting it. Ordinary lines take one
// pass; whatever that pass does not expect (escapes, nested values under unknown
// keys, any fault) goes through package jsonl, which also words the problem.
func (r *TraceRecord) Decode(line []byte) *jsonl.Problem {
	r.reset(line)
	if bytes.IndexByte(line, '\\') < 0 && utf8.Valid(line) && r.fast() {
		if p := r.complete(); p == nil {
			return nil
		}
	}
	r.reset(line)
	if p := jsonl.Check(line); p != nil {
		return p
	}
	if p := r.slow(); p != nil {
		return p
	}
	return r.complete()
}

// slow fills r from a line that is known to be good JSON.
func (r *TraceRecord) slow() (problem *jsonl.Problem) {
	whole, _ := jsonl.Place(r.line, "")
	if whole.Value >= len(r.line) || r.line[whole.Value] != '{' {
		return &jsonl.Problem{Offset: whole.Value, Kind: jsonl.KindType, Message: "a trace record is an object"}
	}
	jsonl.Members(r.line, whole.Value, func(key string, p jsonl.Placement) bool {
		f := fieldOf([]byte(key))
		if f < 0 {
			if near := foldedField(key); near != "" {
				problem = &jsonl.Problem{Offset: p.Key, Pointer: "/" + jsonl.EscapePointer(key), Kind: jsonl.KindCaseKey,
					Message: fmt.Sprintf("the key %q differs only by case from %q", key, near)}
			}
			return problem == nil
		}
		if !r.set(f, p.Value, p.End) {
			problem = &jsonl.Problem{Offset: p.Value, Pointer: "/" + key, Kind: jsonl.KindType, Message: r.wrong(f, p.Value)}
		}
		return problem == nil
	})
	return problem
}

// wrong words a value that its field does not take.
func (r *TraceRecord) wrong(f, at int) string {
	if f == fieldType {
		return "the type must be poll, speak, incumbent or outcome"
	}
	var want string
	switch traceFields[f].kind {
	case kindName:
		want = "a string that is not empty"
	case kindText:
		want = "a string or null"
	case kindLabel:
		want = "a string, a number or null"
	case kindNumber:
		want = "a number or null"
	case kindWhole:
		want = "a whole number or null"
	case kindTri:
		want = "true, false or null"
	case kindScores:
		want = "an object of numbers"
	case kindJudges:
		want = "an object of true, false and null"
	case kindTexts:
		want = "an array of strings"
	}
	hint := ""
	if k := traceFields[f].kind; k == kindText && at < len(r.line) && (r.line[at] == '-' || r.line[at] >= '0' && r.line[at] <= '9') {
		hint = "; write the number in quotes"
	}
	return fmt.Sprintf("%s wants %s%s", traceFields[f].name, want, hint)
}

// complete checks the required keys of the record's type.
func (r *TraceRecord) complete() *jsonl.Problem {
	for _, need := range required[r.Type] {
		name := traceFields[need.field].name
		if r.has&(1<<need.field) == 0 {
			at := max(bytes.IndexByte(r.line, '{'), 0)
			more := ""
			if need.nullable {
				more = "; null says that there is none"
			}
			return &jsonl.Problem{Offset: at, Kind: jsonl.KindType, Message: fmt.Sprintf("a %s record needs the key %s%s", r.Type, name, more)}
		}
		if !need.nullable && r.isNull(need.field) {
			p, _ := jsonl.Place(r.line, "/"+name)
			return &jsonl.Problem{Offset: p.Value, Pointer: "/" + name, Kind: jsonl.KindType, Message: name + " must not be null"}
		}
	}
	return nil
}

func (r *TraceRecord) isNull(f int) bool {
	switch f {
	case fieldProblem:
		return r.ProblemID == nil
	case fieldBlock:
		return r.BlockID == nil
	case fieldAgent:
		return r.Agent == nil
	case fieldTrace:
		return r.TraceID == nil
	default: // fieldPassed
		return r.Passed == Absent
	}
}

func fieldOf(key []byte) int {
	for i := range traceFields {
		if string(key) == traceFields[i].name {
			return i
		}
	}
	return -1
}

func foldedField(key string) string {
	for i := range traceFields {
		if strings.EqualFold(key, traceFields[i].name) {
			return traceFields[i].name
		}
	}
	return ""
}

// set stores the JSON value line[start:end] in field f; false when the field
// does not take it.
func (r *TraceRecord) set(f, start, end int) (ok bool) {
	raw := r.line[start:end]
	r.has |= 1 << f
	null := raw[0] == 'n'
	switch traceFields[f].kind {
	case kindText, kindName, kindLabel:
		var text []byte
		switch {
		case null:
		case raw[0] == '"':
			text = unquote(raw)
		case traceFields[f].kind == kindLabel && (raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9'):
			text = raw
		default:
			return false
		}
		if traceFields[f].kind == kindName && !null && len(text) == 0 {
			return false
		}
		return r.setText(f, text)
	case kindNumber, kindWhole:
		return r.setNumber(f, raw)
	case kindTri:
		t, ok := tri(raw)
		switch f {
		case fieldValid:
			r.Valid = t
		case fieldCorrect:
			r.Correct = t
		case fieldSelected:
			r.Selected = t
		case fieldEquivalent:
			r.Equivalent = t
		case fieldPassed:
			r.Passed = t
		}
		return ok
	case kindScores:
		return null || raw[0] == '{' && r.setScores(start)
	case kindJudges:
		return null || raw[0] == '{' && r.setJudges(start)
	default:
		return null || raw[0] == '[' && r.setTexts(f, start)
	}
}

func (r *TraceRecord) setText(f int, text []byte) bool {
	switch f {
	case fieldType:
		switch string(text) {
		case "", TracePoll:
			r.Type = TracePoll
		case TraceSpeak:
			r.Type = TraceSpeak
		case TraceIncumbent:
			r.Type = TraceIncumbent
		case TraceOutcome:
			r.Type = TraceOutcome
		default:
			return false
		}
	case fieldProblem:
		r.ProblemID = text
	case fieldBlock:
		r.BlockID = text
	case fieldAgent:
		r.Agent = text
	case fieldTrace:
		r.TraceID = text
	case fieldCluster:
		r.ClusterID = text
	case fieldTier:
		r.Tier = text
	case fieldAnswer:
		r.Answer = text
	case fieldGold:
		r.Gold = text
	case fieldIncumbent:
		r.Incumbent, r.HasIncumbent = text, text != nil
	case fieldMode:
		r.Mode = text
	}
	return true
}

func (r *TraceRecord) setNumber(f int, raw []byte) bool {
	if f == fieldRound {
		if raw[0] == 'n' {
			return true
		}
		n, err := strconv.ParseInt(string(raw), 10, 64)
		r.Round = n
		return err == nil
	}
	v, ok := number(raw)
	switch f {
	case fieldConfidence:
		r.Confidence = v
	case fieldTokens:
		r.Tokens = v
	case fieldCalls:
		r.Calls = v
	case fieldWall:
		r.WallS = v
	}
	return ok
}

func (r *TraceRecord) setScores(at int) bool {
	ok := true
	jsonl.Members(r.line, at, func(key string, p jsonl.Placement) bool {
		var v float64
		v, ok = number(r.line[p.Value:p.End])
		r.Scores = append(r.Scores, TraceScore{[]byte(key), v})
		return ok
	})
	return ok
}

func (r *TraceRecord) setJudges(at int) bool {
	ok := true
	jsonl.Members(r.line, at, func(key string, p jsonl.Placement) bool {
		var t Tri
		t, ok = tri(r.line[p.Value:p.End])
		r.EquivalentBy = append(r.EquivalentBy, TraceVerdict{[]byte(key), t})
		return ok
	})
	return ok
}

func (r *TraceRecord) setTexts(f, at int) bool {
	ok := true
	list := &r.OwnPrior
	if f == fieldPeers {
		list = &r.PeersPrior
		r.HasPeers = true
	} else {
		r.HasOwnPrior = true
	}
	jsonl.Members(r.line, at, func(_ string, p jsonl.Placement) bool {
		if ok = r.line[p.Value] == '"'; ok {
			*list = append(*list, unquote(r.line[p.Value:p.End]))
		}
		return ok
	})
	return ok
}

// unquote decodes a string literal that is known to be good.
func unquote(raw []byte) []byte {
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1 : len(raw)-1]
	}
	out, err := jsontext.AppendUnquote(make([]byte, 0, len(raw)), raw)
	if err != nil {
		return nil
	}
	return out
}

func tri(raw []byte) (Tri, bool) {
	switch string(raw) {
	case "true":
		return Yes, true
	case "false":
		return No, true
	case "null":
		return Absent, true
	}
	return Absent, false
}

func number(raw []byte) (float64, bool) {
	switch c := raw[0]; {
	case c == 'n':
		return math.NaN(), true
	case c != '-' && (c < '0' || c > '9'):
		return math.NaN(), false
	case len(raw) <= 15: // digits and at most one point: exact by one division
		if v, ok := shortDecimal(raw); ok {
			return v, true
		}
	}
	v, err := strconv.ParseFloat(string(raw), 64)
	return v, err == nil && !math.IsInf(v, 0)
}

// shortDecimal reads an unsigned decimal without exponent. With at most 15
// digits both numerator and power of ten are exact, so that one division rounds
// correctly.
func shortDecimal(raw []byte) (float64, bool) {
	n, places, point := int64(0), 0, false
	for _, c := range raw {
		switch {
		case c == '.' && !point:
			point = true
		case c >= '0' && c <= '9':
			n = n*10 + int64(c-'0')
			if point {
				places++
			}
		default:
			return 0, false
		}
	}
	return float64(n) / powers[places], true
}

var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

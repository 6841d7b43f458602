// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package predictions

import "bytes"

// fast fills r from an ordinary line in one pass: an object whose strings hold
// no escape, with values where known keys want them, and scalars under unknown
// keys. It returns false for anything else, decided or not; Decode then starts
// over. What it accepts jsonl.Check accepts too (FuzzTraceDecode).
func (r *TraceRecord) fast() bool {
	b := r.line
	i := skipSpace(b, 0)
	if i >= len(b) || b[i] != '{' {
		return false
	}
	i = skipSpace(b, i+1)
	for first := true; ; first = false {
		if first && i < len(b) && b[i] == '}' {
			break
		}
		end := stringEnd(b, i)
		if end < 0 {
			return false
		}
		key := b[i+1 : end-1]
		keyStart := i + 1
		i = skipSpace(b, end)
		if i >= len(b) || b[i] != ':' {
			return false
		}
		i = skipSpace(b, i+1)
		f := fastField(key)
		start := i
		if f >= 0 {
			if r.has&(1<<f) != 0 {
				return false
			}
			if i = valueEnd(b, i, true); i < 0 || !r.set(f, start, i) {
				return false
			}
		} else {
			for _, s := range r.seen {
				if bytes.Equal(b[s.start:s.end], key) {
					return false
				}
			}
			r.seen = append(r.seen, span{keyStart, end - 1})
			if foldedField(string(key)) != "" {
				return false
			}
			if i = valueEnd(b, i, false); i < 0 {
				return false
			}
		}
		i = skipSpace(b, i)
		if i >= len(b) {
			return false
		}
		if b[i] == '}' {
			break
		}
		if b[i] != ',' {
			return false
		}
		i = skipSpace(b, i+1)
	}
	return skipSpace(b, i+1) == len(b)
}

// fastField finds a key by its length and first letter before comparing it.
func fastField(key []byte) int {
	switch len(key) {
	case 4:
		switch string(key) {
		case "type":
			return fieldType
		case "tier":
			return fieldTier
		case "gold":
			return fieldGold
		case "mode":
			return fieldMode
		}
	case 5:
		switch string(key) {
		case "agent":
			return fieldAgent
		case "round":
			return fieldRound
		case "valid":
			return fieldValid
		case "calls":
			return fieldCalls
		}
	case 6:
		switch string(key) {
		case "answer":
			return fieldAnswer
		case "scores":
			return fieldScores
		case "passed":
			return fieldPassed
		case "tokens":
			return fieldTokens
		case "wall_s":
			return fieldWall
		}
	case 7:
		if string(key) == "correct" {
			return fieldCorrect
		}
	case 8:
		switch string(key) {
		case "block_id":
			return fieldBlock
		case "trace_id":
			return fieldTrace
		case "selected":
			return fieldSelected
		}
	case 9:
		switch string(key) {
		case "own_prior":
			return fieldOwn
		case "incumbent":
			return fieldIncumbent
		}
	case 10:
		switch string(key) {
		case "problem_id":
			return fieldProblem
		case "cluster_id":
			return fieldCluster
		case "confidence":
			return fieldConfidence
		case "equivalent":
			return fieldEquivalent
		}
	case 11:
		if string(key) == "peers_prior" {
			return fieldPeers
		}
	case 13:
		if string(key) == "equivalent_by" {
			return fieldEquivalentBy
		}
	}
	return -1
}

// valueEnd is one past the JSON value at i, or -1. Objects and arrays of scalars
// are allowed where nested says so.
func valueEnd(b []byte, i int, nested bool) int {
	if i >= len(b) {
		return -1
	}
	switch c := b[i]; {
	case c == '"':
		return stringEnd(b, i)
	case c == 't':
		return literalEnd(b, i, "true")
	case c == 'f':
		return literalEnd(b, i, "false")
	case c == 'n':
		return literalEnd(b, i, "null")
	case c == '-' || c >= '0' && c <= '9':
		return numberEnd(b, i)
	case nested && (c == '{' || c == '['):
		return flatEnd(b, i)
	}
	return -1
}

// flatEnd moves over an object or array of at most eight scalars, whose keys differ.
func flatEnd(b []byte, i int) int {
	object, closing := b[i] == '{', b[i]+2
	var keys [8]span
	n := 0
	i = skipSpace(b, i+1)
	if i < len(b) && b[i] == closing {
		return i + 1
	}
	for ; ; n++ {
		if object {
			if n == len(keys) {
				return -1
			}
			end := stringEnd(b, i)
			if end < 0 {
				return -1
			}
			for _, k := range keys[:n] {
				if bytes.Equal(b[k.start:k.end], b[i:end]) {
					return -1
				}
			}
			keys[n] = span{i, end}
			if i = skipSpace(b, end); i >= len(b) || b[i] != ':' {
				return -1
			}
			i = skipSpace(b, i+1)
		}
		if i = valueEnd(b, i, false); i < 0 {
			return -1
		}
		if i = skipSpace(b, i); i >= len(b) {
			return -1
		}
		if b[i] == closing {
			return i + 1
		}
		if b[i] != ',' {
			return -1
		}
		i = skipSpace(b, i+1)
	}
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\r' || b[i] == '\n') {
		i++
	}
	return i
}

// stringEnd is one past the string literal at i, or -1. The line has no backslash.
func stringEnd(b []byte, i int) int {
	if i >= len(b) || b[i] != '"' {
		return -1
	}
	for i++; i < len(b); i++ {
		if b[i] == '"' {
			return i + 1
		}
		if b[i] < 0x20 {
			return -1
		}
	}
	return -1
}

func literalEnd(b []byte, i int, word string) int {
	if len(b)-i < len(word) || string(b[i:i+len(word)]) != word {
		return -1
	}
	return i + len(word)
}

// numberEnd is one past the JSON number at i, or -1.
func numberEnd(b []byte, i int) int {
	digits := func() bool {
		start := i
		for i < len(b) && b[i] >= '0' && b[i] <= '9' {
			i++
		}
		return i > start
	}
	if b[i] == '-' {
		i++
	}
	if i < len(b) && b[i] == '0' {
		i++
	} else if !digits() {
		return -1
	}
	if i < len(b) && b[i] == '.' {
		if i++; !digits() {
			return -1
		}
	}
	if i < len(b) && (b[i] == 'e' || b[i] == 'E') {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		if !digits() {
			return -1
		}
	}
	return i
}

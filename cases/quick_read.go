// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package cases

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/false-consensus/fcb/schema/jsonl"
)

// decodeText decodes the raw inside of a JSON string.
func decodeText(raw []byte) string {
	s, _ := jsonl.Decode(append(append([]byte{'"'}, raw...), '"')).(string)
	return s
}

// A walker moves over a line that the acceptor has passed, so that it need not
// check anything again; it stays inside the line all the same.
type walker struct {
	b []byte
	i int
}

func (w *walker) space() {
	for w.i < len(w.b) && w.b[w.i] <= ' ' {
		w.i++
	}
}

// enter moves behind an opening bracket; more reports whether anything follows.
func (w *walker) enter() (more bool) {
	w.i++
	return !w.closes()
}

// next moves behind a comma or a closing bracket; more reports whether it was a comma.
func (w *walker) next() (more bool) {
	w.space()
	if w.i >= len(w.b) {
		return false
	}
	c := w.b[w.i]
	w.i++
	w.space()
	return c == ','
}

func (w *walker) closes() bool {
	w.space()
	if w.i < len(w.b) && (w.b[w.i] == '}' || w.b[w.i] == ']') {
		w.i++
		return true
	}
	return w.i >= len(w.b)
}

// key reads a key and moves to its value.
func (w *walker) key() []byte {
	k, _ := w.text()
	w.space()
	w.i++ // the colon
	w.space()
	return k
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// text reads the string at i, raw and without its quotes.
func (w *walker) text() (raw []byte, escaped bool) {
	start := w.i + 1
	i := start
	for {
		for i+8 <= len(w.b) {
			x := binary.LittleEndian.Uint64(w.b[i:])
			quote, slash := x^(ones*'"'), x^(ones*'\\')
			if m := ((quote-ones)&^quote | (slash-ones)&^slash) & highs; m != 0 {
				i += bits.TrailingZeros64(m) / 8
				break
			}
			i += 8
		}
		for i < len(w.b) && w.b[i] != '"' && w.b[i] != '\\' {
			i++
		}
		if i >= len(w.b) {
			w.i = len(w.b)
			return nil, true
		}
		if w.b[i] == '"' {
			w.i = i + 1
			return w.b[start:i], escaped
		}
		escaped = true
		i += 2
	}
}

// word reads true, false or null by its first letter.
func (w *walker) word() byte {
	if w.i >= len(w.b) {
		return 0
	}
	c := w.b[w.i]
	for w.i < len(w.b) && 'a' <= w.b[w.i] && w.b[w.i] <= 'z' {
		w.i++
	}
	return c
}

// read takes the line apart. It returns false where a text that rules compare
// holds escapes, which leaves it to the full check.
func (c *quickCase) read(line []byte) bool {
	w := walker{b: line}
	w.space()
	for more := w.enter(); more; more = w.next() {
		switch string(w.key()) {
		case "id":
			c.id, _ = w.text()
		case "category":
			c.category, _ = w.text()
		case "question":
			c.question, c.questionEscaped = w.text()
			c.text += len(c.question)
		case "evidence":
			c.hasEvidence = true
			for more := w.enter(); more && c.numEvidence < len(c.evidence); more = w.next() {
				e, _ := w.text()
				c.evidence[c.numEvidence] = e
				c.numEvidence++
				c.text += len(e)
			}
		case "answers":
			for more := w.enter(); more && c.n < len(c.answers); more = w.next() {
				if !c.readAnswer(&w) {
					return false
				}
			}
		case "majority_correct":
			c.majority = w.word()
		case "expected_risk":
			c.risk, _ = w.text()
		case "source":
			if !c.readSource(&w) {
				return false
			}
		case "tags":
			for more := w.enter(); more; more = w.next() {
				t, escaped := w.text()
				if escaped {
					return false
				}
				c.noisy = c.noisy || string(t) == TagNoisyDissent
			}
		default:
			w.text()
		}
	}
	return c.n >= 2
}

func (c *quickCase) readSource(w *walker) bool {
	if w.i < len(w.b) && w.b[w.i] == '"' {
		w.text()
		return true
	}
	ok := true
	for more := w.enter(); more; more = w.next() {
		k := w.key()
		t, escaped := w.text()
		if string(k) == "dataset" {
			c.source, ok = t, !escaped
		}
	}
	return ok
}

func (c *quickCase) readAnswer(w *walker) bool {
	a := &c.answers[c.n]
	c.n++
	for more := w.enter(); more; more = w.next() {
		switch string(w.key()) {
		case "agent_id":
			t, escaped := w.text()
			if escaped {
				return false
			}
			a.agent = t
		case "output":
			t, _ := w.text()
			c.text += len(t)
			c.longest = max(c.longest, len(t))
		case "claim":
			t, escaped := w.text()
			if escaped {
				return false
			}
			a.claim, a.hasClaim = bytes.TrimSpace(t), true
		case "correct":
			a.correct = w.word() == 't'
		case "metadata":
			a.hasMeta = true
			for more := w.enter(); more; more = w.next() {
				switch string(w.key()) {
				case "model_family":
					a.family, _ = w.text()
				case "saw_other_answers":
					a.saw = w.word() == 't'
				case "shared_context":
					a.shared = w.word() == 't'
				}
			}
		}
	}
	return true
}

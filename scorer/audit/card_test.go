// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/false-consensus/fcb/schema"
	"github.com/false-consensus/fcb/schema/jsonl"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A card validates whatever the file lacks and whatever a person left out.
func TestCardsAlwaysValidate(t *testing.T) {
	full := simulate(rand.New(rand.NewPCG(1, 1)), 5, planted{0.1, 0.1, 0.3}) + `{"type":"outcome","trace_id":"p1","passed":true,"mode":"m"}` + "\n"
	silent := poll("p", "b", "a", "null", `"1"`, "")
	speech := `{"type":"speak","problem_id":"p","block_id":"b","agent":"a","answer":"1"}`
	meta, err := ReadCardMeta([]byte(`{"title":"T <b>","protocol":{"name":"x","tie_rule":null},"cohort":{"dataset":{"name":"d","rows":3}}}`))
	require.NoError(t, err)
	s := schema.Compile(schema.TraceCard)
	for _, text := range []string{full, silent, speech} {
		for _, m := range []*CardMeta{nil, meta} {
			r := Run(corpusOf(t, text, 1), Options{Seed: 1, Bootstrap: 20})
			card := NewCard(r, m)
			b := card.JSON()
			require.Nil(t, jsonl.Check(b))
			for _, f := range s.Check(b) {
				t.Errorf("%s: %s", f.Pointer, f.Message)
			}
			assert.Contains(t, card.Missing, "protocol.tie_rule", "null is not supplied")
			if m != nil {
				assert.NotContains(t, card.Missing, "protocol.name")
				assert.NotContains(t, card.Missing, "cohort.dataset")
			}
		}
	}
	// The schema is no rubber stamp.
	var card map[string]any
	require.NoError(t, json.Unmarshal(NewCard(Run(corpusOf(t, full, 1), Options{}), nil).JSON(), &card))
	delete(card["cohort"].(map[string]any), "dataset")
	b, _ := json.Marshal(card)
	assert.NotEmpty(t, s.Check(b))
}

// The card of the public council traces validates too.
func TestTheCardOfRealTracesValidates(t *testing.T) {
	path := filepath.Join("..", "..", "..", "shared", "traces", "council_governance.jsonl")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Skip("no public traces beside this checkout; TestCardsAlwaysValidate does the same on small ones")
	}
	card := NewCard(Run(corpusOf(t, string(text), 1), Options{Seed: 1, Bootstrap: 20}), nil)
	for _, f := range schema.Compile(schema.TraceCard).Check(card.JSON()) {
		t.Errorf("%s: %s", f.Pointer, f.Message)
	}
	assert.Contains(t, card.Missing, "protocol.name")
}

func TestCardMetaIsChecked(t *testing.T) {
	for text, message := range map[string]string{
		`{"protocols":{}}`:              "/protocols: no such section; there are protocol, inference, prompts, validity, metrics, cohort",
		`{"cohort":{"name":"x"}}`:       "/cohort/name: no such field; to be supplied are dataset, selection, exclusions, contamination, intended_use, contact",
		`{"metrics":{"cra":0.9}}`:       "/metrics/cra: the audit fills this in itself",
		`{"title":3}`:                   "/title: a string is wanted",
		`{"cohort":[]}`:                 "/cohort: an object of fields is wanted",
		"{\n\"title\":\"a\",\n\"x\" 1}": "3:5: ",
		`[]`:                            "an object of sections is wanted: protocol, inference, prompts, validity, metrics, cohort",
	} {
		_, err := ReadCardMeta([]byte(text))
		if assert.Error(t, err, text) {
			assert.Contains(t, err.Error(), message)
		}
	}
}

// Every record that the schema of traces accepts is read, and what it refuses
// for reasons a single record can show is refused.
func TestTraceSchemaAgreesWithTheReader(t *testing.T) {
	s := schema.Compile(schema.Trace)
	for text, good := range map[string]bool{
		poll("p", "b", "a", "0.5", `"1"`, ""):                                                                                     true,
		poll("p", "b", "a", "null", "null", `,"extra":{"x":[1]}`):                                                                 true,
		poll("p", "b", "a", "0.5", `"1"`, `,"type":null,"tier":3,"round":null`):                                                   true,
		poll("p", "b", "a", "0.5", `"1"`, `,"tier":"hard","scores":{"s":null}`):                                                   true,
		poll("p", "b", "a", "0.5", `"1"`, `,"scores":{"s":"x"}`):                                                                  false,
		poll("p", "b", "a", `"0.5"`, `"1"`, ""):                                                                                   false,
		poll("p", "b", "a", "0.5", "1", ""):                                                                                       false,
		poll("p", "b", "", "0.5", `"1"`, ""):                                                                                      false,
		poll("p", "b", "a", "0.5", `"1"`, `,"round":1.5`):                                                                         false,
		poll("p", "b", "a", "0.5", `"1"`, `,"valid":1`):                                                                           false,
		poll("p", "b", "a", "-0.5", `"1"`, ""):                                                                                    false,
		`{"problem_id":"p","block_id":"b","agent":"a","answer":"1"}`:                                                              false,
		`{"type":"speak","problem_id":"p","block_id":"b","agent":"a"}`:                                                            false,
		`{"type":"speak","problem_id":"p","block_id":"b","agent":"a","answer":null,"own_prior":["1"],"equivalent_by":{"j":null}}`: true,
		`{"type":"speak","problem_id":"p","block_id":"b","agent":"a","answer":"x","own_prior":[1]}`:                               false,
		`{"type":"outcome","trace_id":"t","passed":null}`:                                                                         false,
		`{"type":"vote","trace_id":"t"}`:                                                                                          false,
	} {
		line := []byte(text)
		if n := len(line); line[n-1] == '\n' {
			line = line[:n-1]
		}
		assert.Equal(t, good, len(s.Check(line)) == 0, "schema: %s", line)
		r := newReader(1)
		problem := r.record.Decode(line)
		if problem == nil {
			r.take(line)
		}
		assert.Equal(t, good, problem == nil && len(r.faults.List) == 0, "reader: %s", line)
	}
}

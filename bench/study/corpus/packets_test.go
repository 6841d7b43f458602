// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package corpus_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/bench/study/answer"
	"github.com/false-consensus/fcb/bench/study/corpus"
)

// The bytes of these seeds are fixed: whoever changes the generator changes
// corpus.Generator and these hashes with it.
func TestTheSameSeedGivesTheSameBytes(t *testing.T) {
	require.Equal(t, "packets/1", corpus.Generator)
	for seed, want := range map[uint64]string{
		0:                    "f3495f22fed77ab971c26e094d674b4962cb7231f9bfa0048896e810c6da4670",
		1:                    "3960b6837860391c44a5f8320c54cdafcd23545592d2ecc6e590ff1a3dc315ec",
		18446744073709551615: "4ef2ecefc5c28eca99a08ff35b51ba4b83fd4f31bbdc02d81453ecfc2d1d2829",
	} {
		b, err := corpus.Encode(corpus.Packets(seed))
		require.NoError(t, err)
		again, err := corpus.Encode(corpus.Packets(seed))
		require.NoError(t, err)
		assert.Equal(t, b, again)
		sum := sha256.Sum256(b)
		assert.Equal(t, want, hex.EncodeToString(sum[:]), seed)
	}
}

func TestTheStratumIsAsDescribed(t *testing.T) {
	for seed := uint64(0); seed < 10; seed++ {
		s := corpus.Packets(seed)
		b, err := corpus.Encode(s)
		require.NoError(t, err)
		f, err := corpus.Read(bytes.NewReader(b), "packets.jsonl")
		require.NoError(t, err, "the generator's own file passes the strict reader")
		assert.Equal(t, s.Tasks, f.Tasks)
		assert.Contains(t, f.Header.Note, "not a sample of anyone's work")
		require.Len(t, f.Tasks, corpus.PacketTasks)

		repeats := map[string]int{}
		variants := map[string]int{}
		repeated := map[string]int{}
		prompts := map[string]bool{}
		insufficient := map[string]int{}
		for i := range f.Tasks {
			x := &f.Tasks[i]
			variants[x.Family+"/"+x.Variant]++
			prompts[x.Prompt()] = true
			if x.Repeat {
				repeats[x.Family]++
				repeated[x.Family+"/"+x.Variant]++
			}
			if x.Key == answer.Insufficient {
				insufficient[x.Family+"/"+x.Variant]++
			}
			assert.NotEmpty(t, x.Lure, x.ID)
			assert.True(t, strings.HasSuffix(x.Question, "answer INSUFFICIENT."), "%s: every question ends alike", x.ID)
			assert.Contains(t, x.Labels, answer.Insufficient)
			assert.NotContains(t, x.Prompt(), x.ID)
			assert.Less(t, len(x.Prompt()), 8000)
		}
		assert.Len(t, variants, 30)
		for v, n := range variants {
			assert.Equal(t, corpus.PacketCases, n, v)
		}
		assert.Len(t, prompts, corpus.PacketTasks)
		assert.Len(t, repeats, 6)
		for f, n := range repeats {
			assert.Equal(t, 4, n, f)
		}
		for v, n := range repeated {
			assert.Equal(t, 1, n, v)
		}
		assert.Equal(t, map[string]int{"invoice/missing-count": 2, "rota/open": 2, "stock/illegible": 2, "grant/missing": 2, "memo/same-day": 2, "conversion/missing-rate": 2}, insufficient)
	}
}

// Which cases are INSUFFICIENT must not show in their place in the file.
func TestTheKeysPlaceIsDrawn(t *testing.T) {
	places := map[string]int{}
	for seed := uint64(0); seed < 60; seed++ {
		for _, x := range corpus.Packets(seed).Tasks {
			if x.Variant == "open" && x.Key == answer.Insufficient {
				places[x.ID]++
			}
		}
	}
	require.Len(t, places, 4)
	for id, n := range places {
		assert.InDelta(t, 30, n, 18, id) // 30 expected of 60, standard deviation below 4
	}
}

func TestNoKeyStandsInItsOwnQuestionAlone(t *testing.T) {
	for _, x := range corpus.Packets(2).Tasks {
		if x.Kind == corpus.KindInteger && x.Key != answer.Insufficient {
			assert.NotContains(t, x.Prompt(), " "+x.Key+".", x.ID)
		}
	}
}

func TestFamiliesSayWhatTheirTrapIs(t *testing.T) {
	families := corpus.Families()
	require.Len(t, families, 6)
	seen := map[string]bool{}
	for _, f := range families {
		assert.NotEmpty(t, f.About)
		assert.Len(t, f.Variants, 5, f.Name)
		for _, v := range f.Variants {
			assert.Contains(t, v.Trap, "careless reader", f.Name+"/"+v.Name)
			assert.False(t, seen[v.Trap])
			seen[v.Trap] = true
		}
	}
}

// Every date with a weekday in the packets is right by the standard library,
// whose calendar the generator does not use.
func TestWeekdaysAreRight(t *testing.T) {
	n := 0
	for seed := uint64(0); seed < 5; seed++ {
		for _, x := range corpus.Packets(seed).Tasks {
			words := strings.FieldsFunc(x.Prompt(), func(r rune) bool { return r == ' ' || r == '\n' || r == '.' })
			for i := 0; i+3 < len(words); i++ {
				if !strings.HasSuffix(words[i], "day") {
					continue
				}
				if d, err := time.Parse("2 January 2006", strings.Join(words[i+1:i+4], " ")); err == nil {
					n++
					assert.Equal(t, d.Weekday().String(), words[i], x.ID)
				}
			}
		}
	}
	assert.Greater(t, n, 100)
}

// The datasheet lists every variant with its trap as the generator states it.
func TestTheDatasheetListsEveryTrap(t *testing.T) {
	b, err := os.ReadFile("../../../docs/study.md")
	require.NoError(t, err)
	for _, f := range corpus.Families() {
		for _, v := range f.Variants {
			assert.Contains(t, string(b), "| `"+f.Name+"` | `"+v.Name+"` | "+v.Trap+" |\n")
		}
	}
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package jsonl_test

import (
	"strings"
	"testing"

	"github.com/false-consensus/fcb/schema/jsonl"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Fields finds what Unmarshal finds, and reports what it reports.
func TestFieldsIsUnmarshalForAFew(t *testing.T) {
	names := []string{"risk", "answer", "kind"}
	key := rapid.SampledFrom([]string{`risk`, `answer`, `kind`, `error`, `Risk`, `RISK`, `ri\u017fk`, `ri\u0073k`, `\u212Aind`, `Error`, `risk2`, `ris`, ``, `a\"b`})
	value := rapid.SampledFrom([]string{`"x"`, `null`, `1.50`, `true`, `{"risk":"y","a":[1,{"Kind":2}]}`, `["risk", {}]`, `""`, `"\u0061\\"`})
	space := rapid.SampledFrom([]string{"", " ", "\t\n"})
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		b.WriteString(space.Draw(t, "s") + "{")
		for i := range rapid.IntRange(0, 6).Draw(t, "members") {
			if i > 0 {
				b.WriteString(",")
			}
			b.WriteString(space.Draw(t, "s") + `"` + key.Draw(t, "key") + `"` + space.Draw(t, "s") + ":" + space.Draw(t, "s") + value.Draw(t, "value") + space.Draw(t, "s"))
		}
		b.WriteString("}")
		text := []byte(b.String())
		if jsonl.Check(text) != nil {
			return // a doubled key: Fields is for what Check has passed
		}
		var want struct {
			Risk   jsontext.Value `json:"risk"`
			Answer jsontext.Value `json:"answer"`
			Kind   jsontext.Value `json:"kind"`
		}
		var exact struct {
			Error jsontext.Value `json:"error"`
		}
		values := [][]byte{[]byte("left over"), nil, nil}
		other, problem := jsonl.Fields(text, names, values, "error")
		wantProblem := jsonl.Unmarshal(text, &want)
		require.Equal(t, wantProblem, problem, "%s", text)
		if problem != nil {
			return
		}
		require.Equal(t, []string{string(want.Risk), string(want.Answer), string(want.Kind)}, []string{string(values[0]), string(values[1]), string(values[2])}, "%s", text)
		if p := jsonl.Unmarshal(text, &exact); p == nil {
			require.Equal(t, string(exact.Error), string(other), "%s", text)
		}
	})
}

func TestFieldsOfWhatIsNoObject(t *testing.T) {
	values := make([][]byte, 1)
	for _, text := range []string{`[{"a":1}]`, `"a"`, `null`, ` 1`} {
		other, problem := jsonl.Fields([]byte(text), []string{"a"}, values, "error")
		require.Nil(t, other)
		require.Nil(t, problem)
		require.Nil(t, values[0])
	}
}

func TestText(t *testing.T) {
	for value, want := range map[string]string{`"a\u0062\n"`: "ab\n", `""`: ""} {
		got, ok := jsonl.Text([]byte(value))
		require.True(t, ok)
		require.Equal(t, want, got)
	}
	for _, value := range []string{"null", "1", "", `{"a":"b"}`, `["a"]`} {
		_, ok := jsonl.Text([]byte(value))
		require.False(t, ok, value)
	}
}

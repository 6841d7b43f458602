// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package answer_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/bench/study/answer"
)

func TestParseAgreesWithTheVectors(t *testing.T) {
	for _, path := range []string{"testdata/agreement_parse.json", "../../../../shared/vectors/agreement_parse.json"} {
		t.Run(path, func(t *testing.T) {
			b, err := os.ReadFile(path)
			if os.IsNotExist(err) && strings.HasPrefix(path, "..") {
				t.Skip("the vectors beside the project are not here")
			}
			require.NoError(t, err)
			var v struct {
				Cases []struct {
					Name  string
					Input struct {
						Raw    *string
						Labels []string
					}
					Expected struct {
						OK                         bool
						Reason, Answer, Normalised *string
					}
				}
			}
			require.NoError(t, json.Unmarshal(b, &v))
			n := 0
			for _, c := range v.Cases {
				if c.Input.Raw == nil {
					continue // a case of the normal form alone
				}
				n++
				r, why := answer.Parse(*c.Input.Raw)
				if !assert.Equal(t, c.Expected.OK, why == "", "%s: %s", c.Name, why) {
					continue
				}
				if !c.Expected.OK {
					assert.Equal(t, *c.Expected.Reason, why, c.Name)
					continue
				}
				assert.Equal(t, *c.Expected.Answer, r.Answer, c.Name)
				assert.Equal(t, *c.Expected.Normalised, answer.Normalise(r.Answer, c.Input.Labels), c.Name)
			}
			assert.Equal(t, 46, n)
		})
	}
}

func TestConfidenceIsANumberOfTheScaleOrNothing(t *testing.T) {
	for text, want := range map[string]any{`90`: 90.0, `0`: 0.0, `100`: 100.0, `12.5`: 12.5, `100.5`: nil, `-1`: nil, `"90"`: nil, `null`: nil, `1e400`: nil} {
		r, why := answer.Parse(`{"answer":"A","reasoning":"x","confidence":` + text + `}`)
		require.Empty(t, why, text)
		if want == nil {
			assert.Nil(t, r.Confidence, text)
		} else if assert.NotNil(t, r.Confidence, text) {
			assert.Equal(t, want, *r.Confidence, text)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"answer":"A","reasoning":""}`, "```json\n{\"answer\":\"A\",\"reasoning\":\"\"}\n```", "```\n```", "{", "\u00a0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, why := answer.Parse(s)
		if why != "" {
			if r.Answer != "" && why != answer.ReasoningMissing && why != answer.ReasoningType && why != answer.AnswerEmpty {
				t.Fatalf("%q: an answer beside %s", s, why)
			}
			return
		}
		// What was accepted is the text alone: wrapped in prose it is refused.
		if _, why := answer.Parse("Answer: " + s); why == "" {
			t.Fatalf("taken from prose: %q", s)
		}
	})
}

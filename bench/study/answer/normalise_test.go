// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package answer_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/false-consensus/fcb/bench/study/answer"
)

type vectors struct {
	Cases []struct {
		Name  string
		Input struct {
			Answer *string
			Labels []string
		}
		Expected struct{ Normalised string }
	}
}

func TestNormaliseAgreesWithTheVectors(t *testing.T) {
	for _, path := range []string{"testdata/agreement_normalise.json", "../../../../shared/vectors/agreement_parse.json"} {
		t.Run(path, func(t *testing.T) {
			b, err := os.ReadFile(path)
			if os.IsNotExist(err) && strings.HasPrefix(path, "..") {
				t.Skip("the vectors beside the project are not here")
			}
			require.NoError(t, err)
			var v vectors
			require.NoError(t, json.Unmarshal(b, &v))
			n := 0
			for _, c := range v.Cases {
				if c.Input.Answer == nil {
					continue // a case of the reply parser
				}
				n++
				assert.Equal(t, c.Expected.Normalised, answer.Normalise(*c.Input.Answer, c.Input.Labels), c.Name)
			}
			assert.Equal(t, 55, n)
		})
	}
}

func TestNormaliseTwiceIsOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.StringMatching(`[ +(-]*[0-9a-cA-C]{1,3}[ )]*`)).Draw(t, "answer")
		labels := []string{"Yes", "No", answer.Insufficient}
		once := answer.Normalise(s, labels)
		if twice := answer.Normalise(once, labels); twice != once {
			t.Fatalf("%q, then %q", once, twice)
		}
	})
}

func TestIsInteger(t *testing.T) {
	for s, want := range map[string]bool{"0": true, "-7": true, "12345678901234567890123": true, "-0": false, "+1": false, "007": false, "": false, "-": false, "1,000": false, "A": false} {
		assert.Equal(t, want, answer.IsInteger(s), s)
	}
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package agreement_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/false-consensus/fcb/bench/study/agreement"
)

type vector struct {
	Name  string
	Input struct {
		Questions []struct {
			ID, Family, Key        string
			Answers, First, Second []*string
		}
	}
	Expected  any
	Tolerance struct{ Abs, Rel float64 }
}

func vectors(t *testing.T, name string) []vector {
	b, err := os.ReadFile(name)
	if os.IsNotExist(err) && strings.HasPrefix(name, "..") {
		t.Skip("the vectors beside the project are not here")
	}
	require.NoError(t, err)
	var v struct{ Cases []vector }
	require.NoError(t, json.Unmarshal(b, &v))
	require.NotEmpty(t, v.Cases)
	return v.Cases
}

// holds compares everything that want names; got may have more members.
func holds(t *testing.T, at string, want, got any, v vector) {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !assert.True(t, ok, "%s: not an object", at) {
			return
		}
		for k := range w {
			if value, ok := g[k]; assert.True(t, ok, "%s: no %s", at, k) {
				holds(t, at+"/"+k, w[k], value, v)
			}
		}
		if strings.HasSuffix(at, "pattern_counts") || strings.HasSuffix(at, "by_family") || strings.HasSuffix(at, "thresholds") {
			assert.Len(t, g, len(w), at)
		}
	case []any:
		g, ok := got.([]any)
		if !assert.True(t, ok, "%s: not an array", at) || !assert.Len(t, g, len(w), at) {
			return
		}
		for i := range w {
			holds(t, fmt.Sprint(at, "/", i), w[i], g[i], v)
		}
	case float64:
		g, ok := got.(float64)
		assert.True(t, ok && math.Abs(g-w) <= v.Tolerance.Abs+v.Tolerance.Rel*math.Abs(w), "%s: %v, want %v", at, got, w)
	default:
		assert.Equal(t, want, got, at)
	}
}

func asJSON(t *testing.T, v any) any {
	b, err := json.Marshal(v)
	require.NoError(t, err)
	var out any
	require.NoError(t, json.Unmarshal(b, &out))
	return out
}

func TestScoreAgreesWithTheVectors(t *testing.T) {
	for _, path := range []string{"testdata/agreement_panels.json", "../../../../shared/vectors/agreement_panels.json"} {
		t.Run(path, func(t *testing.T) {
			for _, v := range vectors(t, path) {
				var qs []agreement.Question
				for _, q := range v.Input.Questions {
					qs = append(qs, agreement.Question{ID: q.ID, Family: q.Family, Key: q.Key, Answers: q.Answers})
				}
				holds(t, v.Name, v.Expected, asJSON(t, agreement.NewScore(qs, 5)), v)
			}
		})
	}
}

func TestRepeatAgreesWithTheVectors(t *testing.T) {
	for _, path := range []string{"testdata/agreement_repeat.json", "../../../../shared/vectors/agreement_repeat.json"} {
		t.Run(path, func(t *testing.T) {
			for _, v := range vectors(t, path) {
				var pairs []agreement.Pair
				for _, q := range v.Input.Questions {
					pairs = append(pairs, agreement.Pair{ID: q.ID, First: q.First, Second: q.Second})
				}
				holds(t, v.Name, v.Expected, asJSON(t, agreement.CompareRuns(pairs, 5)), v)
			}
		})
	}
}

func TestThresholdsRunFromMoreThanHalfToAll(t *testing.T) {
	for n, want := range map[int][]int{1: {1}, 2: {2}, 3: {2, 3}, 4: {3, 4}, 5: {3, 4, 5}, 6: {4, 5, 6}, 7: {4, 5, 6, 7}} {
		assert.Equal(t, want, agreement.Thresholds(n), n)
	}
}

// Two groups of equal size have no majority, whatever the map order.
func TestHalfIsNoMajority(t *testing.T) {
	x, y := "x", "y"
	for range 50 {
		p := agreement.NewPanel(&agreement.Question{ID: "q", Key: "x", Answers: []*string{&x, &y, &y, &x}}, 4)
		assert.Equal(t, "2-2", *p.Pattern)
		assert.Nil(t, p.MajorityAnswer)
		assert.Nil(t, p.MajorityCorrect)
	}
}

// The order of the models and of the questions changes no count, and the
// families add up to the whole.
func TestScoreProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		models := rapid.IntRange(2, 7).Draw(t, "models")
		n := rapid.IntRange(0, 12).Draw(t, "questions")
		var qs []agreement.Question
		for i := range n {
			q := agreement.Question{ID: fmt.Sprint("q", i), Family: fmt.Sprint("f", rapid.IntRange(0, 2).Draw(t, "family")), Key: "a"}
			for range models {
				switch a := rapid.SampledFrom([]string{"a", "a", "b", "c", ""}).Draw(t, "answer"); a {
				case "":
					q.Answers = append(q.Answers, nil)
				default:
					q.Answers = append(q.Answers, &a)
				}
			}
			qs = append(qs, q)
		}
		s := agreement.NewScore(qs, models)
		shuffled := append([]agreement.Question{}, qs...)
		r := rand.New(rand.NewPCG(1, 2))
		r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		other := agreement.NewScore(shuffled, models)
		if fmt.Sprint(s.PatternCounts) != fmt.Sprint(other.PatternCounts) || s.Complete != other.Complete {
			t.Fatal("the order of the questions counts")
		}
		for _, name := range s.LevelNames() {
			sum := 0
			for f, l := range s.ByFamily {
				sum += l.Thresholds[name].Selected
				if l.Thresholds[name].Selected+s.LeaveOneOut[f].Thresholds[name].Selected != s.Thresholds[name].Selected {
					t.Fatal("a family and the rest are not the whole")
				}
			}
			if sum != s.Thresholds[name].Selected {
				t.Fatal("the families are not the whole")
			}
			if x := s.Thresholds[name]; (x.Accuracy == nil) != (x.Reason != "") {
				t.Fatal("an undefined accuracy without a reason, or the reverse")
			}
		}
	})
}

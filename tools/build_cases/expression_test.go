// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestEvaluate(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"48/2 + 48", "72"},
		{"2 + 3 * 4", "14"},
		{"(2 + 3) * 4", "20"},
		{"7 - 4 - 2", "1"},  // to the left
		{"48 / 4 / 2", "6"}, // to the left
		{"2^3^2", "512"},    // to the right
		{"-2^2", "-4"},      // the power first
		{"(-2)^2", "4"},
		{"2^-2", "0.25"},
		{"2 * -3", "-6"},
		{"--5", "5"},
		{"0 - 2^7", "-128"},
		{"0.1 + 0.2", "0.3"},
		{"1/3 + 1/3 + 1/3", "1"},
		{"1/49*49", "1"}, // exactly; in floats it is 0.9999999999999999
		{"100 * (1 - 0.8^3)", "48.8"},
		{"1/3", "1/3"},
		{"((((7))))", "7"},
		{" 7 ", "7"},
		{"0^3", "0"},
		{"2^16384 / 2^16383", "2"},
	} {
		got, err := evaluate(c.in)
		if assert.NoError(t, err, c.in) {
			assert.Equal(t, c.want, plain(got), c.in)
		}
	}
}

func TestEvaluateRefuses(t *testing.T) {
	for _, c := range []struct{ in, err string }{
		{"", "at character 1: a number is missing"},
		{"1 +", "at character 4: a number is missing"},
		{"1 2", `at character 3: unexpected '2'`},
		{"(1", "at character 3: a closing bracket is missing"},
		{"1)", `at character 2: unexpected ')'`},
		{"1.", "at character 1: a number is missing or malformed"},
		{".5", "at character 1: a number is missing or malformed"},
		{"1.2.3", "at character 1: a number is missing or malformed"},
		{"1,000", `at character 2: unexpected ','`},
		{"1/0", "at character 4: division by zero"},
		{"1/(2-2)", "at character 8: division by zero"},
		{"0^0", "zero to the power 0"},
		{"0^-1", "zero to the power -1"},
		{"2^0.5", "not a whole number"},
		{"2^65536", "too large"},
		{"2^99999999999999999999", "not a whole number"},
		{"(2^4000)^4000", "the power is too large"},
		{"x", "a number is missing"},
		{"1e3", `unexpected 'e'`},
		{"2×3", "unexpected"},
		{strings.Repeat("(", 5000), "nested too deeply"},
		{strings.Repeat("-", 5000) + "1", "nested too deeply"},
	} {
		_, err := evaluate(c.in)
		assert.ErrorContains(t, err, c.err, "%.20q", c.in)
	}
}

// A random expression is written down together with its value, which is worked
// out by the generator and not by the parser.
func TestEvaluateAgreesWithConstruction(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, want := drawExpression(t, 4)
		got, err := evaluate(s)
		require.NoError(t, err, s)
		require.Zero(t, want.Cmp(got), "%s: want %s, got %s", s, want, got)
	})
}

func drawExpression(t *rapid.T, depth int) (string, *big.Rat) {
	if depth == 0 || rapid.Bool().Draw(t, "leaf") {
		n := rapid.Int64Range(0, 999).Draw(t, "n")
		if rapid.Bool().Draw(t, "decimal") {
			v := big.NewRat(n, 100)
			return v.FloatString(2), v
		}
		return big.NewInt(n).String(), big.NewRat(n, 1)
	}
	a, x := drawExpression(t, depth-1)
	b, y := drawExpression(t, depth-1)
	v := new(big.Rat)
	switch op := rapid.SampledFrom([]string{"+", "-", "*", "/", "neg"}).Draw(t, "op"); {
	case op == "+":
		return "(" + a + " + " + b + ")", v.Add(x, y)
	case op == "-":
		return "(" + a + "-" + b + ")", v.Sub(x, y)
	case op == "/" && y.Sign() != 0:
		return "(" + a + " / " + b + ")", v.Quo(x, y)
	case op == "neg":
		return "(-" + a + ")", v.Neg(x)
	}
	return "(" + a + "*" + b + ")", v.Mul(x, y)
}

func FuzzEvaluate(f *testing.F) {
	for _, s := range []string{"48/2 + 48", "2^3^2", "(((", "-", "1/0", "0.1^-4096", "9^4096", "1 + é"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if v, err := evaluate(s); err == nil && v.Denom().BitLen() < 1000 && v.Num().BitLen() < 1000 {
			back, err := evaluate("(" + s + ")")
			require.NoError(t, err)
			require.Zero(t, v.Cmp(back))
		}
	})
}

func TestNumber(t *testing.T) {
	for in, want := range map[string]string{"42": "42", "-128": "-128", "1,234": "1234", "1,234,567.50": "1234567.5", "0.375": "0.375"} {
		got, ok := number(in)
		require.True(t, ok, in)
		assert.Equal(t, want, plain(got))
	}
	for _, in := range []string{"", "-", "1,23", "12,34", ",123", "1.", "$5", "5%", "five", "1/2", "1e3", "+5"} {
		_, ok := number(in)
		assert.False(t, ok, in)
	}
}

func TestStates(t *testing.T) {
	for _, c := range []struct {
		text, number string
		want         bool
	}{
		{"so it is 36 in all", "36", true},
		{"so it is 360 in all", "36", false},
		{"so it is 36.5 in all", "36", false},
		{"a total of 31,800 dollars", "31800", true},
		{"1,234,567 of them", "1234567", true},
		{"1,2345 of them", "12345", false},
		{"from zero down to -128.", "-128", true},
		{"down to \u2212128.", "-128", true},
		{"the value -5", "5", true}, // the sign may be a dash
		{"48.80 percent", "48.8", true},
		{"thirty-six", "36", false},
	} {
		n, ok := number(c.number)
		require.True(t, ok)
		assert.Equal(t, c.want, states(c.text, n), c.text)
	}
}

func TestJaccard(t *testing.T) {
	both, either := newBag("The cat, the CAT sat.").jaccard(newBag("a cat sat down"))
	assert.Equal(t, []int{2, 5}, []int{both, either}) // cat, sat of the, cat, sat, a, down
	both, either = newBag("!").jaccard(newBag("?"))
	assert.Equal(t, []int{0, 0}, []int{both, either})
}

func TestHolds(t *testing.T) {
	assert.True(t, holds("It comes from Old English.", "old English"))
	assert.False(t, holds("It comes from Old English.", "Eng"))
	assert.False(t, holds("It comes from Old English.", "English Old"))
	assert.False(t, holds("It", " - "))
}

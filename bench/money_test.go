// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bench

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// amounts draws amounts of all sizes, around what an int64 of units holds too.
var amounts = rapid.Custom(func(t *rapid.T) string {
	whole := rapid.OneOf(rapid.Uint64Range(0, 100), rapid.Uint64Range(9_223_370, 9_223_374), rapid.Uint64()).Draw(t, "whole")
	return fmt.Sprint(whole) + rapid.SampledFrom([]string{"", ".5", ".005", ".0375", ".372036854775", ".000000000001", ".0000000000001", ".1234567890123456789"}).Draw(t, "part")
})

// Whatever stands behind an amount, sums and comparisons are those of exact
// fractions.
func TestMoneyIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		money, exact := Money{}, new(big.Rat)
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			text := amounts.Draw(t, "amount")
			m, err := ParseMoney(text)
			require.NoError(t, err)
			r, _ := new(big.Rat).SetString(text)
			require.Equal(t, exact.Cmp(r), money.Cmp(m), "%s and %s", exact, text)
			switch rapid.SampledFrom([]string{"add", "sub", "times", "over"}).Draw(t, "what") {
			case "add":
				money, exact = money.Add(m), new(big.Rat).Add(exact, r)
			case "sub":
				money, exact = money.Sub(m), new(big.Rat).Sub(exact, r)
			case "times":
				n := rapid.OneOf(rapid.IntRange(-2, 1000), rapid.Int()).Draw(t, "n")
				money, exact = money.Times(n), new(big.Rat).Mul(exact, new(big.Rat).SetInt64(int64(n)))
			case "over":
				n := int64(rapid.SampledFrom([]int{1, 8, 1_000_000}).Draw(t, "n"))
				money, exact = money.over(n), new(big.Rat).Quo(exact, new(big.Rat).SetInt64(n))
			}
			require.Zero(t, exact.Cmp(money.rat()), "%s, not %s", money, exact)
			require.Equal(t, exact.Sign(), money.Sign())
			prec, _ := exact.FloatPrec()
			require.Equal(t, exact.FloatString(prec), money.String())
		}
	})
}

// The usual amounts stay in whole units: the books add them on every call.
func TestUsualAmountsNeedNoFractions(t *testing.T) {
	spent := Money{}
	for _, s := range []string{"0.005", "0", "12.5", "0.0000375"} {
		m, err := ParseMoney(s)
		require.NoError(t, err)
		spent = spent.Add(m.Times(144))
	}
	assert.Equal(t, "1800.7254", spent.Sub(Money{}).over(1).String())
	assert.Zero(t, testing.AllocsPerRun(100, func() { spent = spent.Add(spent).Sub(spent) }))
}

func TestAnAmountIsADecimal(t *testing.T) {
	for _, s := range []string{"", " ", "0b11", "0o17", "0x1f", "1_000", "1e3", "1/3", "-1", "Inf", "1.2.3", ".", "+"} {
		_, err := ParseMoney(s)
		assert.ErrorContains(t, err, "is not an amount in US dollars", s)
	}
	for s, want := range map[string]string{"010": "10", "+1.50": "1.5", " 0.005 ": "0.005", "-0": "0"} {
		m, err := ParseMoney(s)
		require.NoError(t, err, s)
		assert.Equal(t, want, m.String())
	}
}

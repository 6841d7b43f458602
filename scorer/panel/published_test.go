// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package panel

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The numbers that the study behind these methods prints about its own panel:
// ours must land in the range that the rounding of its printed inputs allows,
// and on the printed figure where that one follows from them.
func TestPublishedPanelNumbers(t *testing.T) {
	checked := 0
	vectors(t, "published_numbers.json", func(t *testing.T, v vector) {
		if !strings.HasPrefix(v.Name, "two:") {
			t.Skip("not about panels")
		}
		var in struct{ Args map[string]float64 }
		v.input(t, &in)
		a := in.Args
		bracket := func(n, rho float64) *Bracket {
			b, err := NewBracket(n, rho, nil)
			require.NoError(t, err)
			return b
		}
		var got float64
		switch v.Name {
		case "two:n-eff-headline", "two:n-eff-varying":
			got = float64(bracket(a["n"], a["rho"]).NEff)
		case "two:same-design-effect":
			got, _ = fromDesignEffect(a["n2"], float64(bracket(a["n1"], a["rho1"]).Deff))
		case "two:same-design-effect-n-eff":
			_, got = fromDesignEffect(a["n2"], float64(bracket(a["n1"], a["rho1"]).Deff))
		case "two:ceiling-rho-0.1":
			got = float64(bracket(13, 0.1).Ceiling)
		case "two:db-incoherent":
			got = float64(bracket(2, 0).LevelGainDB)
		case "two:db-coherent":
			got = float64(bracket(2, 1).LevelGainDB)
		case "two:vote-odd-ladder":
			// curve(2) = curve(1): what the full ladder reads as 2+f the odd one reads as 1+2f.
			independent := []float64{0.75, 0.75, 0.85}
			target := 0.75 + (a["v"]-2)*0.1
			require.InDelta(t, a["v"], float64(EffectiveVoters(independent, target, 1).Value), 1e-9)
			got = float64(EffectiveVoters(independent, target, 2).Value)
		case "two:smallest-p":
			tab := table(t, [][]int8{{1, 1, 1, 0, 0, 0, 1, 1}, {1, 1, 1, 0, 0, 0, 1, 1}, {1, 1, 1, 0, 0, 0, 1, 1}, {1, 1, 1, 0, 0, 0, 1, 1}})
			m := tab.Moments()
			null, err := tab.Shuffle(context.Background(), &m, 5000, 1, 2)
			require.NoError(t, err)
			got = null.P
		default:
			t.Skip("about counts of the study itself, no formula of this package")
		}
		checked++
		var bounds [2]float64
		require.NoError(t, json.Unmarshal(v.Expected["range"], &bounds))
		assert.GreaterOrEqual(t, got, bounds[0]-1e-9)
		assert.LessOrEqual(t, got, bounds[1]+1e-9)
		if string(v.Expected["reproduces"]) == "true" && v.has("printed") {
			// The inputs are rounded as well, hence twice the half-width.
			assert.InDelta(t, v.number(t, "printed"), got, 2*v.number(t, "printed_halfwidth")+1e-9)
		}
	})
	assert.GreaterOrEqual(t, checked, 9)
}

func TestUndefinedPairsOfThePublishedPanel(t *testing.T) {
	// A panel of 13 with three models that never err has 78 pairs, 33 of them undefined.
	rows := make([][]int8, 13)
	var models, questions []string
	for q := range 21 {
		questions = append(questions, fmt.Sprintf("q%02d", q))
	}
	for m := range rows {
		models = append(models, fmt.Sprintf("m%02d", m))
		rows[m] = slices.Repeat([]int8{1}, 21)
		if m >= 3 {
			rows[m][m] = 0
		}
	}
	tab, err := FromScores(models, nil, questions, rows)
	require.NoError(t, err)
	p := tab.Phi()
	assert.Equal(t, 45, p.Defined)
	assert.Equal(t, 33, p.Undefined)
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"strings"
	"testing"

	"github.com/false-consensus/fcb/predictions"
	"github.com/stretchr/testify/assert"
)

func TestEquivalentAnswers(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want predictions.Tri
	}{
		// Text after normalisation.
		{" Paris ", "paris", predictions.Yes},
		{"Paris.", "Paris", predictions.Yes},
		{"(b)", "B", predictions.Yes},
		{"**A**", "A", predictions.Yes},
		{`\text{Paris}`, "Paris", predictions.Yes},
		{"New  York", "new york", predictions.Yes},
		{"A", "B", predictions.No},
		{"w1", "w2", predictions.No},
		// Numbers by value.
		{"42", "42.0", predictions.Yes},
		{"1,000", "1000", predictions.Yes},
		{"$70,000", "70000", predictions.Yes},
		{`\boxed{42}`, "42", predictions.Yes},
		{`$\boxed{\frac{1}{2}}$`, "0.5", predictions.Yes},
		{"1e3", "1000", predictions.Yes},
		{"-0", "0", predictions.Yes},
		{"−3", "-3", predictions.Yes},
		{"0.333", "1/3", predictions.No},
		{"10,00", "1000", predictions.No},
		{"007", "7", predictions.Yes},
		{"123456789012345678901234567890", "123456789012345678901234567891", predictions.No},
		// Fractions and percentages.
		{"1/2", "0.5", predictions.Yes},
		{"-1/2", `-\frac{1}{2}`, predictions.Yes},
		{`\dfrac{3}{4}`, "75%", predictions.Yes},
		{"1 1/2", "1.5", predictions.Yes},
		{`1\frac{1}{2}`, "3/2", predictions.Yes},
		{`50\%`, "1/2", predictions.Yes},
		{"50%", "50", predictions.No},
		{"1/0", "0", predictions.No},
		// Sets, tuples and lists.
		{"{1, 2}", `\{2, 1, 1\}`, predictions.Yes},
		{"(1, 2)", "(2, 1)", predictions.No},
		{"(1/2, 3)", "(0.5,3.0)", predictions.Yes},
		{"[0, 1)", "[0, 1]", predictions.No},
		{"1, 2, 3", "1,2,3", predictions.Yes},
		{"{1, 2}", "(1, 2)", predictions.No},
		// Prose that differs may say the same.
		{"the cat sat on the mat", "The cat sat on the mat.", predictions.Yes},
		{"the cat sat on the mat", "a cat was sitting there", predictions.Absent},
		{"the cat sat on the mat", "42", predictions.Absent},
	} {
		assert.Equal(t, c.want, Equivalent(c.a, c.b), "%q and %q", c.a, c.b)
		assert.Equal(t, c.want, Equivalent(c.b, c.a), "%q and %q", c.b, c.a)
	}
}

// FuzzCanonical: no input panics or takes long, and an answer is equivalent to
// itself with white space around it.
func FuzzCanonical(f *testing.F) {
	for _, s := range []string{"", "1e999999999", "{{{{{{1}}}}}}", "1/2/3", `\frac{1}{`, "((((1,2),3),4),5),6", "1,000,00", "$$", strings.Repeat("{1,", 500), "9e999", "-", "%", "€5"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a, _ := Canonical(s)
		b, _ := Canonical(" " + s + "\n")
		if a != b && !plainInteger(s) {
			t.Fatalf("%q: %q and %q", s, a, b)
		}
	})
}

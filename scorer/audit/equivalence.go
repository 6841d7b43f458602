// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package audit

import (
	"math/big"
	"slices"
	"strings"
	"unicode"

	"github.com/false-consensus/fcb/predictions"
)

// An AnswerKind says on which rung of the ladder an answer stands.
type AnswerKind uint8

// The rungs.
const (
	KindText   AnswerKind = iota // a word, a label, a short phrase
	KindNumber                   // one number, however written
	KindSymbol                   // a set, tuple or list
	KindProse                    // more than three words: another wording may mean the same
)

// Canonical brings an answer to a form in which equivalent answers are equal.
// The rungs, each of which also accepts what the ones before accept:
//
//   - text after normalisation: outer white space, one pair of $ or \( \) or **,
//     \boxed{}, \text{} and a final full stop taken off, white space collapsed,
//     letter case folded, a single letter in brackets bared;
//   - numbers by value, exactly: 1,000 = 1000.0 = 1e3, with an optional currency
//     sign;
//   - simple symbols: fractions (1/2, \frac{1}{2}, 1 1/2), percentages as parts
//     of one (50% is 1/2, not 50), sets without order or repetition, tuples and
//     lists with order, elements again by this ladder.
//
// Nothing is rounded: 0.333 is not 1/3.
func Canonical(answer string) (string, AnswerKind) {
	if plainInteger(answer) {
		return "n:" + answer, KindNumber
	}
	return canonical(answer, 0)
}

// plainInteger says whether the digits already are the canonical number.
func plainInteger(s string) bool {
	if len(s) == 0 || len(s) > 18 || s[0] == '0' && len(s) > 1 {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

func canonical(answer string, depth int) (string, AnswerKind) {
	s := normalise(answer)
	if r, ok := rational(s); ok {
		return "n:" + r.RatString(), KindNumber
	}
	if depth < 4 {
		if text, ok := collection(s, depth); ok {
			return text, KindSymbol
		}
	}
	if len(strings.Fields(s)) > 3 {
		return "t:" + s, KindProse
	}
	return "t:" + s, KindText
}

// Equivalent compares two answers: Yes when their canonical forms are equal, No
// when they differ and neither is prose, Absent (undecided) when they differ and
// one is prose, which may say the same in other words.
func Equivalent(a, b string) predictions.Tri {
	ca, ka := Canonical(a)
	cb, kb := Canonical(b)
	return verdict(ca == cb, ka, kb)
}

func verdict(equal bool, a, b AnswerKind) predictions.Tri {
	switch {
	case equal:
		return predictions.Yes
	case a == KindProse || b == KindProse:
		return predictions.Absent
	}
	return predictions.No
}

var wrappers = [...][2]string{{"$$", "$$"}, {"$", "$"}, {`\(`, `\)`}, {`\[`, `\]`}, {"**", "**"}, {`\boxed{`, "}"}, {`\fbox{`, "}"}, {`\text{`, "}"}, {`\textbf{`, "}"}, {`\mathrm{`, "}"}, {"`", "`"}}

var spacing = strings.NewReplacer(`\left`, "", `\right`, "", `\,`, "", `\!`, "", `\;`, "", `\:`, "", `\%`, "%", `\$`, "$", `\dfrac`, `\frac`, `\tfrac`, `\frac`, "−", "-", "–", "-")

func normalise(answer string) string {
	s := strings.TrimSpace(answer)
	for range 6 {
		before := s
		for _, w := range wrappers {
			if len(s) > len(w[0])+len(w[1]) && strings.HasPrefix(s, w[0]) && strings.HasSuffix(s, w[1]) && encloses(s, w) {
				s = strings.TrimSpace(s[len(w[0]) : len(s)-len(w[1])])
			}
		}
		if len(s) > 1 && s[len(s)-1] == '.' {
			s = strings.TrimSpace(s[:len(s)-1])
		}
		if s == before {
			break
		}
	}
	if strings.ContainsAny(s, `\−–`) {
		s = spacing.Replace(s)
	}
	s = strings.Join(strings.Fields(s), " ")
	s = strings.ToLower(s)
	if r := []rune(s); len(r) == 3 && r[0] == '(' && r[2] == ')' && unicode.IsLetter(r[1]) {
		s = string(r[1])
	}
	return s
}

// encloses says whether the closing wrapper closes the opening one.
func encloses(s string, w [2]string) bool {
	inner := s[len(w[0]) : len(s)-len(w[1])]
	if w[1] != "}" {
		return !strings.Contains(inner, w[0])
	}
	depth := 0
	for _, c := range inner {
		switch c {
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

// rational reads a number of any accepted spelling. Lengths and exponents are
// bounded: a text cannot make it compute for long.
func rational(s string) (*big.Rat, bool) {
	if len(s) == 0 || len(s) > 120 {
		return nil, false
	}
	negative := false
	if s[0] == '-' || s[0] == '+' {
		negative = s[0] == '-'
		s = strings.TrimSpace(s[1:])
	}
	for _, sign := range []string{"$", "€", "£"} {
		s = strings.TrimPrefix(s, sign)
	}
	percent := strings.HasSuffix(s, "%")
	s = strings.TrimSpace(strings.TrimSuffix(s, "%"))
	r, ok := unsigned(s)
	if !ok {
		return nil, false
	}
	if percent {
		r.Quo(r, big.NewRat(100, 1))
	}
	if negative {
		r.Neg(r)
	}
	return r, true
}

func unsigned(s string) (*big.Rat, bool) {
	if r, ok := decimal(s); ok {
		return r, true
	}
	if whole, part, ok := strings.Cut(s, `\frac`); ok { // also mixed: 1\frac{1}{2}
		num, rest, ok1 := braced(part)
		den, rest, ok2 := braced(rest)
		if !ok1 || !ok2 || rest != "" {
			return nil, false
		}
		return mixed(strings.TrimSpace(whole), num, den)
	}
	if num, den, ok := strings.Cut(s, "/"); ok {
		num, den = strings.TrimSpace(num), strings.TrimSpace(den)
		whole := ""
		if i := strings.LastIndexByte(num, ' '); i > 0 {
			whole, num = num[:i], num[i+1:]
		}
		return mixed(whole, num, den)
	}
	return nil, false
}

// braced takes {text} off the front of s.
func braced(s string) (inner, rest string, ok bool) {
	if !strings.HasPrefix(s, "{") {
		return "", "", false
	}
	inner, rest, ok = strings.Cut(s[1:], "}")
	return strings.TrimSpace(inner), rest, ok
}

func mixed(whole, num, den string) (*big.Rat, bool) {
	signed := false
	if whole == "" && strings.HasPrefix(num, "-") {
		signed, num = true, num[1:]
	}
	n, ok1 := decimal(num)
	d, ok2 := decimal(den)
	if !ok1 || !ok2 || d.Sign() == 0 {
		return nil, false
	}
	n.Quo(n, d)
	if signed {
		n.Neg(n)
	}
	if whole != "" {
		w, ok := decimal(whole)
		if !ok || !w.IsInt() {
			return nil, false
		}
		n.Add(n, w)
	}
	return n, true
}

// decimal reads digits with optional groups of three, point and exponent.
func decimal(s string) (*big.Rat, bool) {
	mantissa, exponent, _ := strings.Cut(s, "e")
	if strings.Contains(s, "e") {
		digits := strings.TrimLeft(exponent, "+-")
		if len(digits) == 0 || len(digits) > 3 || len(exponent)-len(digits) > 1 || strings.Trim(digits, "0123456789") != "" {
			return nil, false
		}
	}
	whole, fraction, point := strings.Cut(mantissa, ".")
	if groups := strings.Split(whole, ","); len(groups) > 1 {
		for i, g := range groups {
			if i == 0 && (len(g) == 0 || len(g) > 3) || i > 0 && len(g) != 3 {
				return nil, false
			}
		}
		whole = strings.Join(groups, "")
	}
	if whole == "" && fraction == "" || point && fraction == "" && whole == "" || strings.Trim(whole+fraction, "0123456789") != "" {
		return nil, false
	}
	text := "0" + whole + "." + fraction + "0"
	if exponent != "" {
		text += "e" + exponent
	}
	return new(big.Rat).SetString(text)
}

// collection reads {..}, (..), [..] and bare lists of numbers.
func collection(s string, depth int) (string, bool) {
	open, close := "", ""
	switch {
	case strings.HasPrefix(s, `\{`) && strings.HasSuffix(s, `\}`):
		open, close = "{", "}"
		s = s[2 : len(s)-2]
	case len(s) > 1 && s[0] == '{' && s[len(s)-1] == '}':
		open, close = "{", "}"
		s = s[1 : len(s)-1]
	case len(s) > 1 && strings.IndexByte("([", s[0]) >= 0 && strings.IndexByte(")]", s[len(s)-1]) >= 0:
		open, close = s[:1], s[len(s)-1:]
		s = s[1 : len(s)-1]
	}
	if open != "{" && !strings.Contains(s, ",") {
		return "", false
	}
	var parts []string
	for _, e := range split(s) {
		c, kind := canonical(e, depth+1)
		if open == "" && kind != KindNumber {
			return "", false // a sentence with commas is no list
		}
		parts = append(parts, c)
	}
	if open == "{" {
		slices.Sort(parts)
		parts = slices.Compact(parts)
	}
	return "c:" + open + strings.Join(parts, ";") + close, true
}

// split cuts at the commas outside brackets.
func split(s string) []string {
	var out []string
	depth, start := 0, 0
	for i, c := range s {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, s[start:i])
				start = i + 1
			}
		}
	}
	return append(out, s[start:])
}

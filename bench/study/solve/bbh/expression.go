// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bbh

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// A parser reads tokens by recursive descent.
type parser struct {
	tokens []string
	at     int
}

func (p *parser) peek() string {
	if p.at < len(p.tokens) {
		return p.tokens[p.at]
	}
	return ""
}

func (p *parser) take(token string) bool {
	if p.peek() != token {
		return false
	}
	p.at++
	return true
}

// boolean evaluates with the precedence not, and, or.
func boolean(question string) (string, error) {
	text, ok := strings.CutSuffix(strings.TrimSpace(question), "is")
	if !ok {
		return "", fmt.Errorf("does not end in \"is\"")
	}
	p := &parser{tokens: strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(text))}
	v, err := p.or()
	if err == nil && p.at < len(p.tokens) {
		err = fmt.Errorf("unexpected %q", p.peek())
	}
	if err != nil {
		return "", err
	}
	if v {
		return "True", nil
	}
	return "False", nil
}

func (p *parser) or() (bool, error) {
	v, err := p.and()
	for err == nil && p.take("or") {
		var w bool
		w, err = p.and()
		v = v || w
	}
	return v, err
}

func (p *parser) and() (bool, error) {
	v, err := p.not()
	for err == nil && p.take("and") {
		var w bool
		w, err = p.not()
		v = v && w
	}
	return v, err
}

func (p *parser) not() (bool, error) {
	switch {
	case p.take("not"):
		v, err := p.not()
		return !v, err
	case p.take("True"):
		return true, nil
	case p.take("False"):
		return false, nil
	case p.take("("):
		v, err := p.or()
		if err == nil && !p.take(")") {
			err = fmt.Errorf("a bracket is not closed")
		}
		return v, err
	}
	return false, fmt.Errorf("unexpected %q", p.peek())
}

var arithmeticToken = regexp.MustCompile(`\d+|[-+*()]`)

// arithmetic evaluates sums and products of whole numbers, exactly.
func arithmetic(question string) (string, error) {
	text, ok := strings.CutSuffix(strings.TrimSpace(question), "=")
	if !ok {
		return "", fmt.Errorf("does not end in \"=\"")
	}
	p := &parser{tokens: arithmeticToken.FindAllString(text, -1)}
	if strings.Join(p.tokens, "") != strings.Join(strings.Fields(text), "") {
		return "", fmt.Errorf("characters that are no arithmetic in %q", text)
	}
	v, err := p.sum()
	if err == nil && p.at < len(p.tokens) {
		err = fmt.Errorf("unexpected %q", p.peek())
	}
	if err != nil {
		return "", err
	}
	return v.String(), nil
}

func (p *parser) sum() (*big.Int, error) {
	v, err := p.product()
	for err == nil && (p.peek() == "+" || p.peek() == "-") {
		minus := p.take("-")
		if !minus {
			p.take("+")
		}
		var w *big.Int
		if w, err = p.product(); err != nil {
			return nil, err
		}
		if minus {
			w.Neg(w)
		}
		v.Add(v, w)
	}
	return v, err
}

func (p *parser) product() (*big.Int, error) {
	v, err := p.factor()
	for err == nil && p.take("*") {
		var w *big.Int
		if w, err = p.factor(); err == nil {
			v.Mul(v, w)
		}
	}
	return v, err
}

func (p *parser) factor() (*big.Int, error) {
	if p.take("-") {
		v, err := p.factor()
		if err != nil {
			return nil, err
		}
		return v.Neg(v), nil
	}
	if p.take("(") {
		v, err := p.sum()
		if err == nil && !p.take(")") {
			err = fmt.Errorf("a bracket is not closed")
		}
		return v, err
	}
	v, ok := new(big.Int).SetString(p.peek(), 10)
	if !ok {
		return nil, fmt.Errorf("unexpected %q", p.peek())
	}
	p.at++
	return v, nil
}

// sorting puts the words of the list in the order of their bytes, which for
// lower-case ASCII words is the order of the alphabet.
func sorting(question string) (string, error) {
	_, list, ok := strings.Cut(question, "List:")
	words := strings.Fields(list)
	if !ok || len(words) == 0 {
		return "", fmt.Errorf("no list of words")
	}
	for _, w := range words {
		if strings.ToLower(w) != w {
			return "", fmt.Errorf("%q is not in lower case: its place would be a matter of convention", w)
		}
	}
	slices.Sort(words)
	return strings.Join(words, " "), nil
}

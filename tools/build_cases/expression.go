// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// Bounds that no honest check expression meets.
const (
	maxDepth = 100     // of nesting
	maxBits  = 1 << 16 // of a power
)

// evaluate works out an arithmetic expression exactly, in fractions: numbers
// with decimals, + - * / ^ and parentheses, with the usual precedence. ^ binds
// tightest and to the right and takes a whole exponent; a minus in front of a
// power negates the power, so -2^2 is -4. An error says at which character.
func evaluate(s string) (*big.Rat, error) {
	e := &expression{s: s}
	v, err := e.sum()
	if err != nil {
		return nil, err
	}
	if e.space(); e.i < len(s) {
		return nil, e.errorf("unexpected %q", s[e.i])
	}
	return v, nil
}

// An expression is parsed by recursive descent, one method a precedence level.
type expression struct {
	s     string
	i     int
	depth int
}

func (e *expression) errorf(format string, a ...any) error {
	return fmt.Errorf("at character %d: "+format, append([]any{e.i + 1}, a...)...)
}

func (e *expression) space() {
	for e.i < len(e.s) && e.s[e.i] == ' ' {
		e.i++
	}
}

// next takes one of the operators, if it comes next.
func (e *expression) next(operators string) (byte, bool) {
	e.space()
	if e.i < len(e.s) && strings.IndexByte(operators, e.s[e.i]) >= 0 {
		e.i++
		return e.s[e.i-1], true
	}
	return 0, false
}

func (e *expression) sum() (*big.Rat, error) {
	v, err := e.product()
	for err == nil {
		op, ok := e.next("+-")
		if !ok {
			return v, nil
		}
		var w *big.Rat
		if w, err = e.product(); err != nil {
			break
		}
		if op == '-' {
			w.Neg(w)
		}
		v.Add(v, w)
	}
	return nil, err
}

func (e *expression) product() (*big.Rat, error) {
	v, err := e.signed()
	for err == nil {
		op, ok := e.next("*/")
		if !ok {
			return v, nil
		}
		var w *big.Rat
		if w, err = e.signed(); err != nil {
			break
		}
		if op == '/' {
			if w.Sign() == 0 {
				return nil, e.errorf("division by zero")
			}
			w.Inv(w)
		}
		v.Mul(v, w)
	}
	return nil, err
}

func (e *expression) signed() (*big.Rat, error) {
	if e.depth++; e.depth > maxDepth {
		return nil, e.errorf("nested too deeply")
	}
	defer func() { e.depth-- }()
	if _, ok := e.next("-"); ok {
		v, err := e.signed()
		if err != nil {
			return nil, err
		}
		return v.Neg(v), nil
	}
	return e.power()
}

func (e *expression) power() (*big.Rat, error) {
	base, err := e.atom()
	if err != nil {
		return nil, err
	}
	if _, ok := e.next("^"); !ok {
		return base, nil
	}
	exponent, err := e.signed() // to the right: 2^3^2 is 2^9
	if err != nil {
		return nil, err
	}
	if !exponent.IsInt() || !exponent.Num().IsInt64() {
		return nil, e.errorf("the exponent is not a whole number")
	}
	n := exponent.Num().Int64()
	switch {
	case base.Sign() == 0 && n <= 0:
		return nil, e.errorf("zero to the power %d is undefined", n)
	case n < -maxBits || n > maxBits || int64(max(base.Num().BitLen(), base.Denom().BitLen()))*max(n, -n) > maxBits:
		return nil, e.errorf("the power is too large")
	case n < 0:
		base.Inv(base)
		n = -n
	}
	k := big.NewInt(n)
	return new(big.Rat).SetFrac(new(big.Int).Exp(base.Num(), k, nil), new(big.Int).Exp(base.Denom(), k, nil)), nil
}

func (e *expression) atom() (*big.Rat, error) {
	if _, ok := e.next("("); ok {
		v, err := e.sum()
		if err != nil {
			return nil, err
		}
		if _, ok := e.next(")"); !ok {
			return nil, e.errorf("a closing bracket is missing")
		}
		return v, nil
	}
	start := e.i
	for e.i < len(e.s) && (isDigit(e.s[e.i]) || e.s[e.i] == '.') {
		e.i++
	}
	v, err := decimal(e.s[start:e.i])
	if err != nil {
		e.i = start
		return nil, e.errorf("%v", err)
	}
	return v, nil
}

// decimal reads digits with at most one point between digits.
func decimal(s string) (*big.Rat, error) {
	whole, fraction, point := strings.Cut(s, ".")
	if whole == "" || point && fraction == "" || strings.Contains(fraction, ".") {
		return nil, errors.New("a number is missing or malformed")
	}
	v, ok := new(big.Rat).SetString(s)
	if !ok {
		return nil, errors.New("a number is missing or malformed")
	}
	return v, nil
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

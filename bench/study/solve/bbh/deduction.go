// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package bbh

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A claim is a statement about the order: one object at a place, or one before
// another. Places run from 0 (left, oldest, cheapest, first) to 6.
type claim struct {
	x, y  int // y is -1 for a place
	place int
}

func (c claim) holds(place []int) bool {
	if c.y < 0 {
		return place[c.x] == c.place
	}
	return place[c.x] < place[c.y]
}

var ordinals = []string{"first", "second", "third", "fourth", "fifth", "sixth", "seventh"}

var (
	relation = regexp.MustCompile(`^(.+?) (?:is|are|finished) (to the left of|to the right of|older than|newer than|less expensive than|more expensive than|above|below) (.+)$`)
	position = regexp.MustCompile(`^(.+?) (?:is|are|finished) (?:the )?(?:(second|third|fourth|fifth|sixth)[- ])?(oldest|newest|cheapest|most expensive|leftmost|rightmost|from the left|from the right|last|to-last)$`)
	finished = regexp.MustCompile(`^(.+?) finished (first|second|third|fourth|fifth|sixth|seventh)$`)
	article  = regexp.MustCompile(`^(?:[Tt]he|an?|and) `)
)

func bare(name string) string {
	name = strings.TrimSpace(name)
	for article.MatchString(name) {
		name = article.ReplaceAllString(name, "")
	}
	return name
}

// deduction tries all 5040 orders: an option is the answer if it holds in every
// order that the statements allow.
func deduction(question string) (string, error) {
	stem, opts, err := options(question)
	if err != nil {
		return "", err
	}
	_, body, ok := strings.Cut(stem, ": ")
	if !ok {
		return "", fmt.Errorf("no list of objects")
	}
	list, body, _ := strings.Cut(body, ".")
	var objects []string
	for _, n := range strings.Split(list, ",") {
		objects = append(objects, bare(n))
	}
	if len(objects) != 7 {
		return "", fmt.Errorf("%d objects", len(objects))
	}
	var claims []claim
	for _, s := range strings.Split(body, ".") {
		if s = strings.TrimSpace(s); s == "" {
			continue
		}
		c, err := readClaim(objects, s)
		if err != nil {
			return "", err
		}
		claims = append(claims, c)
	}
	asked := make([]claim, len(opts))
	for i, o := range opts {
		if asked[i], err = readClaim(objects, o.text); err != nil {
			return "", err
		}
	}
	always, orders := everyOrder(claims, asked)
	if orders == 0 {
		return "", defect("the statements contradict each other")
	}
	i := -1
	return only(opts, func(string) (bool, error) { i++; return always[i], nil })
}

// everyOrder reports which of asked hold in all orders that claims allow, and
// how many there are.
func everyOrder(claims, asked []claim) (always []bool, orders int) {
	always = make([]bool, len(asked))
	for i := range always {
		always[i] = true
	}
	place := []int{0, 1, 2, 3, 4, 5, 6}
	var permute func(k int)
	permute = func(k int) {
		if k < len(place) {
			for i := k; i < len(place); i++ {
				place[k], place[i] = place[i], place[k]
				permute(k + 1)
				place[k], place[i] = place[i], place[k]
			}
			return
		}
		for _, c := range claims {
			if !c.holds(place) {
				return
			}
		}
		orders++
		for i, c := range asked {
			always[i] = always[i] && c.holds(place)
		}
	}
	permute(0)
	return always, orders
}

func readClaim(objects []string, s string) (claim, error) {
	index := func(name string) int { return slices.Index(objects, bare(name)) }
	if m := relation.FindStringSubmatch(s); m != nil {
		x, y := index(m[1]), index(m[3])
		switch m[2] {
		case "to the right of", "newer than", "more expensive than", "below":
			x, y = y, x
		}
		if x >= 0 && y >= 0 && x != y {
			return claim{x: x, y: y}, nil
		}
	} else if m := position.FindStringSubmatch(s); m != nil {
		n := 0
		if m[2] != "" {
			n = slices.Index(ordinals, m[2])
		}
		switch m[3] {
		case "newest", "most expensive", "rightmost", "from the right", "last", "to-last":
			n = 6 - n
		}
		if x := index(m[1]); x >= 0 {
			return claim{x: x, y: -1, place: n}, nil
		}
	} else if m := finished.FindStringSubmatch(s); m != nil {
		if x := index(m[1]); x >= 0 {
			return claim{x: x, y: -1, place: slices.Index(ordinals, m[2])}, nil
		}
	}
	return claim{}, fmt.Errorf("statement not understood: %q", s)
}

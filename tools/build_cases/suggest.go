// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import "fmt"

// suggest names the word a typo most likely meant: ", did you mean X?" or "".
func suggest(got string, known []string) string {
	best, at := 3, ""
	for _, k := range known {
		if d := distance(got, k); d < best && d < len(k) {
			best, at = d, k
		}
	}
	if at == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", at)
}

// distance is the Levenshtein distance in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

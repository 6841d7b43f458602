// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

// Package visible escapes untrusted text for the place it goes to, so that text
// from a case, a reply or a file cannot move a cursor, forge a line or run.
//
// Not here: HTML, which goes through html/template. Begin with [Text].
package visible

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text makes s safe for one line of a terminal: control, format and
// line-separating characters, bidirectional controls, private and unassigned
// code points and bytes that are not UTF-8 are shown as escapes (\n, \x1b,
// \u202e); everything else stays. Backslashes stay single, so the result is for
// reading, not for decoding.
func Text(s string) string {
	clean := true
	for _, r := range s {
		if !plain(r) || r == utf8.RuneError {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case plain(r):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r <= 0xFFFF:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
		i += n
	}
	return b.String()
}

// plain reports whether r may stand in a terminal line as it is. The zero-width
// joiner is allowed: emoji need it and it cannot reorder text.
func plain(r rune) bool {
	return r == '\u200d' || r == ' ' || unicode.IsPrint(r)
}

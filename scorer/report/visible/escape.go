// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package visible

import "strings"

// Cell makes text safe as a CSV cell for a spreadsheet: where it begins (after
// white space) with a character that starts a formula, an apostrophe goes in
// front. Quoting commas and quotes is left to encoding/csv. Numbers of ours are
// not text and do not go through here.
func Cell(s string) string {
	t := strings.TrimLeft(s, " \t\r\n\u00a0")
	if t != "" && strings.ContainsRune("=+-@＝＋－＠", []rune(t)[0]) || s != "" && strings.ContainsRune("\t\r\n", rune(s[0])) {
		return "'" + s
	}
	return s
}

// GitHubData escapes the message of a workflow command (an annotation), so that
// nothing in it ends the line or is read as a command. Controls become visible.
func GitHubData(s string) string {
	return githubData.Replace(Text(s))
}

// GitHubProperty escapes a property (file, title) of a workflow command.
func GitHubProperty(s string) string {
	return githubProperty.Replace(Text(s))
}

var (
	githubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// XML makes s fit to be character data of XML 1.0, which cannot hold most
// controls at all, not even escaped: they become visible. Line feeds stay. The
// characters < & > " are left to encoding/xml.
func XML(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = Text(l)
	}
	return strings.Join(lines, "\n")
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package fault

import (
	"fmt"
	"strings"
)

// Help is the language on one page, made from the tables that the parser uses.
func Help() string {
	var b strings.Builder
	b.WriteString(`A fault plan is a list of rules, "ACTIONS:CONDITIONS", with ; between rules and , between
the parts of one. The first rule whose conditions all hold decides about a request; a rule
without conditions wants every request. Values that hold , : ; = " or a space stand in
quotation marks ("a \"b\"", escapes \\ \" \n \r \t \xHH).

  status=503,retry-after=2:first=3      refuse the first three calls for two seconds
  quota:after=10                        a daily quota of ten calls
  cut=40,framing=chunked:every=5        cut every fifth reply after 40 bytes
  reset=after:p=0.1,seed=7              lose one reply in ten, the work being done

Actions
`)
	for _, n := range actionNames() {
		entryHelp(&b, n, actions[n].value, actions[n].help)
	}
	b.WriteString("\nConditions (calls are counted by each rule, from 1, among the requests that fit its path and match)\n")
	for _, n := range conditionNames() {
		entryHelp(&b, n, conditions[n].value, conditions[n].help)
	}
	return b.String()
}

func entryHelp(b *strings.Builder, name, value, help string) {
	if value != "" {
		name += "=" + value
	}
	lines := wrap(help, 68)
	fmt.Fprintf(b, "  %-22s %s\n", name, lines[0])
	for _, l := range lines[1:] {
		fmt.Fprintf(b, "  %-22s %s\n", "", l)
	}
}

// wrap breaks a text into lines of at most n bytes.
func wrap(s string, n int) (lines []string) {
	line := ""
	for _, w := range strings.Fields(s) {
		if line != "" && len(line)+1+len(w) > n {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += w
	}
	return append(lines, line)
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package fault

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var plans = []string{
	"status=503,retry-after=2:first=3",
	"quota:after=10",
	"cut=40,framing=chunked:every=5;stall=0;reset=before:call=2..4",
	`redirect="http://127.0.0.1:1/x?a=b",status=308,header="X-A: b, c",header="X-A: d":path=/v1/judge,match="say \"no\"",p=0.25,seed=9`,
	"delay=10ms..2s,close=silent:attempt=1",
	"body=utf16,pad=10,echo,type=\"text/plain; charset=utf-16\"",
	`text="\x00\xff",code=x,status=429`,
	"retry-after=-5;retry-after=imf+90s;retry-after=\"\";body=error,code=quota_exhausted",
}

func TestPlansPrintAndReadBack(t *testing.T) {
	for _, s := range plans {
		p, err := Parse(s)
		require.NoError(t, err, s)
		assert.Equal(t, s, p.String())
	}
	p, err := Parse(" quota \n:\tafter = 3 ; echo ")
	require.NoError(t, err)
	assert.Equal(t, "quota:after=3;echo", p.String())
	q, err := Parse("cut=1")
	require.NoError(t, err)
	assert.Equal(t, "quota:after=3;echo;cut=1", Join(p, nil, q).String())
	assert.Empty(t, (*Plan)(nil).String())
}

// Columns are 1-based bytes, at the part that is wrong.
func TestErrorsNameTheirPlace(t *testing.T) {
	for _, c := range []struct {
		in     string
		column int
		says   string
	}{
		{"", 1, "an action expected, the text ends"},
		{"statsu=503", 1, `"statsu" is not an action; there are body, close`},
		{"echo;", 6, "an action expected, the text ends"},
		{"echo:", 6, "a condition expected, the text ends"},
		{"echo,,cut=1", 6, `an action expected, not ","`},
		{"echo:first=1:after=2", 13, `";" or the end expected, not ":"`},
		{"status=", 8, "a value of status expected, the text ends"},
		{"status", 1, "must be a whole number from 200 to 599, not \"\""},
		{"echo,status=99", 6, "status: must be a whole number from 200 to 599"},
		{"status=600", 1, "from 200 to 599"},
		{"status=2e2", 1, "whole number"},
		{"cut=-1", 1, "from 0 to"},
		{"echo=1", 1, "takes no value"},
		{"quota=1", 1, "takes no value"},
		{"cut=1,cut=2", 7, "cut is given twice"},
		{"cut=1,stall=2", 1, "only one of cut, stall, reset and close"},
		{"echo; reset=after,framing=close", 7, "framing goes with"},
		{"body=html,text=x", 1, "only one of body and text"},
		{"redirect=/x,status=200", 1, "300 to 399"},
		{"code=x", 1, "code goes with status"},
		{"body=pdf", 1, "must be one of badrisk, empty"},
		{"framing=none", 1, "must be one of length"},
		{"redirect=http://x", 15, "a URL stands in quotation marks"},
		{"redirect=\"http://%zz\"", 1, "needs a URL"},
		{"redirect", 1, "needs a URL"},
		{"text", 1, "needs a value"},
		{"type=\"a\\nb\"", 1, "control character"},
		{"header=x", 1, "must look like"},
		{"header=\"a b: c\"", 1, "must look like"},
		{"header=\"a: \\x0d\"", 1, "control character"},
		{"text=\"abc", 6, "never closed"},
		{"text=\"a\\q\"", 8, "a backslash is followed by"},
		{"text=\"\\x1", 7, "a backslash is followed by"},
		{"text=\"\\", 7, "a backslash is followed by"},
		{"retry-after=imf", 1, "imf+90s"},
		{"retry-after=rfc850+soon", 1, "not a duration"},
		{"retry-after", 1, "needs a value"},
		{"delay=5", 1, "must be a duration"},
		{"delay=-5s", 1, "must be a duration"},
		{"delay=25h", 1, "up to 24h"},
		{"delay=2s..1s", 1, "ends (1s) before it begins (2s)"},
		{"echo:nope=1", 6, `"nope" is not a condition; there are after, attempt`},
		{"echo:first=0", 6, "from 1"},
		{"echo:first=2,after=2", 14, "leaves no call"},
		{"echo:call=3..2", 6, "ends (2) before it begins (3)"},
		{"echo:attempt=0", 6, "from 1"},
		{"echo:every=0", 6, "from 1"},
		{"echo:path=x", 6, "must begin with /"},
		{"echo:match=\"\"", 6, "needs a text"},
		{"echo:p=1.5", 6, "from 0 to 1"},
		{"echo:p=NaN", 6, "from 0 to 1"},
		{"echo:seed=-1", 6, "whole number"},
	} {
		_, err := Parse(c.in)
		var bad *SyntaxError
		if assert.True(t, errors.As(err, &bad), c.in) {
			assert.Equal(t, c.column, bad.Column, "%s: %v", c.in, err)
			assert.Contains(t, bad.Message, c.says, c.in)
		}
	}
}

// The clock is 23:59:30.25 UTC; forms and their layouts are those of RFC 9110.
func TestRetryAfterForms(t *testing.T) {
	now := time.Date(2026, 11, 29, 18, 59, 30, 250_000_000, time.FixedZone("", -5*3600))
	for in, want := range map[string]string{
		"2":              "2",
		"-5":             "-5",
		"soon":           "soon",
		"999999999999":   "999999999999",
		"midnight":       "30",
		"\"midnight\"":   "midnight",
		"\"\"":           "",
		"imf+90s":        "Mon, 30 Nov 2026 00:01:00 GMT",
		"rfc850-1h":      "Sunday, 29-Nov-26 22:59:30 GMT",
		"asctime+24h":    "Mon Nov 30 23:59:30 2026",
		"\"Wed, 1 Jan\"": "Wed, 1 Jan",
	} {
		p, err := Parse("retry-after=" + in)
		require.NoError(t, err, in)
		assert.Equal(t, want, p.rules[0].do.retryAfter(now), in)
	}
}

func TestHelpNamesEveryWord(t *testing.T) {
	h := Help()
	for _, n := range append(actionNames(), conditionNames()...) {
		assert.Regexp(t, `(?m)^  `+n+`[= ]`, h)
	}
	for _, line := range strings.Split(h, "\n") {
		assert.LessOrEqual(t, len(line), 100, line)
		if s, _, ok := strings.Cut(strings.TrimPrefix(line, "  "), "   "); ok && strings.Contains(s, ":") && strings.HasPrefix(line, "  ") {
			_, err := Parse(s)
			assert.NoError(t, err, "an example of the help: "+s)
		}
	}
}

// What parses prints as something that parses to the same text; what does not
// has its place inside the text.
func FuzzParse(f *testing.F) {
	for _, s := range plans {
		f.Add(s)
	}
	f.Add("a\xff=\"\\")
	f.Fuzz(func(t *testing.T, s string) {
		p, err := Parse(s)
		if err != nil {
			var bad *SyntaxError
			if !errors.As(err, &bad) || bad.Column < 1 || bad.Column > len(s)+1 {
				t.Fatalf("%q: %v", s, err)
			}
			return
		}
		q, err := Parse(p.String())
		if err != nil {
			t.Fatalf("%q printed as %q: %v", s, p.String(), err)
		}
		if q.String() != p.String() {
			t.Fatalf("%q, then %q", p.String(), q.String())
		}
	})
}

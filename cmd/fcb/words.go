// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package main

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

func rfc3339(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// counted is "1 text" or "2 texts".
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// someOf lists the first n names and says how many more there are.
func someOf(names []string, n int) string {
	if len(names) <= n {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:n], ", ") + " and " + strconv.Itoa(len(names)-n) + " more"
}

// shellQuote spells an argument so that a POSIX shell reads it back.
func shellQuote(s string) string {
	safe := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:@%+=,", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !safe(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// proxyRoute says through which proxy a URL is reached, without its credentials.
// Go never uses a proxy for localhost and loopback addresses.
func proxyRoute(base string) string {
	u, err := url.Parse(base)
	if err != nil {
		return ""
	}
	proxy, err := http.ProxyFromEnvironment(&http.Request{URL: u})
	if err != nil || proxy == nil {
		return ", directly"
	}
	public := *proxy
	public.User, public.RawQuery = nil, ""
	return ", through the proxy " + public.String()
}

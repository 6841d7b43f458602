// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package fault

import (
	"encoding/base64"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// sortedHeaders lists name and value of every header line.
func sortedHeaders(h http.Header) [][2]string {
	var out [][2]string
	for _, k := range slices.Sorted(maps.Keys(h)) {
		for _, v := range h[k] {
			out = append(out, [2]string{k, v})
		}
	}
	return out
}

// echo sends the request's headers back the ways a careless service might: as
// they are, in base64 and URL-encoded, in the body and in headers. What follows
// a scheme (Bearer KEY) is encoded alone as well.
func (r *reply) echo(request http.Header) {
	plain, b64, escaped := map[string]string{}, map[string]string{}, map[string]string{}
	for _, h := range sortedHeaders(request) {
		name, value := h[0], h[1]
		plain[name] = value
		b64[name] = base64.StdEncoding.EncodeToString([]byte(value))
		escaped[name] = url.QueryEscape(value)
		r.header.Add("X-Echo-"+name, value)
		r.header.Add("X-Echo-Base64-"+name, b64[name])
		r.header.Add("X-Echo-Url-"+name, escaped[name])
		if _, key, ok := strings.Cut(value, " "); ok {
			b64[name+" key"] = base64.StdEncoding.EncodeToString([]byte(key))
			escaped[name+" key"] = url.QueryEscape(key)
			r.header.Add("X-Echo-Base64-"+name, b64[name+" key"])
			r.header.Add("X-Echo-Url-"+name, escaped[name+" key"])
		}
	}
	r.add("echo", map[string]any{"headers": plain, "base64": b64, "url": escaped})
}

// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"bytes"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/false-consensus/fcb/scorer/panel"
)

// panelPages are a page of one panel and a page of two.
func panelPages(t *testing.T) map[string][]byte {
	one := measured(t, panel.Design{Models: 24, Questions: 120, Rho: 0.3, Accuracy: 0.8, Answered: 0.95}, nil)
	two := measured(t, panel.Design{Models: 3, Questions: 12, Rho: 0.1, Accuracy: 0.9}, nil)
	pages := map[string][]byte{}
	for name, results := range map[string][]*panel.Result{"one panel": {one}, "two panels": {one, two}} {
		var b bytes.Buffer
		require.NoError(t, PanelPage(&b, results))
		pages[name] = b.Bytes()
	}
	return pages
}

// The page is styled under its own policy, asks for nothing, and fits a phone.
func TestPanelPageInChromium(t *testing.T) {
	ctx, complaints := chromium(t)
	for name, b := range panelPages(t) {
		for _, width := range []int64{1280, 390} {
			require.NoError(t, chromedp.Do(ctx, viewport(width), chromedp.Navigate(savedPage(t, b))))
			assert.Equal(t, "0px", eval[string](t, ctx, `getComputedStyle(document.body).margin`), "%s: the style sheet was refused", name)
			assert.LessOrEqual(t, eval[int64](t, ctx, `document.documentElement.scrollWidth`), width, name)
		}
		screenshots(t, ctx, name)
	}
	assert.Empty(t, complaints())
}

// axe-core finds nothing, in light and dark; tools/axe/check.sh runs this.
func TestAxeOnPanelPages(t *testing.T) {
	source := os.Getenv("FCB_AXE_JS")
	if source == "" {
		t.Skip("FCB_AXE_JS does not name axe.min.js; tools/axe/check.sh fetches it")
	}
	axe, err := os.ReadFile(source)
	require.NoError(t, err)
	ctx, _ := chromium(t)
	for name, b := range panelPages(t) {
		for _, scheme := range []string{"light", "dark"} {
			prefer(t, ctx, scheme)
			require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(savedPage(t, b))))
			eval[int](t, ctx, string(axe)+";0")
			found := eval[[]string](t, ctx, `axe.run(document).then(r => r.violations.flatMap(v => v.nodes.map(n => v.id + ": " + n.target + " " + n.failureSummary)))`)
			assert.Empty(t, found, "%s %s", name, scheme)
		}
	}
}

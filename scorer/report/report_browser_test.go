// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package report

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// chromium starts a browser with a fresh profile, or skips the test where none
// is installed. complaints gathers errors on the console and every request that
// is not for the page itself.
func chromium(t *testing.T) (ctx context.Context, complaints func() []string) {
	t.Helper()
	binary := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			binary = path
			break
		}
	}
	if binary == "" {
		t.Skip("no chromium is installed (Debian: apt-get install chromium)")
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), chromedp.ExecPath(binary), chromedp.UserDataDir(t.TempDir()),
		chromedp.Flag("headless", true), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-quic", true), chromedp.NoFirstRun,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true))
	t.Cleanup(stop)
	tab, closeTab := chromedp.NewContext(allocator)
	t.Cleanup(closeTab)
	require.NoError(t, chromedp.Do(tab)) // starts the browser
	var mu sync.Mutex
	var said []string
	say := func(format string, a ...any) {
		mu.Lock()
		defer mu.Unlock()
		said = append(said, fmt.Sprintf(format, a...))
	}
	require.NoError(t, chromedp.Listen(tab, func(ev any) {
		switch ev := ev.(type) {
		case *runtime.EventExceptionThrown:
			say("exception: %s", ev.ExceptionDetails.Text)
		case *runtime.EventConsoleAPICalled:
			say("console: %s", ev.Type)
		case *cdplog.EventEntryAdded:
			say("log: %s %s", ev.Entry.Level, ev.Entry.Text)
		case *page.EventJavascriptDialogOpening:
			say("dialog: %s", ev.Message)
		case *network.EventRequestWillBeSent:
			if !strings.HasPrefix(ev.Request.URL, "file://") || ev.Type != network.ResourceTypeDocument {
				say("request: %s", ev.Request.URL)
			}
		}
	}))
	tab, cancel := context.WithTimeout(tab, 5*time.Minute)
	t.Cleanup(cancel)
	_, err := chromedp.Call(tab, network.Enable, network.EnableParams{})
	require.NoError(t, err)
	_, err = chromedp.Call(tab, cdplog.Enable, struct{}{})
	require.NoError(t, err)
	return tab, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return append([]string{}, said...)
	}
}

// saved writes a page and gives its URL.
func savedPage(t *testing.T, b []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report.html")
	require.NoError(t, os.WriteFile(path, b, 0o644))
	return "file://" + path
}

// screenshots are kept in the folder named by FCB_SCREENSHOTS, for people.
func screenshots(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	dir := os.Getenv("FCB_SCREENSHOTS")
	if dir == "" {
		return
	}
	for _, width := range []int64{1280, 390} {
		for _, scheme := range []string{"light", "dark"} {
			prefer(t, ctx, scheme)
			require.NoError(t, chromedp.Do(ctx, viewport(width)))
			b, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%d-%s.png", name, width, scheme)), b, 0o644))
		}
	}
	require.NoError(t, chromedp.Do(ctx, chromedp.ResetViewport()))
}

func viewport(width int64) chromedp.Action[chromedp.Void] {
	if width < 500 {
		return chromedp.EmulateViewport(width, 844, chromedp.EmulateMobile)
	}
	return chromedp.EmulateViewport(width, 900)
}

// prefer sets the colour scheme of the reader.
func prefer(t *testing.T, ctx context.Context, scheme string) {
	t.Helper()
	_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
	require.NoError(t, err)
}

// eval is the value of an expression in the page.
func eval[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(t, err)
	return v
}

func shown(t *testing.T, ctx context.Context) int {
	t.Helper()
	return eval[int](t, ctx, `[...document.querySelectorAll(".case")].filter(c => c.checkVisibility()).length`)
}

// filter sets a field of the form as a person does and waits for the list to follow.
func filter(t *testing.T, ctx context.Context, name, value string) {
	t.Helper()
	got := eval[string](t, ctx, fmt.Sprintf(`new Promise(done => {
		const f = document.getElementById("filters").elements[%q];
		f.value = %q;
		f.dispatchEvent(new Event("input", {bubbles: true}));
		setTimeout(() => done(f.value), 250);
	})`, name, value))
	require.Equal(t, value, got, "the form has no such choice")
}

// click clicks and lets the page react.
func click(t *testing.T, ctx context.Context, selector string) {
	t.Helper()
	eval[bool](t, ctx, fmt.Sprintf(`new Promise(done => { document.querySelector(%q).click(); setTimeout(() => done(true), 100) })`, selector))
}

// The filters work, nothing complains, nothing is fetched, nothing of what the
// hostile case holds runs.
func TestReportInChromium(t *testing.T) {
	ctx, complaints := chromium(t)
	url := savedPage(t, htmlOf(t, fixture(t, "judged.jsonl", true), fixture(t, "two_engines.jsonl", false)))
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(url)))
	screenshots(t, ctx, "two-runs")
	assert.Equal(t, 6, shown(t, ctx))
	filter(t, ctx, "category", "echo_cascade")
	assert.Equal(t, 1, shown(t, ctx))
	filter(t, ctx, "category", "")
	filter(t, ctx, "effect", "missed")
	assert.Equal(t, 2, shown(t, ctx), "the plums by the first run, the hostile case by the second")
	assert.Equal(t, "2 of 6 cases", eval[string](t, ctx, `document.getElementById("shown").textContent`))
	filter(t, ctx, "who", "0")
	assert.Equal(t, 1, shown(t, ctx))
	filter(t, ctx, "effect", "")
	filter(t, ctx, "who", "")
	filter(t, ctx, "words", "SPIDER legs")
	assert.Equal(t, 1, shown(t, ctx))
	click(t, ctx, "#filters button[type=reset]")
	assert.Equal(t, 6, shown(t, ctx))
	click(t, ctx, "#filters [data-act=open]")
	assert.Equal(t, 6, eval[int](t, ctx, `document.querySelectorAll(".case[open]").length`))
	screenshots(t, ctx, "two-runs-open")
	click(t, ctx, "#filters [data-act=close]")
	assert.Equal(t, 0, eval[int](t, ctx, `document.querySelectorAll(".case[open]").length`))
	filter(t, ctx, "category", "echo_cascade")
	eval[bool](t, ctx, `new Promise(done => { location.hash = "#case-hostile-text"; setTimeout(() => done(true), 200) })`)
	assert.Equal(t, 1, eval[int](t, ctx, `document.querySelectorAll("#case-hostile-text[open]:not([hidden])").length`),
		"a link to a case shows and opens it, whatever is filtered")
	assert.Empty(t, complaints())
}

// The list can be worked with the keyboard alone.
func TestReportByKeyboard(t *testing.T) {
	ctx, complaints := chromium(t)
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(savedPage(t, htmlOf(t, fixture(t, "judged.jsonl", true))))))
	require.NoError(t, chromedp.Do(ctx, chromedp.KeyEvent(kb.Tab)))
	assert.Equal(t, "skip", eval[string](t, ctx, `document.activeElement.className`), "the first stop leads past the contents")
	eval[bool](t, ctx, `(document.querySelector(".case summary").focus(), true)`)
	require.NoError(t, chromedp.Do(ctx, chromedp.KeyEvent(kb.Enter)))
	assert.Equal(t, 1, eval[int](t, ctx, `document.querySelectorAll(".case[open]").length`))
	assert.Empty(t, complaints())
}

// Without scripts every case and every text is there, and no filter form.
func TestReportWithoutScripts(t *testing.T) {
	ctx, complaints := chromium(t)
	_, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	require.NoError(t, err)
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(savedPage(t, htmlOf(t, fixture(t, "judged.jsonl", true))))))
	_, err = chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: false})
	require.NoError(t, err)
	assert.Equal(t, 6, shown(t, ctx))
	assert.False(t, eval[bool](t, ctx, `document.getElementById("filters").checkVisibility()`))
	assert.Contains(t, eval[string](t, ctx, `document.body.textContent`), "7 - 3 + 5 = 9, so nine plums.")
	assert.Empty(t, complaints())
}

// Nothing needs sideways scrolling but tables in their own boxes.
func TestReportFitsTheScreen(t *testing.T) {
	ctx, complaints := chromium(t)
	url := savedPage(t, htmlOf(t, embeddedRun(t, 144)))
	for _, width := range []int64{390, 1280} {
		require.NoError(t, chromedp.Do(ctx, viewport(width), chromedp.Navigate(url)))
		assert.LessOrEqual(t, eval[int64](t, ctx, `document.documentElement.scrollWidth`), width)
		assert.Empty(t, eval[[]string](t, ctx, `[...document.querySelectorAll("main *")].filter(e => !e.closest(".scroll, .skip") &&
			e.getBoundingClientRect().right > innerWidth).map(e => e.tagName + " " + e.className + ": " + e.textContent.slice(0, 40)).slice(0, 5)`))
	}
	screenshots(t, ctx, "one-run")
	// On paper, of A4 at 96 dots an inch, tables cannot scroll.
	_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	require.NoError(t, err)
	require.NoError(t, chromedp.Do(ctx, viewport(794), chromedp.Navigate(url)))
	assert.LessOrEqual(t, eval[int64](t, ctx, `document.documentElement.scrollWidth`), int64(794))
	assert.Empty(t, complaints())
}

func TestComparisonInChromium(t *testing.T) {
	ctx, complaints := chromium(t)
	require.NoError(t, chromedp.Do(ctx, viewport(390), chromedp.Navigate(savedPage(t, comparedPage(t)))))
	assert.LessOrEqual(t, eval[int64](t, ctx, `document.documentElement.scrollWidth`), int64(390))
	screenshots(t, ctx, "compared")
	assert.Equal(t, 2, shown(t, ctx))
	filter(t, ctx, "effect", "broken")
	assert.Equal(t, 2, shown(t, ctx))
	filter(t, ctx, "category", "genuine_disagreement")
	assert.Equal(t, 1, shown(t, ctx))
	assert.Empty(t, complaints())
}

// axe-core finds nothing, in light and dark, with a case open. tools/axe/check.sh
// fetches axe-core and runs this.
func TestAxe(t *testing.T) {
	source := os.Getenv("FCB_AXE_JS")
	if source == "" {
		t.Skip("FCB_AXE_JS does not name axe.min.js; tools/axe/check.sh fetches it")
	}
	axe, err := os.ReadFile(source)
	require.NoError(t, err)
	ctx, _ := chromium(t)
	pages := map[string][]byte{
		"two runs": htmlOf(t, fixture(t, "judged.jsonl", true), fixture(t, "two_engines.jsonl", false)),
		"one run":  htmlOf(t, embeddedRun(t, 24)),
		"compared": comparedPage(t),
	}
	// Goldens of other pages are whole documents; those of reports lack their style.
	others, err := filepath.Glob("testdata/*/*.html")
	require.NoError(t, err)
	for _, path := range others {
		if filepath.Dir(path) != "testdata/report" {
			pages[path], err = os.ReadFile(path)
			require.NoError(t, err)
		}
	}
	for name, b := range pages {
		for _, scheme := range []string{"light", "dark"} {
			t.Run(name+" "+scheme, func(t *testing.T) {
				prefer(t, ctx, scheme)
				require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(savedPage(t, b))))
				eval[int](t, ctx, `(document.querySelectorAll("details").forEach((c, i) => c.open = i < 12), 0)`)
				eval[int](t, ctx, string(axe)+";0")
				found := eval[[]string](t, ctx, `axe.run(document).then(r => { window.axeResult = r;
					return r.violations.flatMap(v => v.nodes.map(n => v.id + ": " + n.target + " " + n.failureSummary)) })`)
				passes := eval[int](t, ctx, `window.axeResult.passes.length`)
				assert.Empty(t, found)
				assert.Greater(t, passes, 20)
				t.Logf("%d axe rules passed", passes)
			})
		}
	}
}

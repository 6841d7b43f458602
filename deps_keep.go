//go:build depskeep

package fcb

import (
	_ "github.com/chromedp/chromedp"
	_ "github.com/go-json-experiment/json"
	_ "github.com/goccy/go-yaml"
	_ "github.com/gofrs/flock"
	_ "github.com/google/renameio/v2"
	_ "github.com/google/shlex"
	_ "github.com/gowebpki/jcs"
	_ "github.com/hashicorp/go-retryablehttp"
	_ "github.com/mattn/go-runewidth"
	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	_ "github.com/parquet-go/parquet-go"
	_ "github.com/rivo/uniseg"
	_ "github.com/rogpeppe/go-internal/testscript"
	_ "github.com/santhosh-tekuri/jsonschema/v5"
	_ "github.com/stretchr/testify/require"
	_ "github.com/urfave/cli/v2"
	_ "go.uber.org/goleak"
	_ "golang.org/x/sync/errgroup"
	_ "golang.org/x/term"
	_ "golang.org/x/text/unicode/norm"
	_ "golang.org/x/time/rate"
	_ "gonum.org/v1/gonum/stat/distuv"
	_ "gonum.org/v1/plot"
	_ "pgregory.net/rapid"
)

#!/bin/sh
# Checks the HTML pages with axe-core, which is fetched into a temporary folder
# and not kept. Needs npm, Go and chromium.
set -eu
cd "$(dirname "$0")/../.."
command -v npm >/dev/null || { echo "npm is not installed; nothing was checked" >&2; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$folder" axe-core@4
FCB_AXE_JS="$folder/node_modules/axe-core/axe.min.js" go test ./scorer/report -run 'Axe' -count=1 -v

#!/bin/sh
# Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT
# Builds fcb, fetches ajv from npm into a temporary directory, measures, prints
# the table of docs/performance.md. Needs Go; node with npm and python3 with
# jsonschema for their rows. Arguments go to bench_validate (-n, -rounds, -only).
set -eu
cd "$(dirname "$0")/../.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
go build -o "$dir/fcb" ./cmd/fcb
go build -o "$dir/bench_validate" ./tools/bench_validate
if command -v npm >/dev/null 2>&1; then
  npm install --silent --no-audit --no-fund --prefix "$dir" ajv@8 ajv-formats@3 >/dev/null 2>&1 || echo "npm could not install ajv; its rows are left out" >&2
fi
"$dir/bench_validate" -fcb "$dir/fcb" -ajv "$dir" "$@"

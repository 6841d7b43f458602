#!/bin/sh
# Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT
#
# Measures fcb audit beside the same work in Python, alternating, whole processes,
# and prints medians as a Markdown table. From the project's root:
#
#     tools/bench_audit/run.sh [ROUNDS] [CANDIDATES]
#
# Needs GNU time and, for the Python rows, python3-numpy, python3-sklearn and
# python3-statsmodels; PYTHON names the interpreter (default /usr/bin/python3).
set -eu
rounds=${1:-5}
candidates=${2:-23391}
python=${PYTHON:-/usr/bin/python3}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT INT TERM
go build -o "$dir/fcb" ./cmd/fcb
go run ./tools/bench_audit -candidates "$candidates" >"$dir/trace.jsonl"

# once NAME COMMAND...: appends "seconds KiB cpu-seconds" to NAME's list
once() {
	name=$1
	shift
	/usr/bin/time -o "$dir/one" -f '%e %M %U %S' "$@" >"$dir/$name.out"
	tail -n 1 "$dir/one" | awk '{print $1, $2, $3+$4}' >>"$dir/$name.times"
}
i=0
while [ "$i" -lt "$rounds" ]; do
	once fcb "$dir/fcb" audit --quiet --format json "$dir/trace.jsonl"
	once floor "$dir/fcb" audit --quiet --bootstrap 0 --format json "$dir/trace.jsonl"
	once strongest "$python" tools/bench_audit/peer.py strongest "$dir/trace.jsonl"
	i=$((i + 1))
done
once usual "$python" tools/bench_audit/peer.py usual "$dir/trace.jsonl"

median() { # COLUMN NAME
	awk -v c="$1" '{print $c}' "$dir/$2.times" | sort -n | awk '{v[NR]=$1} END {print v[int((NR+1)/2)]}'
}
base=$(median 1 fcb)
echo "$candidates candidates, 2000 resamples, $rounds rounds, $(nproc) processors"
echo
echo '| whole process | s | CPU s | MiB | times fcb |'
echo '|---|---:|---:|---:|---:|'
for row in 'fcb:fcb audit, everything' 'floor:fcb audit, no resamples' 'strongest:NumPy, strongest way' 'usual:Python, usual way'; do
	name=${row%%:*}
	awk -v s="$(median 1 "$name")" -v k="$(median 2 "$name")" -v u="$(median 3 "$name")" -v b="$base" -v n="${row#*:}" \
		'BEGIN {printf "| %s | %.2f | %.2f | %.0f | %.1f |\n", n, s, u, k/1024, s/b}'
done

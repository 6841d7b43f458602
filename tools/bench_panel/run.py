#!/usr/bin/env python3
# Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT
"""Benchmarks of `fcb panel` beside NumPy on the same files in the same run.

    python3 tools/bench_panel/run.py [--repeats N] [--large] [FILE.csv ...]

Needs the Go tool chain and NumPy (Debian: python3-numpy), and prints the tables
of docs/panel.md. Simulated panels are always measured; files given are measured
too. --large adds 1000 x 10000. Times are medians of whole processes, wall clock;
compare the ratios, since absolute times drift with the machine.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def run(command, repeats):
    """Median seconds, peak MiB, and the output of the last run."""
    times, peak, out = [], 0, b""
    for _ in range(repeats):
        start = time.perf_counter()
        p = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        out = p.stdout.read()
        _, status, usage = os.wait4(p.pid, 0)
        times.append(time.perf_counter() - start)
        peak = max(peak, usage.ru_maxrss / 1024)
        if status != 0:
            sys.exit(f"{command}: failed")
    return statistics.median(times), peak, out


def agree(name, ours, theirs):
    pairs = [
        ("T", ours["design_effect"]["T"], theirs["T"], 1e-9),
        ("n_eff", ours["design_effect"]["n_eff"], theirs["n_eff"], 1e-9),
        ("mean phi", ours["design_effect"]["mean_phi"], theirs["mean_phi"], 1e-9),
        ("observed votes", ours["votes"]["observed"][-1], theirs["observed"], 1e-9),
        ("independent votes", ours["votes"]["independent"][-1], theirs["independent"], 1e-9),
        ("hardest", ours["hardest"][-1]["n_eff"], theirs["hardest"], 1e-9),
        ("null mean", ours["design_effect"]["null_mean"], theirs["null_mean"], 0.02),
        ("interval low", ours["design_effect"]["interval"]["n_eff"][0], theirs["n_eff_95"][0], 0.05),
    ]
    if theirs["makers"]:
        pairs.append(("makers", ours["makers"]["statistic"], theirs["makers"][0], 1e-9))
    for what, a, b, tolerance in pairs:
        if abs(a - b) > tolerance * max(1, abs(b)):
            sys.exit(f"{name}: {what} differs: fcb {a}, NumPy {b}")


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--repeats", type=int, default=5)
    p.add_argument("--large", action="store_true")
    p.add_argument("files", nargs="*")
    a = p.parse_args()
    python = [sys.executable, os.path.join(HERE, "numpy_panel.py")]
    with tempfile.TemporaryDirectory() as tmp:
        fcb = os.path.join(tmp, "fcb")
        subprocess.run(["go", "build", "-trimpath", "-o", fcb, "./cmd/fcb"], cwd=ROOT, check=True)
        panels = [(os.path.basename(f), f) for f in a.files]
        for models, questions in [(13, 21), (44, 1319), (100, 500)]:
            path = os.path.join(tmp, f"{models}x{questions}.csv")
            subprocess.run([fcb, "panel", "simulate", "--quiet", "--models", str(models), "--questions", str(questions),
                            "--rho", "0.3", "--accuracy", "0.8", "-o", path], check=True)
            panels.append((f"{models}x{questions}", path))

        print("Whole process: read the CSV, 5000 shuffles, 2000 resamples, votes, 10 hardest, every phi, makers.\n")
        print("| panel | fcb s | MiB | NumPy strong s | MiB | ratio | NumPy usual s | MiB | ratio |")
        print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
        for name, path in panels:
            ours = run([fcb, "panel", path, "--format", "json"], a.repeats)
            strong = run(python + [path, "strong"], max(1, a.repeats // 2))
            usual = run(python + [path, "usual"], 1)
            agree(name, json.loads(ours[2]), json.loads(strong[2]))
            agree(name, json.loads(ours[2]), json.loads(usual[2]))
            print(f"| {name} | {ours[0]:.3f} | {ours[1]:.0f} | {strong[0]:.2f} | {strong[1]:.0f} | {strong[0] / ours[0]:.0f} "
                  f"| {usual[0]:.2f} | {usual[1]:.0f} | {usual[0] / ours[0]:.0f} |", flush=True)

        print("\nThe null alone, 5000 shuffles: NumPy without imports and reading, fcb as a whole process.\n")
        print("| panel | fcb, 1 worker s | fcb, 2 workers s | rng.permuted s | ratio | partial Fisher-Yates s | ratio |")
        print("|---|---:|---:|---:|---:|---:|---:|")
        for name, path in panels[len(a.files):]:
            alone = [fcb, "panel", path, "--format", "json", "--bootstrap", "0", "--hardest", "0"]
            one, two = run(alone + ["--workers", "1"], a.repeats)[0], run(alone + ["--workers", "2"], a.repeats)[0]
            numpy = [json.loads(run(python + [path, way, "5000", "0", "kernel"], 1)[2])["seconds"] for way in ("permuted", "strong")]
            print(f"| {name} | {one:.3f} | {two:.3f} | {numpy[0]:.2f} | {numpy[0] / two:.0f} | {numpy[1]:.2f} | {numpy[1] / two:.0f} |", flush=True)

        if a.large:
            path = os.path.join(tmp, "large.csv")
            subprocess.run([fcb, "panel", "simulate", "--quiet", "--models", "1000", "--questions", "10000",
                            "--rho", "0.3", "--accuracy", "0.8", "-o", path], check=True)
            t, mem, _ = run([fcb, "panel", path, "--format", "json"], 1)
            print(f"\n1000x10000, 10 million answers, everything: fcb {t:.1f} s, {mem:.0f} MiB. (NumPy is left out: a list of the rows alone takes several GB.)")


main()

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
    """Median seconds of wall clock and of processor, peak MiB, output of the last run."""
    times, cpu, peak, out = [], [], 0, b""
    for _ in range(repeats):
        start = time.perf_counter()
        p = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        out = p.stdout.read()
        _, status, usage = os.wait4(p.pid, 0)
        times.append(time.perf_counter() - start)
        cpu.append(usage.ru_utime + usage.ru_stime)
        peak = max(peak, usage.ru_maxrss / 1024)
        if status != 0:
            sys.exit(f"{command}: failed")
    return statistics.median(times), statistics.median(cpu), peak, out


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

        print("Whole process: read the CSV, 5000 shuffles, 2000 resamples, votes, 10 hardest, every phi, makers.")
        print("Seconds are wall clock / processor.\n")
        print("| panel | fcb s | MiB | NumPy strong s | MiB | ratio | NumPy usual s | MiB | ratio |")
        print("|---|---:|---:|---:|---:|---:|---:|---:|---:|")
        for name, path in panels:
            ours = run([fcb, "panel", path, "--format", "json"], a.repeats)
            strong = run(python + [path, "strong"], max(1, a.repeats // 2))
            usual = run(python + [path, "usual"], 1)
            agree(name, json.loads(ours[3]), json.loads(strong[3]))
            agree(name, json.loads(ours[3]), json.loads(usual[3]))
            row = f"| {name} | {ours[0]:.3f} / {ours[1]:.3f} | {ours[2]:.0f} "
            for other in (strong, usual):
                row += f"| {other[0]:.2f} / {other[1]:.2f} | {other[2]:.0f} | {other[0] / ours[0]:.0f} / {other[1] / ours[1]:.0f} "
            print(row + "|", flush=True)

        print("\nThe null alone, 5000 shuffles. NumPy: the shuffles only. fcb: the whole process, then the same less")
        print("one without shuffles, two workers.\n")
        print("| panel | fcb s | fcb, shuffles only s | rng.permuted s | ratio to shuffles | partial Fisher-Yates s | ratio to shuffles |")
        print("|---|---:|---:|---:|---:|---:|---:|")
        for name, path in panels[len(a.files):]:
            alone = [fcb, "panel", path, "--format", "json", "--bootstrap", "0", "--hardest", "0", "--workers", "2"]
            all_of_it = run(alone, a.repeats)
            nothing = run(alone + ["--permutations", "0"], a.repeats)
            null = [max(all_of_it[i] - nothing[i], 1e-3) for i in (0, 1)]
            row = f"| {name} | {all_of_it[0]:.3f} / {all_of_it[1]:.3f} | {null[0]:.3f} / {null[1]:.3f} "
            for way in ("permuted", "strong"):
                other = json.loads(run(python + [path, way, "5000", "0", "kernel"], 1)[3])
                row += f"| {other['seconds']:.2f} / {other['cpu']:.2f} | {other['seconds'] / null[0]:.0f} / {other['cpu'] / null[1]:.0f} "
            print(row + "|", flush=True)

        if a.large:
            path = os.path.join(tmp, "large.csv")
            subprocess.run([fcb, "panel", "simulate", "--quiet", "--models", "1000", "--questions", "10000",
                            "--rho", "0.3", "--accuracy", "0.8", "-o", path], check=True)
            t, cpu, mem, _ = run([fcb, "panel", path, "--format", "json"], 1)
            print(f"\n1000x10000, 10 million answers, everything: fcb {t:.1f} / {cpu:.1f} s, {mem:.0f} MiB. (NumPy is left out: a list of the rows alone takes several GB.)")


main()

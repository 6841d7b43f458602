#!/usr/bin/env python3
# Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT
"""The work of `fcb panel` in NumPy, for comparison: numpy_panel.py FILE usual|strong

Reads the same CSV and computes the design effect, its permutation null, the
bootstrap over questions, both vote curves, the hardest-question table, every
phi, and the maker comparison, and prints the figures that fcb must agree with.

usual   what one would write: a loop over shuffles with rng.permutation for each
        model, a loop over resamples with fancy indexing
strong  what NumPy does best here: partial Fisher-Yates on the rarer outcome of
        each model for all shuffles at once, matrix products for the bootstrap
"""
import csv
import json
import math
import sys
import time

import numpy as np


def read(path):
    rows = []
    with open(path, newline="") as f:
        for r in csv.DictReader(f):
            rows.append((r["model"], r["question_id"], r["correct"] == "1", r.get("maker") or ""))
    models = sorted({r[0] for r in rows})
    questions = sorted({r[1] for r in rows})
    at_m = {m: i for i, m in enumerate(models)}
    at_q = {q: i for i, q in enumerate(questions)}
    answered = np.zeros((len(models), len(questions)), bool)
    right = np.zeros_like(answered)
    makers = [""] * len(models)
    for m, q, c, k in rows:
        answered[at_m[m], at_q[q]] = True
        right[at_m[m], at_q[q]] = c
        makers[at_m[m]] = k
    return answered, right, makers


def moments(answered, right):
    a = answered.sum(1)
    s = right.sum(1)
    p = np.divide(s, a, out=np.zeros(len(a)), where=a > 0)
    expected = p @ answered
    variance = (a * p * (1 - p)).sum()
    t = ((right.sum(0) - expected) ** 2).sum() / variance if variance > 0 else math.nan
    n = answered.sum() / answered.any(0).sum()
    return t, n, expected, variance


def shuffles_usual(answered, right, expected, variance, b, rng):
    places = [np.flatnonzero(row) for row in answered]
    values = [right[i, w] for i, w in enumerate(places)]
    out = np.empty(b)
    for k in range(b):
        x = np.zeros(answered.shape[1])
        for w, v in zip(places, values):
            x[w] += rng.permutation(v)
        out[k] = ((x - expected) ** 2).sum() / variance
    return out


def shuffles_permuted(answered, right, expected, variance, b, rng):
    """One call a shuffle, for complete panels."""
    out = np.empty(b)
    for k in range(b):
        x = rng.permuted(right, axis=1).sum(0)
        out[k] = ((x - expected) ** 2).sum() / variance
    return out


def shuffles_strong(answered, right, expected, variance, b, rng):
    q = answered.shape[1]
    chunk = max(1, min(b, 4_000_000 // q))
    out = np.empty(b)
    for start in range(0, b, chunk):
        size = min(chunk, b - start)
        rows = np.arange(size)
        base = np.zeros(q)
        x = np.zeros(size * q)
        for i in range(len(answered)):
            places = np.flatnonzero(answered[i])
            k = int(right[i].sum())
            n = len(places)
            rare, sign = (k, 1) if 2 * k <= n else (n - k, -1)
            if sign < 0:
                base[places] += 1
            deck = np.tile(places.astype(np.int32), (size, 1))
            for j in range(rare):
                r = rng.integers(j, n, size=size)
                drawn = deck[rows, r]
                deck[rows, r] = deck[:, j]
                deck[:, j] = drawn
            if rare:
                flat = (deck[:, :rare] + (rows * q)[:, None]).ravel()
                x += sign * np.bincount(flat, minlength=size * q)
        d = x.reshape(size, q) + base - expected
        out[start:start + size] = np.einsum("ij,ij->i", d, d) / variance
    return out


def bootstrap_usual(answered, right, b, rng):
    q = answered.shape[1]
    out = []
    for _ in range(b):
        draw = rng.integers(0, q, q)
        t, n, _, _ = moments(answered[:, draw], right[:, draw])
        if t > 0:
            out.append(n / t)
    return np.array(out)


def bootstrap_strong(answered, right, b, rng):
    q = answered.shape[1]
    a32, r32 = answered.astype(np.float64), right.astype(np.float64)
    x = right.sum(0)
    out = []
    chunk = max(1, min(b, 2_000_000 // q))
    for start in range(0, b, chunk):
        c = rng.multinomial(q, np.full(q, 1 / q), size=min(chunk, b - start)).astype(np.float64)
        a, s = c @ a32.T, c @ r32.T
        p = np.divide(s, a, out=np.zeros_like(s), where=a > 0)
        variance = (a * p * (1 - p)).sum(1)
        d = x - p @ a32
        with np.errstate(divide="ignore", invalid="ignore"):
            t = (c * d * d).sum(1) / variance
            neff = a.sum(1) / q / t
        out.append(neff[(t > 0)])
    return np.concatenate(out)


def phis(answered, right, loop):
    if loop:
        values = []
        for i in range(len(answered)):
            for j in range(i + 1, len(answered)):
                both = answered[i] & answered[j]
                u, v = right[i, both].astype(float), right[j, both].astype(float)
                if both.sum() > 1 and 0 < u.mean() < 1 and 0 < v.mean() < 1:
                    values.append(np.corrcoef(u, v)[0, 1])
                else:
                    values.append(math.nan)
        return np.array(values)
    a, r = answered.astype(float), right.astype(float)
    n, s, both = a @ a.T, r @ a.T, r @ r.T
    d = s * (n - s) * s.T * (n - s.T)
    with np.errstate(divide="ignore", invalid="ignore"):
        m = (n * both - s * s.T) / np.sqrt(d)
    m[d <= 0] = math.nan
    return m[np.triu_indices(len(a), 1)]


def rectangle(answered):
    order = np.argsort(-answered.sum(1), kind="stable")
    best, keep = 0, None
    common = np.ones(answered.shape[1], bool)
    for r, m in enumerate(order, 1):
        common &= answered[m]
        if r >= 3 and r * common.sum() >= best and common.any():
            best, keep = r * common.sum(), (order[:r], common.copy())
    return keep


def curves(right):
    m, q = right.shape
    lf = np.array([math.lgamma(i + 1) for i in range(m + 1)])
    counts = np.bincount(right.sum(0), minlength=m + 1)
    observed = []
    for k in range(1, m + 1):
        total = 0.0
        for x in np.flatnonzero(counts):
            for j in range(max((k + 1) // 2, k - m + x), min(k, x) + 1):
                if 2 * j < k:
                    continue
                lp = lf[x] - lf[j] - lf[x - j] + lf[m - x] - lf[k - j] - lf[m - x - k + j] - lf[m] + lf[k] + lf[m - k]
                total += counts[x] * math.exp(lp) * (0.5 if 2 * j == k else 1)
        observed.append(total / q)
    chance = np.zeros((m + 1, m + 1))
    chance[0, 0] = 1
    for i, p in enumerate(right.mean(1)):
        k = np.arange(1, i + 2)[:, None] / (i + 1)
        old = chance[:i + 2].copy()
        new = np.zeros_like(old)
        new[1:] += k * (1 - p) * old[:-1]
        new[1:, 1:] += k * p * old[:-1, :-1]
        new[1:] += (1 - k) * old[1:]
        new[0] = old[0]
        chance[:i + 2] = new
    independent = []
    for k in range(1, m + 1):
        row = chance[k]
        j = np.arange(m + 1)
        independent.append(float(row[2 * j > k].sum() + 0.5 * row[2 * j == k].sum()))
    return observed, independent


def makers_effect(values, makers, b, rng):
    i, j = np.triu_indices(len(makers), 1)
    ok = ~np.isnan(values)
    i, j, v = i[ok], j[ok], values[ok]
    labels = np.unique(makers, return_inverse=True)[1]

    def statistic(l):
        same = l[i] == l[j]
        return v[same].mean() - v[~same].mean()

    s = statistic(labels)
    null = np.array([statistic(rng.permutation(labels)) for _ in range(b)])
    return s, (1 + (null >= s - 1e-12).sum()) / (1 + b)


def main():
    path, way = sys.argv[1], sys.argv[2]
    b = int(sys.argv[3]) if len(sys.argv) > 3 else 5000
    boot = int(sys.argv[4]) if len(sys.argv) > 4 else 2000
    kernel = len(sys.argv) > 5  # time the shuffles alone
    rng = np.random.default_rng(1)
    answered, right, makers = read(path)
    t, n, expected, variance = moments(answered, right)
    if kernel:
        f = {"usual": shuffles_usual, "permuted": shuffles_permuted, "strong": shuffles_strong}[way]
        start, cpu = time.perf_counter(), time.process_time()
        null = f(answered, right, expected, variance, b, rng)
        print(json.dumps({"seconds": time.perf_counter() - start, "cpu": time.process_time() - cpu, "null_mean": null.mean()}))
        return
    usual = way == "usual"
    null = (shuffles_usual if usual else shuffles_strong)(answered, right, expected, variance, b, rng)
    sizes = (bootstrap_usual if usual else bootstrap_strong)(answered, right, boot, rng)
    values = phis(answered, right, usual)
    share = right.sum(0) / answered.sum(0)
    order = np.argsort(share, kind="stable")
    hardest = []
    for k in range(11):
        keep = np.sort(order[k:])
        tk, nk, _, _ = moments(answered[:, keep], right[:, keep])
        hardest.append((nk / tk, np.nanmean(phis(answered[:, keep], right[:, keep], usual))))
    m, common = rectangle(answered)
    observed, independent = curves(right[np.ix_(m, common)])
    effect = makers_effect(values, makers, b, rng) if any(makers) else None
    print(json.dumps({
        "T": t, "n_eff": n / t, "null_mean": null.mean(),
        "p": (1 + (null >= t - 1e-9 * max(1, t)).sum()) / (1 + b),
        "n_eff_95": list(np.percentile(sizes, [2.5, 97.5])),
        "mean_phi": np.nanmean(values), "hardest": hardest[-1][0],
        "observed": observed[-1], "independent": independent[-1], "makers": effect,
    }))


main()

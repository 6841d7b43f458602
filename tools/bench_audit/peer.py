#!/usr/bin/env python3
# Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT
"""The main figures of fcb audit in Python, for comparison of numbers and speed.

    python3 peer.py strongest|usual TRACE [RESAMPLES]

"strongest" is what NumPy allows: columns, sums by cluster, and resamples as a
product of a weight matrix with counts. "usual" is what scripts do: rows gathered
for each resample and one library call a figure. Both read the file, compute
routing, calibration, cross-fitted recalibration, commitment and three clustered
logits, and print their figures as JSON. fcb computes more than this (other
routers, exact nulls, groups, scores, a card); what is here is what both do.

Needs python3-numpy, python3-sklearn and python3-statsmodels, as in Debian 12.
"""
import json
import sys
import time

import numpy as np


def read(path):
    polls, speaks, outcomes = [], [], []
    with open(path, "rb") as f:
        for line in f:
            r = json.loads(line)
            t = r.get("type", "poll")
            if t == "poll":
                polls.append(r)
            elif t == "speak":
                speaks.append(r)
            elif t == "outcome":
                outcomes.append(r)
    return polls, speaks, outcomes


def code(values):
    index = {}
    return np.array([index.setdefault(v, len(index)) for v in values]), list(index)


def columns(polls):
    c = {}
    c["block"], keys = code([(p.get("trace_id", p["problem_id"]), p.get("round", 0), p["block_id"]) for p in polls])
    c["index"] = {k: i for i, k in enumerate(keys)}
    c["cluster"], _ = code([p["problem_id"] for p in polls])
    c["conf"] = np.array([p["confidence"] for p in polls], float)
    c["valid"] = np.array([bool(p.get("valid")) for p in polls])
    c["correct"] = np.array([bool(p.get("correct")) for p in polls]) & c["valid"]
    c["answer"], _ = code([p.get("answer") for p in polls])
    c["agent"], _ = code([p["agent"] for p in polls])
    c["tier"] = np.array([p.get("tier", 0) for p in polls], float)
    return c


def selection(c, conf):
    """First highest score of each block."""
    order = np.lexsort((np.arange(len(conf)), -conf, c["block"]))
    first = np.r_[True, np.diff(c["block"][order]) != 0]
    return order[first]


def pair_sums(c, conf):
    """Per block: pairs of a correct and a wrong valid candidate, wins, ties."""
    n = int(c["block"].max()) + 1
    pairs, wins, ties = np.zeros(n), np.zeros(n), np.zeros(n)
    size = np.bincount(c["block"], minlength=n)
    order = np.argsort(c["block"], kind="stable")
    start = np.r_[0, np.cumsum(size)[:-1]]
    for i in range(size.max()):
        for j in range(size.max()):
            if i == j:
                continue
            ok = size > max(i, j)
            a, b = order[start[ok] + i], order[start[ok] + j]
            use = c["correct"][a] & c["valid"][b] & ~c["correct"][b]
            blk = np.flatnonzero(ok)[use]
            x, y = conf[a[use]], conf[b[use]]
            np.add.at(pairs, blk, 1)
            np.add.at(wins, blk, (x > y) + 0.5 * (x == y))
            np.add.at(ties, blk, x == y)
    return pairs, wins, ties


def routing_sums(c):
    """One row of sums a block, from which all rates are made."""
    n = int(c["block"].max()) + 1
    sel = selection(c, c["conf"])
    nv = np.bincount(c["block"], c["valid"], n)
    nc = np.bincount(c["block"], c["correct"], n)
    sv, sc, hit = c["valid"][sel], c["correct"][sel], nc > 0
    pairs, wins, ties = pair_sums(c, c["conf"])
    mixed = pairs > 0
    route = nv > 0
    # vote clusters: (block, answer) of valid candidates
    v = c["valid"]
    key, inv = np.unique(c["block"][v].astype(np.int64) * (c["answer"].max() + 1) + c["answer"][v], return_inverse=True)
    kb = key // (c["answer"].max() + 1)
    votes, right = np.bincount(inv), np.bincount(inv, c["correct"][v])
    weight = np.bincount(inv, np.rint(c["conf"][v] * 100))
    share = right / votes

    def vote(w):
        top = np.zeros(n)
        np.maximum.at(top, kb, w)
        best = w == top[kb]
        return np.bincount(kb[best], share[best], n) / np.maximum(np.bincount(kb[best], minlength=n), 1)

    top = np.full(n, -1.0)
    np.maximum.at(top, c["block"][v], c["conf"][v])
    tied = v & (c["conf"] == top[c["block"]])
    top_random = np.bincount(c["block"], tied & c["correct"], n) / np.maximum(np.bincount(c["block"], tied, n), 1)
    cluster = np.zeros(n, int)
    cluster[c["block"]] = c["cluster"]
    z = np.zeros(n)
    rows = np.stack([np.ones(n), sv, sc, hit, sc & hit, (nv > 1) & sv, (nv > 1) & sv & ~sc & hit, mixed,
                     np.divide(wins, pairs, out=z.copy(), where=mixed), pairs, ties, route, sc & route,
                     top_random * route, np.divide(nc, nv, out=z.copy(), where=route), vote(votes) * route,
                     vote(weight) * route, hit], 1).astype(float)
    return rows, cluster, sel


def rates(s):
    s = np.asarray(s).T
    return {"cra": s[2] / s[1], "hrwp": s[4] / s[3], "mcr": s[6] / s[5], "pcca": s[8] / s[7], "ctr": s[10] / s[9],
            "runtime_argmax": s[12] / s[11], "top_confidence_tie_random": s[13] / s[11], "random_valid": s[14] / s[11],
            "majority_vote": s[15] / s[11], "confidence_weighted_vote": s[16] / s[11], "oracle": s[17] / s[11]}


def counts_figures(value, n, k):
    """AUROC, ECE (10, 15, 20 of both kinds), Brier, AUARC of rows of counts."""
    n, k = np.atleast_2d(n), np.atleast_2d(k)
    f, N = n - k, n.sum(1)
    below = np.cumsum(f, 1) - f
    out = {"auroc": (k * (below + f / 2)).sum(1) / (k.sum(1) * f.sum(1))}
    for b in (10, 15, 20):
        edge = np.searchsorted(np.arange(1, b) / b, value, side="left")
        one = np.zeros((len(value), b))
        one[np.arange(len(value)), edge] = 1
        out[f"ece_width_{b}"] = np.abs((n * value) @ one - k @ one).sum(1) / N
        cum = np.cumsum(n, 1)
        cut = np.stack([(cum <= (((N - 1) * j) // b)[:, None]).sum(1) for j in range(1, b)], 1)
        at = (cut[:, None, :] < np.arange(len(value))[None, :, None]).sum(2)
        flat = (np.arange(len(N))[:, None] * b + at).ravel()
        d = np.bincount(flat, (n * value - k).ravel(), len(N) * b).reshape(-1, b)
        out[f"ece_mass_{b}"] = np.abs(d).sum(1) / N
    out["brier"] = (f * value**2 + k * (1 - value)**2).sum(1) / N
    h = np.r_[0, np.cumsum(1 / np.arange(1, int(N.max()) + 1))]
    nr, kr = n[:, ::-1], k[:, ::-1]
    m, s = np.cumsum(nr, 1) - nr, np.cumsum(kr, 1) - kr
    rate = np.divide(kr, nr, out=np.zeros_like(kr), where=nr > 0)
    out["auarc"] = ((s - m * rate) * (h[(m + nr).astype(int)] - h[m.astype(int)]) + kr).sum(1) / N
    out["gap"] = (n * value - k).sum(1) / N
    return out


def percentile(d):
    return {k: np.nanquantile(v, [0.025, 0.975]).tolist() for k, v in d.items()}


def folds(c):
    rng = np.random.default_rng(1)
    return rng.permutation(c["cluster"].max() + 1)[c["cluster"]] % 2


def recalibrate(c, use):
    from scipy.optimize import minimize_scalar
    from sklearn.isotonic import IsotonicRegression
    x, y, fold = c["conf"][use], c["correct"][use].astype(float), folds(c)[use]
    iso, temp = np.empty(len(x)), np.empty(len(x))
    z = np.log(np.clip(x, 1e-6, 1 - 1e-6) / (1 - np.clip(x, 1e-6, 1 - 1e-6)))
    for f in (0, 1):
        a, b = fold != f, fold == f
        iso[b] = IsotonicRegression(out_of_bounds="clip").fit(x[a], y[a]).predict(x[b])
        t = minimize_scalar(lambda l: np.mean(np.logaddexp(0, z[a] / np.exp(l)) - y[a] * z[a] / np.exp(l)), bounds=(-4.6, 4.6), method="bounded").x
        temp[b] = 1 / (1 + np.exp(-z[b] / np.exp(t)))
    return np.round(iso, 12), np.round(temp, 12), y


def models(c, speaks, outcomes, sel, polls):
    import statsmodels.api as sm
    out = {}
    use = c["valid"]
    zs = lambda v: (v - v.mean()) / v.std()
    conf, tier = zs(c["conf"][use]), zs(c["tier"][use])
    dummies = (c["agent"][use][:, None] == np.arange(1, c["agent"].max() + 1)).astype(float)
    X = np.column_stack([np.ones(use.sum()), conf, dummies, tier, zs(conf * tier)])
    fit = sm.Logit(c["correct"][use].astype(float), X).fit(disp=0, cov_type="cluster", cov_kwds={"groups": c["cluster"][use]})
    out["correctness"] = [fit.params[1], fit.bse[1]]
    block = {k: i for k, i in c["index"].items()}
    rows = [(block[(s.get("trace_id", s["problem_id"]), s.get("round", 0), s["block_id"])], s) for s in speaks]
    chosen = np.array([sel[b] for b, _ in rows])
    div = np.array([s.get("equivalent") is False for _, s in rows], float)
    ok = c["valid"][chosen]
    X = np.column_stack([np.ones(ok.sum()), zs(c["conf"][chosen][ok]), zs(c["tier"][chosen][ok])])
    fit = sm.Logit(div[ok], X).fit(disp=0, cov_type="cluster", cov_kwds={"groups": c["cluster"][chosen][ok]})
    out["divergence"] = [fit.params[1], fit.bse[1]]
    right = np.array([bool(s.get("correct")) for _, s in rows])
    delta = right.astype(float) - c["correct"][chosen]
    P = ok
    D = ok & (div == 1)
    out["psdr"] = D.sum() / P.sum()
    out["npcs_unc"] = delta[P].mean()
    tid = {}
    for i, p in enumerate(polls):
        tid.setdefault(p.get("trace_id", p["problem_id"]), []).append(c["block"][i])
    nb = int(c["block"].max()) + 1
    hit = np.bincount(c["block"], c["correct"], nb) > 0
    inv = ~c["valid"][sel]
    feats, y, g = [], [], []
    first = {}
    for i, p in enumerate(polls):
        first.setdefault(p.get("trace_id", p["problem_id"]), c["cluster"][i])
    for o in outcomes:
        b = np.unique(tid[o["trace_id"]])
        feats.append([hit[b].mean(), inv[b].mean(), c["conf"][sel[b]].mean(), c["tier"][sel[b[0]]]])
        y.append(o["passed"])
        g.append(first[o["trace_id"]])
    F = np.array(feats)
    X = np.column_stack([np.ones(len(F)), (F - F.mean(0)) / F.std(0)])
    fit = sm.Logit(np.array(y, float), X).fit(disp=0, cov_type="cluster", cov_kwds={"groups": np.array(g)})
    out["outcome"] = [fit.params[1], fit.bse[1]]
    return out


def permute(c, rng):
    noise = rng.random(len(c["conf"]))
    order = np.lexsort((noise, c["block"]))
    conf = np.empty_like(c["conf"])
    conf[np.argsort(c["block"], kind="stable")] = c["conf"][order]
    sel = selection(c, conf)
    n = int(c["block"].max()) + 1
    hit = np.bincount(c["block"], c["correct"], n) > 0
    pairs, wins, _ = pair_sums(c, conf)
    return c["correct"][sel].sum() / c["valid"][sel].sum(), c["correct"][sel].sum() / hit.sum(), (wins[pairs > 0] / pairs[pairs > 0]).mean()


def strongest(path, B):
    polls, speaks, outcomes = read(path)
    c = columns(polls)
    rng = np.random.default_rng(1)
    rows, cluster, sel = routing_sums(c)
    G = int(cluster.max()) + 1
    byc = np.zeros((G, rows.shape[1]))
    np.add.at(byc, cluster, rows)
    out = {"routing": {k: float(v) for k, v in rates(byc.sum(0)).items()}}
    W = rng.multinomial(G, np.full(G, 1 / G), B).astype(float)
    with np.errstate(all="ignore"):
        out["routing_interval"] = percentile(rates(W @ byc))
    use = c["valid"]

    def calibrate(x, y):
        value, at = np.unique(x, return_inverse=True)
        flat = c["cluster"][use] * len(value) + at
        n = np.bincount(flat, minlength=G * len(value)).reshape(G, -1).astype(float)
        k = np.bincount(flat, y, G * len(value)).reshape(G, -1)
        point = {a: float(b[0]) for a, b in counts_figures(value, n.sum(0), k.sum(0)).items()}
        start = time.perf_counter()
        interval = percentile(counts_figures(value, W @ n, W @ k))
        return point, interval, time.perf_counter() - start

    iso, temp, y = recalibrate(c, use)
    out["calibration"], out["calibration_interval"], out["bootstrap_seconds"] = calibrate(c["conf"][use], y)
    out["isotonic"], _, _ = calibrate(iso, y)
    out["temperature"], _, _ = calibrate(temp, y)
    out["models"] = models(c, speaks, outcomes, sel, polls)
    p = np.array([permute(c, rng) for _ in range(50)])
    out["permutation"] = p.mean(0).tolist()
    return out


def usual(path, B):
    from sklearn.metrics import brier_score_loss, roc_auc_score
    polls, speaks, outcomes = read(path)
    c = columns(polls)
    rng = np.random.default_rng(1)
    rows, cluster, sel = routing_sums(c)
    G = int(cluster.max()) + 1
    out = {"routing": {k: float(v) for k, v in rates(rows.sum(0)).items()}}
    members = [np.flatnonzero(cluster == g) for g in range(G)]
    use = np.flatnonzero(c["valid"])
    own = [use[c["cluster"][use] == g] for g in range(G)]
    x, y = c["conf"], c["correct"].astype(float)

    def ece(a, b):
        bins = np.clip(np.ceil(a * 10) - 1, 0, 9).astype(int)
        return np.abs(np.bincount(bins, a - b, 10)).sum() / len(a)

    figures = lambda i: {"auroc": roc_auc_score(y[i], x[i]), "brier": brier_score_loss(y[i], x[i]), "ece_width_10": ece(x[i], y[i])}
    out["calibration"] = figures(use)
    draws, start = [], time.perf_counter()
    for _ in range(B):
        g = rng.integers(0, G, G)
        i = np.concatenate([own[j] for j in g])
        b = np.concatenate([members[j] for j in g])
        draws.append({**figures(i), **rates(rows[b].sum(0))})
    out["interval"] = percentile({k: np.array([d[k] for d in draws]) for k in draws[0]})
    out["bootstrap_seconds"] = time.perf_counter() - start
    iso, temp, yy = recalibrate(c, c["valid"])
    out["isotonic"] = {"ece_width_10": ece(iso, yy), "brier": brier_score_loss(yy, iso)}
    out["models"] = models(c, speaks, outcomes, sel, polls)
    p = np.array([permute(c, rng) for _ in range(50)])
    out["permutation"] = p.mean(0).tolist()
    return out


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in ("strongest", "usual"):
        sys.exit(__doc__)
    resamples = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    print(json.dumps({"strongest": strongest, "usual": usual}[sys.argv[1]](sys.argv[2], resamples), default=float, indent=1))

#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Sparsemax in NumPy, written from Martins and Astudillo 2016, "From Softmax to Sparsemax: A Sparse
Model of Attention and Multi-Label Classification" (ICML), for the lab to be compared with.

    tests/golden/sparsemax_reference.py > tests/golden/sparsemax_reference.json

prints 1,000 lines of scores: some with ties, some of one word, some with blocked cells, some with
large scores. Each has its weights by Algorithm 1, a direction, and the Jacobian times
that direction: {"scores": […], "blocked": […], "weights": […], "direction": […], "change": […]}.
"""
import json

import numpy as np


def support(z):
    """Algorithm 1: the indices of the support S(z) and the threshold τ(z)."""
    ordered = np.sort(z)[::-1]                                    # z_(1) ≥ … ≥ z_(K)
    sums = np.cumsum(ordered)
    counts = np.arange(1, len(z) + 1)
    k = counts[1 + counts * ordered > sums].max()                 # k(z)
    threshold = (sums[k - 1] - 1) / k                             # τ(z)
    return z > threshold, threshold


def sparsemax(z):
    """The weights: p_i = [z_i − τ(z)]_+."""
    return np.maximum(z - support(z)[1], 0)


def jacobian(z):
    """The Jacobian: Diag(s) − s sᵀ / |S(z)|, where s indicates the support."""
    s = support(z)[0].astype(float)
    return np.diag(s) - np.outer(s, s) / s.sum()


def is_at_a_kink(z):
    """Whether rounding decides if a score is in the support: there is no Jacobian."""
    ordered = np.sort(z)[::-1]
    counts = np.arange(1, len(z) + 1)
    return (abs(1 + counts * ordered - np.cumsum(ordered)) < 1e-6).any()


def drawn_line(at, random):
    count = 1 if at % 25 == 0 else int(random.integers(2, 13))
    if at % 5 == 0:
        return random.integers(-6, 7, count) / 3                  # many ties
    size = (0.2, 1, 4, 300)[at % 4]
    return np.round(random.normal(0, size, count), 4)


def lines(count):
    random = np.random.default_rng(20160619)
    made = []
    while len(made) < count:
        at = len(made)
        z = drawn_line(at, random)
        blocked = random.random(len(z)) < (0.3 if at % 3 == 0 else 0)
        is_open = ~blocked
        if not is_open.any() or is_at_a_kink(z[is_open]):
            continue
        direction = np.round(random.normal(0, 1, len(z)), 3)
        weights, change = np.zeros(len(z)), np.zeros(len(z))
        weights[is_open] = sparsemax(z[is_open])
        change[is_open] = jacobian(z[is_open]) @ direction[is_open]
        made.append({"scores": z.tolist(), "blocked": blocked.tolist(), "weights": weights.tolist(),
                     "direction": direction.tolist(), "change": change.tolist()})
    return made


if __name__ == "__main__":
    print("[" + ",\n".join(json.dumps(line, separators=(",", ":")) for line in lines(1000)) + "]")

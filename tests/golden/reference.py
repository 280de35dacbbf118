#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Attention in NumPy, written from the definition alone, to compare the engine with.

    scores = Q K^T; scaled = scores / scale / temperature; masked = scaled, blocked cells -infinity;
    weights = the normaliser over the rows or columns of masked; output = weights V.
    A blocked cell's weight is 0; a line whose cells are all blocked is all zeros.

Prints seeded documents (in the document format) and each of their stages as JSON. Needs
python3-numpy, and only to make new numbers:
    tests/golden/reference.py > tests/golden/reference.json
"""
import itertools
import json
import math
import sys

import numpy as np

PROJECTIONS = ["learned", "none"]
SCALES = ["sqrt_d_k", "none", "d_k", "sqrt_d_model", "number"]
MASKS = ["none", "causal", "painted"]
NORMALISERS = ["softmax", "naive_softmax", "sum"]
AXES = ["rows", "columns"]
TEMPERATURES = [1, "other"]


def normalise_line(values, blocked, normaliser):
    """One row or column of weights. A NaN or infinity spreads as IEEE arithmetic says."""
    if blocked.all():
        return np.zeros(len(values))
    if normaliser == "sum":
        kept = np.where(blocked, 0.0, values)
        return np.where(blocked, 0.0, kept / kept.sum())
    shifted = values - values.max() if normaliser == "softmax" else values
    powers = np.where(blocked, 0.0, np.exp(shifted))
    return np.where(blocked, 0.0, powers / powers.sum())


def attend(document, head):
    x = np.array(document["embeddings"], dtype=np.float64)
    words, d_model = x.shape
    if document["projections"] == "none":
        query = key = value = x
    else:
        query, key, value = (x @ np.array(head[name], dtype=np.float64)
                             for name in ("w_q", "w_k", "w_v"))
    d_k = query.shape[1]
    scores = np.array([[np.dot(q, k) for k in key] for q in query])
    scale = document["scale"]
    divisor = {"sqrt_d_k": math.sqrt(d_k), "none": 1.0, "d_k": float(d_k),
               "sqrt_d_model": math.sqrt(d_model)}[scale] if isinstance(scale, str) else scale
    scaled = scores / divisor / document["temperature"]

    if document["mask"] == "none":
        blocked = np.zeros((words, words), dtype=bool)
    elif document["mask"] == "causal":
        blocked = np.array([[k > q for k in range(words)] for q in range(words)])
    else:
        blocked = np.array(document["mask"], dtype=bool)
    masked = np.where(blocked, -np.inf, scaled)

    weights = np.zeros_like(masked)
    no_key = []
    for line in range(words):
        at = (line, slice(None)) if document["axis"] == "rows" else (slice(None), line)
        weights[at] = normalise_line(masked[at], blocked[at], document["normaliser"])
        no_key.append(bool(blocked[at].all()))
    return {
        "Q": query, "K": key, "V": value, "scores": scores, "scaled": scaled, "masked": masked,
        "weights": weights,
        "weighted_values": [weights[q][:, None] * value for q in range(words)],
        "output": weights @ value, "no_key": no_key,
    }


def draw(random, rows, columns, size=2.0):
    return random.uniform(-size, size, (rows, columns)).round(3).tolist()


def make(seed, projections, scale, mask, normaliser, axis, temperature, words=None, size=2.0,
         blocked_lines=False):
    random = np.random.RandomState(seed)
    words = words or 1 + random.randint(5)
    d_model = 1 + random.randint(5)
    document = {
        "tokens": ["t%d" % at for at in range(words)],
        "embeddings": draw(random, words, d_model, size),
        "projections": projections,
        "scale": round(random.uniform(0.2, 6), 3) if scale == "number" else scale,
        "mask": mask,
        "normaliser": normaliser,
        "axis": axis,
        "temperature": round(random.uniform(0.1, 4), 3) if temperature == "other" else 1,
    }
    if projections == "learned":
        document["heads"] = []
        for _ in range(1 + random.randint(3)):
            d_k, d_v = 1 + random.randint(5), 1 + random.randint(5)
            document["heads"].append({"w_q": draw(random, d_model, d_k, size),
                                      "w_k": draw(random, d_model, d_k, size),
                                      "w_v": draw(random, d_model, d_v, size)})
    if mask == "painted":
        blocked = random.rand(words, words) < 0.4
        if blocked_lines:
            blocked[random.randint(words), :] = True
            blocked[:, random.randint(words)] = True
        document["mask"] = blocked.tolist()
    return document


def documents():
    seed = 0
    for switches in itertools.product(PROJECTIONS, SCALES, MASKS, NORMALISERS, AXES, TEMPERATURES):
        seed += 1
        yield make(seed, *switches, blocked_lines=seed % 3 == 0)
    # What is rare above: one word, blocked lines, very large scores, overflow to infinity.
    for normaliser, axis, projections in itertools.product(NORMALISERS, AXES, PROJECTIONS):
        for words, mask, size in ((1, "causal", 2), (1, "painted", 2), (4, "painted", 2),
                                  (3, "none", 60), (4, "causal", 60), (3, "painted", 1e160)):
            seed += 1
            yield make(seed, projections, "sqrt_d_k", mask, normaliser, axis, 1, words=words,
                       size=size, blocked_lines=True)


def plain(value):
    """JSON knows no NaN and no infinity; the document format writes them as strings."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, list):
        return [plain(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value


np.seterr(all="ignore")
lines = []
for document in documents():
    heads = [plain(attend(document, head)) for head in document.get("heads", [None])]
    lines.append(json.dumps({"document": document, "heads": heads}, separators=(",", ":")))
sys.stdout.write("[\n" + ",\n".join(lines) + "\n]\n")

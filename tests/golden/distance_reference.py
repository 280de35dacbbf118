#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Distance biases by one formula each, as in their papers, to compare the lab with.

    tests/golden/distance_reference.py > tests/golden/distance_reference.json

ALiBi, Press, Smith and Lewis 2022: softmax(q Kᵀ / √d_k + m · [−(i − 1), …, −1, 0]); the bias is
added after the scale. The slopes m of n heads are 2^(−8/n), and so on,
by the program beside the paper where n is no power of two.

T5, Raffel et al. 2020: a number for each bucket is added to the logit. T5 does not scale its logits; a
scale, where a document has one, divides the product of query and key alone. Buckets are those of its
program, mesh_tensorflow's _relative_position_bucket.

A temperature τ divides the logits, bias and all (Hinton et al. 2015).
"""
import json
import math
import sys

import numpy as np


def get_slopes(n):
    def of_power(n):
        start = 2 ** (-2 ** -(math.log2(n) - 3))
        return [start * start ** i for i in range(n)]
    if math.log2(n).is_integer():
        return of_power(n)
    closest = 2 ** math.floor(math.log2(n))
    return of_power(closest) + get_slopes(2 * closest)[0::2][:n - closest]


def relative_position_bucket(relative_position, bidirectional, num_buckets, max_distance):
    """Of memory_position − query_position."""
    ret, n = 0, -relative_position
    if bidirectional:
        num_buckets //= 2
        ret += num_buckets if n < 0 else 0
        n = abs(n)
    else:
        n = max(n, 0)
    max_exact = num_buckets // 2
    if n < max_exact:
        return ret + n
    if_large = max_exact + int(np.log(np.float32(n) / np.float32(max_exact))
                               / np.float32(math.log(max_distance / max_exact))
                               * np.float32(num_buckets - max_exact))
    return ret + min(if_large, num_buckets - 1)


def softmax(logits):
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def document(random, title, heads, words, d_k, model, of_heads):
    """Its inputs have three decimals; of_heads: more inputs of each head."""
    number = lambda rows, columns: random.uniform(-2, 2, (rows, columns)).round(3)
    given = {"X": number(words, 3)}
    for head in range(heads):
        for name in ("W_Q", "W_K", "W_V"):
            given[f"{name}/{head}"] = number(3, d_k)
        for name, columns in of_heads.items():
            given[f"{name}/{head}"] = number(1, columns)
    return given, {
        "format": "attention-lab", "version": [2, 0], "title": title,
        "model": {"heads": heads, **model}, "lists": {"words": [f"w{at}" for at in range(words)]},
        "inputs": {name: numbers.tolist() for name, numbers in given.items()}}


def main():
    random = np.random.default_rng(2022)
    made = []
    for heads in (1, 2, 3, 4, 5, 6, 7, 8, 12, 16):
        for mask in ("none", "causal"):
            tau = [1, 0.5, 2][len(made) % 3]
            scale, d_k, words = ["sqrt_d_k", "none"][len(made) % 2], 2 + heads % 3, 5
            given, one = document(random, f"ALiBi, {heads} heads, {mask}", heads, words, d_k,
                                  {"positions": "alibi", "mask": mask, "temperature": tau,
                                   "scale": scale}, {})
            i, j = np.indices((words, words))
            stages = {}
            for head, m in enumerate(get_slopes(heads)):
                q, k, v = (given["X"] @ given[f"{name}/{head}"] for name in ("W_Q", "W_K", "W_V"))
                root = math.sqrt(d_k) if scale == "sqrt_d_k" else 1
                logits = (q @ k.T / root - m * abs(i - j)) / tau
                logits[(j > i) & (mask == "causal")] = -np.inf
                weights = softmax(logits)
                stages[f"weights/{head}"] = weights.tolist()
                stages[f"output/{head}"] = (weights @ v).tolist()
            made.append({"document": one, "stages": stages})
    for heads in (1, 2, 3):
        for mask in ("none", "causal"):
            for scale in ("none", "sqrt_d_k"):
                tau = [1, 0.5, 2][len(made) % 3]
                d_k, words, count, furthest = 3, 14, 8, 10
                given, one = document(random, f"T5, {heads} heads, {mask}, {scale}", heads, words,
                                      d_k, {"positions": {"buckets": count, "furthest": furthest},
                                            "mask": mask, "temperature": tau, "scale": scale},
                                      {"T": count})
                stages = {}
                for head in range(heads):
                    q, k, v = (given["X"] @ given[f"{name}/{head}"]
                               for name in ("W_Q", "W_K", "W_V"))
                    bias = np.array([[given[f"T/{head}"][0, relative_position_bucket(
                        key - query, mask == "none", count, furthest)] for key in range(words)]
                                     for query in range(words)])
                    logits = (q @ k.T / (math.sqrt(d_k) if scale == "sqrt_d_k" else 1) + bias) / tau
                    i, j = np.indices((words, words))
                    logits[(j > i) & (mask == "causal")] = -np.inf
                    weights = softmax(logits)
                    stages[f"weights/{head}"] = weights.tolist()
                    stages[f"output/{head}"] = (weights @ v).tolist()
                made.append({"document": one, "stages": stages})
    print("[\n" + ",\n".join(json.dumps(one, separators=(",", ":")) for one in made) + "\n]")


main()

# SPDX-License-Identifier: MIT
"""The forward pass as people write it in Python, timed in one process that answers line by line.

usage: forward_peer.py numpy|torch THREADS      then lines of "TOKENS SECONDS" on standard input;
each is answered by the median time of one pass in microseconds.
"""
import statistics
import sys
import time

kind, threads = sys.argv[1], int(sys.argv[2])
if kind == "torch":
    import torch
    torch.set_num_threads(threads)
import numpy as np


def inputs(tokens):
    random = np.random.default_rng(1)
    d_model, d_k = (4, 3) if tokens == 3 else (64, 64)
    x = random.standard_normal((tokens, d_model))
    weights = [random.standard_normal((d_model, d_k)) / d_model**0.5 for _ in range(3)]
    return x, weights, d_k


def numpy_pass(tokens):
    """Everything allocated before, everything in place: the fastest that NumPy can be asked for."""
    x, (w_q, w_k, w_v), d_k = inputs(tokens)
    q, k, v, output = (np.empty((tokens, d_k)) for _ in range(4))
    scores, line = np.empty((tokens, tokens)), np.empty((tokens, 1))
    scale = 1 / d_k**0.5

    def once():
        np.matmul(x, w_q, out=q)
        np.matmul(x, w_k, out=k)
        np.matmul(x, w_v, out=v)
        np.matmul(q, k.T, out=scores)
        np.multiply(scores, scale, out=scores)
        np.max(scores, axis=1, keepdims=True, out=line)
        np.subtract(scores, line, out=scores)
        np.exp(scores, out=scores)
        np.sum(scores, axis=1, keepdims=True, out=line)
        np.divide(scores, line, out=scores)
        np.matmul(scores, v, out=output)
    return once


def torch_pass(tokens):
    x, weights, d_k = inputs(tokens)
    x = torch.from_numpy(x)
    w_q, w_k, w_v = (torch.from_numpy(weight) for weight in weights)
    scale = 1 / d_k**0.5

    def once():
        with torch.no_grad():
            q, k, v = x @ w_q, x @ w_k, x @ w_v
            return torch.softmax(q @ k.T * scale, 1) @ v
    return once


for request in sys.stdin:
    tokens, seconds = request.split()
    once = (torch_pass if kind == "torch" else numpy_pass)(int(tokens))
    once()
    times, end = [], time.perf_counter() + float(seconds)
    while len(times) < 3 or time.perf_counter() < end:
        repeats = 1 if int(tokens) > 128 else 20
        start = time.perf_counter()
        for _ in range(repeats):
            once()
        times.append((time.perf_counter() - start) / repeats)
    print(statistics.median(times) * 1e6, flush=True)

# SPDX-License-Identifier: MIT
"""Gradients and training as people write them in PyTorch, in one process that answers line by line.

usage: learning_peer.py      then lines on standard input, each answered by a median in microseconds:
    gradient WORDS SECONDS   forward and backward of one head
    training FILE SECONDS    a step of the eager loop of a program that `export --training` wrote
"""
import contextlib
import io
import statistics
import sys
import time

import torch

torch.set_num_threads(1)


def gradient(words):
    torch.manual_seed(1)
    width = 4 if words == 5 else 64
    x = torch.randn(words, width, dtype=torch.float64)
    weights = [torch.randn(width, width, dtype=torch.float64) / width**0.5 for _ in range(3)]
    learned = [matrix.requires_grad_() for matrix in (x, *weights)]

    def once():
        for matrix in learned:
            matrix.grad = None
        q, k, v = (learned[0] @ weight for weight in learned[1:])
        (torch.softmax(q @ k.T / width**0.5, 1) @ v).sum().backward()
    return once


def training(path):
    names = {}
    with open(path, encoding="utf-8") as file, contextlib.redirect_stdout(io.StringIO()):
        exec(compile(file.read(), path, "exec"), names)
    optimiser, learned, loss_of = names["optimiser"], names["learned"], names["loss_of"]

    def once():
        optimiser.zero_grad()
        loss = loss_of(*learned)
        loss.backward()
        optimiser.step()
    return once


for request in sys.stdin:
    what, of, seconds = request.split(" ")
    once = gradient(int(of)) if what == "gradient" else training(of)
    once()
    times, end = [], time.perf_counter() + float(seconds)
    while len(times) < 3 or time.perf_counter() < end:
        start = time.perf_counter()
        once()
        times.append(time.perf_counter() - start)
    print(statistics.median(times) * 1e6, flush=True)

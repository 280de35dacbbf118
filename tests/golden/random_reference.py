#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Draws numbers from NumPy's two streams and from PyTorch's CPU stream into random_reference.json.

Needs python3-numpy and python3-torch (on a processor with AVX2), and only to make new numbers:
    tests/golden/random_reference.py > tests/golden/random_reference.json
Every stream is one seed and a list of calls made one after the other, so that what a generator
keeps between calls is exercised too.
"""
import json
import sys

import numpy
import torch

SHAPES = [(1, 1), (7, 1), (1, 15), (4, 4), (1, 17), (1, 31), (8, 8), (3, 3), (5, 7)]
SEEDS = [0, 1, 42, 123, 2**31, 2**32 - 1]


def numpy_call(name, rows, columns, low=0, high=0):
    if name == "skip":
        for _ in range(rows):  # One 32-bit word each: the range fills the whole word.
            numpy.random.randint(0, 2**32)
        return []
    if name == "randint":
        return numpy.random.randint(low, high, size=(rows, columns)).ravel().tolist()
    return getattr(numpy.random, name)(rows, columns).ravel().tolist()


def generator_call(name, rows, columns, low=0, high=0):
    global rng
    if name == "seed":
        rng = numpy.random.default_rng(rows)
        return None
    if name == "skip":
        rng.bit_generator.random_raw(rows)
        return []
    if name == "randint":
        return rng.integers(low, high, size=(rows, columns)).ravel().tolist()
    draw = {"rand": rng.random, "randn": rng.standard_normal}[name]
    return draw((rows, columns)).ravel().tolist()


def torch_call(name, rows, columns, low=0, high=0):
    if name == "skip":
        torch.rand(rows)
        return []
    if name == "linear":  # As X W reads it: the layer stores outputs x inputs.
        layer = torch.nn.Linear(rows, columns, bias=False)
        return layer.weight.detach().T.to(torch.float64).ravel().tolist()
    if name == "linear_with_bias":
        layer = torch.nn.Linear(rows, columns)
        return (layer.weight.detach().T.to(torch.float64).ravel().tolist()
                + layer.bias.detach().to(torch.float64).tolist())
    return getattr(torch, name)(rows, columns).to(torch.float64).ravel().tolist()


def stream(library, seed, calls):
    draw = {"numpy": numpy_call, "default_rng": generator_call, "torch": torch_call}[library]
    {"numpy": numpy.random.seed, "torch": torch.manual_seed,
     "default_rng": lambda seed: generator_call("seed", seed, 0)}[library](seed)
    steps = []
    for name, *arguments in calls:
        values = draw(name, *arguments)
        steps.append({"call": name, "arguments": arguments, "values": values})
    return {"library": library, "seed": seed, "calls": steps}


streams = []
for library in ("numpy", "torch", "default_rng"):
    for seed in SEEDS:
        for name in ("rand", "randn"):
            streams.append(stream(library, seed, [(name, *shape) for shape in SHAPES]))
    streams.append(stream(library, 7, [("rand", 10, 64), ("randn", 10, 64)]))
    # Odd counts leave a spare normal behind; other draws and skipped words come in between.
    streams.append(stream(library, 5, [
        ("randn", 1, 3), ("rand", 1, 2), ("randn", 1, 1), ("randn", 2, 8), ("randn", 1, 5),
        ("randn", 1, 19), ("skip", 13, 1), ("randn", 1, 1), ("randn", 3, 5), ("rand", 1, 1)]))
for library, seed in [(one, seed) for one in ("numpy", "default_rng") for seed in (0, 42, 2**32 - 1)]:
    streams.append(stream(library, seed, [
        ("randint", 3, 3, 0, 3), ("randint", 4, 4, -5, 6), ("randint", 2, 2, 7, 8),
        ("randn", 1, 1), ("randint", 1, 9, 0, 2**32), ("randint", 1, 5, -2**31, 2**31),
        ("randint", 1, 5, 0, 2**40), ("randint", 1, 3, 0, 2**32 + 1), ("randn", 1, 1),
        ("randint", 1, 2, -2**63, 2**63 - 1), ("randint", 2, 3, 0, 1000), ("rand", 1, 3)]))
streams.append(stream("torch", 2**32 + 5, [("rand", 1, 4), ("randn", 1, 16)]))
streams.append(stream("torch", 2**63 - 1, [("rand", 1, 4), ("randn", 1, 4)]))

# Enough numbers that some lie beyond the last strip, and on the edge of every other.
streams.append(stream("default_rng", 3, [("randn", 100, 100)]))
# Halves of words stay behind; other draws come in between.
streams.append(stream("default_rng", 11, [
    ("randint", 1, 1, 0, 3), ("rand", 1, 1), ("randint", 1, 2, 0, 3), ("randint", 1, 3, 0, 2**63 - 1),
    ("randint", 1, 5, 0, 3 * 2**30), ("randint", 1, 5, 0, 3 * 2**61), ("randn", 1, 2)]))
for seed in SEEDS:
    streams.append(stream("torch", seed, [("linear", *shape) for shape in SHAPES]))
streams.append(stream("torch", 789, [
    ("randn", 6, 3), ("linear", 3, 2), ("linear", 3, 2), ("linear_with_bias", 3, 2),
    ("linear_with_bias", 7, 5), ("rand", 1, 3), ("linear", 64, 10), ("linear_with_bias", 1, 4)]))

streams_text = ",\n".join(json.dumps(s, separators=(",", ":")) for s in streams)
sys.stdout.write('{"numpy": "%s", "torch": "%s", "streams": [\n%s\n]}\n'
                 % (numpy.__version__, torch.__version__, streams_text))

#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Arrays as NumPy and safetensors write them, and reference.json with their exact values.

Needs python3-numpy, and only to make the files anew:
    tests/golden/array_reference.py tests/data/arrays
"""
import json
import struct
import sys
from pathlib import Path

import numpy as np

folder = Path(sys.argv[1])
(folder / "npy").mkdir(parents=True, exist_ok=True)
reference = {}


def value_text(value):
    value = float(value)
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "Infinity" if value > 0 else "-Infinity"
    return repr(value)


def note(file, name, array):
    reference.setdefault(file, {})[name] = {
        "shape": list(array.shape),
        "values": [value_text(value) for value in array.flatten(order="C")],
    }


def numbers(code, shape):
    """Numbers that use the range of the type: ends, signs, fractions."""
    count = int(np.prod(shape))
    kind = np.dtype(code).kind
    if kind == "b":
        return (np.arange(count) % 3 == 0).reshape(shape)
    if kind in "iu":
        about = np.iinfo(code)
        ends = [about.min, about.max, 0, 1] if np.dtype(code).itemsize < 8 else [
            -2**53 if kind == "i" else 2**53, 2**53, 0, 1]
        return np.array([ends[at] if at < 4 else at for at in range(count)], dtype=code).reshape(shape)
    about = np.finfo(code)
    first = [0.1, -0.0, float(about.max), float(about.tiny) / 4, -1 / 3, float("nan"), float("inf"), float("-inf")]
    return np.array([first[at] if at < 8 else at / 7 for at in range(count)]).astype(code).reshape(shape)


codes = ["f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "b1"]
archive = {}
for code in codes:
    for order in "CF":
        for endian in "<>":
            array = np.array(numbers(code, (3, 4)), dtype=endian + code, order=order)
            name = f"{code}_{'little' if endian == '<' else 'big'}_{'c' if order == 'C' else 'fortran'}"
            np.save(folder / "npy" / f"{name}.npy", array)
            note(f"npy/{name}.npy", name, array)
            archive[name] = array
shapes = {"zero_axes": (), "one_axis": (5,), "three_axes": (2, 3, 4), "five_axes": (2, 1, 2, 3, 2)}
for name, shape in shapes.items():
    for order in "CF":
        label = f"{name}_{order.lower()}"
        array = np.asarray(np.array(np.arange(int(np.prod(shape))).reshape(shape) / 8, order=order))
        np.save(folder / "npy" / f"{label}.npy", array)
        note(f"npy/{label}.npy", label, array)
        archive[label] = array
words = np.array(["The", "cat", "chased", "été", "猫", "🐈"])
for version in [(1, 0), (2, 0), (3, 0)]:
    label = f"version_{version[0]}"
    with open(folder / "npy" / f"{label}.npy", "wb") as file:
        np.lib.format.write_array(file, numbers("f8", (3, 4)), version=version)
    note(f"npy/{label}.npy", label, numbers("f8", (3, 4)))
np.save(folder / "npy" / "words.npy", words)
np.save(folder / "npy" / "bytes.npy", np.array([b"The", b"cat"]))
np.save(folder / "npy" / "objects.npy", np.array([{"a": 1}, None], dtype=object), allow_pickle=True)
np.save(folder / "npy" / "fields.npy", np.zeros(2, dtype=[("a", "<f8"), ("b", "<i4")]))
np.save(folder / "npy" / "complex.npy", np.array([1 + 2j]))

x = np.arange(20).reshape(5, 4) / 16
for write, name in [(np.savez, "stored.npz"), (np.savez_compressed, "packed.npz")]:
    write(folder / name, **archive)
    for label, array in archive.items():
        note(name, label, array)
np.savez_compressed(folder / "small.npz", tokens=words[:2], X=x[:2, :3])
note("small.npz", "X", x[:2, :3])


def safetensors(name, tensors):
    """Builds the format by hand: length, JSON head, data."""
    head, data = {"__metadata__": {"format": "np"}}, b""
    for label, (dtype, shape, raw) in tensors.items():
        head[label] = {"dtype": dtype, "shape": list(shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(head).encode()
    text += b" " * (-len(text) % 8)
    (folder / name).write_bytes(struct.pack("<Q", len(text)) + text + data)


def bfloat16(array):
    """The upper halves of float32, and what they are worth."""
    bits = np.asarray(array, dtype="<f4").view("<u4") >> 16
    return bits.astype("<u2").tobytes(), (bits << 16).astype("<u4").view("<f4")


tensors, exact = {}, {}
for label, code in [("F64", "f8"), ("F32", "f4"), ("F16", "f2"), ("I64", "i8"), ("U8", "u1"), ("BOOL", "b1")]:
    array = numbers(code, (3, 4)).astype("<" + code)
    tensors[label], exact[label] = (label, array.shape, array.tobytes()), array
raw, worth = bfloat16(numbers("f4", (3, 4)))
tensors["BF16"], exact["BF16"] = ("BF16", (3, 4), raw), worth.reshape(3, 4)
safetensors("types.safetensors", tensors)
for label, array in exact.items():
    note("types.safetensors", label, array)

# One head of a small model as PyTorch stores it: embeddings of a vocabulary, fused projections of
# two heads transposed (nn.Linear) and plain (Conv1D).
generator = np.random.RandomState(7)
vocabulary, width, heads = 10, 6, 2
embeddings = generator.randn(vocabulary, width).astype("<f4")
fused = generator.randn(3 * width, width).astype("<f4")
query = generator.randn(width, width).astype("<f4")
safetensors("model.safetensors", {
    "transformer.wte.weight": ("F32", embeddings.shape, embeddings.tobytes()),
    "h.0.attn.in_proj_weight": ("F32", fused.shape, fused.tobytes()),
    "h.0.attn.c_attn.weight": ("F32", fused.T.shape, np.ascontiguousarray(fused.T).tobytes()),
    "h.0.attn.q_proj.weight": ("F32", query.shape, query.tobytes()),
})
for label, array in [("transformer.wte.weight", embeddings), ("h.0.attn.in_proj_weight", fused),
                     ("h.0.attn.c_attn.weight", fused.T), ("h.0.attn.q_proj.weight", query)]:
    note("model.safetensors", label, array)

(folder / "reference.json").write_text(json.dumps(reference, indent=0) + "\n")

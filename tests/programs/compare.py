# SPDX-License-Identifier: MIT
"""Runs generated programs in this one process and compares every stage with an .npz.

compare.py FOLDER LIBRARY TOLERANCE: FOLDER holds pairs NAME.py (or NAME.ipynb) and NAME.npz.
NumPy stands in for the library "jax", because jax.numpy has the same names and meanings.
"""
import contextlib
import io
import json
import math
import pathlib
import sys
import types
import unittest.mock
import warnings

import numpy as np


def play_jax():
    jax = types.ModuleType("jax")
    jax.config = types.SimpleNamespace(update=lambda name, value: None)
    jax.numpy = np
    jax.nn = types.SimpleNamespace(
        gelu=lambda x, approximate: x * np.vectorize(math.erfc)(-x / math.sqrt(2)) / 2)
    sys.modules["jax"], sys.modules["jax.numpy"] = jax, np


def play_matplotlib():
    """Notebooks draw a picture, which is not checked here."""
    plot = unittest.mock.MagicMock()
    plot.subplots.return_value = unittest.mock.MagicMock(), unittest.mock.MagicMock()
    sys.modules["matplotlib"] = unittest.mock.MagicMock(pyplot=plot)
    sys.modules["matplotlib.pyplot"] = plot


def source(path):
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return text
    book = json.loads(text)
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 4)
    for cell in book["cells"]:
        compile(cell["source"] if cell["cell_type"] == "code" else "", path.name, "exec")
    return "\n".join(c["source"] for c in book["cells"] if c["cell_type"] == "code")


def distance(ours, theirs):
    """The largest difference, relative where numbers are large; infinite if NaNs differ."""
    a, b = np.asarray(ours, dtype=float), np.asarray(theirs, dtype=float)
    if a.shape != b.shape or not np.array_equal(np.isfinite(a), np.isfinite(b)):
        return np.inf
    if not np.array_equal(a[~np.isfinite(a)], b[~np.isfinite(a)], equal_nan=True):
        return np.inf
    finite = np.isfinite(a)
    size = np.maximum(1, np.maximum(np.abs(a[finite]), np.abs(b[finite])))
    return float(np.max(np.abs(a[finite] - b[finite]) / size, initial=0))


folder, library, tolerance = pathlib.Path(sys.argv[1]), sys.argv[2], float(sys.argv[3])
if library == "jax":
    play_jax()
play_matplotlib()
# A program that does not silence NumPy gives it nothing to warn of.
warnings.simplefilter("error", RuntimeWarning)
count, worst, faults = 0, 0.0, []
for path in sorted(p for p in folder.iterdir() if p.suffix in (".py", ".ipynb")):
    expected = np.load(path.with_suffix(".npz"))
    names, printed = {}, io.StringIO()
    np.seterr(all="ignore" if library == "jax" else "warn", under="ignore")
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(source(path), path.name, "exec"), names)
    except Exception as fault:
        faults.append(f"{path.name}: {fault!r}")
        continue
    found = names["stages"]
    if set(found) != set(expected.files):
        faults.append(f"{path.name}: stages {list(found)}, expected {expected.files}")
        continue
    for name in expected.files:
        count += 1
        off = distance(expected[name], found[name])
        worst = max(worst, off)
        if not off <= tolerance:
            faults.append(f"{path.name}: {name} is {off} off\n{expected[name]}\n{found[name]}")
        if f"\n{name}  " not in printed.getvalue():
            faults.append(f"{path.name}: {name} is not printed")
print(f"{count} stages, worst {worst}")
print("\n".join(faults), file=sys.stderr)
sys.exit(bool(faults) or count == 0)

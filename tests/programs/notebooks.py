# SPDX-License-Identifier: MIT
"""Executes the notebooks of a folder from top to bottom, as Jupyter does, and compares what they
print with what is saved in them.

notebooks.py FOLDER
"""
import pathlib
import sys

import nbclient
import nbformat


def printed(cell):
    return "".join(out.text for out in cell.get("outputs", []) if out.output_type == "stream")


def differs(ours, theirs):
    """Whether two texts differ by more than the last digit of their numbers."""
    a, b = ours.split(), theirs.split()
    if len(a) != len(b):
        return True
    for one, other in zip(a, b):
        if one == other:
            continue
        try:
            x, y = float(one), float(other)
        except ValueError:
            return True
        if not abs(x - y) <= 1.5e-4 * max(1, abs(x)):
            return True
    return False


faults, count, pictures = [], 0, 0
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.ipynb")):
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    saved = [printed(cell) for cell in book.cells]
    try:
        nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    except nbclient.exceptions.CellExecutionError as fault:
        faults.append(f"{path.name}: {fault}")
        continue
    for cell, before in zip(book.cells, saved):
        count += bool(before)
        if differs(before, printed(cell)):
            faults.append(f"{path.name}: saved\n{before}\nprinted\n{printed(cell)}")
        pictures += any("image/png" in out.get("data", {}) for out in cell.get("outputs", []))
    print(f"{path.name}: {len(book.cells)} cells")
print(f"{count} saved outputs, {pictures} pictures")
print("\n".join(faults), file=sys.stderr)
sys.exit(bool(faults) or count == 0 or pictures == 0)

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures a transformer block beside PyTorch's nn.TransformerEncoderLayer, in turn and in one run.

usage: block.py [--rounds N] [--seconds S] [--json FILE]      (scripts/benchmark builds and calls it)

Ours computes and keeps every stage, PyTorch's layer only its output. Each instruction set is compared
with a PyTorch that is told to use the same one. Needs libbenchmark-dev, python3-torch and
libopenblas0-pthread; without PyTorch only our own times are printed. No number here decides whether
anything passes.
"""
import os
import statistics
import sys

from beside import Peer, options_of, said, time_of, write
from instruction_sets import environment_of, openblas_folder, sets_here

# Words, d_model, heads and the width of the MLP; first those of the preset causal-decoder-block.
PRESET = (5, 4, 2, 4)
SIZES = [PRESET, *((words, 64, 4, 256) for words in (5, 32, 128, 512, 1024)), (128, 768, 12, 3072)]
EDITS = ["edit_w_o", "edit_gamma", "edit_position"]


def main():
    options = options_of(__doc__)
    folder = openblas_folder()
    if not folder:
        sys.exit("OpenBLAS is missing (apt-get install libopenblas0-pthread): against Debian's "
                 "reference BLAS the comparison would say nothing.")
    sets = [kernels for kernels in sets_here() if kernels != "plain"]
    peers = {kernels: [Peer("block_peer.py", str(threads),
                            environment=environment_of(kernels, threads, folder))
                       for threads in sorted({1, os.cpu_count() or 1})] for kernels in sets}
    for kernels in sets:  # Nothing of ours is timed while peers load their libraries.
        for peer in peers[kernels]:
            peer.time(*PRESET, 0)
    mine, theirs = {}, {}
    for at in range(options.rounds):
        print(f"round {at + 1} of {options.rounds}", file=sys.stderr)
        for size in SIZES:
            for kernels in sets:
                for what in ["forward", *(EDITS if kernels == sets[0] else [])]:
                    case = "/".join(map(str, (what, *size)))
                    mine.setdefault((size, what, kernels), []).append(
                        time_of("block_benchmark", case, options.seconds, kernels))
                found = [peer.time(*size, options.seconds) for peer in peers[kernels]]
                theirs.setdefault((size, kernels), []).append(
                    min((one for one in found if one), default=None))
    rows = []
    print("| words, d_model, heads, MLP | | ours, µs | PyTorch's forward / ours | goal |\n"
          "|---|---|---|---|---|")
    for (size, what, kernels), times in mine.items():
        ratios = [peer / own for own, peer in zip(times, theirs[size, kernels]) if peer]
        goal = ("≥ 10" if size == PRESET else "≥ 1") if what == "forward" else ""
        rows.append({"what": what, "size": size, "kernels": kernels, "microseconds": times,
                     "ratios": ratios, "wanted": goal})
        print(f"| {', '.join(map(str, size))} | {what}, {kernels} "
              f"| {statistics.median(times):.4g} | {said(ratios)} | {goal} |")
    write(rows, options.json)


if __name__ == "__main__":
    main()
